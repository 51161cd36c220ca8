package org.lanewise.data;

import org.lanewise.internal.kernel.Kernels;

/// Column-major numeric features: feature j of row i is a `double`, whatever it is stored as.
public sealed interface NumericColumns extends Samples
    permits DoubleColumns, FloatColumns, SegmentColumns {

  /// Copies rows `firstRow` to `firstRow + count − 1` of one feature into `out`, widened to
  /// `double`, beginning at `offset`. Bounds are the caller's to keep.
  void copy(int feature, int firstRow, int count, double[] out, int offset);

  /// Copies rows of one feature less a value, as [#copy] does, and tells whether all are finite.
  default boolean shift(
      int feature, int firstRow, int count, double subtrahend, double[] out, int offset) {
    copy(feature, firstRow, count, out, offset);
    return Kernels.SCORE.shift(out, offset, count, subtrahend, out, offset);
  }

  /// Feature `feature` of row `row`.
  double value(int row, int feature);

  /// Copies one row into `out[0 … d−1]`.
  default void row(int row, double[] out) {
    for (int feature = 0; feature < featureCount(); feature++) {
      out[feature] = value(row, feature);
    }
  }
}
