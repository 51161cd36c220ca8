package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.CENTRE;
import static org.lanewise.internal.tier.Kernel.GAUSSIAN_SUMS;
import static org.lanewise.internal.tier.Kernel.MERGE_TILE;
import static org.lanewise.internal.tier.Kernel.NEW_SCATTER;
import static org.lanewise.internal.tier.Kernel.PRODUCTS;

import org.lanewise.internal.tier.Kernels;

/// Adds the tiles of classes to weights, means and scatters.
///
/// A tile is centred about its own mean, and its scatter is added. One more row holds the distance
/// from its mean to the mean so far, √(W_a·W_t/W)·δ, so the pairwise formula needs no pass of its
/// own.
final class TileScatters {

  private static final int WIDTH = TileDealer.WIDTH;

  private final ScatterMoments moments;
  private final TileStore store;

  /// Whether scatters belong to another range and must not change.
  private final boolean borrows;

  /// Scratch of [#flush]. Merges of classes may run at the same time and have their own.
  private final double[] flushRoots;

  private final double[] flushSums;

  /// @param moments the moments to which tiles are added
  /// @param borrows whether scatters belong to another range and must not change
  TileScatters(ScatterMoments moments, TileStore store, boolean borrows) {
    this.moments = moments;
    this.store = store;
    this.borrows = borrows;
    flushRoots = new double[TileRooms.MAX_ROWS];
    flushSums = new double[moments.paddedCount];
  }

  /// Adds the tile of a class to its scatter, and discards its rows.
  void flush(int c) {
    boolean isFirst = moments.weight[c] == 0;
    int rows = centre(c, flushRoots, flushSums);
    if (isFirst) {
      newScatter(c, rows, moments.anyScatter(c));
    } else {
      addTile(c, rows, moments.scatter(c));
    }
    store.release(c);
  }

  /// Centres the tile of a class about its own mean, appends a row for the distance to the mean so
  /// far, and adds the tile to the weight and mean of the class.
  ///
  /// @param roots scratch of the largest number of rows of a tile
  /// @param sum scratch of the number of features with padding
  /// @return the number of rows of the tile, with the appended row
  private int centre(int c, double[] roots, double[] sum) {
    double[] tiles = store.tiles;
    int rows = store.count(c);
    int tile = store.offset(c);
    int stride = store.stride(c);
    int base = c * moments.paddedCount;
    boolean weighted = store.copyWeights(c, roots);
    if (moments.weight[c] == 0) {
      moments.anchorAt(c, tiles, tile, stride);
    }
    double sumOfWeights = weighted ? sum(roots, rows) : rows;
    Kernels.gaussian(GAUSSIAN_SUMS)
        .sums(tiles, tile, stride, moments.panels, rows, roots, moments.anchor, base, sum);
    divide(sum, sumOfWeights);
    if (weighted) {
      takeRoots(roots, rows);
    }
    Kernels.gaussian(CENTRE)
        .centre(tiles, tile, stride, moments.panels, rows, roots, moments.anchor, base, sum);
    double before = moments.weight[c];
    double after = before + sumOfWeights;
    double share = sumOfWeights / after;
    moveMean(
        moments.mean,
        base,
        sum,
        share,
        Math.sqrt(before * share),
        tiles,
        tile + rows * WIDTH,
        stride);
    moments.weight[c] = after;
    return rows + 1;
  }

  // These loops are separate methods, because in the callers, which run rarely, the compiler would
  // compile the kernels again with each loop.

  private static double sum(double[] values, int count) {
    double sum = 0;
    for (int t = 0; t < count; t++) {
      sum += values[t];
    }
    return sum;
  }

  private static void divide(double[] values, double by) {
    for (int j = 0; j < values.length; j++) {
      values[j] /= by;
    }
  }

  private static void takeRoots(double[] values, int count) {
    for (int t = 0; t < count; t++) {
      values[t] = Math.sqrt(values[t]);
    }
  }

  /// Moves a mean towards that of a tile, and writes the distance into a row of the tile.
  private static void moveMean(
      double[] mean,
      int base,
      double[] ofTile,
      double share,
      double root,
      double[] tiles,
      int row,
      int stride) {
    for (int j = 0; j < ofTile.length; j++) {
      double delta = ofTile[j] - mean[base + j];
      tiles[row + j / WIDTH * stride + j % WIDTH] = root * delta;
      mean[base + j] = Math.fma(delta, share, mean[base + j]);
    }
  }

  private void addTile(int c, int rows, double[] scatter) {
    Kernels.gaussian(PRODUCTS)
        .scatter(store.tiles, store.offset(c), store.stride(c), moments.panels, rows, scatter, 0);
  }

  private void newScatter(int c, int rows, double[] scatter) {
    Kernels.gaussian(NEW_SCATTER)
        .newScatter(
            store.tiles, store.offset(c), store.stride(c), moments.panels, rows, scatter, 0);
  }

  /// Merges a class of a finished range, as if its last tile were added to its scatter first.
  void mergeInto(ScatterMoments left, int c, ClassMerger.Scratch scratch) {
    double[] right = moments.weight[c] > 0 ? moments.scatter(c) : null;
    int rows = store.count(c) > 0 ? centre(c, scratch.roots, scratch.sums) : 0;
    if (moments.weight[c] == 0) {
      return;
    }
    if (left.weight[c] == 0) {
      left.takeMean(c, moments, c);
      if (right == null) {
        newScatter(c, rows, left.scatter(c));
        return;
      }
      if (borrows) {
        System.arraycopy(right, 0, left.scatter(c), 0, right.length);
      } else {
        moments.swapScatter(c, left);
      }
      addTile(c, rows, left.scatter(c));
      return;
    }
    double factor = left.mergeMean(moments, c, scratch.delta);
    Kernels.gaussian(MERGE_TILE)
        .mergeTile(
            store.tiles,
            store.offset(c),
            store.stride(c),
            moments.panels,
            rows,
            right,
            left.scatter(c),
            scratch.delta,
            factor,
            scratch.work);
  }
}
