package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.FINITE;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.tier.Kernels;

/// The messages about rows of doubles that cannot be scored.
final class NumericRefusals {

  private static final String NOT_FINITE = "%s, %s is %s; a finite number is expected";

  private NumericRefusals() {}

  /// Refuses a row of other than d features.
  static void requireFeatures(double[] row, int d) {
    if (row.length != d) {
      throw new IllegalArgumentException(
          "the row has %d features; %d are expected, as in the model".formatted(row.length, d));
    }
  }

  /// Refuses a row whose first d values are not finite; behind them the array of a copied row holds
  /// what another model left.
  static void requireFinite(double[] row, int d) {
    for (int j = 0; j < d; j++) {
      if (!Double.isFinite(row[j])) {
        throw new BadDataException(
            "%s of the row is %s; a finite number is expected",
            Fact.feature(j), Fact.value(row[j]));
      }
    }
  }

  /// Refuses a block that holds a row that is not finite.
  static void requireFinite(NumericColumns rows, int first, int count) {
    for (int i = first; i < first + count; i++) {
      for (int j = 0; j < rows.featureCount(); j++) {
        if (!Double.isFinite(rows.value(i, j))) {
          throw notFinite(rows, i, j);
        }
      }
    }
  }

  /// The message about a value that is not finite.
  static BadDataException notFinite(NumericColumns rows, int row, int feature) {
    return new BadDataException(
        NOT_FINITE,
        Fact.row(row),
        Fact.feature(feature, rows.features()),
        Fact.value(rows.value(row, feature)));
  }

  /// Whether a row's scores can be compared: none is NaN or +∞ and not all are −∞. Priors sum to 1,
  /// so if it is not so, the row is so far from the means that its scores overflowed.
  static boolean inRange(double[] scores, int from, int stride, int k) {
    double max = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      // NaN stays.
      max = Math.max(max, scores[from + c * stride]);
    }
    return Double.isFinite(max);
  }

  /// Refuses a block that holds a row that is not finite, or whose scores overflowed.
  ///
  /// @param scores of class c and row r of the block at `[c·stride + r]`
  static void requireInRange(
      NumericScorer scorer,
      NumericColumns rows,
      int first,
      int count,
      double[] scores,
      int stride,
      int k) {
    boolean finite = true;
    for (int c = 0; c < k; c++) {
      finite &= Kernels.score(FINITE).finite(scores, c * stride, count);
    }
    for (int r = 0; !finite && r < count; r++) {
      if (!inRange(scores, r, stride, k)) {
        scorer.requireValues(rows, first, count);
        throw tooFar(Fact.row(first + r), null);
      }
    }
  }

  /// Refuses a row whose log joints, of which the first is NaN then, cannot be told.
  static void requireJoints(double[] scores) {
    if (Double.isNaN(scores[0])) {
      throw tooFar("the row", null);
    }
  }

  /// Refuses a block that holds such a row.
  ///
  /// @param scores those of the first class first
  static void requireJoints(int first, int count, double[] scores) {
    for (int r = 0; r < count; r++) {
      if (Double.isNaN(scores[r])) {
        throw tooFar(Fact.row(first + r), null);
      }
    }
  }

  /// The message about a row whose scores overflowed.
  static BadDataException tooFar(Object row, Throwable cause) {
    return new BadDataException(
        cause,
        "%s is so far from the means of the classes that its scores are out of the range of"
            + " doubles; values nearer to those of the training data are expected",
        row);
  }

  /// The message about a row that was scored alone, for the same row in a batch.
  static BadDataException inRow(int row, NumericColumns rows, BadDataException e) {
    return e.feature() < 0
        ? tooFar(Fact.row(row), e)
        : new BadDataException(
            e,
            NOT_FINITE,
            Fact.row(row),
            Fact.feature(e.feature(), rows.features()),
            Fact.value(e.value()));
  }
}
