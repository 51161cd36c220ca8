package org.lanewise.spark.rows;

import org.lanewise.data.Features;
import org.lanewise.data.Wording;

/// Where the rows of a block lie, for messages: rows are counted in their partition, from 0.
///
/// @param partition the index of the partition
/// @param firstRow the row of the partition that is row 0 of the block
/// @param features what the features are called
public record Place(int partition, long firstRow, Features features) implements Wording {

  @Override
  public String row(int index) {
    return describe(partition, firstRow + index);
  }

  @Override
  public String feature(int index) {
    return features.describe(index);
  }

  /// A row of a partition.
  public static String describe(int partition, long row) {
    return "row %d of partition %d".formatted(row, partition);
  }
}
