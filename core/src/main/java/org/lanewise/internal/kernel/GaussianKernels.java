package org.lanewise.internal.kernel;

/// Kernels of Gaussian statistics, on tiles.
///
/// A tile holds rows, of one class where one mean is given, in panels of 8 features: row t of panel
/// p begins at `offset + p·panelStride + 8·t`. Features from d on are padding and hold 0.
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

  /// Moves `count` rows of 8 values, one behind the other, out to tiles: row r to `target[r] +
  /// outOffset`.
  void move(double[] rows, int offset, int count, int[] target, double[] out, int outOffset);

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
      int offset,
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
  default void scatter(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] scatter,
      int scatterOffset) {
    products(tile, offset, offset, panelStride, panels, rows, scatter, scatterOffset);
  }

  /// As [#scatter], with entries that are 0 before, whatever lies there.
  void newScatter(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] scatter,
      int scatterOffset);

  /// Elements that [#mergeTile] works with.
  int MERGE_WORK = 128;

  /// Adds a tile's scatter to another, as [#scatter], and merges what comes of it, as
  /// [#mergeScatter], without writing it:
  ///
  /// ```
  /// s = right(i, j), or 0;  for t < rows:  s = fma(x[t][i], x[t][j], s)
  /// left(i, j) = fma(factor · delta[i], delta[j], left(i, j) + s)
  /// ```
  ///
  /// @param right a scatter; null if it is 0
  /// @param work [#MERGE_WORK] elements to work with
  void mergeTile(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] right,
      double[] left,
      double[] delta,
      double factor,
      double[] work);

  /// Adds the products XᵀY of two tiles in one array, one chain over the rows for each entry, in
  /// [PackedTriangle] layout:
  ///
  /// ```
  /// for t < rows:  product(i, j) = fma(x[t][i], y[t][j], product(i, j)),   i ≤ 8·(j/8)+7
  /// ```
  ///
  /// @param left where x begins
  /// @param right where y begins
  void products(
      double[] tiles,
      int left,
      int right,
      int panelStride,
      int panels,
      int rows,
      double[] product,
      int productOffset);

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
