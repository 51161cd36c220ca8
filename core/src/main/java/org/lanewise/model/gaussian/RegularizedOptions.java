package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.data.Fact;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;

/// Options of a [RegularizedDiscriminant].
///
/// @param priors the class priors; empirical by default
/// @param lambda λ from 0 (a covariance for each class) to 1 (one covariance for all); 0 by default
/// @param gamma γ from 0 to 1 (a multiple of the identity matrix); 0 by default
/// @param blendedScatters the matrices that λ blends. If false (the default), unbiased covariances,
///   as in `klaR::rda`. If true, scatters and weights, as in Friedman (1989), so that larger
///   classes keep more of their own covariance.
public record RegularizedOptions(
    Priors priors, double lambda, double gamma, boolean blendedScatters) {

  /// Empirical priors, λ = γ = 0, blending covariances.
  public static final RegularizedOptions DEFAULT =
      new RegularizedOptions(Priors.empirical(), 0, 0, false);

  /// Checks λ and γ.
  ///
  /// @throws IllegalArgumentException if one is not from 0 to 1
  public RegularizedOptions {
    Objects.requireNonNull(priors, "priors");
    requireShare("lambda", lambda);
    requireShare("gamma", gamma);
  }

  /// Returns these options with other priors.
  public RegularizedOptions withPriors(Priors priors) {
    return new RegularizedOptions(priors, lambda, gamma, blendedScatters);
  }

  /// Returns these options with another λ.
  ///
  /// @throws IllegalArgumentException if it is not from 0 to 1
  public RegularizedOptions withLambda(double lambda) {
    return new RegularizedOptions(priors, lambda, gamma, blendedScatters);
  }

  /// Returns these options with another γ.
  ///
  /// @throws IllegalArgumentException if it is not from 0 to 1
  public RegularizedOptions withGamma(double gamma) {
    return new RegularizedOptions(priors, lambda, gamma, blendedScatters);
  }

  /// Returns these options with blended scatters, or covariances.
  public RegularizedOptions withBlendedScatters(boolean blendedScatters) {
    return new RegularizedOptions(priors, lambda, gamma, blendedScatters);
  }

  private static void requireShare(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new BadOptionException(
          "%s is %s; a number from 0 to 1 is expected", name, Fact.value(value));
    }
  }
}
