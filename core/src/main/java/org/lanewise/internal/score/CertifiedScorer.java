package org.lanewise.internal.score;

import org.lanewise.data.Samples;
import org.lanewise.internal.kernel.TableKernels;

/// Labels a batch by sums of integers, which decide nearly all rows, and by the exact scores for
/// the others: they are the labels of the exact scores on every input.
///
/// The tables for that take about two hundred bytes for each group of features and class; they are
/// made for the first batch of at least 1024 rows, for up to 2^18 groups times classes and where no
/// factor is impossible.
abstract class CertifiedScorer<R, B extends Samples> extends DiscreteScorer<R, B> {

  /// Rows of a batch from which on it pays to make tables.
  private static final int FEWEST_ROWS = 1024;

  /// Rows of a tile from which on the exact scores of all its rows cost less than theirs alone.
  private static final int MANY = 8;

  private final Object lock = new Object();
  private volatile Certified<R, B> certified;

  /// The numbers of rows whose label was decided by each stage.
  ///
  /// @param coarse by sums of 16 bits, of many rows at a time; none where vectors are too narrow
  /// @param fine by sums of 32 bits
  /// @param exact by the exact scores
  public record Decisions(long coarse, long fine, long exact) {}

  private record Certified<R, B>(CertifiedArgmax argmax, ThreadLocal<Scratch<R, B>> scratches) {}

  private record Scratch<R, B>(CertifiedArgmax.Scratch argmax, PatternReader<R, B> reader) {}

  /// Reads rows for one thread.
  interface PatternReader<R, B> {

    /// Forgets what it has read: other rows follow.
    void begin();

    /// The patterns of a run of [TableKernels#RUN] tiles from row `first` on, as
    /// [CertifiedArgmax.Scratch] has them; those of rows from `end` on may be any pattern.
    void read(B rows, int first, int end, byte[] patterns);

    /// A row for [#predict(R)], which holds until the next.
    R row(B rows, int row);
  }

  CertifiedScorer(Naming naming, AffineForm form) {
    super(naming, form);
  }

  /// What the scores add up.
  abstract PatternTerms terms();

  /// A reader of rows, which have patterns.
  abstract PatternReader<R, B> newReader();

  /// Whether all rows have patterns.
  boolean havePatterns(B rows) {
    return true;
  }

  /// As [#predict(Samples, int\[\])], and tells how the labels were found.
  ///
  /// @throws IllegalArgumentException if the number of features is another or `out` is too short
  public final Decisions predictAllCounted(B batch, int[] out) {
    requireFeatures(batch);
    B rows = known(batch);
    int n = rows.rowCount();
    requireRoom(out.length, n);
    CertifiedArgmax.Counts counts = new CertifiedArgmax.Counts();
    counts.exact = n;
    Certified<R, B> by = certified(rows, n);
    if (by == null) {
      super.range(rows, 0, n, Result.LABEL, out, null);
    } else {
      counts.exact = 0;
      predictRange(rows, 0, n, out, by, counts);
    }
    return new Decisions(counts.coarse, counts.fine, counts.exact);
  }

  @Override
  final void range(B rows, int from, int to, Result result, int[] labels, double[] out) {
    Certified<R, B> by = result == Result.LABEL ? certified(rows, to - from) : null;
    if (by == null) {
      super.range(rows, from, to, result, labels, out);
    } else {
      predictRange(rows, from, to, labels, by, new CertifiedArgmax.Counts());
    }
  }

  /// What finds the labels of a batch, or null where the exact scorer does.
  private Certified<R, B> certified(B rows, int rowCount) {
    if (form.hasImpossible() || !havePatterns(rows)) {
      return null;
    }
    Certified<R, B> by = certified;
    if (by != null || rowCount < FEWEST_ROWS) {
      return by;
    }
    synchronized (lock) {
      if (certified == null) {
        PatternTerms terms = terms();
        if (IntegerTables.exist(terms)) {
          CertifiedArgmax argmax = new CertifiedArgmax(new IntegerTables(terms), classCount());
          certified =
              new Certified<>(
                  argmax,
                  ThreadLocal.withInitial(() -> new Scratch<>(argmax.newScratch(), newReader())));
        }
      }
      return certified;
    }
  }

  private void predictRange(
      B rows, int from, int to, int[] labels, Certified<R, B> by, CertifiedArgmax.Counts counts) {
    Scratch<R, B> s = by.scratches.get();
    s.reader.begin();
    for (int first = from; first < to; first += TableKernels.RUN * BLOCK) {
      s.reader.read(rows, first, to, s.argmax.patterns);
      for (int tile = 0; tile < TableKernels.RUN && first + tile * BLOCK < to; tile++) {
        int at = first + tile * BLOCK;
        int count = Math.min(BLOCK, to - at);
        long left = by.argmax.label(tile, count, s.argmax, labels, at, counts);
        if (left != 0) {
          predictExactly(rows, at, count, left, labels, s.reader);
        }
      }
    }
  }

  /// Labels those rows of a tile whose bit is 1.
  private void predictExactly(
      B rows, int first, int count, long which, int[] labels, PatternReader<R, B> reader) {
    if (Long.bitCount(which) < MANY) {
      for (long bits = which; bits != 0; bits &= bits - 1) {
        int row = first + Long.numberOfTrailingZeros(bits);
        labels[row] = predict(reader.row(rows, row));
      }
    } else {
      super.range(rows, first, first + count, Result.LABEL, labels, null);
    }
  }
}
