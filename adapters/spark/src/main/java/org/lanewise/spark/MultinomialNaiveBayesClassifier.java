package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.spark.gathering.StatisticsKind;

/// Multinomial Naive Bayes: counts, such as those of words, whose shares depend on the class.
///
/// ```
/// log p(x, c) = log π_c + Σ_j x_j log θ_cj,   θ_cj = (n_cj + α) / (n_c + αd)
/// ```
///
/// where n_cj is the sum of x_j over the rows of class c, n_c that over all features, and the
/// multinomial coefficient, the same in all classes, is left out. Values have to be at least 0. A
/// partition's statistics are 8kd bytes.
public final class MultinomialNaiveBayesClassifier
    extends GenerativeClassifier<MultinomialNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  private final DoubleParam smoothing;

  /// With all parameters at their defaults.
  public MultinomialNaiveBayesClassifier() {
    this(Identifiable.randomUID("multinomialNB"));
  }

  /// With a name of its own, as Spark makes copies.
  public MultinomialNaiveBayesClassifier(String uid) {
    super(uid);
    smoothing = Options.smoothing(this);
    setDefault(smoothing, 1.0);
  }

  /// What is added to every count.
  public DoubleParam smoothing() {
    return smoothing;
  }

  /// Sets what is added to every count, at least 0; 1 by default.
  public MultinomialNaiveBayesClassifier setSmoothing(double value) {
    set(smoothing, value);
    return this;
  }

  /// What is added to every count.
  public double getSmoothing() {
    return (double) getOrDefault(smoothing);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.COUNTS;
  }

  @Override
  Recipe<?> recipe() {
    return MultinomialNaiveBayes.recipe(
        NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(getSmoothing())));
  }

  /// Reads what `write` wrote.
  public static MLReader<MultinomialNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Reads what `save` wrote.
  public static MultinomialNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
