package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.MOVE;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.tier.Kernels;

/// A range that keeps a scatter for each class.
///
/// Rows are dealt out to one tile per class in chunks of rows fixed by the index in the range. At
/// the end of a chunk each tile that is ripe is added to the scatter of its class ([TileScatters]).
/// A chunk is counted from the range's start, so tiles do not depend on batches.
///
/// The last tile of a class is merged straight into what the range is merged into ([ClassMerger]):
/// a class without a ripe tile, as most of many classes, has no scatter in the range.
final class ClassTiles extends ScatterRange {

  private static final int CHUNK = GaussianState.CHUNK_ROWS;
  private static final int RIPE = GaussianState.RIPE_ROWS;

  /// The most rows of a tile before ripe ones are taken in.
  private static final int MAX_WAITING = RIPE - 1 + CHUNK;

  /// Rows at once for each class, from which on most classes will come.
  private static final int MANY_ROWS = 2;

  private final TileDealer dealer;

  /// The stride of the tile that each row of `dealer.targets` goes to.
  private final int[] strides = new int[CHUNK];

  private final TileStore store;
  private final TileScatters scatters;

  /// Rows taken since the last chunk ended.
  private int inChunk;

  /// The rows that are staged; null before the first small batch.
  private PanelRows staged;

  /// Whether they have weights.
  private boolean stagedWeights;

  private int stagedCount;

  /// How many of them are of each class, while that is asked, else 0.
  private int[] arrivals;

  /// The class and weight of each row that is dealt.
  private final int[] labels = new int[CHUNK];

  /// Classes that there is room for.
  private int classRoom;

  ClassTiles(ScatterMoments moments) {
    this(moments, new TileStore(moments.classCount, moments.panels), false);
  }

  /// @param borrows whether scatters are those of another range, not to be changed
  private ClassTiles(ScatterMoments moments, TileStore store, boolean borrows) {
    super(moments);
    dealer = new TileDealer(moments.featureCount, CHUNK);
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
      int count = Math.min(CHUNK - inChunk, to - row);
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
      int count = Math.min(CHUNK - inChunk, to - row);
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

  /// Makes the tiles of the staged rows that come after the end of a range, if they were let go of
  /// there: each at once as large as these rows want it. So they lie in what [#reserve] made.
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

  /// Counts rows that were dealt out.
  private void count(int rows) {
    inChunk += rows;
    if (inChunk == CHUNK) {
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

  /// This range has to be left as it is, but nothing of its size d² is copied.
  @Override
  public void settleInto(ScatterMoments left) {
    TileStore tiles = store.copy(moments.classCount, false);
    ClassTiles end = new ClassTiles(moments.borrowed(moments.classCount), tiles, true);
    end.finish();
    end.merger(left, 1).merge(end, 0);
  }

  /// Merges a class of this finished range.
  ///
  /// @param scratch to work with
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
    inChunk = state.openRows() % CHUNK;
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
