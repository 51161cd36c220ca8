package org.lanewise.internal.kernel;

/// Kernels of scoring numeric rows.
///
/// **Chains.** A row's sum over its d features is split into four contiguous quarters of
/// [#quarter(int)] features each (the last may be shorter, or some empty); each is one chain in
/// feature order, and they fold as `((q0 + q1) + q2) + q3`. Class parameters lie feature by feature,
/// `[j·classStride + c]`, with `classStride` a multiple of 8.
///
/// **Batches.** Rows come in blocks of [#BLOCK]; a panel is up to 4 columns of a block, column l at
/// `l·BLOCK`, and block results are `[c·BLOCK + r]`. The number of rows of a call is rounded up to a
/// multiple of 32: what lies behind a block's rows is scored too and ignored.
public interface ScoreKernels {

  /// Rows of a block.
  int BLOCK = 256;

  /// Columns of a panel.
  int PANEL = 4;

  /// The number of features of a quarter: d/4 rounded up to a multiple of 4.
  static int quarter(int d) {
    return (d + 15) / 16 * 4;
  }

  /// The class stride for k classes: k rounded up to a multiple of 8.
  static int classStride(int k) {
    return (k + 7) / 8 * 8;
  }

  /// Affine scores of one row:
  /// `out[c] = intercept[c] + Σ_j (row[j] − origin[j]) · weight[j·classStride + c]`, where quarter 0
  /// begins with the intercept. `out` has `classStride` elements.
  void affineRow(
      double[] row,
      double[] origin,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      double[] out);

  /// Affine scores of a panel of 4 columns from feature j on, added to the block's scores:
  /// `score[c·BLOCK + r] = fma(panel[l·BLOCK + r] − origin[j + l], weight[(j+l)·classStride + c], …)`
  /// for l = 0 … 3 in turn and c < k. Missing columns are padded with weight 0 by the caller.
  void affinePanel(
      double[] panel,
      double[] origin,
      int j,
      int rows,
      double[] weight,
      int classStride,
      int k,
      double[] score);
}
