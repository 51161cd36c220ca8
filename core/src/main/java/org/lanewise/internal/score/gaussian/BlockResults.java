package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// What a batch is told of a block whose scores are known.
final class BlockResults {

  /// What can be added to any number and leaves its bits.
  private static final double NOTHING = -0.0;

  private BlockResults() {}

  /// Stores what the scores of a block, `w.numeric.scores[c·scoreStride + r]`, amount to.
  ///
  /// @param first the row of the batch that the block begins with, and the place of its labels
  /// @param outRow the row whose results are the first of `out`
  static void store(
      NumericScorer scorer,
      Workspace w,
      int first,
      int count,
      BatchScorer.Result result,
      int[] labels,
      double[] out,
      int outRow) {
    int k = scorer.classCount();
    int scoreStride = scorer.scoreStride;
    double[] scores = w.numeric.scores;
    double[] largest = w.numeric.largest;
    double[] logRest = w.numeric.logRest;
    if (result == BatchScorer.Result.LABEL) {
      Kernels.score().argmax(scores, scoreStride, count, k, labels, first, w.numeric.terms);
      return;
    }
    if (result == BatchScorer.Result.PLANES || result == BatchScorer.Result.JOINT_PLANES) {
      storeJoints(scorer, w, count, result, out, first - outRow);
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
        case DISCRIMINANT, LOG_JOINT -> {
          for (int c = 0; c < k; c++) {
            out[to + c] = scores[c * scoreStride + r];
          }
        }
        case LABEL, PLANES, JOINT_PLANES, PARTS -> throw new IllegalStateException();
      }
    }
  }

  /// Whether log joints are worked out for a result.
  static boolean areOfJoints(BatchScorer.Result result) {
    return result == BatchScorer.Result.LOG_JOINT
        || result == BatchScorer.Result.LOG_DENSITY
        || result == BatchScorer.Result.JOINT_PLANES;
  }

  /// Copies the scores of a block to planes from their row `at` on, if planes are asked for.
  static void storeDiscriminants(
      NumericScorer scorer,
      Workspace w,
      int count,
      BatchScorer.Result result,
      double[] out,
      int at) {
    if (result == BatchScorer.Result.PLANES || result == BatchScorer.Result.JOINT_PLANES) {
      storePlanes(scorer, w, count, out, at);
    }
  }

  /// Copies them to the planes behind those of discriminants, if these are asked for, and that the
  /// classes share nothing beside them.
  private static void storeJoints(
      NumericScorer scorer,
      Workspace w,
      int count,
      BatchScorer.Result result,
      double[] out,
      int at) {
    if (result == BatchScorer.Result.JOINT_PLANES) {
      int planes = scorer.classCount() * scorer.planeStride();
      storePlanes(scorer, w, count, out, planes + at);
      Arrays.fill(out, 2 * planes + at, 2 * planes + at + count, NOTHING);
    }
  }

  private static void storePlanes(
      NumericScorer scorer, Workspace w, int count, double[] out, int at) {
    for (int c = 0; c < scorer.classCount(); c++) {
      System.arraycopy(
          w.numeric.scores, c * scorer.scoreStride, out, c * scorer.planeStride() + at, count);
    }
  }

  /// Puts what comes of a row alone into planes.
  static void storeRow(
      double[] values, int k, BatchScorer.Result result, double[] out, int at, int planeStride) {
    int planes = result == BatchScorer.Result.JOINT_PLANES ? 2 * k : k;
    for (int plane = 0; plane < planes; plane++) {
      out[plane * planeStride + at] = values[plane];
    }
    if (planes > k) {
      out[2 * k * planeStride + at] = NOTHING;
    }
  }
}
