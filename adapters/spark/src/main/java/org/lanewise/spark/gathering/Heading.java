package org.lanewise.spark.gathering;

import java.util.SortedSet;
import java.util.TreeSet;
import org.lanewise.data.BadDataException;
import org.lanewise.spark.rows.Bytes;
import org.lanewise.statistics.Statistics;

/// The heading of the statistics of a partition, or of several consecutive ones, sent in addition
/// to their pieces. It says that there are no rows, or some, or it carries the refusal of a row,
/// which then reaches the driver as it was thrown, once and without retries.
///
/// @param partition the first partition that had rows
/// @param featureCount the number of features; 0 if there are no rows
/// @param rowCount the number of rows
/// @param weight the sum of their weights
/// @param classes the indices of the classes that metadata does not name
/// @param refusal null if no row was refused
record Heading(
    int partition,
    int featureCount,
    long rowCount,
    double weight,
    SortedSet<Integer> classes,
    String refusal) {

  /// Below the largest double by more than the rounding error of any sum.
  private static final double MAX_WEIGHT = 0x1p1023;

  static Heading empty(int partition) {
    return new Heading(partition, 0, 0, 0, new TreeSet<>(), null);
  }

  static Heading of(int partition, Statistics statistics) {
    double weight = 0;
    for (double of : StatisticsKind.classWeights(statistics)) {
      weight += of;
    }
    SortedSet<Integer> classes = new TreeSet<>();
    if (statistics.classes().areOpen()) {
      statistics.classes().names().forEach(name -> classes.add(Integer.valueOf(name)));
    }
    return new Heading(
        partition, statistics.featureCount(), statistics.rowCount(), weight, classes, null);
  }

  static Heading refused(int partition, String sentence) {
    return new Heading(partition, 0, 0, 0, new TreeSet<>(), sentence);
  }

  private boolean isEmpty() {
    return featureCount == 0 && refusal == null;
  }

  /// Merges this with the heading of a later partition. The first refusal is kept.
  Heading merge(Heading later) {
    if (isEmpty() || later.isEmpty()) {
      return isEmpty() ? later : this;
    }
    if (refusal != null || later.refusal != null) {
      return refusal != null ? this : later;
    }
    if (featureCount != later.featureCount) {
      return refused(
          partition,
          "the vectors of partition %d have %d values; %d are expected, as those of partition %d have"
              .formatted(later.partition, later.featureCount, featureCount, partition));
    }
    double sum = weight + later.weight;
    if (!(sum < MAX_WEIGHT)) {
      return refused(
          partition,
          "the weights of the rows before partition %d sum to %s with those of its own; less than"
                  .formatted(later.partition + 1, sum)
              + " 2^1023 is expected");
    }
    SortedSet<Integer> all = new TreeSet<>(classes);
    all.addAll(later.classes);
    return new Heading(partition, featureCount, rowCount + later.rowCount, sum, all, null);
  }

  /// Throws if a row was refused or there are no rows.
  ///
  /// @param features the name of the column of vectors
  /// @throws BadDataException if a row was refused, or there are no rows
  void require(String features) {
    if (refusal != null) {
      throw new BadDataException("%s", refusal);
    }
    if (featureCount == 0) {
      throw new BadDataException(
          "column '%s': the data set has no rows; rows to learn from are expected", features);
    }
  }

  byte[] bytes() {
    return Bytes.of(out -> {
      out.writeInt(partition);
      out.writeInt(featureCount);
      out.writeLong(rowCount);
      out.writeDouble(weight);
      out.writeInt(classes.size());
      for (int index : classes) {
        out.writeInt(index);
      }
      out.writeBoolean(refusal != null);
      if (refusal != null) {
        Part.writeText(out, refusal);
      }
    });
  }

  static Heading of(byte[] bytes) {
    return Bytes.read(
        bytes,
        in -> {
          int partition = in.readInt();
          int featureCount = in.readInt();
          long rowCount = in.readLong();
          double weight = in.readDouble();
          SortedSet<Integer> classes = new TreeSet<>();
          for (int left = in.readInt(); left > 0; left--) {
            classes.add(in.readInt());
          }
          String refusal = in.readBoolean() ? Part.readText(in) : null;
          return new Heading(partition, featureCount, rowCount, weight, classes, refusal);
        });
  }
}
