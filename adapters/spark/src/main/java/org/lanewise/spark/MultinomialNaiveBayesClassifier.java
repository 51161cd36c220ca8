package org.lanewise.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.spark.gathering.StatisticsKind;

/// Multinomial Naive Bayes: counts, such as those of words, whose shares depend on the class.
///
/// ```
/// log p(x, c) = log π_c + Σ_j x_j log θ_cj,   θ_cj = (n_cj + α) / (n_c + αd)
/// ```
///
/// where n_cj is the sum of x_j over the rows of class c, n_c that over all features, and the
/// multinomial coefficient, the same in all classes, is omitted. Values must be at least 0. The
/// statistics of a partition take 8kd bytes.
public final class MultinomialNaiveBayesClassifier
    extends DiscreteNaiveBayesClassifier<MultinomialNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  /// Creates an estimator with default parameters.
  public MultinomialNaiveBayesClassifier() {
    this(Identifiable.randomUID("multinomialNB"));
  }

  /// Creates an estimator with a given uid, as Spark does for copies.
  public MultinomialNaiveBayesClassifier(String uid) {
    super(uid);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.COUNTS;
  }

  @Override
  Recipe<?> recipe() {
    return MultinomialNaiveBayes.recipe(options());
  }

  /// Returns a reader of saved estimators.
  public static MLReader<MultinomialNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Loads a saved estimator.
  public static MultinomialNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
