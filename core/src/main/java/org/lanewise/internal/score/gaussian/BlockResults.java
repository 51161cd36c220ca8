package org.lanewise.internal.score.gaussian;

import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// What a batch is told of a block whose scores are known.
final class BlockResults {

  private BlockResults() {}

  /// Stores what the scores of a block, `w.numeric.scores[c·scoreStride + r]`, amount to.
  ///
  /// @param first the row of the batch that the block begins with, and the place of its labels
  /// @param outRow the row whose results are the first of `out`
  static void store(
      Workspace w,
      int scoreStride,
      int k,
      int first,
      int count,
      BatchScorer.Result result,
      int[] labels,
      double[] out,
      int outRow) {
    double[] scores = w.numeric.scores;
    double[] largest = w.numeric.largest;
    double[] logRest = w.numeric.logRest;
    if (result == BatchScorer.Result.LABEL) {
      Kernels.score().argmax(scores, scoreStride, count, k, labels, first, w.numeric.terms);
      return;
    }
    if (result == BatchScorer.Result.LOG_POSTERIOR || result == BatchScorer.Result.LOG_DENSITY) {
      Kernels.elementary()
          .restOfLargest(scores, 0, scoreStride, k, count, largest, logRest, w.numeric.terms);
      Kernels.elementary().log1p(logRest, 0, count, logRest, 0);
    }
    for (int r = 0; r < count; r++) {
      int to = (first - outRow + r) * k;
      switch (result) {
        case LOG_POSTERIOR -> {
          for (int c = 0; c < k; c++) {
            out[to + c] = (scores[c * scoreStride + r] - largest[r]) - logRest[r];
          }
        }
        case LOG_DENSITY ->
            out[first - outRow + r] =
                largest[r] == Double.NEGATIVE_INFINITY ? largest[r] : largest[r] + logRest[r];
        case POSTERIOR -> LogSumExp.posterior(scores, r, scoreStride, k, out, to);
        default -> {
          for (int c = 0; c < k; c++) {
            out[to + c] = scores[c * scoreStride + r];
          }
        }
      }
    }
  }
}
