package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;

/// The base of Naive Bayes of bits, categories and counts: the smoothing.
///
/// @param <E> the estimator itself
public abstract sealed class DiscreteNaiveBayesClassifier<E extends DiscreteNaiveBayesClassifier<E>>
    extends GenerativeClassifier<E>
    permits BernoulliNaiveBayesClassifier,
        CategoricalNaiveBayesClassifier,
        MultinomialNaiveBayesClassifier {

  private static final long serialVersionUID = 1L;

  private final DoubleParam smoothing;

  DiscreteNaiveBayesClassifier(String uid) {
    super(uid);
    smoothing =
        Options.number(
            this, "smoothing", "added to every count, at least 0", Options.Range.NOT_NEGATIVE);
    setDefault(smoothing, 1.0);
  }

  /// The additive smoothing of counts.
  public final DoubleParam smoothing() {
    return smoothing;
  }

  /// Sets the additive smoothing of counts, at least 0; 1 by default.
  public final E setSmoothing(double value) {
    set(smoothing, value);
    return self();
  }

  /// The additive smoothing of counts.
  public final double getSmoothing() {
    return (double) getOrDefault(smoothing);
  }

  final NaiveBayesOptions options() {
    return NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(getSmoothing()));
  }
}
