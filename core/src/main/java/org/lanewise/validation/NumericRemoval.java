package org.lanewise.validation;

import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.validation.Removals.RemovedPriors;

/// What removals of rows of doubles share; those from discriminants extend it.
abstract class NumericRemoval {

  private static final double LOG_TWO_PI = 1.8378770664093453;

  final NumericColumns rows;
  final Labels labels;
  final GaussianSummary summary;
  final Refits<double[]> refits;
  final RemovedPriors priors;
  final double[] classWeights;
  final int d;
  final int k;

  NumericRemoval(
      NumericColumns rows,
      Labels labels,
      Priors priors,
      GaussianSummary summary,
      Refits<double[]> refits) {
    this.rows = rows;
    this.labels = labels;
    this.summary = summary;
    this.refits = refits;
    d = rows.featureCount();
    k = labels.classCount();
    classWeights = summary.classWeights();
    this.priors = new RemovedPriors(priors, labels.classes(), classWeights);
  }

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
