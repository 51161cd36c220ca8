package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.spark.gathering.StatisticsKind;

/// Gaussian Naive Bayes: features that are normal and independent within each class.
///
/// ```
/// log p(x, c) = log π_c − ½ Σ_j [(x_j − μ_cj)² / σ²_cj + log 2πσ²_cj]
/// ```
///
/// The statistics of a partition take 16kd bytes.
public final class GaussianNaiveBayesClassifier
    extends GenerativeClassifier<GaussianNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  private static final String BY_CLASS = "byClass";
  private static final String POOLED = "pooled";

  private final DoubleParam varianceSmoothing;
  private final Param<String> divisor;
  private final Param<String> variances;

  /// Creates an estimator with default parameters.
  public GaussianNaiveBayesClassifier() {
    this(Identifiable.randomUID("gaussianNB"));
  }

  /// Creates an estimator with a given uid, as Spark does for copies.
  public GaussianNaiveBayesClassifier(String uid) {
    super(uid);
    varianceSmoothing =
        Options.number(
            this,
            "varianceSmoothing",
            "added to all variances, in units of the largest variance of a feature",
            Options.Range.NOT_NEGATIVE);
    divisor = Options.divisor(this);
    variances = Options.choice(this, "variances", "whose the variances are", BY_CLASS, POOLED);
    setDefault(varianceSmoothing, GaussianBayesOptions.DEFAULT.varianceSmoothing());
    setDefault(divisor, Options.MAXIMUM_LIKELIHOOD);
    setDefault(variances, BY_CLASS);
  }

  /// The smoothing of variances.
  public DoubleParam varianceSmoothing() {
    return varianceSmoothing;
  }

  /// Sets the share of the largest variance of a feature that is added to all variances; 1e-9 by
  /// default, as in scikit-learn.
  public GaussianNaiveBayesClassifier setVarianceSmoothing(double value) {
    set(varianceSmoothing, value);
    return this;
  }

  /// The smoothing of variances.
  public double getVarianceSmoothing() {
    return (double) getOrDefault(varianceSmoothing);
  }

  /// The divisor of sums of squares.
  public Param<String> divisor() {
    return divisor;
  }

  /// Sets the divisor of sums of squares: `maximumLikelihood`, the number of rows (default), or
  /// `unbiased`, the degrees of freedom.
  public GaussianNaiveBayesClassifier setDivisor(String value) {
    set(divisor, value);
    return this;
  }

  /// The divisor of sums of squares.
  public String getDivisor() {
    return getOrDefault(divisor);
  }

  /// Whether classes share variances.
  public Param<String> variances() {
    return variances;
  }

  /// Sets whether classes share variances: each has its own (`byClass`, default), or all share them
  /// (`pooled`), which makes the scores linear.
  public GaussianNaiveBayesClassifier setVariances(String value) {
    set(variances, value);
    return this;
  }

  /// Whether classes share variances.
  public String getVariances() {
    return getOrDefault(variances);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.VARIANCES;
  }

  @Override
  String regularizer() {
    return "setVarianceSmoothing";
  }

  @Override
  Recipe<?> recipe() {
    GaussianBayesOptions options =
        GaussianBayesOptions.DEFAULT
            .withVarianceSmoothing(getVarianceSmoothing())
            .withDivisor(Options.divisor(getDivisor()))
            .withPooledVariances(getVariances().equals(POOLED));
    return GaussianNaiveBayes.recipe(options);
  }

  /// Returns a reader of saved estimators.
  public static MLReader<GaussianNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Loads a saved estimator.
  public static GaussianNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
