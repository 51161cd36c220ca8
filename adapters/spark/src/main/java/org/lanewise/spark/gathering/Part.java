package org.lanewise.spark.gathering;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.lanewise.data.BadDataException;
import org.lanewise.io.StatisticsFile;
import org.lanewise.statistics.Statistics;

/// What became of a partition, or of several in a row: nothing, statistics, or a refusal, which is
/// carried to the driver so that it comes as it was said, once, and without another try.
///
/// @param partition the first partition that had rows
/// @param statistics null where there are no rows, or rows were refused
/// @param refusal null where none were
record Part(int partition, Statistics statistics, String refusal) {

  private static final byte EMPTY = 0;
  private static final byte STATISTICS = 1;
  private static final byte REFUSAL = 2;

  static Part empty(int partition) {
    return new Part(partition, null, null);
  }

  static Part of(int partition, Statistics statistics) {
    return new Part(partition, statistics, null);
  }

  static Part refused(int partition, String sentence) {
    return new Part(partition, null, sentence);
  }

  private boolean isEmpty() {
    return statistics == null && refusal == null;
  }

  /// This part and a later one. Of refusals the first one stays, whichever came first.
  Part merge(Part later) {
    if (isEmpty() || later.isEmpty()) {
      return isEmpty() ? later : this;
    }
    if (refusal != null || later.refusal != null) {
      return refusal != null ? this : later;
    }
    if (statistics.featureCount() != later.statistics.featureCount()) {
      return refused(
          partition,
          "the vectors of partition %d have %d values; %d are expected, as those of partition %d have"
              .formatted(
                  later.partition,
                  later.statistics.featureCount(),
                  statistics.featureCount(),
                  partition));
    }
    try {
      StatisticsKind.merge(statistics, later.statistics);
    } catch (IllegalArgumentException e) {
      return refused(
          partition,
          "partition %d does not go with those before it: %s"
              .formatted(later.partition, e.getMessage()));
    }
    return this;
  }

  /// The statistics.
  ///
  /// @param features the name of the column of vectors
  /// @throws BadDataException if rows were refused, or there are none
  Statistics require(String features) {
    if (refusal != null) {
      throw new BadDataException("%s", refusal);
    }
    if (statistics == null) {
      throw new BadDataException(
          "column '%s': the data set has no rows; rows to learn from are expected", features);
    }
    return statistics;
  }

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(partition);
      if (refusal != null) {
        out.writeByte(REFUSAL);
        out.write(refusal.getBytes(StandardCharsets.UTF_8));
      } else if (statistics != null) {
        out.writeByte(STATISTICS);
        new StatisticsFile(statistics).write(out);
      } else {
        out.writeByte(EMPTY);
      }
    } catch (IOException e) {
      // A stream in memory throws none.
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Part of(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int partition = in.readInt();
      return switch (in.readByte()) {
        case STATISTICS -> of(partition, StatisticsFile.read(in).statistics());
        case REFUSAL ->
            refused(partition, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        default -> empty(partition);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
