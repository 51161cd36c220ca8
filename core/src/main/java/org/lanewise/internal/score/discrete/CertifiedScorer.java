package org.lanewise.internal.score.discrete;

import static org.lanewise.internal.tier.Kernel.DIGIT_SUMS;

import org.lanewise.data.RowBatch;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.CertifiedArgmax;
import org.lanewise.internal.score.certify.DigitArgmax;
import org.lanewise.internal.score.certify.PatternTerms;
import org.lanewise.internal.score.certify.TableArgmax;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Labels a batch by sums of integers, which decide nearly all rows, and by the exact scores for
/// the others: they are the labels of the exact scores on every input.
///
/// The tables for that take about two hundred bytes for each group of features and class; they are
/// made for the first batch of at least 1024 rows, for up to 2^18 groups times classes and where no
/// factor is impossible.
public abstract class CertifiedScorer<R, B extends RowBatch> extends DiscreteScorer<R, B> {

  /// Rows of a batch from which on it pays to make tables.
  static final int MIN_ROWS = 1024;

  static final int RUN = TableKernels.RUN * BLOCK;

  /// Rows of a tile from which on the exact scores of all its rows cost less than theirs alone.
  private static final int MANY = 8;

  private final Object lock = new Object();
  private volatile CertifiedArgmax certified;

  CertifiedScorer(Naming naming, AffineForm form, int rowPlaces) {
    super(naming, form, rowPlaces);
  }

  /// The terms that the scores add up, in groups for sums of digits or of 16 and 32 bits.
  abstract PatternTerms terms(boolean digits);

  /// Reads the patterns of a run of [TableKernels#RUN] tiles from row `first` on into
  /// `w.labels.patterns`; those of rows from `end` on may be any pattern.
  abstract void readPatterns(B rows, int first, int end, CertifiedArgmax by, Workspace w);

  /// Scores a row of a batch alone: class c at `[c]`.
  abstract void scoreRow(B rows, int row, Workspace w);

  /// Whether all rows have patterns.
  boolean havePatterns(B rows) {
    return true;
  }

  @Override
  public final void label(B rows, int from, int to, int[] labels, Workspace w) {
    CertifiedArgmax by = certified(rows, to - from);
    if (by == null) {
      labelByScores(rows, from, to, labels, w);
    } else {
      label(rows, from, to, labels, by, w);
    }
  }

  /// Finds the labels of a batch; null where the exact scorer does.
  private CertifiedArgmax certified(B rows, int rowCount) {
    if (form.hasImpossible() || !havePatterns(rows)) {
      return null;
    }
    boolean digits = Kernels.tables(DIGIT_SUMS).digitsAreFast();
    CertifiedArgmax by = certified;
    if (rowCount < MIN_ROWS || by != null && by.hasDigits() == digits) {
      return by;
    }
    synchronized (lock) {
      if (certified == null || certified.hasDigits() != digits) {
        PatternTerms terms = terms(digits);
        if (CertifiedArgmax.exists(terms)) {
          certified = digits ? new DigitArgmax(terms) : new TableArgmax(terms);
        }
      }
      return certified;
    }
  }

  private void label(B rows, int from, int to, int[] labels, CertifiedArgmax by, Workspace w) {
    makeRow(w);
    by.begin(w);
    for (int first = from; first < to; first += RUN) {
      readPatterns(rows, first, to, by, w);
      int count = Math.min(RUN, to - first);
      by.label(count, w, labels, first);
      for (int at = 0; at < count; at += BLOCK) {
        long left = w.labels.left[at / BLOCK];
        if (left != 0) {
          labelExactly(rows, first + at, Math.min(BLOCK, count - at), left, labels, w);
        }
      }
    }
  }

  /// Labels those rows of a tile whose bit is 1.
  private void labelExactly(B rows, int first, int count, long which, int[] labels, Workspace w) {
    if (Long.bitCount(which) < MANY) {
      for (long bits = which; bits != 0; bits &= bits - 1) {
        int row = first + Long.numberOfTrailingZeros(bits);
        scoreRow(rows, row, w);
        labels[row] = LogSumExp.argmax(w.row.scores, 0, 1, classCount());
      }
    } else {
      labelByScores(rows, first, first + count, labels, w);
    }
  }
}
