package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.CENTRE;
import static org.lanewise.internal.tier.Kernel.GAUSSIAN_SUMS;
import static org.lanewise.internal.tier.Kernel.MERGE_TILE;
import static org.lanewise.internal.tier.Kernel.NEW_SCATTER;
import static org.lanewise.internal.tier.Kernel.PRODUCTS;

import org.lanewise.internal.tier.Kernels;

/// Takes the tiles of classes into weights, means and scatters.
///
/// A tile is centred about its own mean and its scatter added, with one more row for the distance
/// between its mean and the mean so far, √(W_a·W_t/W)·δ: so the pairwise formula costs no pass of
/// its own.
final class TileScatters {

  private static final int WIDTH = TileDealer.WIDTH;

  private final ScatterMoments moments;
  private final TileStore store;

  /// Whether scatters are those of another range, not to be changed.
  private final boolean borrows;

  /// To flush with. Classes may be merged at the same time, each with a scratch of its own.
  private final double[] flushRoots;

  private final double[] flushSums;

  /// @param moments what the tiles are taken into
  /// @param borrows whether scatters are those of another range, not to be changed
  TileScatters(ScatterMoments moments, TileStore store, boolean borrows) {
    this.moments = moments;
    this.store = store;
    this.borrows = borrows;
    flushRoots = new double[TileRooms.MAX_ROWS];
    flushSums = new double[moments.paddedCount];
  }

  /// Adds the tile of a class to its scatter, and forgets its rows.
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

  /// Centres the tile of a class about its own mean, with one more row for the distance between
  /// that and the mean so far; weight and mean of the class become those with the tile.
  ///
  /// @param roots elements to work with, as many as a tile can have rows
  /// @param sum elements to work with, as many as there are features with padding
  /// @return the rows of the tile now
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

  // Loops in methods of their own: a tile comes seldom, and where they stand beside the calls of
  // kernels these are compiled again with each of them.

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

  /// Moves a mean towards that of a tile, and writes the distance as a row of the tile.
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

  /// Merges a class of a finished range: as if the tile that waits were added to its scatter, 0 if
  /// it has none, and that merged.
  ///
  /// @param scratch to work with
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
