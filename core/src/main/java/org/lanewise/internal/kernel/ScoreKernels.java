package org.lanewise.internal.kernel;

/// Kernels of scoring numeric rows.
///
/// **Chains.** A row's sum over its d features is split into four contiguous quarters of
/// [#quarter(int)] features each (the last may be shorter, some empty); each is one chain in
/// feature order, and they fold as `(((0 + q0) + q1) + q2) + q3`.
///
/// **Layouts.** For one row, class parameters lie eight classes at a time, and of these feature by
/// feature, `[(c − c mod 8)·d + 8·j + c mod 8]`, padded to `classStride`, a multiple of 8: so each
/// line of memory is read once; with all classes of a feature side by side, a line is read for two
/// vectors of classes. Where features are picked they do lie side by side, `[j·classStride + c]`. A
/// block of rows is scored panel by panel ([ColumnPanel]), with those of feature f + l in a panel
/// that begins with feature f at `[f·k + 4c + l]`, and its results are `[c·stride + r]`. For
/// triangular images a block holds up to [#BLOCK] rows column by column, `[j·STRIDE + r]`; the rows
/// of such a call are rounded up to a multiple of 32: what lies behind a block's rows is scored
/// too, and ignored.
///
/// **Origin.** x is a row less the scorer's origin.
public interface ScoreKernels {

  /// The classes whose parameters lie together for one row.
  int TOGETHER = 8;

  /// The rows of a panel are a multiple of this.
  int ROW_STEP = 16;

  /// The most rows of a block of columns.
  int BLOCK = 256;

  /// The distance of two columns of a block: off the power of two, so that columns spread over the
  /// cache's sets.
  int STRIDE = BLOCK + 8;

  /// The most rows of a strip, which triangular images are taken of at once.
  int STRIP = 32;

  /// The scratch of [#triangularBlock] for d features: what it holds of a few rows at a time, one
  /// feature behind the other.
  static int stripSize(int d) {
    return Math.multiplyExact(STRIP, width(d));
  }

  /// The number of features of a quarter: d/4 rounded up to a multiple of 4.
  static int quarter(int d) {
    return (d + 15) / 16 * 4;
  }

  /// The class stride for k classes: k rounded up to a multiple of 8.
  static int classStride(int k) {
    // Not by a division: C2 would carry its shift into the loops that multiply by the stride.
    return k + TOGETHER - 1 & -TOGETHER;
  }

  /// Where the first of d features of class c lies for one row; each other is [#TOGETHER] behind
  /// the one before.
  static int rowOffset(int c, int d) {
    return c / TOGETHER * TOGETHER * d + c % TOGETHER;
  }

  /// Affine scores of one row: `out[c] = intercept[c] + Σ_j x[j] · weight[at]`, `at = (c − c mod
  /// 8)·d + 8·j + c mod 8`, by `fma(x, weight, q)`; quarter 0 begins with the intercept, the others
  /// with 0. Parameters and `out` are padded to [#classStride(int)]; what `out` holds behind class
  /// `to` − 1 is not to be read.
  ///
  /// @param from the first class, a multiple of [#TOGETHER]
  /// @param to the class behind the last
  void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int from, int to, double[] out);

  /// Adds a panel of columns to the affine scores of a block of rows, as [#affineRow] for every
  /// row, for classes `from` to `to` − 1.
  ///
  /// With x = column − origin a chain goes on from `chain[(c − from)·stride + r]`, or begins where
  /// the panel opens a quarter; it is added to `out[c·stride + r]` where the panel closes one, and
  /// else kept in `chain`. `out` is to be 0 before the first panel. If x is not finite no score of
  /// its row is.
  void affinePanel(
      ColumnPanel panel,
      double[] origin,
      double[] weight,
      double[] intercept,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride);

  /// Diagonal scores of one row: `out[c] = fma(−½, Σ_j z², constant[c])` with `z = (x[j] −
  /// mean[at]) · inverse[at]`, `at = (c − c mod 8)·d + 8·j + c mod 8`, and the sum by `fma(z, z,
  /// q)`. Classes and padding are those of [#affineRow].
  void diagonalRow(
      double[] x, int d, double[] mean, double[] inverse, double[] constant, int k, double[] out);

  /// Adds a panel of columns to the sums Σ_j z² of a block of rows, as [#diagonalRow] and
  /// [#affinePanel] do. What is left to do after the last panel is `fma(−½, sum, constant[c])`.
  void diagonalPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride);

  /// The squared length of a triangular image of one row, Σ_i z_i² with z = Lx, where `factor`
  /// holds L in [PackedTriangle] layout from `factorOffset` on:
  ///
  /// ```
  /// z_i = 0;  for j ≤ 8·(i/8)+7 (below the diagonal, and zeros beyond):  z_i = fma(x_j, L_ij, z_i)
  /// ```
  ///
  /// and the squares summed by `fma(z, z, q)` in quarters of i. `x` and `z` have d rounded up to a
  /// multiple of 8 elements, those from d on being 0; `z` is scratch.
  double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z);

  /// The squared lengths of the triangular images of a block of rows less a mean, as
  /// [#triangularRow] of `x_j − mean_j` for every row, into `out[outOffset + r]`.
  ///
  /// @param strip scratch of [#stripSize(int)] elements
  void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] factor,
      int factorOffset,
      double[] strip,
      double[] out,
      int outOffset);

  /// Copies a column less one value, `out[outOffset + r] = x[offset + r] − subtrahend`, and tells
  /// whether all of it is finite. The arrays may be the same.
  boolean shift(double[] x, int offset, int count, double subtrahend, double[] out, int outOffset);

  /// Whether all of `count` values are finite.
  boolean finite(double[] values, int offset, int count);

  /// The entries of a row, also of Λ: d rounded up to a multiple of 8.
  static int width(int d) {
    return (d + 7) / 8 * 8;
  }

  /// The class with the largest score of each row, at a tie the lowest: `label[labelOffset + r] =
  /// argmax_c score[c·stride + r]`; the rows are rounded up to a multiple of [#ROW_STEP].
  ///
  /// @param scratch room for so many elements
  void argmax(
      double[] score, int stride, int rows, int k, int[] label, int labelOffset, double[] scratch);

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "AFFINE_ROW" ->
          (v, a, d, k, _) -> {
            int s = classStride(k);
            v.score().affineRow(a.x.of(d), d, a.x.of(d * s), a.x.of(s), 0, k, a.out.of(s, s, k));
          };
      case "AFFINE_PANEL" ->
          (v, a, n, k, _) -> {
            ColumnPanel p = a.nextPanel(n);
            double[] origin = a.x.of(SyntheticArrays.FEATURES);
            double[] weight = a.x.of(SyntheticArrays.FEATURES * k);
            double[] chain = a.more.of(k * p.rows);
            double[] out = a.out.of(k * p.rows);
            v.score().affinePanel(p, origin, weight, a.x.of(k), k, 0, k, chain, out, p.rows);
          };
      case "DIAGONAL_ROW" ->
          (v, a, d, k, _) -> {
            int s = classStride(k);
            double[] mean = a.x.of(d * s);
            v.score().diagonalRow(a.x.of(d), d, mean, mean, a.x.of(s), k, a.out.of(s, s, k));
          };
      case "DIAGONAL_PANEL" ->
          (v, a, n, k, _) -> {
            ColumnPanel p = a.nextPanel(n);
            double[] origin = a.x.of(SyntheticArrays.FEATURES);
            double[] mean = a.x.of(SyntheticArrays.FEATURES * k);
            double[] chain = a.more.of(k * p.rows);
            double[] out = a.out.of(k * p.rows);
            v.score().diagonalPanel(p, origin, mean, mean, k, 0, k, chain, out, p.rows);
          };
      case "TRIANGULAR_ROW" ->
          (v, a, d, _, _) -> {
            double[] factor = a.triangle.of(d);
            double[] z = a.work.of(width(d), 1, 0);
            a.returned(v.score().triangularRow(a.padded.of(d), d, factor, 0, z));
          };
      case "TRIANGULAR_BLOCK" ->
          (v, a, n, _, d) -> {
            int rows = SyntheticCall.up(n, STRIP);
            double[] block = a.x.of(d * STRIDE);
            double[] factor = a.x.of(PackedTriangle.size(d));
            double[] strip = a.work.of(stripSize(d), 1, 0);
            double[] out = a.out.of(rows);
            v.score().triangularBlock(block, rows, d, a.x.of(d), factor, 0, strip, out, 0);
          };
      case "SHIFT" ->
          (v, a, n, _, _) ->
              a.returned(v.score().shift(a.x.of(4 * n), 0, 4 * n, 1, a.out.of(4 * n), 0));
      case "FINITE" -> (v, a, n, _, _) -> a.returned(v.score().finite(a.x.of(4 * n), 0, 4 * n));
      case "ARGMAX" ->
          (v, a, n, k, _) -> {
            int rows = SyntheticCall.up(n, ROW_STEP);
            double[] scratch = a.work.of(rows, 1, 0);
            v.score().argmax(a.x.of(k * rows), rows, rows, k, a.ints.of(rows), 0, scratch);
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
