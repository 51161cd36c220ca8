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

  /// Turns the scores of a class-major block into posteriors, a lane for each row: with the max and
  /// rest of [#restOfLargest] at `from` 0,
  ///
  /// ```
  /// v(c, r) = exp(v(c, r) − max[r]) / (1 + rest[r])
  /// ```
  ///
  /// Where all values are −∞, posteriors are NaN, and max is −∞.
  ///
  /// @param scratch room for rows elements
  void posteriors(
      double[] values, int stride, int k, int rows, double[] max, double[] rest, double[] scratch);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "LOG" ->
          (v, a, n, _, _) -> v.elementary().log(a.x.of(4 * n), 0, 4 * n, a.out.of(4 * n), 0);
      case "LOG1P" ->
          (v, a, n, _, _) -> v.elementary().log1p(a.x.of(4 * n), 0, 4 * n, a.out.of(4 * n), 0);
      case "EXP_ROW" ->
          (v, a, _, k, _) -> {
            int s = ScoreKernels.classStride(k);
            a.returned(v.elementary().expRow(a.x.of(s), k, k / 2, a.out.of(s, s, k)));
          };
      case "REST_OF_LARGEST" ->
          (v, a, n, k, _) -> {
            double[] scratch = a.work.of(2 * n, 1, 0);
            v.elementary()
                .restOfLargest(a.x.of(k * n), 0, n, k, n, a.out.of(n), a.more.of(n), scratch);
          };
      case "POSTERIORS" ->
          (v, a, n, k, _) -> {
            double[] planes = a.out.of(k * n);
            System.arraycopy(a.x.of(k * n), 0, planes, 0, k * n);
            double[] rest = a.work.of(n, 1, 0);
            v.elementary().posteriors(planes, n, k, n, a.more.of(n), rest, a.work.of(2 * n, 1, 0));
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
