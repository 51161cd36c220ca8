package org.lanewise.data;

import java.util.function.IntUnaryOperator;

/// What the columns of a view have to fulfil.
final class ColumnShapes {

  private ColumnShapes() {}

  /// The number of rows that all columns have.
  ///
  /// @param length the rows of a column, or −1 where the column is null
  /// @throws IllegalArgumentException if there is no column, or one is null or of another length
  static int rowCount(int featureCount, IntUnaryOperator length) {
    if (featureCount == 0) {
      throw new IllegalArgumentException("no columns were given; at least one feature is expected");
    }
    int rowCount = -1;
    for (int feature = 0; feature < featureCount; feature++) {
      int rows = length.applyAsInt(feature);
      if (rows < 0) {
        throw new IllegalArgumentException("column " + feature + " is null; values are expected");
      }
      if (feature > 0 && rows != rowCount) {
        throw new IllegalArgumentException(
            "column %d has %d rows; %d are expected, as in column 0"
                .formatted(feature, rows, rowCount));
      }
      rowCount = rows;
    }
    return rowCount;
  }
}
