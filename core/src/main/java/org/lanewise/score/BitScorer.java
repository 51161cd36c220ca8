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

  /// The most words of a column that are copied at once, and of all columns: reads of a column
  /// should be long, for they start slowly, and the copy should stay in the cache.
  private static final int COLUMN_WORDS = 64;

  private static final int BLOCK_WORDS = 1 << 16;

  /// Rows of a tile from which on the exact scores of all its rows cost less than theirs alone.
  private static final int MANY = 8;

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
    private final int stride;
    private final long[] block;
    private final long[] row;

    private Scratch(CertifiedArgmax argmax, int featureCount) {
      this.argmax = argmax.newScratch();
      int features = argmax.blockFeatures();
      int runs = Math.max(1, Math.min(COLUMN_WORDS, BLOCK_WORDS / features) / TableKernels.RUN);
      stride = runs * TableKernels.RUN;
      block = new long[Math.multiplyExact(features, stride)];
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
    for (int begin = from; begin < to; begin += s.stride * BLOCK) {
      int words = Math.min(s.stride, (to - begin + BLOCK - 1) / BLOCK);
      rows.copyBlock(begin / BLOCK, words, s.block, s.stride);
      for (int w = 0; w < words; w++) {
        int tile = w % TableKernels.RUN;
        if (tile == 0) {
          by.argmax.take(s.block, s.stride, w, s.argmax);
        }
        int first = begin + w * BLOCK;
        int count = Math.min(BLOCK, to - first);
        long left = by.argmax.label(tile, count, s.argmax, labels, first, counts);
        if (left != 0) {
          predictExactly(rows, first, count, left, labels, s);
        }
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
    Kernels.BITS.scoreRow(
        row, 0, featureCount(), form.weights(), form.intercepts(), stride, w.scores, 0);
    if (w.impossible != null) {
      Kernels.BITS.scoreRow(
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

  @Override
  void scoreBlock(BitColumns rows, int first, int count, Workspace w) {
    if (w.tile.length == 0) {
      w.tile = new long[featureCount()];
    }
    rows.copyWord(first / BLOCK, w.tile);
    int k = classCount();
    int stride = form.classStride();
    Kernels.BITS.scoreTile(
        w.tile, featureCount(), form.weights(), form.intercepts(), stride, k, w.scores);
    if (w.impossible != null) {
      Kernels.BITS.scoreTile(
          w.tile,
          featureCount(),
          form.impossibleWeights(),
          form.impossibleIntercepts(),
          stride,
          k,
          w.impossible);
    }
  }

  @Override
  int rowStep() {
    return 1;
  }

  @Override
  int classStep() {
    return BLOCK;
  }
}
