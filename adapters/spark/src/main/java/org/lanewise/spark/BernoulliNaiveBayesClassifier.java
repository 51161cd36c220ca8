package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.spark.gathering.StatisticsKind;

/// Bernoulli Naive Bayes: bits that are independent within each class.
///
/// ```
/// log p(x, c) = log π_c + Σ_j [x_j log θ_cj + (1 − x_j) log(1 − θ_cj)],   θ_cj = (n_cj + α) / (n_c + 2α)
/// ```
///
/// Values must be 0 or 1 unless [#setBinaryThreshold] is set. The statistics of a partition take
/// 8kd bytes.
public final class BernoulliNaiveBayesClassifier
    extends DiscreteNaiveBayesClassifier<BernoulliNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  private final DoubleParam binaryThreshold;

  /// Creates an estimator with default parameters.
  public BernoulliNaiveBayesClassifier() {
    this(Identifiable.randomUID("bernoulliNB"));
  }

  /// Creates an estimator with a given uid, as Spark does for copies.
  public BernoulliNaiveBayesClassifier(String uid) {
    super(uid);
    binaryThreshold = Options.binaryThreshold(this);
  }

  /// The threshold of values.
  public DoubleParam binaryThreshold() {
    return binaryThreshold;
  }

  /// Sets the threshold: greater values are 1, others 0. Without it, values must be 0 or 1.
  public BernoulliNaiveBayesClassifier setBinaryThreshold(double value) {
    set(binaryThreshold, value);
    return this;
  }

  /// The threshold, or NaN if values must be 0 or 1.
  public double getBinaryThreshold() {
    return isDefined(binaryThreshold) ? (double) getOrDefault(binaryThreshold) : Double.NaN;
  }

  @Override
  double threshold() {
    return getBinaryThreshold();
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.BITS;
  }

  @Override
  Recipe<?> recipe() {
    return BernoulliNaiveBayes.recipe(options());
  }

  /// Returns a reader of saved estimators.
  public static MLReader<BernoulliNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Loads a saved estimator.
  public static BernoulliNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
