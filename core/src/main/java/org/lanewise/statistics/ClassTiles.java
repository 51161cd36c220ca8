package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.state.GaussianState;

/// A range that keeps a scatter for each class.
///
/// Rows are dealt out to one tile per class in chunks of rows fixed by the index in the range. At
/// the end of a chunk each tile that is ripe is centred about its own mean and its scatter added,
/// with one more row for the distance between its mean and the mean so far, √(W_a·W_t/W)·δ: so the
/// pairwise formula costs no pass of its own. A chunk is counted from the range's start, so tiles
/// do not depend on batches.
final class ClassTiles extends GaussianRange {

  private static final int MOST_TILE_DOUBLES = 1 << 21;
  private static final int MOST_SHRINK = 3;
  private static final int LARGEST_RIPE = 128;
  private static final int LARGEST_CHUNK = 256;

  /// Rows from which on a tile is ripe.
  private final int ripe;

  private final int capacity;
  private final int panelStride;
  private final int tileStride;
  private final double[] tiles;
  private final double[] tileWeights;
  private final int[] filled;
  private final double[] sums;

  /// Rows taken since the last chunk ended.
  private int inChunk;

  ClassTiles(ClassMoments moments) {
    this(moments, shrink(moments));
  }

  private ClassTiles(ClassMoments moments, int shrink) {
    super(moments, LARGEST_CHUNK >> shrink);
    ripe = LARGEST_RIPE >> shrink;
    // A ripe tile's rows, at most ripe − 1 + chunk, and the row of the correction.
    capacity = ripe + chunk;
    panelStride = capacity * WIDTH + WIDTH;
    tileStride = moments.panels * panelStride;
    tiles = new double[Math.multiplyExact(moments.classCount, tileStride)];
    tileWeights = new double[moments.classCount * capacity];
    filled = new int[moments.classCount];
    sums = new double[moments.paddedCount];
  }

  /// How often tiles are halved so that those of all classes stay in a large cache.
  private static int shrink(ClassMoments moments) {
    int shrink = 0;
    while (shrink < MOST_SHRINK
        && (long) moments.classCount
                * moments.paddedCount
                * (LARGEST_RIPE + LARGEST_CHUNK >> shrink)
            > MOST_TILE_DOUBLES) {
      shrink++;
    }
    return shrink;
  }

  @Override
  ClassTiles copy() {
    ClassTiles copy = new ClassTiles(moments.copy());
    System.arraycopy(tiles, 0, copy.tiles, 0, tiles.length);
    System.arraycopy(tileWeights, 0, copy.tileWeights, 0, tileWeights.length);
    System.arraycopy(filled, 0, copy.filled, 0, filled.length);
    copy.inChunk = inChunk;
    return copy;
  }

  @Override
  void clear() {
    moments.clear();
    Arrays.fill(filled, 0);
    inChunk = 0;
  }

  @Override
  void add(NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int to) {
    for (int row = from; row < to; ) {
      int count = Math.min(chunk - inChunk, to - row);
      rowLabels.copy(row, count, labels, 0);
      choose(rowWeights, row, count);
      dealer.deal(rows, row, count, tiles, panelStride);
      row += count;
      inChunk += count;
      if (inChunk == chunk) {
        inChunk = 0;
        flush(ripe);
      }
    }
  }

  @Override
  void finish() {
    inChunk = 0;
    flush(1);
  }

  @Override
  GaussianState.Schedule schedule(int rangeRows) {
    return new GaussianState.Schedule(rangeRows, chunk, ripe);
  }

  @Override
  void set(GaussianState state) {
    moments.set(state.open());
    inChunk = state.openRows() % chunk;
    boolean same = schedule(state.schedule().rangeRows()).equals(state.schedule());
    for (int c = 0; c < filled.length; c++) {
      double[][] rows = state.waitingRows()[c];
      if (same && rows.length > ripe - 1 + inChunk) {
        throw new IllegalArgumentException(
            "%d rows wait in class %d; at most %d are expected"
                .formatted(rows.length, c, ripe - 1 + inChunk));
      }
      for (int i = 0; i < rows.length; i++) {
        if (filled[c] == capacity) {
          flushTile(c);
          filled[c] = 0;
        }
        tileWeights[c * capacity + filled[c]] = state.waitingWeights()[c][i];
        for (int j = 0; j < moments.paddedCount; j++) {
          tiles[place(c, filled[c], j)] = j < moments.featureCount ? rows[i][j] : 0;
        }
        filled[c]++;
      }
    }
  }

  @Override
  double[][] waitingWeights() {
    double[][] weights = new double[filled.length][];
    for (int c = 0; c < filled.length; c++) {
      weights[c] = Arrays.copyOfRange(tileWeights, c * capacity, c * capacity + filled[c]);
    }
    return weights;
  }

  @Override
  double[][][] waitingRows() {
    double[][][] rows = new double[filled.length][][];
    for (int c = 0; c < filled.length; c++) {
      rows[c] = new double[filled[c]][moments.featureCount];
      for (int slot = 0; slot < filled[c]; slot++) {
        for (int j = 0; j < moments.featureCount; j++) {
          rows[c][slot][j] = tiles[place(c, slot, j)];
        }
      }
    }
    return rows;
  }

  private int place(int c, int slot, int j) {
    return c * tileStride + j / WIDTH * panelStride + slot * WIDTH + j % WIDTH;
  }

  /// Gives each row of the chunk its place.
  private void choose(double[] rowWeights, int firstRow, int count) {
    for (int r = 0; r < count; r++) {
      int label = labels[r];
      double weight = rowWeights == null ? 1 : rowWeights[firstRow + r];
      dealer.targets[r] = label * tileStride + filled[label] * WIDTH;
      // A row of weight 0 is dealt where the next row, or a flush's correction, overwrites it.
      if (weight != 0) {
        tileWeights[label * capacity + filled[label]] = weight;
        filled[label]++;
      }
    }
  }

  private void flush(int least) {
    for (int c = 0; c < filled.length; c++) {
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
      moments.anchorAt(c, tiles, tile, panelStride);
    }
    double sumOfWeights = 0;
    for (double weight : tileWeight) {
      sumOfWeights += weight;
    }
    Kernels.GAUSSIAN.sums(
        tiles, tile, panelStride, moments.panels, rows, tileWeight, moments.anchor, base, sums);
    for (int j = 0; j < sums.length; j++) {
      sums[j] /= sumOfWeights;
    }
    for (int t = 0; t < rows; t++) {
      tileWeight[t] = Math.sqrt(tileWeight[t]);
    }
    Kernels.GAUSSIAN.centre(
        tiles, tile, panelStride, moments.panels, rows, tileWeight, moments.anchor, base, sums);
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
    Kernels.GAUSSIAN.scatter(
        tiles, tile, panelStride, moments.panels, rows + 1, moments.scatter(c), 0);
  }
}
