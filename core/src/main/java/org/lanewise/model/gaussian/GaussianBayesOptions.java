package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.data.Fact;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;

/// How to fit [GaussianNaiveBayes].
///
/// @param priors the class priors; empirical by default
/// @param varianceSmoothing ε in units of the largest variance of a feature; 1e-9 by default, 0
///   allowed
/// @param divisor what a class's sum of squares is divided by; n_c by default
public record GaussianBayesOptions(
    Priors priors, double varianceSmoothing, CovarianceDivisor divisor) {

  /// Empirical priors, smoothing 1e-9, maximum likelihood.
  public static final GaussianBayesOptions DEFAULT =
      new GaussianBayesOptions(Priors.empirical(), 1e-9, CovarianceDivisor.MAXIMUM_LIKELIHOOD);

  /// Checks the smoothing.
  ///
  /// @throws IllegalArgumentException if it is negative or not finite
  public GaussianBayesOptions {
    Objects.requireNonNull(priors, "priors");
    Objects.requireNonNull(divisor, "divisor");
    if (!(varianceSmoothing >= 0 && varianceSmoothing < Double.POSITIVE_INFINITY)) {
      throw new BadOptionException(
          "the variance smoothing is %s; a finite number of at least 0 is expected",
          Fact.value(varianceSmoothing));
    }
  }

  /// These options with other priors.
  public GaussianBayesOptions withPriors(Priors priors) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor);
  }

  /// These options with another smoothing.
  public GaussianBayesOptions withVarianceSmoothing(double varianceSmoothing) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor);
  }

  /// These options with another divisor.
  public GaussianBayesOptions withDivisor(CovarianceDivisor divisor) {
    return new GaussianBayesOptions(priors, varianceSmoothing, divisor);
  }
}
