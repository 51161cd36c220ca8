package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.ARGMAX;
import static org.lanewise.internal.tier.Kernel.LOG1P;
import static org.lanewise.internal.tier.Kernel.REST_OF_LARGEST;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Writes the results of a block whose scores are known.
final class BlockResults {

  /// The number that leaves the bits of any number it is added to.
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
    int stride = scorer.scoreStride;
    double[] scores = w.numeric.scores;
    double[] largest = w.numeric.largest;
    double[] logRest = w.numeric.logRest;
    int at = first - outRow;
    switch (result) {
      case LABEL ->
          Kernels.score(ARGMAX).argmax(scores, stride, count, k, labels, first, w.numeric.terms);
      case LOG_POSTERIOR -> {
        restOfLargest(scorer, w, count);
        for (int r = 0; r < count; r++) {
          for (int c = 0; c < k; c++) {
            out[(at + r) * k + c] = (scores[c * stride + r] - largest[r]) - logRest[r];
          }
        }
      }
      case LOG_DENSITY -> {
        restOfLargest(scorer, w, count);
        for (int r = 0; r < count; r++) {
          out[at + r] =
              largest[r] == Double.NEGATIVE_INFINITY ? largest[r] : largest[r] + logRest[r];
        }
      }
      case POSTERIOR -> {
        for (int r = 0; r < count; r++) {
          LogSumExp.posterior(scores, r, stride, k, out, (at + r) * k);
        }
      }
      case DISCRIMINANT, LOG_JOINT -> {
        for (int r = 0; r < count; r++) {
          for (int c = 0; c < k; c++) {
            out[(at + r) * k + c] = scores[c * stride + r];
          }
        }
      }
      case PLANES -> {
        // Stored before they became log joints.
      }
      case JOINT_PLANES -> storeJoints(scorer, w, count, out, at);
      case PARTS -> throw new IllegalStateException();
    }
  }

  private static void restOfLargest(NumericScorer scorer, Workspace w, int count) {
    double[] logRest = w.numeric.logRest;
    Kernels.elementary(REST_OF_LARGEST)
        .restOfLargest(
            w.numeric.scores,
            0,
            scorer.scoreStride,
            scorer.classCount(),
            count,
            w.numeric.largest,
            logRest,
            w.numeric.terms);
    Kernels.elementary(LOG1P).log1p(logRest, 0, count, logRest, 0);
  }

  /// Copies the scores of a block to planes from their row `at` on, if planes are asked for.
  static void storeDiscriminants(
      NumericScorer scorer,
      Workspace w,
      int count,
      BatchScorer.Result result,
      double[] out,
      int at) {
    if (result.isInPlanes()) {
      storePlanes(scorer, w, count, out, at);
    }
  }

  /// Copies them to the planes behind those of discriminants, and that the classes share nothing
  /// beside them.
  private static void storeJoints(
      NumericScorer scorer, Workspace w, int count, double[] out, int at) {
    int planes = scorer.classCount() * scorer.planeStride();
    storePlanes(scorer, w, count, out, planes + at);
    Arrays.fill(out, 2 * planes + at, 2 * planes + at + count, NOTHING);
  }

  private static void storePlanes(
      NumericScorer scorer, Workspace w, int count, double[] out, int at) {
    for (int c = 0; c < scorer.classCount(); c++) {
      System.arraycopy(
          w.numeric.scores, c * scorer.scoreStride, out, c * scorer.planeStride() + at, count);
    }
  }

  /// Scores rows of a batch one by one, and stores what comes of them.
  static void storeRows(
      NumericScorer scorer,
      NumericColumns rows,
      int from,
      int to,
      int outRow,
      BatchScorer.Result result,
      int[] labels,
      double[] out,
      Workspace w) {
    int k = scorer.classCount();
    w.makeRow(scorer.paddedCount, scorer.classStride);
    double[] row = w.copies.row(scorer.featureCount());
    double[] values = w.copies.results(2 * k);
    for (int i = from; i < to; i++) {
      rows.row(i, row);
      try {
        switch (result) {
          case LABEL -> labels[i] = scorer.label(row, w);
          case LOG_DENSITY -> out[i - outRow] = scorer.logDensity(row, w);
          default -> {
            scorer.fill(row, result, values, w);
            storeRow(scorer, values, result, out, i - outRow);
          }
        }
      } catch (BadDataException e) {
        throw NumericRefusals.inRow(i, rows, e);
      }
    }
  }

  /// Stores what comes of a row alone that is more than one number.
  private static void storeRow(
      NumericScorer scorer, double[] values, BatchScorer.Result result, double[] out, int row) {
    int k = scorer.classCount();
    if (!result.isInPlanes()) {
      System.arraycopy(values, 0, out, row * k, k);
      return;
    }
    int planes = result == BatchScorer.Result.PLANES ? k : 2 * k;
    for (int plane = 0; plane < planes; plane++) {
      out[plane * scorer.planeStride() + row] = values[plane];
    }
    if (planes > k) {
      out[planes * scorer.planeStride() + row] = NOTHING;
    }
  }
}
