package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer.Wanted;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.certify.VectorScores;
import org.lanewise.internal.score.scratch.FloatScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Labels rows by floats first, and by doubles what floats leave: the labels are those of doubles.
///
/// Floats decide a row, or leave some classes that it may be of, or leave it altogether. Where they
/// leave many rows, or of a row alone many classes, doubles label the rows that follow.
final class FloatFirst {

  /// Many: more than this part of a block, or of the classes.
  private static final int MANY = 4;

  /// Blocks that doubles label then.
  private static final int BLOCKS_IN_DOUBLES = 16;

  /// Rows that doubles label before the kernels of floats are asked for again.
  private static final int ROWS_IN_DOUBLES = 1024;

  private final NumericScorer exact;

  /// Null until many rows are labelled, or where the parameters are out of the range of floats.
  private volatile FloatLabels floats;

  private volatile boolean outOfRange;

  /// How many rows alone go to doubles before floats are tried again; threads may miscount.
  private int rowsInDoubles;

  FloatFirst(NumericScorer exact) {
    this.exact = exact;
  }

  /// The label of a row alone that begins `row`; −1 where it is to be scored in doubles.
  int label(double[] row, Workspace w) {
    FloatLabels by = forRow();
    int label = by == null ? -1 : by.label(row, w);
    if (by == null || label >= 0) {
      return label;
    }
    int left = w.floats.left(0, exact.classCount());
    if (left == 0 || left > exact.classCount() / MANY) {
      rowsInDoubles = FloatLabels.ROWS;
      return -1;
    }
    CenteredBlock.load(row, exact.origin(), w);
    return labelAmong(0, w);
  }

  /// As [org.lanewise.internal.score.SumLabels] has it.
  int label(VectorScores scores, int[] ids, int count, double divisor, Workspace w) {
    FloatLabels by = forRow();
    return by == null ? -1 : by.label(scores, ids, count, divisor, w);
  }

  private FloatLabels forRow() {
    if (!exact.floatsPay(0)) {
      return null;
    }
    int rows = rowsInDoubles;
    if (rows > 0) {
      rowsInDoubles = rows - 1;
      return null;
    }
    return made();
  }

  /// Labels rows `from` to `to − 1` of a batch, into `labels[row]`.
  void label(NumericColumns rows, int from, int to, int[] labels, Workspace w) {
    NumericStore store = Stores.of(rows);
    boolean few = floats == null && to - from < FloatLabels.ROWS;
    int together = store.rowsLieTogether() ? NumericStore.NEIGHBOURS : 1;
    for (int first = from; first < to; ) {
      FloatLabels by = few || !exact.floatsPay(together) ? null : made();
      if (by == null) {
        int end = Math.min(to, first + ROWS_IN_DOUBLES);
        exact.labelByScores(rows, first, end, labels, w);
        first = end;
        continue;
      }
      int count = Math.min(by.rows(store), to - first);
      int left = by.label(store, first, count, labels, w);
      labelLeft(rows, first, left, labels, w);
      first += count;
      if (left > count / MANY) {
        int end = Math.min(to, first + BLOCKS_IN_DOUBLES * count);
        exact.labelByScores(rows, first, end, labels, w);
        first = end;
      }
    }
  }

  /// Labels the rows of a block that floats have left.
  private void labelLeft(NumericColumns rows, int first, int left, int[] labels, Workspace w) {
    for (int r = 0, rest = left; rest > 0; r++) {
      int row = first + r;
      if (labels[row] >= 0) {
        continue;
      }
      rest--;
      if (w.floats.isBounded(r)) {
        exact.makeRow(w);
        CenteredBlock.loadRow(rows, row, exact.origin(), w);
        labels[row] = labelAmong(r, w);
      } else {
        exact.alone(rows, row, Wanted.DISCRIMINANTS, w);
        labels[row] = LogSumExp.argmax(w.row.scores, 0, 1, exact.classCount());
      }
    }
  }

  /// The label in doubles of the row in `w.x`, among the classes that floats leave row r.
  private int labelAmong(int r, Workspace w) {
    FloatScratch left = w.floats;
    double[] scores = w.row.scores;
    int best = -1;
    int done = 0;
    for (int c = 0; c < exact.classCount(); c++) {
      if (left.mayBe(r, c)) {
        done = c < done ? done : exact.discriminantsFrom(c, w);
        best = best < 0 || scores[c] > scores[best] ? c : best;
      }
    }
    return best;
  }

  /// The floats, or null where they are out of range.
  private FloatLabels made() {
    FloatLabels made = floats;
    return made != null || outOfRange ? made : make();
  }

  private synchronized FloatLabels make() {
    if (floats == null && !outOfRange) {
      floats = exact.newFloats();
      outOfRange = floats == null;
    }
    return floats;
  }
}
