package org.lanewise.validation;

import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.score.Scorer;

/// What removals of rows of doubles share.
final class NumericRows {

  private static final double LOG_TWO_PI = 1.8378770664093453;

  private NumericRows() {}

  /// −½ log|Σ| − (d/2) log 2π.
  static double logNormalizer(double logDeterminant, int d) {
    return -0.5 * (logDeterminant + d * LOG_TWO_PI);
  }

  static Refits<double[]> refits(
      NumericColumns rows,
      Labels labels,
      EssentialRows essential,
      Function<Labels, Scorer<double[], ?>> fit) {
    return new Refits<>(
        labels,
        essential,
        index -> {
          double[] row = new double[rows.featureCount()];
          rows.row(index, row);
          return row;
        },
        fit);
  }
}
