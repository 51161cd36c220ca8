package org.lanewise.internal.score.mixed;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.MixedScratch;

/// Results of a row from the sums of the scores of its blocks.
final class MixedResults {

  private MixedResults() {}

  /// Stores what is asked for of a row.
  ///
  /// @param r the row in the sums
  /// @param row its index in the batch, the place of its label
  /// @param at its place in `out`
  static void store(
      MixedScratch w, int k, int r, int row, int at, Result result, int[] labels, double[] out) {
    int from = r * k;
    if (!result.isOfJoints()) {
      requireInRange(w, from, k, row);
    }
    switch (result) {
      case LABEL -> labels[row] = LogSumExp.argmax(w.sums, from, 1, k);
      case LOG_DENSITY -> out[at] = LogSumExp.logDensity(w.sums, from, 1, k);
      case LOG_POSTERIOR -> LogSumExp.logPosterior(w.sums, from, 1, k, out, at * k);
      case POSTERIOR -> LogSumExp.posterior(w.sums, from, 1, k, out, at * k);
      case DISCRIMINANT, LOG_JOINT -> System.arraycopy(w.sums, from, out, at * k, k);
      case PARTS, PLANES, JOINT_PLANES -> throw new IllegalStateException();
    }
  }

  /// Refuses a row whose sums have overflowed for all classes.
  static void requireInRange(MixedScratch w, int from, int k, int row) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int c = from; c < from + k; c++) {
      largest = Math.max(largest, w.sums[c]);
    }
    if (largest == Double.NEGATIVE_INFINITY) {
      throw new BadDataException(
          "%s is so far from the means of the classes that its scores are out of the range of"
              + " doubles; values nearer to those of the training data are expected",
          row < 0 ? "the row" : Fact.row(row));
    }
  }
}
