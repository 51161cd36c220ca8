package org.lanewise.score;

import org.lanewise.data.BitColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.TableKernels;

/// Scores binary rows, T(x) = x. One row is packed as [BitColumns] says.
///
/// Labels of a batch are found by sums of integers, which decide nearly all rows, and by the exact
/// scores for the others; they are the labels of the exact scores on every input. The tables for
/// that take about forty bytes for each feature and class; they are made for the first batch of at
/// least 1024 rows, for up to 2^20 features times classes and where no factor is impossible.
public final class BitScorer extends DiscreteScorer<long[], BitColumns> {

  /// Rows of a batch from which on it pays to make tables.
  private static final int FEWEST_ROWS = 1024;

  /// Rows of a tile from which on the exact scores of all its rows cost less than theirs alone.
  private static final int MANY = 8;

  /// What a set feature of a row costs for up to 8 and for up to 16 classes, where a feature and
  /// class of 64 rows at once cost a row 1.
  private static final int EIGHT_COST = 20;

  private static final int SIXTEEN_COST = 28;

  private final Object lock = new Object();
  private volatile Certified certified;

  private record Certified(CertifiedArgmax argmax, ThreadLocal<Scratch> scratches) {}

  /// The numbers of rows whose label was decided by each stage.
  ///
  /// @param coarse by sums of 16 bits, of many rows at a time; none where vectors are too narrow
  /// @param fine by sums of 32 bits
  /// @param exact by the exact scores
  public record Decisions(long coarse, long fine, long exact) {}

  /// The scratch of one thread.
  private static final class Scratch {
    private final CertifiedArgmax.Scratch argmax;
    private final BitBlock block;
    private final long[] row;

    private Scratch(CertifiedArgmax argmax, int featureCount) {
      this.argmax = argmax.newScratch();
      block = new BitBlock(argmax.blockFeatures());
      row = new long[BitColumns.rowWords(featureCount)];
    }
  }

  /// A scorer of the given form.
  public BitScorer(AffineForm form) {
    super(form);
  }

  /// As [#predictAll(BitColumns, int[])], and tells how the labels were found.
  ///
  /// @throws IllegalArgumentException if the number of features is another or `out` is too short
  public Decisions predictAllCounted(BitColumns rows, int[] out) {
    requireFeatures(rows);
    int n = rows.rowCount();
    requireRoom(out.length, n);
    Certified by = certified(n);
    if (by == null) {
      super.range(rows, 0, n, Result.LABEL, out, null);
      return new Decisions(0, 0, n);
    }
    CertifiedArgmax.Counts counts = new CertifiedArgmax.Counts();
    predictRange(rows, 0, n, out, by, counts);
    return new Decisions(counts.coarse, counts.fine, counts.exact);
  }

  @Override
  void range(BitColumns rows, int from, int to, Result result, int[] labels, double[] out) {
    Certified by = result == Result.LABEL ? certified(to - from) : null;
    if (by == null) {
      super.range(rows, from, to, result, labels, out);
    } else {
      predictRange(rows, from, to, labels, by, new CertifiedArgmax.Counts());
    }
  }

  /// What finds the labels of a batch, or null where the exact scorer does.
  private Certified certified(int rowCount) {
    Certified by = certified;
    if (by == null && rowCount >= FEWEST_ROWS && IntegerTables.exist(form)) {
      synchronized (lock) {
        by = certified;
        if (by == null) {
          CertifiedArgmax argmax = new CertifiedArgmax(new IntegerTables(form), classCount());
          by =
              new Certified(
                  argmax, ThreadLocal.withInitial(() -> new Scratch(argmax, featureCount())));
          certified = by;
        }
      }
    }
    return by;
  }

  private void predictRange(
      BitColumns rows,
      int from,
      int to,
      int[] labels,
      Certified by,
      CertifiedArgmax.Counts counts) {
    Scratch s = by.scratches.get();
    int end = (to + BLOCK - 1) / BLOCK;
    s.block.forget();
    for (int first = from; first < to; first += BLOCK) {
      int word = s.block.load(rows, first / BLOCK, end);
      int tile = word % TableKernels.RUN;
      if (tile == 0) {
        by.argmax.take(s.block.words(), s.block.stride(), word, s.argmax);
      }
      int count = Math.min(BLOCK, to - first);
      long left = by.argmax.label(tile, count, s.argmax, labels, first, counts);
      if (left != 0) {
        predictExactly(rows, first, count, left, labels, s);
      }
    }
  }

  /// Labels those rows of a tile whose bit is 1.
  private void predictExactly(
      BitColumns rows, int first, int count, long which, int[] labels, Scratch s) {
    if (Long.bitCount(which) < MANY) {
      for (long bits = which; bits != 0; bits &= bits - 1) {
        int row = first + Long.numberOfTrailingZeros(bits);
        rows.row(row, s.row);
        labels[row] = predict(s.row);
      }
    } else {
      super.range(rows, first, first + count, Result.LABEL, labels, null);
    }
  }

  @Override
  void scoreRow(long[] row, Workspace w) {
    if (row.length != BitColumns.rowWords(featureCount())) {
      throw new IllegalArgumentException(
          "the row has %d words; %d are expected for %d features"
              .formatted(row.length, BitColumns.rowWords(featureCount()), featureCount()));
    }
    int stride = form.classStride();
    Kernels.DISCRETE.scoreRow(
        row, 0, featureCount(), form.weights(), form.intercepts(), stride, w.scores, 0);
    if (w.impossible != null) {
      Kernels.DISCRETE.scoreRow(
          row,
          0,
          featureCount(),
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          stride,
          w.impossible,
          0);
    }
  }

  /// Rows with few set features are scored by those, others by the features of 64 rows at once.
  @Override
  void scoreBlock(BitColumns rows, int first, int count, Workspace w) {
    int d = featureCount();
    if (w.bits == null) {
      w.bits = new BitBlock(d);
      w.rows = new long[BLOCK * BitColumns.rowWords(d)];
    }
    int word = w.bits.load(rows, first / BLOCK, (w.end + BLOCK - 1) / BLOCK);
    boolean sparse = isSparse(w.bits.words(), w.bits.stride(), word);
    if (sparse) {
      w.bits.rows(word, d, w.square, w.rows, BitColumns.rowWords(d));
    }
    score(sparse, word, count, form.weights(), form.intercepts(), w, w.scores);
    if (w.impossible != null) {
      double[] weights = form.impossibleWeights();
      score(sparse, word, count, weights, form.impossibleIntercepts(), w, w.impossible);
    }
  }

  private boolean isSparse(long[] block, int stride, int word) {
    if (!Kernels.DISCRETE.tilesAreFast()) {
      return true;
    }
    long set = 0;
    for (int j = 0; j < featureCount(); j++) {
      set += Long.bitCount(block[j * stride + word]);
    }
    int eights = form.classStride() / 8;
    long cost = eights / 2 * (long) SIXTEEN_COST + eights % 2 * EIGHT_COST;
    return set * cost < (long) featureCount() * BLOCK * classCount();
  }

  private void score(
      boolean sparse,
      int word,
      int count,
      double[] weights,
      double[] intercepts,
      Workspace w,
      double[] out) {
    int d = featureCount();
    int k = classCount();
    int stride = form.classStride();
    if (sparse) {
      int rowWords = BitColumns.rowWords(d);
      Kernels.DISCRETE.scoreRows(w.rows, rowWords, count, d, weights, intercepts, stride, out);
      return;
    }
    if (w.block.length == 0) {
      w.block = new double[k * BLOCK];
    }
    long[] words = w.bits.words();
    Kernels.DISCRETE.scoreTile(
        words, w.bits.stride(), word, d, weights, intercepts, stride, k, w.block);
    for (int r = 0; r < count; r++) {
      for (int c = 0; c < k; c++) {
        out[r * stride + c] = w.block[c * BLOCK + r];
      }
    }
  }

  @Override
  int rowStep() {
    return form.classStride();
  }

  @Override
  int classStep() {
    return 1;
  }
}
