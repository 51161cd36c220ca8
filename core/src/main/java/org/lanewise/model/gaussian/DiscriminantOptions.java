package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceSummary;

/// Options of a [LinearDiscriminant] or [QuadraticDiscriminant].
///
/// @param priors the class priors; empirical by default
/// @param divisor the divisor of scatters; the sum of weights by default
/// @param shrinkage the regularisation of covariances; none by default
/// @param pooledByPriors how a linear discriminant weights the classes in the shared covariance. If
///   false (the default), by rows: Σ = Σ_c scatter_c over one divisor, shrunk as a whole. If true,
///   by priors: Σ = Σ_c π_c Σ_c with covariances shrunk class by class, as in scikit-learn.
public record DiscriminantOptions(
    Priors priors, CovarianceDivisor divisor, Shrinkage shrinkage, boolean pooledByPriors) {

  /// Empirical priors, maximum likelihood, no shrinkage.
  public static final DiscriminantOptions DEFAULT =
      new DiscriminantOptions(
          Priors.empirical(), CovarianceDivisor.MAXIMUM_LIKELIHOOD, Shrinkage.none(), false);

  /// Checks that nothing is null.
  public DiscriminantOptions {
    Objects.requireNonNull(priors, "priors");
    Objects.requireNonNull(divisor, "divisor");
    Objects.requireNonNull(shrinkage, "shrinkage");
  }

  /// Returns these options with other priors.
  public DiscriminantOptions withPriors(Priors priors) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooledByPriors);
  }

  /// Returns these options with another divisor.
  public DiscriminantOptions withDivisor(CovarianceDivisor divisor) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooledByPriors);
  }

  /// Returns these options with another shrinkage.
  public DiscriminantOptions withShrinkage(Shrinkage shrinkage) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooledByPriors);
  }

  /// Returns these options with the shared covariance pooled by priors, or by rows.
  public DiscriminantOptions withPooledByPriors(boolean pooledByPriors) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooledByPriors);
  }

  /// Whether a [LinearDiscriminant] with these options needs the covariance of each class and not
  /// only the pooled scatter. This applies to pooling by priors, [Shrinkage#towardsVariances] and
  /// [Shrinkage#ledoitWolfAsScikitLearn()].
  public boolean usesClassScatters() {
    return pooledByPriors
        || shrinkage.kind() == Shrinkage.Kind.TOWARDS_VARIANCES
        || shrinkage.kind() == Shrinkage.Kind.LEDOIT_WOLF_AS_SCIKIT_LEARN;
  }

  /// The standard deviations by which [Shrinkage#standardized()] divides columns: those within
  /// classes, with the divisor of these options, and 1 for a feature that does not vary there.
  ///
  /// @throws IllegalArgumentException if the divisor is not positive
  public double[] scales(VarianceSummary summary) {
    double[] scales = summary.withinSumsOfSquares();
    double by = divisor.ofClasses(summary.totalWeight(), Covariances.classesWithRows(summary));
    for (int j = 0; j < scales.length; j++) {
      scales[j] = scales[j] > 0 ? Math.sqrt(scales[j] / by) : 1;
    }
    return scales;
  }

  /// Returns these options with a shrinkage intensity that is chosen by a second pass over the
  /// rows.
  DiscriminantOptions chosen(Statistics statistics, RowBatch rows, Labels labels) {
    return shrinkage.readsRowsAgain()
        ? withShrinkage(shrinkage.chosen(statistics.as(GaussianStatistics.class), rows, labels))
        : this;
  }
}
