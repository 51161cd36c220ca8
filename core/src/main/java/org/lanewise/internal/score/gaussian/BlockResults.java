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

/// What a batch is told of a block whose scores are known.
final class BlockResults {

  /// What can be added to any number and leaves its bits.
  private static final double NOTHING = -0.0;

  private BlockResults() {}

  /// Stores what the scores of a block, `w.numeric.scores[c·scoreStride + r]`, amount to.
  ///
  /// @param first the row of the batch that the block begins with, and the place of its labels
  /// @param outRow the row whose results are the first of `out`
  /// @return how many numbers of `out` it filled
  static int store(
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
    // An expression, so that a result which is missing here does not compile.
    return switch (result) {
      case LABEL -> {
        Kernels.score(ARGMAX).argmax(scores, stride, count, k, labels, first, w.numeric.terms);
        yield 0;
      }
      case LOG_POSTERIOR -> {
        restOfLargest(scorer, w, count);
        for (int r = 0; r < count; r++) {
          for (int c = 0; c < k; c++) {
            out[(at + r) * k + c] = (scores[c * stride + r] - largest[r]) - logRest[r];
          }
        }
        yield count * k;
      }
      case LOG_DENSITY -> {
        restOfLargest(scorer, w, count);
        for (int r = 0; r < count; r++) {
          out[at + r] =
              largest[r] == Double.NEGATIVE_INFINITY ? largest[r] : largest[r] + logRest[r];
        }
        yield count;
      }
      case POSTERIOR -> {
        for (int r = 0; r < count; r++) {
          LogSumExp.posterior(scores, r, stride, k, out, (at + r) * k);
        }
        yield count * k;
      }
      case DISCRIMINANT, LOG_JOINT -> {
        for (int r = 0; r < count; r++) {
          for (int c = 0; c < k; c++) {
            out[(at + r) * k + c] = scores[c * stride + r];
          }
        }
        yield count * k;
      }
      // Discriminants were stored before they became log joints.
      case PLANES -> 0;
      case JOINT_PLANES -> storeJoints(scorer, w, count, out, at);
      case PARTS -> throw new IllegalStateException();
    };
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
  private static int storeJoints(
      NumericScorer scorer, Workspace w, int count, double[] out, int at) {
    int planes = scorer.classCount() * scorer.planeStride();
    storePlanes(scorer, w, count, out, planes + at);
    Arrays.fill(out, 2 * planes + at, 2 * planes + at + count, NOTHING);
    return (scorer.classCount() + 1) * count;
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
      double value;
      try {
        value = scorer.row(row, result, values, w);
      } catch (BadDataException e) {
        throw NumericRefusals.inRow(i, rows, e);
      }
      if (result == BatchScorer.Result.LABEL) {
        labels[i] = (int) value;
      } else {
        storeRow(scorer, value, values, result, out, i - outRow);
      }
    }
  }

  /// Stores what comes of a row alone but its label.
  ///
  /// @param value its one number, if that is what is asked for
  /// @param values else its numbers
  /// @return how many numbers of `out` it filled
  static int storeRow(
      NumericScorer scorer,
      double value,
      double[] values,
      BatchScorer.Result result,
      double[] out,
      int row) {
    int k = scorer.classCount();
    // An expression, so that a result which is missing here does not compile.
    return switch (result) {
      case LOG_DENSITY -> {
        out[row] = value;
        yield 1;
      }
      case DISCRIMINANT, LOG_JOINT, LOG_POSTERIOR, POSTERIOR -> {
        System.arraycopy(values, 0, out, row * k, k);
        yield k;
      }
      case PLANES -> storeInPlanes(values, k, k, out, row, scorer.planeStride());
      case JOINT_PLANES -> storeInPlanes(values, k, 2 * k, out, row, scorer.planeStride());
      case LABEL, PARTS -> throw new IllegalStateException();
    };
  }

  private static int storeInPlanes(
      double[] values, int k, int planes, double[] out, int at, int planeStride) {
    for (int plane = 0; plane < planes; plane++) {
      out[plane * planeStride + at] = values[plane];
    }
    if (planes > k) {
      out[2 * k * planeStride + at] = NOTHING;
    }
    return planes;
  }
}
