package org.lanewise.data;

/// Numeric features, each value a `double`, whatever it is stored as and wherever it lies.
///
/// [DoubleColumns] and [FloatColumns] are arrays for each feature; [SegmentColumns] are numbers of
/// any type in memory, row by row or column by column. What is computed from them are the bits that
/// [DoubleColumns] of the same values give.
public sealed interface NumericColumns extends RowBatch permits StoredNumbers {

  /// Feature `feature` of row `row`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row or feature
  double value(int row, int feature);

  /// Copies one row into `out[0 … d−1]`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row, or `out` is too short
  void row(int row, double[] out);
}
