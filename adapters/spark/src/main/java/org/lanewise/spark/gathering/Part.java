package org.lanewise.spark.gathering;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.lanewise.io.StatisticsFile;
import org.lanewise.spark.rows.Bytes;
import org.lanewise.statistics.Statistics;

/// A piece of the statistics of a partition or of several consecutive ones, or the reason why
/// pieces do not match.
///
/// @param partition the first of these partitions
/// @param statistics null if they were refused
/// @param refusal null if they were not refused
record Part(int partition, Statistics statistics, String refusal) {

  static Part of(int partition, Statistics statistics) {
    return new Part(partition, statistics, null);
  }

  /// Merges this part with a later one. The first refusal is kept.
  Part merge(Part later) {
    if (refusal != null || later.refusal != null) {
      return refusal != null ? this : later;
    }
    try {
      statistics.merge(later.statistics);
    } catch (IllegalArgumentException e) {
      return new Part(
          partition,
          null,
          "partition %d does not go with those before it: %s"
              .formatted(later.partition, e.getMessage()));
    }
    return this;
  }

  byte[] bytes() {
    return Bytes.of(out -> {
      out.writeInt(partition);
      out.writeBoolean(refusal != null);
      if (refusal != null) {
        writeText(out, refusal);
      } else {
        new StatisticsFile(statistics).write(out);
      }
    });
  }

  static Part of(byte[] bytes) {
    return Bytes.read(
        bytes,
        in -> {
          int partition = in.readInt();
          return in.readBoolean()
              ? new Part(partition, null, readText(in))
              : of(partition, StatisticsFile.read(in).statistics());
        });
  }

  /// Writes text of any length to the end of a stream.
  static void writeText(DataOutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
  }

  static String readText(DataInputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
