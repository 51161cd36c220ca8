package org.lanewise.spark.rows;

import org.lanewise.data.Features;
import org.lanewise.data.Wording;

/// The position of the rows of a block, for messages: rows are counted within their partition, from
/// 0.
///
/// @param partition the index of the partition
/// @param firstRow the index in the partition of the block's row 0
/// @param features the names of the features
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
