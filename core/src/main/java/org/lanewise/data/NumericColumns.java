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

  /// These rows with a bit for each value that says whether it is there, as Arrow has them: where
  /// it is 0 the value is NaN, whatever lies in its place. What NaN means is for whoever reads the
  /// rows to say: [MissingValues].
  ///
  /// Values are then copied when they are read. Both are borrowed.
  ///
  /// @param valid bits of as many rows and features; names of its features are not looked at
  /// @throws IllegalArgumentException if there are other numbers of them
  NumericColumns withValidity(BitColumns valid);
}
