package org.lanewise.internal.kernel;

import static org.lanewise.internal.kernel.FloatKernels.FLOATS;

/// Kernels of scores in floats, of blocks of rows. A block is held in *strips*: 32 rows, a feature
/// of them behind the one before, for up to [FloatKernels#CHAIN] features.
///
/// Class parameters lie as those of [FloatKernels].
public interface StripKernels {

  /// The rows of a strip.
  int STRIP = 32;

  /// The size of a lower triangular matrix for [#triangularStrips].
  static int floatTriangle(int d) {
    int padded = d + FLOATS - 1 & -FLOATS;
    return Math.multiplyExact(padded / 2, padded + FLOATS);
  }

  /// Where entry j ≤ i of its row i lies: 16 rows are of one length.
  static int floatTriangleIndex(int i, int j) {
    int place = i & FLOATS - 1;
    return floatTriangle(i - place) + place * floatTriangleLength(i) + j;
  }

  /// From row i to the next of the same 16.
  static int floatTriangleLength(int i) {
    return (i & -FLOATS) + FLOATS;
  }

  /// Whether scores in floats take less time than those in doubles.
  boolean floatsAreFast();

  /// The most classes for which affine scores of rows take less time one by one
  /// ([FloatKernels#affineFloats]) than in strips.
  int mostClasses(int d);

  /// Takes four neighbouring columns of a block of rows less an origin into strips in floats, and
  /// adds to the sums of their absolute values, of each two columns l and l + 1: `sum[r] +=
  /// fma(|y_l+1|, bound[first + l + 1], |y_l|·bound[first + l])` with `y_l = (float) (x_l[offset +
  /// r] − origin[first + l])`.
  ///
  /// @param rows a multiple of [#STRIP]
  /// @param first the feature of the first column
  /// @param strips y_l of row r at `[(r − r mod STRIP)·CHAIN + (at + l)·STRIP + r mod STRIP]`
  void fillStrips(
      double[] x0,
      double[] x1,
      double[] x2,
      double[] x3,
      int offset,
      int rows,
      double[] origin,
      float[] bound,
      int first,
      float[] strips,
      int at,
      float[] sum);

  /// The same of features `first` to `first + count − 1` of rows that lie one by one: of each two
  /// features, and of the last alone if their number is odd.
  ///
  /// @param x feature j of row r at `offset + r·d + j`
  /// @param rows a multiple of [#STRIP]
  /// @param strips as of [#fillStrips]
  void fillStripsByRow(
      float[] x,
      int offset,
      int d,
      int rows,
      float[] origin,
      float[] bound,
      int first,
      int count,
      float[] strips,
      int at,
      float[] sum);

  /// Adds features `first` to `first + count − 1` to affine scores in floats, those of
  /// [FloatKernels#affineFloats] but in chains of [FloatKernels#CHAIN], of a block of rows in
  /// strips.
  ///
  /// @param count at most [FloatKernels#CHAIN]
  /// @param k classes are rounded up to a multiple of 4
  void affineStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] weight,
      float[] intercept,
      int k,
      float[] out,
      int stride);

  /// The same of diagonal scores in floats: `out[c·stride + r] = ((constant[c] − q_0) − q_1) − …`
  /// with `q = fma(z, z, q)` and `z = fma(y, inverse_cj, start_cj)`.
  ///
  /// @param k classes are rounded up to a multiple of 2
  void diagonalStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] inverse,
      float[] start,
      float[] constant,
      int k,
      float[] out,
      int stride);

  /// The same of triangular scores of one class in floats: `out[outOffset + r] = ((constant − q_0)
  /// − q_1) − …` with q_l over the images of the l-th [FloatKernels#CHAIN], `q = fma(z_i, z_i, q)`,
  /// and
  ///
  /// ```
  /// z_i = ((start[i] + q_0) + q_1) + …,   q = fma(y_j, factor[at], q)
  /// ```
  ///
  /// where q_l is over the features of the l-th [FloatKernels#CHAIN], up to feature `i − i mod 4 +
  /// 3`, and `at` = [#floatTriangleIndex(int,int)].
  ///
  /// @param strips all d features, one chain of them behind the other
  /// @param factor the rows behind the last are 0, up to a multiple of 4, as of `start`
  /// @param images scratch of 4·[#STRIP] elements
  void triangularStrips(
      float[] strips,
      int rows,
      int d,
      float[] factor,
      float[] start,
      float constant,
      float[] images,
      float[] out,
      int outOffset);

  /// The largest of k scores of each row, `score[c·stride + r]`, the largest of the others, −∞ if
  /// there is none, and the class of the largest, at a tie the lowest.
  ///
  /// @param rows a multiple of [#STRIP]
  void leadersInStrips(
      float[] score, int stride, int rows, int k, float[] most, float[] second, float[] leader);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "FILL_STRIPS" ->
          (v, a, n, _, d) -> {
            int rows = SyntheticCall.up(n, STRIP);
            double[] x = a.x.of(rows);
            double[] origin = a.more.of(4);
            float[] bound = a.floats.of(4);
            float[] strips = a.outFloats.of(rows * FloatKernels.CHAIN);
            float[] sum = a.moreFloats.of(rows);
            v.strips().fillStrips(x, x, x, x, 0, rows, origin, bound, 0, strips, d - 4, sum);
          };
      case "FILL_STRIPS_BY_ROW" ->
          (v, a, n, _, d) -> {
            int rows = SyntheticCall.up(n, STRIP);
            float[] x = a.floats.of(rows * d);
            float[] by = a.floats.of(d);
            float[] strips = a.outFloats.of(rows * FloatKernels.CHAIN);
            float[] sum = a.moreFloats.of(rows);
            v.strips().fillStripsByRow(x, 0, d, rows, by, by, 0, d, strips, 0, sum);
          };
      case "AFFINE_STRIPS" ->
          (v, a, n, k, d) -> {
            int rows = SyntheticCall.up(n, STRIP);
            int s = FloatKernels.floatClasses(k);
            float[] strips = a.floats.of(rows * FloatKernels.CHAIN);
            float[] weight = a.floats.of(s * FloatKernels.floatLength(d));
            float[] begin = a.floats.of(s);
            float[] out = a.outFloats.of(rows * s, rows * s, rows * k);
            v.strips().affineStrips(strips, rows, d, 0, d, weight, begin, k, out, rows);
          };
      case "DIAGONAL_STRIPS" ->
          (v, a, n, k, d) -> {
            int rows = SyntheticCall.up(n, STRIP);
            int s = FloatKernels.floatClasses(k);
            float[] strips = a.floats.of(rows * FloatKernels.CHAIN);
            float[] weight = a.floats.of(s * FloatKernels.floatLength(d));
            float[] begin = a.floats.of(s);
            float[] out = a.outFloats.of(rows * s, rows * s, rows * k);
            v.strips().diagonalStrips(strips, rows, d, 0, d, weight, weight, begin, k, out, rows);
          };
      case "TRIANGULAR_STRIPS" ->
          (v, a, n, _, d) -> {
            int rows = SyntheticCall.up(n, STRIP);
            float[] strips = a.floats.of(rows * FloatKernels.CHAIN);
            float[] factor = a.floats.of(floatTriangle(d));
            float[] start = a.floats.of(SyntheticCall.up(d, 4));
            float[] images = a.workFloats.of(4 * STRIP, 1, 0);
            float[] out = a.outFloats.of(rows);
            v.strips().triangularStrips(strips, rows, d, factor, start, 0, images, out, 0);
          };
      case "LEADERS_IN_STRIPS" ->
          (v, a, n, k, _) -> {
            int rows = SyntheticCall.up(n, STRIP);
            float[] score = a.floats.of(rows * k);
            float[] most = a.outFloats.of(rows);
            float[] second = a.moreFloats.of(rows);
            float[] leader = a.leaders.of(rows);
            v.strips().leadersInStrips(score, rows, rows, k, most, second, leader);
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
