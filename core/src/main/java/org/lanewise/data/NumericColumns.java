package org.lanewise.data;

/// Numeric features: each value is read as a `double`, however it is stored.
///
/// [DoubleColumns] and [FloatColumns] have one array per feature; [SegmentColumns] are numbers of
/// any type in memory, row by row or column by column. Results are bit-identical to those of
/// [DoubleColumns] with the same values.
public sealed interface NumericColumns extends RowBatch permits StoredNumbers {

  /// Feature `feature` of row `row`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row or feature
  double value(int row, int feature);

  /// Copies one row into `out[0 … d−1]`.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row, or `out` is too short
  void row(int row, double[] out);

  /// Returns these rows with a validity bitmap, as in Arrow: values whose bit is 0 are read as NaN.
  /// The reader of the rows decides how to treat NaN: [MissingValues].
  ///
  /// The values are then copied on every read. Rows and bitmap are borrowed.
  ///
  /// @param valid a bit for each value; its feature names are ignored
  /// @throws IllegalArgumentException if the numbers of rows or features of the bitmap differ
  NumericColumns withValidity(BitColumns valid);
}
