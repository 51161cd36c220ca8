package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.FINITE;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.tier.Kernels;

/// The messages about rows of doubles that cannot be scored.
final class NumericRefusals {

  private static final String NOT_FINITE = "%s, %s is %s; a finite number is expected";

  private NumericRefusals() {}

  /// Refuses a row of other than d features.
  static void requireFeatures(double[] row, int d) {
    if (row.length != d) {
      throw new IllegalArgumentException(
          Fact.clause("the row has %d features; %d are expected, as in the model", row.length, d)
              .toString());
    }
  }

  /// Refuses a row whose first d values are not finite; behind them the array of a copied row holds
  /// what another model left.
  static void requireFinite(double[] row, int d) {
    requireValues(row, d, false);
  }

  /// Refuses a row if one of its first d values cannot be scored.
  ///
  /// @param missing whether NaN is a missing value
  static void requireValues(double[] row, int d, boolean missing) {
    for (int j = 0; j < d; j++) {
      if (isRefused(row[j], missing)) {
        throw new BadDataException(
            missing
                ? "%s of the row is %s; a finite number is expected, or NaN where it was not seen"
                : "%s of the row is %s; a finite number is expected",
            Fact.feature(j),
            Fact.value(row[j]));
      }
    }
  }

  private static boolean isRefused(double value, boolean missing) {
    return missing ? Double.isInfinite(value) : !Double.isFinite(value);
  }

  /// Refuses a block that holds a row that is not finite.
  static void requireFinite(NumericColumns rows, int first, int count) {
    requireValues(rows, first, count, false);
  }

  private static void requireValues(NumericColumns rows, int first, int count, boolean missing) {
    for (int i = first; i < first + count; i++) {
      for (int j = 0; j < rows.featureCount(); j++) {
        if (isRefused(rows.value(i, j), missing)) {
          throw notFinite(rows, i, j);
        }
      }
    }
  }

  /// The message about a value that is not finite.
  private static BadDataException notFinite(NumericColumns rows, int row, int feature) {
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
  static void requireInRange(NumericScorer scorer, NumericColumns rows, int first, ScorePlanes s) {
    boolean finite = true;
    for (int c = 0; c < scorer.classCount(); c++) {
      finite &= Kernels.score(FINITE).finite(s.scores, c * s.stride, s.count);
    }
    for (int r = 0; !finite && r < s.count; r++) {
      requireInRange(scorer, rows, first, r, s);
    }
  }

  /// Refuses row r of a block that begins with row `first` if it is so.
  static void requireInRange(
      NumericScorer scorer, NumericColumns rows, int first, int r, ScorePlanes s) {
    if (!inRange(s.scores, r, s.stride, scorer.classCount())) {
      requireValues(rows, first, s.count, scorer.takesMissing());
      throw tooFar(Fact.row(first + r), null);
    }
  }

  /// Refuses a row whose log joints are NaN; then the first is.
  static void requireJoint(double joint) {
    if (Double.isNaN(joint)) {
      throw tooFar("the row", null);
    }
  }

  /// Refuses a block that holds such a row.
  static void requireJoints(int first, ScorePlanes s) {
    for (int r = 0; r < s.count; r++) {
      if (Double.isNaN(s.scores[s.joints * s.stride + r])) {
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
