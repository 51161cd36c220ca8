package org.lanewise.cli.classifier;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.score.UnseenCategory;

/// How the user wants a classifier to be fitted; what is empty is the classifier's default.
///
/// @param given the options that were given and not every classifier takes, each with its text
/// @param priors the class priors
/// @param smoothing additive smoothing of counts
/// @param varianceSmoothing what is added to variances, in units of the largest variance
/// @param covariance what a scatter is divided by
/// @param regularization how covariances are regularised
/// @param blending how the covariances of a regularised discriminant are blended
/// @param binarize the threshold above which a value is 1
/// @param unseen what becomes of categories that were not learned
public record FitOptions(
    Map<Parameter, String> given,
    Priors priors,
    Optional<Smoothing> smoothing,
    OptionalDouble varianceSmoothing,
    Optional<CovarianceDivisor> covariance,
    Regularization regularization,
    RegularizedOptions blending,
    OptionalDouble binarize,
    UnseenCategory unseen) {

  /// Copies what was given and checks that nothing is null.
  public FitOptions {
    given = copy(given);
    Objects.requireNonNull(priors, "priors");
    Objects.requireNonNull(smoothing, "smoothing");
    Objects.requireNonNull(varianceSmoothing, "varianceSmoothing");
    Objects.requireNonNull(covariance, "covariance");
    Objects.requireNonNull(regularization, "regularization");
    Objects.requireNonNull(blending, "blending");
    Objects.requireNonNull(binarize, "binarize");
    Objects.requireNonNull(unseen, "unseen");
  }

  /// Whether the weights are to be normalised.
  public boolean normalize() {
    return given.containsKey(Parameter.NORMALIZE);
  }

  /// The text of a missing value, if there is one.
  public Optional<String> missing() {
    return Optional.ofNullable(given.get(Parameter.MISSING));
  }

  /// A copy in the order of the parameters.
  static Map<Parameter, String> copy(Map<Parameter, String> given) {
    Map<Parameter, String> copy = new EnumMap<>(Parameter.class);
    copy.putAll(given);
    return Collections.unmodifiableMap(copy);
  }
}
