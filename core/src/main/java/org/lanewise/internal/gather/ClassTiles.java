package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.MOVE;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.tier.Kernels;

/// A range that keeps a scatter for each class.
///
/// Rows are copied into one tile for each class. After each chunk of rows, tiles with at least
/// [GaussianState#RIPE_ROWS] rows are ripe: they are added to the scatter of their class
/// ([TileScatters]). Chunks are counted from the start of the range, so tiles do not depend on
/// batches.
///
/// The last tile of a class is merged directly into the moments into which the range is merged
/// ([ClassMerger]). A class without a ripe tile therefore has no scatter in the range, which is the
/// rule if there are many classes.
final class ClassTiles extends ScatterRange {

  private static final int RIPE = GaussianState.RIPE_ROWS;

  /// The most rows of a tile before ripe ones are taken in.
  private static final int MAX_WAITING = RIPE - 1 + GaussianState.CHUNK_ROWS;

  /// The number of rows for each class in a batch from which most classes are expected in it.
  private static final int MANY_ROWS = 2;

  private final TileDealer dealer;

  /// The stride of the tile of each row in `dealer.targets`.
  private final int[] strides = new int[GaussianState.CHUNK_ROWS];

  private final TileStore store;
  private final TileScatters scatters;

  /// Rows since the last chunk ended.
  private int inChunk;

  /// The staged rows; null before the first small batch.
  private PanelRows staged;

  /// Whether they have weights.
  private boolean stagedWeights;

  private int stagedCount;

  /// The number of staged rows of each class while they are counted, otherwise 0.
  private int[] arrivals;

  /// The class of each row of a chunk.
  private final int[] labels = new int[GaussianState.CHUNK_ROWS];

  /// The number of classes for which there is room.
  private int classRoom;

  ClassTiles(ScatterMoments moments) {
    this(moments, new TileStore(moments.classCount, moments.panels), false);
  }

  /// @param borrows whether scatters belong to another range and must not change
  private ClassTiles(ScatterMoments moments, TileStore store, boolean borrows) {
    super(moments);
    dealer = new TileDealer(moments.featureCount, GaussianState.CHUNK_ROWS);
    this.store = store;
    scatters = new TileScatters(moments, store, borrows);
    arrivals = new int[moments.classCount];
    classRoom = moments.classCount;
  }

  @Override
  public ClassTiles copy(int room) {
    ClassTiles copy =
        new ClassTiles(moments.copy(room), store.copy(moments.classCount, true), false);
    copy.inChunk = inChunk;
    return copy;
  }

  @Override
  public void clear() {
    moments.clear();
    store.clear();
    inChunk = 0;
  }

  @Override
  public void reserveClasses(int classes) {
    moments.reserve(classes);
    store.reserveClasses(classes);
    if (classes > arrivals.length) {
      arrivals = new int[moments.weight.length];
    }
    classRoom = Math.max(classRoom, classes);
  }

  @Override
  public void add(NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int to) {
    if ((to - from) / MANY_ROWS >= classRoom) {
      store.reserveFirstFor(to - from);
    }
    for (int row = from; row < to; ) {
      int count = Math.min(GaussianState.CHUNK_ROWS - inChunk, to - row);
      rowLabels.copy(row, count, labels, 0);
      store.place(labels, 0, rowWeights, row, count, dealer.targets, strides);
      dealer.begin(rows);
      for (int p = 0; p < moments.panels; p++) {
        dealer.dealPanel(row, count, p, store.tiles, 0);
        nextPanel(count);
      }
      dealer.forget();
      row += count;
      count(count);
    }
  }

  @Override
  public void stage(NumericColumns rows, Labels rowLabels, double[] rowWeights) {
    if (staged == null) {
      staged = new PanelRows(moments.featureCount);
    }
    stagedCount = rows.rowCount();
    stagedWeights = rowWeights != null;
    staged.read(rows, rowLabels, rowWeights, 0, stagedCount);
  }

  @Override
  public void reserve(ScatterMoments left) {
    if (stagedWeights) {
      store.reserveWeights();
    }
    try {
      int newcomers = 0;
      for (int i = 0; i < stagedCount; i++) {
        int c = staged.labels[i];
        newcomers += arrivals[c] == 0 && store.room(c) == 0 ? 1 : 0;
        arrivals[c]++;
      }
      store.reserveFirst(newcomers);
      for (int i = 0; i < stagedCount; i++) {
        int c = staged.labels[i];
        int rows = store.count(c) + arrivals[c];
        if (arrivals[c] > 0 && rows >= RIPE) {
          moments.anyScatter(c);
        }
        store.reserve(c, Math.min(rows, MAX_WAITING));
      }
      for (int c = 0; left != null && c < classRoom; c++) {
        if (store.count(c) + arrivals[c] > 0 || moments.weight[c] > 0) {
          left.scatter(c);
        }
        if (moments.weight[c] > 0) {
          moments.scatter(c);
        }
      }
    } finally {
      for (int i = 0; i < stagedCount; i++) {
        arrivals[staged.labels[i]] = 0;
      }
    }
  }

  @Override
  public void take(int from, int to) {
    if (from > 0) {
      placeRest(from, to);
    }
    for (int row = from; row < to; ) {
      int count = Math.min(GaussianState.CHUNK_ROWS - inChunk, to - row);
      double[] rowWeights = stagedWeights ? staged.weights : null;
      store.place(staged.labels, row, rowWeights, row, count, dealer.targets, strides);
      for (int p = 0; p < moments.panels; p++) {
        int offset = p * staged.panelStride() + row * WIDTH;
        Kernels.gaussian(MOVE).move(staged.tile, offset, count, dealer.targets, store.tiles, 0);
        nextPanel(count);
      }
      row += count;
      count(count);
    }
  }

  /// Makes tiles for the staged rows after the end of a range, which may have discarded all tiles.
  /// Each has its final size at once, so the array that [#reserve] allocated is large enough.
  private void placeRest(int from, int to) {
    for (int i = from; i < to; i++) {
      arrivals[staged.labels[i]]++;
    }
    for (int i = from; i < to; i++) {
      int c = staged.labels[i];
      store.reserve(c, Math.min(arrivals[c], MAX_WAITING));
    }
    for (int i = from; i < to; i++) {
      arrivals[staged.labels[i]] = 0;
    }
  }

  private void nextPanel(int count) {
    int[] targets = dealer.targets;
    for (int r = 0; r < count; r++) {
      targets[r] += strides[r];
    }
  }

  /// Counts rows that were copied into tiles.
  private void count(int rows) {
    inChunk += rows;
    if (inChunk == GaussianState.CHUNK_ROWS) {
      inChunk = 0;
      for (int c = store.nextRipe(); c >= 0; c = store.nextRipe()) {
        scatters.flush(c);
      }
    }
  }

  @Override
  public void finish() {
    for (int c = 0; c < moments.classCount; c++) {
      if (moments.weight[c] > 0) {
        // Parts of a merger may not make it: a restored scatter of 0 is none.
        moments.scatter(c);
      }
    }
  }

  @Override
  public Merger<ScatterRange> merger(ScatterMoments left, int parts) {
    return new ClassMerger(left, Math.clamp(left.classCount, 1, parts));
  }

  /// Copies the tiles, because this range must not change, but none of its scatters.
  @Override
  public void settleInto(ScatterMoments left) {
    TileStore tiles = store.copy(moments.classCount, false);
    ClassTiles end = new ClassTiles(moments.borrowed(moments.classCount), tiles, true);
    end.finish();
    end.merger(left, 1).merge(end, 0);
  }

  /// Merges a class of this finished range.
  void mergeInto(ScatterMoments left, int c, ClassMerger.Scratch scratch) {
    scatters.mergeInto(left, c, scratch);
  }

  @Override
  public double totalWeight() {
    double sum = moments.totalWeight();
    for (int c = 0; c < moments.classCount; c++) {
      for (double weight : waitingWeights(c)) {
        sum += weight;
      }
    }
    return sum;
  }

  @Override
  public void set(GaussianState state) {
    moments.set(state.open());
    inChunk = state.openRows() % GaussianState.CHUNK_ROWS;
    long late = 0;
    for (int c = 0; c < moments.classCount; c++) {
      double[][] rows = state.waitingRows()[c];
      late += Math.max(0, rows.length - (RIPE - 1));
      if (late > inChunk) {
        throw new IllegalArgumentException(
            "%d rows wait in class %d; at most %d are expected"
                .formatted(rows.length, c, RIPE - 1 + inChunk));
      }
      for (int i = 0; i < rows.length; i++) {
        int at = store.restore(c, state.waitingWeights()[c][i]);
        for (int j = 0; j < moments.paddedCount; j++) {
          double value = j < moments.featureCount ? rows[i][j] : 0;
          store.tiles[at + j / WIDTH * store.stride(c) + j % WIDTH] = value;
        }
      }
    }
  }

  @Override
  public double[][] waitingWeights() {
    double[][] weights = new double[moments.classCount][];
    for (int c = 0; c < weights.length; c++) {
      weights[c] = waitingWeights(c);
    }
    return weights;
  }

  private double[] waitingWeights(int c) {
    double[] weights = new double[store.count(c)];
    store.copyWeights(c, weights);
    return weights;
  }

  @Override
  public double[][][] waitingRows() {
    double[][][] rows = new double[moments.classCount][][];
    for (int c = 0; c < rows.length; c++) {
      rows[c] = new double[store.count(c)][moments.featureCount];
      for (int slot = 0; slot < rows[c].length; slot++) {
        for (int j = 0; j < moments.featureCount; j++) {
          int panel = store.offset(c) + j / WIDTH * store.stride(c);
          rows[c][slot][j] = store.tiles[panel + slot * WIDTH + j % WIDTH];
        }
      }
    }
    return rows;
  }
}
