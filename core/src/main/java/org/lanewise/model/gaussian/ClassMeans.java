package org.lanewise.model.gaussian;

import org.lanewise.model.Priors;
import org.lanewise.statistics.DiagonalSummary;

/// Priors and means of Gaussian classes, the means about an origin.
///
/// @param priors π_0 … π_{k−1}
/// @param origin d values
/// @param residuals k rows of d: mean − origin
record ClassMeans(double[] priors, double[] origin, double[][] residuals) {

  private static final double LOG_TWO_PI = 1.8378770664093453;

  ClassMeans {
    priors = priors.clone();
    origin = origin.clone();
    residuals = residuals.clone();
    if (priors.length == 0 || priors.length != residuals.length) {
      throw new IllegalArgumentException(
          "there are %d priors and %d means; one of each for every class is expected"
              .formatted(priors.length, residuals.length));
    }
    for (int c = 0; c < residuals.length; c++) {
      residuals[c] = residuals[c].clone();
      if (residuals[c].length != origin.length) {
        throw new IllegalArgumentException(
            "the mean of class %d has %d features; %d are expected"
                .formatted(c, residuals[c].length, origin.length));
      }
      for (int j = 0; j < origin.length; j++) {
        if (!Double.isFinite(origin[j] + residuals[c][j])) {
          throw new IllegalArgumentException(
              "the mean of feature %d in class %d is not finite: the values are too large for a sum"
                  .formatted(j, c));
        }
      }
    }
  }

  /// The means of fitted classes, each of which needs rows.
  static ClassMeans of(DiagonalSummary summary, Priors priors) {
    double[] weights = summary.classWeights();
    double[][] residuals = new double[weights.length][];
    for (int c = 0; c < weights.length; c++) {
      if (weights[c] == 0) {
        throw new IllegalArgumentException(
            "class %d has no rows of positive weight, so it has no mean; at least one row is expected"
                .formatted(c));
      }
      residuals[c] = summary.residualMean(c);
    }
    return new ClassMeans(priors.priors(weights), summary.origin(), residuals);
  }

  int classCount() {
    return priors.length;
  }

  int featureCount() {
    return origin.length;
  }

  double[] mean(int label) {
    double[] mean = origin.clone();
    for (int j = 0; j < mean.length; j++) {
      mean[j] += residuals[label][j];
    }
    return mean;
  }

  /// log π_c − ½ log|Σ| − (d/2) log 2π.
  double constant(int label, double logDeterminant) {
    return StrictMath.log(priors[label]) + logNormalizer(logDeterminant);
  }

  /// −½ log|Σ| − (d/2) log 2π.
  double logNormalizer(double logDeterminant) {
    return -0.5 * (logDeterminant + origin.length * LOG_TWO_PI);
  }
}
