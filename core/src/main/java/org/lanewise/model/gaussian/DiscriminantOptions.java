package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;

/// Options of a [LinearDiscriminant] or [QuadraticDiscriminant].
///
/// @param priors the class priors; empirical by default
/// @param divisor the divisor of scatters; the sum of weights by default
/// @param shrinkage the regularisation of covariances; none by default
/// @param pooling how a linear discriminant weights the classes in the shared covariance; by rows
///   by default
public record DiscriminantOptions(
    Priors priors, CovarianceDivisor divisor, Shrinkage shrinkage, Pooling pooling) {

  /// How classes are weighted in the shared covariance.
  public enum Pooling {
    /// By rows: Σ = Σ_c scatter_c over one divisor, shrunk as a whole.
    BY_ROWS,

    /// By priors: Σ = Σ_c π_c Σ_c with covariances shrunk class by class, as in scikit-learn.
    BY_PRIORS
  }

  /// Whether a [LinearDiscriminant] with these options needs the covariance of each class and not
  /// only the pooled scatter. This applies to [Pooling#BY_PRIORS], [Shrinkage#towardsVariances] and
  /// [Shrinkage#ledoitWolfAsScikitLearn()].
  public boolean usesClassScatters() {
    return pooling == Pooling.BY_PRIORS
        || shrinkage.kind() == Shrinkage.Kind.TOWARDS_VARIANCES
        || shrinkage.kind() == Shrinkage.Kind.LEDOIT_WOLF_AS_SCIKIT_LEARN;
  }

  /// Empirical priors, maximum likelihood, no shrinkage.
  public static final DiscriminantOptions DEFAULT =
      new DiscriminantOptions(
          Priors.empirical(),
          CovarianceDivisor.MAXIMUM_LIKELIHOOD,
          Shrinkage.none(),
          Pooling.BY_ROWS);

  /// Checks that nothing is null.
  public DiscriminantOptions {
    Objects.requireNonNull(priors, "priors");
    Objects.requireNonNull(divisor, "divisor");
    Objects.requireNonNull(shrinkage, "shrinkage");
    Objects.requireNonNull(pooling, "pooling");
  }

  /// Returns these options with other priors.
  public DiscriminantOptions withPriors(Priors priors) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooling);
  }

  /// Returns these options with another divisor.
  public DiscriminantOptions withDivisor(CovarianceDivisor divisor) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooling);
  }

  /// Returns these options with another shrinkage.
  public DiscriminantOptions withShrinkage(Shrinkage shrinkage) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooling);
  }

  /// Returns these options with another pooling.
  public DiscriminantOptions withPooling(Pooling pooling) {
    return new DiscriminantOptions(priors, divisor, shrinkage, pooling);
  }

  /// Returns these options with covariances (1−r)·S + r·I: [Shrinkage#toIdentity(double)].
  ///
  /// @throws IllegalArgumentException if r is not from 0 to 1
  public DiscriminantOptions withRegularization(double r) {
    return withShrinkage(Shrinkage.toIdentity(r));
  }

  /// Returns these options with a shrinkage intensity that is chosen by a second pass over the
  /// rows.
  DiscriminantOptions chosen(Statistics statistics, RowBatch rows, Labels labels) {
    return shrinkage.readsRowsAgain()
        ? withShrinkage(shrinkage.chosen(statistics.as(GaussianStatistics.class), rows, labels))
        : this;
  }
}
