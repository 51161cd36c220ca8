package org.lanewise.model.gaussian;

import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.statistics.GaussianSummary;

/// The shrinkage intensity of Ledoit and Wolf (2004), from the moments of two passes.
final class LedoitWolfIntensity {

  private LedoitWolfIntensity() {}

  /// For the pooled within-class covariance.
  static double pooled(FourthMoments moments) {
    GaussianSummary summary = moments.summary();
    int d = summary.featureCount();
    double[] covariance =
        Covariances.divide(Covariances.withinScatter(summary), summary.totalWeight());
    double trace = d * Covariances.meanVariance(covariance, d, d);
    if (trace == 0) {
      return 0;
    }
    Covariances.divide(covariance, trace);
    return intensity(
        Covariances.squaredNorm(covariance, d), 1.0 / d, moments.raw(), summary.totalWeight());
  }

  /// For the covariance of each class, after its features are divided by their standard deviations.
  static double[] perStandardizedClass(FourthMoments moments) {
    GaussianSummary summary = moments.summary();
    int d = summary.featureCount();
    double[] intensities = new double[summary.classCount()];
    for (int c = 0; c < intensities.length; c++) {
      double[] correlations = Covariances.correlations(Covariances.scatter(summary, c), d);
      double trace = 0;
      for (int j = 0; j < d; j++) {
        trace += correlations[PackedTriangle.index(j, j)];
      }
      intensities[c] =
          intensity(
              Covariances.squaredNorm(correlations, d),
              trace * trace / d,
              moments.standardized(c),
              summary.classWeight(c));
    }
    return intensities;
  }

  /// min(b², δ²)/δ² with d·δ² = ‖S‖² − tr²(S)/d and d·b² = (Σ‖z_i‖⁴/n − ‖S‖²)/n, in the Frobenius
  /// norm: Σ ‖z_i z_iᵀ − S‖² = Σ ‖z_i‖⁴ − n‖S‖².
  private static double intensity(
      double squaredNorm, double squaredTraceByFeatures, double fourthMoment, double n) {
    double delta = squaredNorm - squaredTraceByFeatures;
    double beta = (fourthMoment / n - squaredNorm) / n;
    return delta > 0 ? Math.clamp(beta / delta, 0, 1) : 0;
  }
}
