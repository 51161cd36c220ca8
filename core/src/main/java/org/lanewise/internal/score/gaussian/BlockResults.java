package org.lanewise.internal.score.gaussian;

import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// What is made of the scores of a block of rows of doubles, and where it goes.
final class BlockResults {

  private BlockResults() {}

  /// Writes what was asked for of a block, a label excepted.
  ///
  /// @param w with the score of class c and row r at `numeric.scores[c·stride + r]`
  /// @param at the place of the block's first row in `out`
  static void write(
      Workspace w, int stride, int count, int k, Result result, double[] out, int at) {
    double[] scores = w.numeric.scores;
    double[] largest = w.numeric.largest;
    double[] logRest = w.numeric.logRest;
    if (result == Result.LOG_POSTERIOR || result == Result.LOG_DENSITY) {
      Kernels.ELEMENTARY.restOfLargest(
          scores, 0, stride, k, count, largest, logRest, w.numeric.terms);
      Kernels.ELEMENTARY.log1p(logRest, 0, count, logRest, 0);
    }
    for (int r = 0; r < count; r++) {
      int to = (at + r) * k;
      switch (result) {
        case LOG_POSTERIOR -> {
          for (int c = 0; c < k; c++) {
            out[to + c] = (scores[c * stride + r] - largest[r]) - logRest[r];
          }
        }
        case LOG_DENSITY ->
            out[at + r] =
                largest[r] == Double.NEGATIVE_INFINITY ? largest[r] : largest[r] + logRest[r];
        case POSTERIOR -> LogSumExp.posterior(scores, r, stride, k, out, to);
        default -> {
          for (int c = 0; c < k; c++) {
            out[to + c] = scores[c * stride + r];
          }
        }
      }
    }
  }
}
