package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;

/// Squared Mahalanobis distances ‖M_c(x − origin − mean_c)‖² of rows from every class, M_c being
/// the inverse of the factor of its covariance; infinite where one is beyond the range of doubles.
final class Distances {

  private Distances() {}

  /// Of one row of as many features as the model.
  ///
  /// @throws IllegalArgumentException if it is not finite
  static void ofRow(NumericScorer scorer, double[] row, double[] out) {
    NumericRefusals.requireFinite(row, scorer.featureCount());
    Workspace w = Scratch.ofThread();
    if (scorer.holdsRow(w)) {
      ofRow(scorer, row, out, w);
      return;
    }
    w = Scratch.forRow();
    try {
      scorer.makeRow(w);
      ofRow(scorer, row, out, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private static void ofRow(NumericScorer scorer, double[] row, double[] out, Workspace w) {
    scorer.squaredDistances(row, w);
    for (int c = 0; c < scorer.classCount(); c++) {
      out[c] = value(w.row.scores[c]);
    }
  }

  /// Of every row of a batch, into `out[row·k + c]`: the bits of the rows alone.
  ///
  /// @throws IllegalArgumentException if one is not finite
  static void ofBatch(NumericScorer scorer, NumericColumns rows, double[] out) {
    int k = scorer.classCount();
    Workspace w = Scratch.forBatch();
    try {
      scorer.begin(0, BatchScorer.Wanted.DISCRIMINANTS, w);
      int step = scorer.columnRows();
      for (int first = 0; first < rows.rowCount(); first += step) {
        int count = Math.min(step, rows.rowCount() - first);
        scorer.blockSquaredDistances(rows, first, count, w);
        for (int r = 0; r < count; r++) {
          boolean finite = true;
          for (int c = 0; c < k; c++) {
            double squared = w.block.scores[c * scorer.scoreStride + r];
            finite &= Double.isFinite(squared);
            out[(first + r) * k + c] = value(squared);
          }
          if (!finite) {
            NumericRefusals.requireFinite(rows, first + r, 1);
          }
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// In the product with M infinities may cancel; and a distance is no −0.
  private static double value(double squared) {
    return Double.isNaN(squared) ? Double.POSITIVE_INFINITY : squared + 0.0;
  }
}
