package org.lanewise.internal.kernel;

/// Kernels of scoring numeric rows.
///
/// **Chains.** A row's sum over its d features is split into four contiguous quarters of
/// [#quarter(int)] features each (the last may be shorter, some empty); each is one chain in
/// feature order, and they fold as `(((0 + q0) + q1) + q2) + q3`.
///
/// **Layouts.** Class parameters lie feature by feature, `[j·classStride + c]`, with `classStride`
/// a multiple of 8. A block holds up to [#BLOCK] rows column by column, `[j·STRIDE + r]`, and its
/// results are `[c·STRIDE + r]`. The rows of a call are rounded up to a multiple of 32: what lies
/// behind a block's rows is scored too, and ignored.
///
/// **Origin.** x is a row less the scorer's origin, taken before.
public interface ScoreKernels {

  /// The most rows of a block.
  int BLOCK = 256;

  /// The distance of two columns of a block: off the power of two, so that columns spread over the
  /// cache's sets.
  int STRIDE = BLOCK + 8;

  /// The number of features of a quarter: d/4 rounded up to a multiple of 4.
  static int quarter(int d) {
    return (d + 15) / 16 * 4;
  }

  /// The class stride for k classes: k rounded up to a multiple of 8.
  static int classStride(int k) {
    return (k + 7) / 8 * 8;
  }

  /// Affine scores of one row: `out[c] = intercept[c] + Σ_j x[j] · weight[j·classStride + c]`, by
  /// `fma(x, weight, q)`; quarter 0 begins with the intercept, the others with 0. `out` has
  /// `classStride` elements.
  void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int classStride, double[] out);

  /// Affine scores of a block of rows, as [#affineRow] for every row, for classes below k.
  void affineBlock(
      double[] block,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int k,
      double[] out);

  /// Diagonal scores of one row: `out[c] = fma(−½, Σ_j z², constant[c])` with `z = (x[j] −
  /// mean[j·classStride + c]) · inverse[j·classStride + c]` and the sum by `fma(z, z, q)`. `out`
  /// has `classStride` elements.
  void diagonalRow(
      double[] x,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      double[] out);

  /// Diagonal scores of a block of rows, as [#diagonalRow] for every row, for classes below k.
  void diagonalBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      int k,
      double[] out);

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

  /// The squared lengths of the triangular images of a block of rows, as [#triangularRow] for every
  /// row, into `out[outOffset + r]`. Columns d up to the next multiple of 8 of the block are 0.
  void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] factor,
      int factorOffset,
      double[] out,
      int outOffset);

  /// Copies a column less one value, `out[outOffset + r] = x[offset + r] − subtrahend`, and tells
  /// whether all of it is finite. The arrays may be the same.
  boolean shift(double[] x, int offset, int count, double subtrahend, double[] out, int outOffset);

  /// Whether all of `count` values are finite.
  boolean finite(double[] values, int offset, int count);

  /// The class with the largest score of each row, the lowest of equals: `label[labelOffset + r] =
  /// argmax_c score[c·STRIDE + r]`.
  void argmax(double[] score, int rows, int k, int[] label, int labelOffset);
}
