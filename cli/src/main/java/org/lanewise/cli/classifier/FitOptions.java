package org.lanewise.cli.classifier;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.lanewise.model.CovarianceDivisor;
import org.lanewise.model.Priors;

/// How the user wants a classifier to be fitted; what is empty is the classifier's default.
///
/// @param priors the class priors
/// @param alpha additive smoothing of counts
/// @param varianceSmoothing what is added to variances, in units of the largest variance
/// @param covariance what a scatter is divided by
/// @param binarize the threshold above which a value is 1
public record FitOptions(
    Priors priors,
    OptionalDouble alpha,
    OptionalDouble varianceSmoothing,
    Optional<CovarianceDivisor> covariance,
    OptionalDouble binarize) {

  /// Empirical priors and the defaults of the classifier.
  public static final FitOptions DEFAULT =
      new FitOptions(
          Priors.empirical(),
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          Optional.empty(),
          OptionalDouble.empty());

  /// Checks that nothing is null.
  public FitOptions {
    Objects.requireNonNull(priors, "priors");
    Objects.requireNonNull(alpha, "alpha");
    Objects.requireNonNull(varianceSmoothing, "varianceSmoothing");
    Objects.requireNonNull(covariance, "covariance");
    Objects.requireNonNull(binarize, "binarize");
  }

  /// The options that were given and not every classifier takes.
  public Set<Parameter> given() {
    EnumSet<Parameter> given = EnumSet.noneOf(Parameter.class);
    if (alpha.isPresent()) {
      given.add(Parameter.ALPHA);
    }
    if (varianceSmoothing.isPresent()) {
      given.add(Parameter.VARIANCE_SMOOTHING);
    }
    if (covariance.isPresent()) {
      given.add(Parameter.COVARIANCE);
    }
    if (binarize.isPresent()) {
      given.add(Parameter.BINARIZE);
    }
    return given;
  }
}
