package org.lanewise.internal.kernel;

/// Kernels of exponentials and logarithms: [Elementary] over arrays.
public interface ElementaryKernels {

  /// `out[outFrom + i] = exp(x[from + i])` for i < count, by [Elementary#exp]. The ranges may be
  /// the same.
  void exp(double[] x, int from, int count, double[] out, int outFrom);

  /// `out[outFrom + i] = log(x[from + i])` for i < count, by [Elementary#log]. The ranges may be
  /// the same.
  void log(double[] x, int from, int count, double[] out, int outFrom);

  /// `out[outFrom + i] = log1p(x[from + i])` for i < count, by [Elementary#log1p]. The ranges may
  /// be the same.
  void log1p(double[] x, int from, int count, double[] out, int outFrom);

  /// The exponentials of one row's scores, a lane for each class: `out[c] = exp(values[c] −
  /// values[best])` for c < k. Both arrays have k rounded up to a multiple of 8 elements, and what
  /// `out` holds behind k is unspecified; they are not the same.
  ///
  /// @return `s = 0; for c < k, c ≠ best: s = s + out[c]`
  double expRow(double[] values, int k, int best, double[] out);

  /// What log Σ exp needs of a class-major block, a lane for each row: with v(c, r) at `values[from
  /// + c·stride + r]`, r < rows,
  ///
  /// ```
  /// max[r]  = max_c v(c, r), at its lowest index m
  /// s = 0;  for c < k, c ≠ m:  s = s + exp(v(c, r) − max[r]);   rest[r] = s
  /// ```
  ///
  /// So log Σ_c exp v(c, r) = max + log1p(rest). Where all values are −∞, rest is NaN if k > 1.
  ///
  /// @param scratch room for 2·rows elements
  void restOfLargest(
      double[] values,
      int from,
      int stride,
      int k,
      int rows,
      double[] max,
      double[] rest,
      double[] scratch);
}
