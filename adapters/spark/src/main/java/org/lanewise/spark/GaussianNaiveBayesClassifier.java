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
/// A partition's statistics are 16kd bytes.
public final class GaussianNaiveBayesClassifier
    extends GenerativeClassifier<GaussianNaiveBayesClassifier> {

  private static final long serialVersionUID = 1L;

  private static final String BY_CLASS = "byClass";
  private static final String POOLED = "pooled";

  private final DoubleParam varianceSmoothing;
  private final Param<String> divisor;
  private final Param<String> variances;

  /// With all parameters at their defaults.
  public GaussianNaiveBayesClassifier() {
    this(Identifiable.randomUID("gaussianNB"));
  }

  /// With a name of its own, as Spark makes copies.
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

  /// What is added to all variances.
  public DoubleParam varianceSmoothing() {
    return varianceSmoothing;
  }

  /// Sets what is added to all variances, in units of the largest variance of a feature: 1e-9 by
  /// default, as in scikit-learn.
  public GaussianNaiveBayesClassifier setVarianceSmoothing(double value) {
    set(varianceSmoothing, value);
    return this;
  }

  /// What is added to all variances.
  public double getVarianceSmoothing() {
    return (double) getOrDefault(varianceSmoothing);
  }

  /// What sums of squares are divided by.
  public Param<String> divisor() {
    return divisor;
  }

  /// Sets what sums of squares are divided by: `maximumLikelihood`, the number of rows (default),
  /// or `unbiased`, the degrees of freedom.
  public GaussianNaiveBayesClassifier setDivisor(String value) {
    set(divisor, value);
    return this;
  }

  /// What sums of squares are divided by.
  public String getDivisor() {
    return getOrDefault(divisor);
  }

  /// Whose the variances are.
  public Param<String> variances() {
    return variances;
  }

  /// Sets whose the variances are: each class has its own (`byClass`, default), or all classes
  /// share those within them (`pooled`), which makes the scores linear.
  public GaussianNaiveBayesClassifier setVariances(String value) {
    set(variances, value);
    return this;
  }

  /// Whose the variances are.
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
            .withVariances(
                getVariances().equals(POOLED)
                    ? GaussianBayesOptions.Variances.POOLED
                    : GaussianBayesOptions.Variances.BY_CLASS);
    return GaussianNaiveBayes.recipe(options);
  }

  /// Reads what `write` wrote.
  public static MLReader<GaussianNaiveBayesClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Reads what `save` wrote.
  public static GaussianNaiveBayesClassifier load(String path) {
    return read().load(path);
  }
}
