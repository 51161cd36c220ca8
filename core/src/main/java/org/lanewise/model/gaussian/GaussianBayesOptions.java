package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.data.Fact;
import org.lanewise.data.MissingValues;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;

/// Options of [GaussianNaiveBayes].
///
/// @param priors the class priors; empirical by default
/// @param varianceSmoothing ε in units of the largest variance of a feature; 1e-9 by default, 0
///   allowed
/// @param divisor the divisor of sums of squares; the sum of weights by default
/// @param pooledVariances whether all classes share the variances: σ²_j = Σ_c square_cj / W, which
///   is linear discriminant analysis with a diagonal covariance. By default each class has its own:
///   σ²_cj = square_cj / W_c
/// @param missing the treatment of NaN in training rows; rejected by default
public record GaussianBayesOptions(
    Priors priors,
    double varianceSmoothing,
    CovarianceDivisor divisor,
    boolean pooledVariances,
    MissingValues missing) {

  /// Empirical priors, smoothing 1e-9, maximum likelihood, separate variances for each class.
  public static final GaussianBayesOptions DEFAULT =
      new GaussianBayesOptions(
          Priors.empirical(),
          1e-9,
          CovarianceDivisor.MAXIMUM_LIKELIHOOD,
          false,
          MissingValues.REFUSE);

  /// Checks the smoothing.
  ///
  /// @throws IllegalArgumentException if it is negative or not finite
  public GaussianBayesOptions {
    Objects.requireNonNull(priors, "priors");
    Objects.requireNonNull(divisor, "divisor");
    Objects.requireNonNull(missing, "missing values");
    if (!(varianceSmoothing >= 0 && varianceSmoothing < Double.POSITIVE_INFINITY)) {
      throw new BadOptionException(
          "the variance smoothing is %s; a finite number of at least 0 is expected",
          Fact.value(varianceSmoothing));
    }
  }

  /// Returns these options with other priors.
  public GaussianBayesOptions withPriors(Priors priors) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor, pooledVariances, missing);
  }

  /// Returns these options with another smoothing.
  public GaussianBayesOptions withVarianceSmoothing(double varianceSmoothing) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor, pooledVariances, missing);
  }

  /// Returns these options with another divisor.
  public GaussianBayesOptions withDivisor(CovarianceDivisor divisor) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor, pooledVariances, missing);
  }

  /// Returns these options with shared or separate variances.
  public GaussianBayesOptions withPooledVariances(boolean pooledVariances) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor, pooledVariances, missing);
  }

  /// Returns these options with another treatment of NaN in training rows.
  public GaussianBayesOptions withMissing(MissingValues missing) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor, pooledVariances, missing);
  }
}
