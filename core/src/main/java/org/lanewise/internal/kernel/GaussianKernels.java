package org.lanewise.internal.kernel;

import java.util.Arrays;

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

  /// The synthetic call of a kernel.
  static SyntheticCall synthetic(String kernel) {
    return switch (kernel) {
      case "DEAL" -> {
        double[][] columns = new double[PackedTriangle.WIDTH][];
        yield (v, a, _, n, _) -> {
          Arrays.fill(columns, a.x.of(8 * n));
          double[] out = a.out.of(PackedTriangle.WIDTH * 8 * n);
          a.returned(v.gaussian().deal(columns, 0, 8 * n, a.rows.of(8 * n), out, 0));
        };
      }
      case "MOVE" ->
          (v, a, _, n, _) -> {
            int size = PackedTriangle.WIDTH * 8 * n;
            v.gaussian().move(a.x.of(size), 0, 8 * n, a.rows.of(8 * n), a.out.of(size), 0);
          };
      case "GAUSSIAN_SUMS" ->
          (v, a, p, n, _) -> {
            double[] tile = a.x.of(PackedTriangle.WIDTH * p * n);
            double[] anchor = a.x.of(PackedTriangle.WIDTH * p);
            double[] out = a.out.of(PackedTriangle.WIDTH * p);
            v.gaussian().sums(tile, 0, PackedTriangle.WIDTH * n, p, n, a.x.of(n), anchor, 0, out);
          };
      case "CENTRE" ->
          (v, a, p, n, _) -> {
            double[] means = a.x.of(PackedTriangle.WIDTH * p);
            double[] tile = a.tile.of(PackedTriangle.WIDTH * p * n);
            v.gaussian()
                .centre(tile, 0, PackedTriangle.WIDTH * n, p, n, a.halves.of(n), means, 0, means);
          };
      case "GAUSSIAN_ABSORB" ->
          (v, a, p, n, _) -> {
            double[] tile = a.tile.of(PackedTriangle.WIDTH * p * n);
            int[] first = a.first.of(n);
            double[] halves = a.halves.of(n);
            double[] anchor = a.x.of(PackedTriangle.WIDTH * p);
            double[] out = a.out.of(PackedTriangle.WIDTH * p);
            v.gaussian()
                .absorb(
                    tile, 0, PackedTriangle.WIDTH * n, p, n, first, halves, halves, anchor, out);
          };
      case "PRODUCTS" ->
          (v, a, p, n, _) -> {
            double[] out = a.out.of(PackedTriangle.size(PackedTriangle.WIDTH * p));
            v.gaussian()
                .products(
                    a.x.of(PackedTriangle.WIDTH * p * n),
                    0,
                    0,
                    PackedTriangle.WIDTH * n,
                    p,
                    n,
                    out,
                    0);
          };
      case "NEW_SCATTER" ->
          (v, a, p, n, _) -> {
            double[] out = a.out.of(PackedTriangle.size(PackedTriangle.WIDTH * p));
            v.gaussian()
                .newScatter(
                    a.x.of(PackedTriangle.WIDTH * p * n),
                    0,
                    PackedTriangle.WIDTH * n,
                    p,
                    n,
                    out,
                    0);
          };
      case "MERGE_TILE" ->
          (v, a, p, n, _) -> {
            double[] tile = a.x.of(PackedTriangle.WIDTH * p * n);
            int size = PackedTriangle.size(PackedTriangle.WIDTH * p);
            double[] right = n % 2 == 0 ? a.x.of(size) : null;
            double[] out = a.out.of(size);
            double[] shift = a.x.of(PackedTriangle.WIDTH * p);
            double[] work = a.work.of(MERGE_WORK, 1, 0);
            v.gaussian()
                .mergeTile(tile, 0, PackedTriangle.WIDTH * n, p, n, right, out, shift, 1e-3, work);
          };
      case "MERGE_SCATTER" ->
          (v, a, p, _, _) -> {
            int size = PackedTriangle.size(PackedTriangle.WIDTH * p);
            double[] shift = a.x.of(PackedTriangle.WIDTH * p);
            v.gaussian().mergeScatter(a.out.of(size), 0, a.x.of(size), 0, p, shift, 1e-3);
          };
      default -> throw new IllegalArgumentException(kernel);
    };
  }
}
