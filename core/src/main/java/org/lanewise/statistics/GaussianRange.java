package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// The moments of one range of rows, gathered in tiles.
///
/// Rows are dealt out to one tile per class in chunks of rows fixed by the index in the range. At
/// the end of a chunk each tile that is ripe is centred about its own mean and its scatter added,
/// with one more row for the distance between its mean and the mean so far, √(W_a·W_t/W)·δ: so the
/// pairwise formula costs no pass of its own. What a range gives depends on its rows only, not on
/// how they came in batches.
final class GaussianRange {

  private static final int WIDTH = PackedTriangle.WIDTH;
  private static final int MOST_TILE_DOUBLES = 1 << 21;
  private static final int LEAST_RIPE = 16;

  final ClassMoments moments;

  private final int featureCount;
  private final int classCount;
  private final int panels;

  /// Rows from which on a tile is ripe.
  private final int ripe;

  /// Rows of a chunk.
  private final int chunk;

  private final int capacity;
  private final int panelStride;
  private final int tileStride;
  private final double[] tiles;
  private final double[] tileWeights;
  private final int[] filled;

  /// Rows taken since the last chunk ended.
  private int inChunk;

  private final double[] columns;
  private final int[] labels;
  private final int[] targets;
  private final double[] sums;

  GaussianRange(int classCount, int featureCount) {
    this.classCount = classCount;
    this.featureCount = featureCount;
    panels = PackedTriangle.panels(featureCount);
    int shrink = 0;
    while (LEAST_RIPE << 1 <= 128 >> shrink
        && (long) classCount * panels * WIDTH * (384 >> shrink) > MOST_TILE_DOUBLES) {
      shrink++;
    }
    ripe = 128 >> shrink;
    chunk = 256 >> shrink;
    // A ripe tile's rows, at most ripe − 1 + chunk, and the row of the correction.
    capacity = ripe + chunk;
    panelStride = capacity * WIDTH + WIDTH;
    tileStride = panels * panelStride;
    tiles = new double[Math.multiplyExact(classCount, tileStride)];
    tileWeights = new double[classCount * capacity];
    filled = new int[classCount];
    columns = new double[WIDTH * chunk];
    labels = new int[chunk];
    targets = new int[chunk];
    sums = new double[panels * WIDTH];
    moments = new ClassMoments(classCount, featureCount);
  }

  /// The number of rows of a range of this shape: so many that merging it, work of k·d², is little
  /// beside gathering it, work of n·d².
  static int rowCount(int classCount) {
    return 8192 * Math.max(1, (classCount + 7) / 8);
  }

  GaussianRange copy() {
    GaussianRange copy = new GaussianRange(classCount, featureCount);
    copy.moments.merge(moments);
    System.arraycopy(tiles, 0, copy.tiles, 0, tiles.length);
    System.arraycopy(tileWeights, 0, copy.tileWeights, 0, tileWeights.length);
    System.arraycopy(filled, 0, copy.filled, 0, classCount);
    copy.inChunk = inChunk;
    return copy;
  }

  void clear() {
    moments.clear();
    Arrays.fill(filled, 0);
    inChunk = 0;
  }

  /// Adds rows `from` to `to` − 1.
  ///
  /// @throws NonFiniteException if one of them holds NaN or an infinity; this range is then of no
  ///   use
  void add(NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int to) {
    for (int row = from; row < to; ) {
      int count = Math.min(chunk - inChunk, to - row);
      deal(rows, rowLabels, rowWeights, row, count);
      row += count;
      inChunk += count;
      if (inChunk == chunk) {
        inChunk = 0;
        flush(ripe);
      }
    }
  }

  /// Takes in what waits in the tiles; for a range that is at its end.
  void finish() {
    flush(1);
  }

  private void deal(
      NumericColumns rows, Labels rowLabels, double[] rowWeights, int firstRow, int count) {
    rowLabels.copy(firstRow, count, labels, 0);
    for (int r = 0; r < count; r++) {
      int label = labels[r];
      double weight = rowWeights == null ? 1 : rowWeights[firstRow + r];
      if (weight == 0) {
        // Dealt where the next row, or a flush's correction, overwrites it.
        targets[r] = label * tileStride + filled[label] * WIDTH;
        continue;
      }
      int slot = filled[label]++;
      tileWeights[label * capacity + slot] = weight;
      targets[r] = label * tileStride + slot * WIDTH;
    }
    for (int p = 0; p < panels; p++) {
      int used = Math.min(WIDTH, featureCount - p * WIDTH);
      for (int l = 0; l < used; l++) {
        if (!rows.shift(p * WIDTH + l, firstRow, count, 0, columns, l * chunk)) {
          throw NonFiniteException.find(columns, l * chunk, count, firstRow, p * WIDTH + l);
        }
      }
      if (used < WIDTH) {
        Arrays.fill(columns, used * chunk, WIDTH * chunk, 0);
      }
      Kernels.GAUSSIAN.deal(columns, chunk, count, targets, tiles, p * panelStride);
    }
  }

  private void flush(int least) {
    for (int c = 0; c < classCount; c++) {
      if (filled[c] >= least) {
        flushTile(c);
        filled[c] = 0;
      }
    }
  }

  private void flushTile(int c) {
    int rows = filled[c];
    int tile = c * tileStride;
    int base = c * moments.paddedCount;
    double[] tileWeight = Arrays.copyOfRange(tileWeights, c * capacity, c * capacity + rows);
    if (moments.weight[c] == 0) {
      for (int p = 0; p < panels; p++) {
        System.arraycopy(tiles, tile + p * panelStride, moments.anchor, base + p * WIDTH, WIDTH);
      }
    }
    double sumOfWeights = 0;
    for (double weight : tileWeight) {
      sumOfWeights += weight;
    }
    Kernels.GAUSSIAN.sums(
        tiles, tile, panelStride, panels, rows, tileWeight, moments.anchor, base, sums);
    for (int j = 0; j < sums.length; j++) {
      sums[j] /= sumOfWeights;
    }
    for (int t = 0; t < rows; t++) {
      tileWeight[t] = Math.sqrt(tileWeight[t]);
    }
    Kernels.GAUSSIAN.centre(
        tiles, tile, panelStride, panels, rows, tileWeight, moments.anchor, base, sums);
    double before = moments.weight[c];
    double after = before + sumOfWeights;
    double share = sumOfWeights / after;
    double root = Math.sqrt(before * share);
    for (int j = 0; j < sums.length; j++) {
      double delta = sums[j] - moments.mean[base + j];
      tiles[tile + j / WIDTH * panelStride + rows * WIDTH + j % WIDTH] = root * delta;
      moments.mean[base + j] = Math.fma(delta, share, moments.mean[base + j]);
    }
    moments.weight[c] = after;
    Kernels.GAUSSIAN.scatter(tiles, tile, panelStride, panels, rows + 1, moments.scatter(c), 0);
  }
}
