package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.spark.gathering.StatisticsKind;

/// Bernoulli Naive Bayes: bits that are independent within each class.
///
/// ```
/// log p(x, c) = log π_c + Σ_j [x_j log θ_cj + (1 − x_j) log(1 − θ_cj)],   θ_cj = (n_cj + α) / (n_c + 2α)
/// ```
///
/// Values have to be 0 or 1 unless [#setBinaryThreshold] says what makes a one. A partition's
/// statistics are 8kd bytes.
public final class BernoulliNaiveBayesClassifier
    extends GenerativeClassifier<BernoulliNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  private final DoubleParam smoothing;
  private final DoubleParam binaryThreshold;

  /// With all parameters at their defaults.
  public BernoulliNaiveBayesClassifier() {
    this(Identifiable.randomUID("bernoulliNB"));
  }

  /// With a name of its own, as Spark makes copies.
  public BernoulliNaiveBayesClassifier(String uid) {
    super(uid);
    smoothing = Options.smoothing(this);
    setDefault(smoothing, 1.0);
    binaryThreshold = Options.binaryThreshold(this);
  }

  /// What is added to every count.
  public DoubleParam smoothing() {
    return smoothing;
  }

  /// Sets what is added to every count, at least 0; 1 by default.
  public BernoulliNaiveBayesClassifier setSmoothing(double value) {
    set(smoothing, value);
    return this;
  }

  /// What is added to every count.
  public double getSmoothing() {
    return (double) getOrDefault(smoothing);
  }

  /// What values are compared with.
  public DoubleParam binaryThreshold() {
    return binaryThreshold;
  }

  /// Sets what values are compared with: those that are greater are 1, others 0. Where it is not
  /// set, values have to be 0 or 1.
  public BernoulliNaiveBayesClassifier setBinaryThreshold(double value) {
    set(binaryThreshold, value);
    return this;
  }

  /// What values are compared with; NaN where they have to be 0 or 1.
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
    return BernoulliNaiveBayes.recipe(
        NaiveBayesOptions.DEFAULT.withSmoothing(Smoothing.of(getSmoothing())));
  }

  /// Reads what `write` wrote.
  public static MLReader<BernoulliNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Reads what `save` wrote.
  public static BernoulliNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
