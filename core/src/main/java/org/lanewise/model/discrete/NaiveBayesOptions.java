package org.lanewise.model.discrete;

import java.util.Objects;
import org.lanewise.model.Priors;

/// Options of [BernoulliNaiveBayes], [CategoricalNaiveBayes], [MultinomialNaiveBayes] and
/// [PoissonNaiveBayes].
///
/// @param priors the class priors; empirical by default
/// @param smoothing α; 1 by default
public record NaiveBayesOptions(Priors priors, Smoothing smoothing) {

  /// Empirical priors, α = 1.
  public static final NaiveBayesOptions DEFAULT =
      new NaiveBayesOptions(Priors.empirical(), Smoothing.laplace());

  /// Checks that nothing is null.
  public NaiveBayesOptions {
    Objects.requireNonNull(priors, "priors");
    Objects.requireNonNull(smoothing, "smoothing");
  }

  /// Returns these options with other priors.
  public NaiveBayesOptions withPriors(Priors priors) {
    return new NaiveBayesOptions(priors, smoothing);
  }

  /// Returns these options with another smoothing.
  public NaiveBayesOptions withSmoothing(Smoothing smoothing) {
    return new NaiveBayesOptions(priors, smoothing);
  }
}
