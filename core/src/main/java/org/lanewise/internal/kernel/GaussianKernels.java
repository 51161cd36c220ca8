package org.lanewise.internal.kernel;

/// Kernels of Gaussian statistics, on tiles.
///
/// A tile holds the rows of one class in panels of 8 features: row t of panel p begins at `offset +
/// p·panelStride + 8·t`. Features from d on are padding and hold 0.
public interface GaussianKernels {

  /// Deals `count` rows of 8 columns out to tiles, transposing them:
  ///
  /// ```
  /// out[target[r] + outOffset + l] = columns[l][offset + r],   r < count, l < 8
  /// ```
  ///
  /// The columns are read in lockstep, where they lie: memory gives half of its speed, or less,
  /// where one is left after 2 kB for the next.
  ///
  /// @return whether all values are finite
  boolean deal(
      double[][] columns, int offset, int count, int[] target, double[] out, int outOffset);

  /// Weighted sums about the anchor, one chain over the rows for each feature:
  ///
  /// ```
  /// s = 0;  for t < rows:  s = fma(weight[t], x[t][j] − anchor[j], s);   sum[j] = s
  /// ```
  void sums(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] weight,
      double[] anchor,
      int anchorOffset,
      double[] sum);

  /// Centres and weighs a tile in place: `x[t][j] = ((x[t][j] − anchor[j]) − mean[j]) ·
  /// rootWeight[t]`.
  void centre(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] rootWeight,
      double[] anchor,
      int anchorOffset,
      double[] mean);

  /// Takes the rows of a tile one by one, each about the mean of its class so far, which it moves:
  ///
  /// ```
  /// δ = (x[t][j] − anchor[base[t] + j]) − mean[base[t] + j]
  /// mean[base[t] + j] = fma(δ, share[t], mean[base[t] + j]);   x[t][j] = δ · root[t]
  /// ```
  void absorb(
      double[] tile,
      int panelStride,
      int panels,
      int rows,
      int[] base,
      double[] share,
      double[] root,
      double[] anchor,
      double[] mean);

  /// Adds a tile's scatter XᵀX, one chain over the rows for each entry, in [PackedTriangle] layout:
  ///
  /// ```
  /// for t < rows:  scatter(i, j) = fma(x[t][i], x[t][j], scatter(i, j)),   i ≤ 8·(j/8)+7
  /// ```
  void scatter(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] scatter,
      int scatterOffset);

  /// Merges a scatter and the correction for the distance of the two means (Chan, Golub and LeVeque
  /// 1983, eq. 2.1b): `left(i, j) = fma(factor · delta[i], delta[j], left(i, j) + right(i, j))`.
  void mergeScatter(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int panels,
      double[] delta,
      double factor);
}
