package org.lanewise.model.gaussian;

import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Quadratic discriminant analysis: normal classes with a covariance each.
///
/// ```
/// p(x | c) = N(x; μ_c, Σ_c),   Σ_c = scatter_c / n_c   (or / (n_c − 1), or regularised: Shrinkage)
/// log p(x, c) = log π_c − ½ log|Σ_c| − ½ ‖L_c⁻¹(x − μ_c)‖² − (d/2) log 2π,   Σ_c = L_c L_cᵀ
/// ```
///
/// (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd ed., eq. 4.12.)
public final class QuadraticDiscriminant extends QuadraticClassifier {

  private QuadraticDiscriminant(ClassMeans means, Estimates estimates) {
    super(means, estimates);
  }

  /// Fits with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(GaussianStatistics, DiscriminantOptions)]
  public static QuadraticDiscriminant fit(GaussianStatistics statistics) {
    return fit(statistics, DiscriminantOptions.DEFAULT);
  }

  /// Fits a model.
  ///
  /// @throws SingularCovarianceException if a class covariance is singular, as it is with no more
  ///   rows than features and no shrinkage
  /// @throws IllegalArgumentException if a class has no rows, or the priors or the shrinkage do not
  ///   fit the classes
  public static QuadraticDiscriminant fit(
      GaussianStatistics statistics, DiscriminantOptions options) {
    GaussianSummary summary = statistics.summary();
    ClassMeans means = ClassMeans.of(summary, options.priors());
    double[] weights = summary.classWeights();
    int d = means.featureCount();
    options.shrinkage().requireClasses(means.classCount());
    return new QuadraticDiscriminant(
        means,
        label -> {
          double divisor = options.divisor().ofClass(weights[label], label);
          return new CovarianceEstimate(
              d,
              label,
              CovarianceEstimate.shortage(statistics, label),
              () -> Covariances.divide(summary.packedScatter(label), divisor),
              covariance ->
                  Covariances.shrink(covariance, d, options.shrinkage(), weights[label], label));
        });
  }

  /// A model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param packedCovariances k covariances, laid out as [GaussianSummary#packedScatter(int)]
  /// @throws SingularCovarianceException if a covariance is singular
  /// @throws IllegalArgumentException if shapes do not match, a number is not finite, or the priors
  ///   are none
  public static QuadraticDiscriminant of(
      double[] priors, double[] origin, double[][] residualMeans, double[][] packedCovariances) {
    Priors.fixed(priors);
    ClassMeans means = new ClassMeans(priors, origin, residualMeans);
    return new QuadraticDiscriminant(means, given(means, packedCovariances));
  }
}
