package org.lanewise.spark;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.spark.gathering.StatisticsKind;

/// Regularised discriminant analysis (Friedman 1989): the covariance of each class is shrunk
/// towards the pooled one by λ, and then towards a multiple of the unit matrix by γ.
///
/// λ = 0, γ = 0 (default) is the quadratic discriminant, λ = 1 the linear one. Statistics are those
/// of [QuadraticDiscriminantClassifier].
public final class RegularizedDiscriminantClassifier
    extends GenerativeClassifier<RegularizedDiscriminantClassifier> {

  private static final long serialVersionUID = 1L;

  private static final String COVARIANCES = "covariances";
  private static final String SCATTERS = "scatters";

  private final DoubleParam lambda;
  private final DoubleParam gamma;
  private final Param<String> blend;

  /// Creates an estimator with default parameters.
  public RegularizedDiscriminantClassifier() {
    this(Identifiable.randomUID("rda"));
  }

  /// Creates an estimator with a given uid, as Spark does for copies.
  public RegularizedDiscriminantClassifier(String uid) {
    super(uid);
    lambda =
        Options.number(
            this,
            "lambda",
            "how far covariances are drawn towards the pooled one, from 0 to 1",
            Options.Range.SHARE);
    gamma =
        Options.number(
            this,
            "gamma",
            "how far covariances are then drawn towards tr(S)/d I, from 0 to 1",
            Options.Range.SHARE);
    blend = Options.choice(this, "blend", "what lambda blends", COVARIANCES, SCATTERS);
    setDefault(lambda, 0.0);
    setDefault(gamma, 0.0);
    setDefault(blend, COVARIANCES);
  }

  /// The share of the pooled covariance.
  public DoubleParam lambda() {
    return lambda;
  }

  /// Sets λ, the share of the pooled covariance, from 0 to 1.
  public RegularizedDiscriminantClassifier setLambda(double value) {
    set(lambda, value);
    return this;
  }

  /// The share of the pooled covariance.
  public double getLambda() {
    return (double) getOrDefault(lambda);
  }

  /// The share of a multiple of the unit matrix.
  public DoubleParam gamma() {
    return gamma;
  }

  /// Sets γ, the share of tr(S)/d·I, from 0 to 1.
  public RegularizedDiscriminantClassifier setGamma(double value) {
    set(gamma, value);
    return this;
  }

  /// The share of a multiple of the unit matrix.
  public double getGamma() {
    return (double) getOrDefault(gamma);
  }

  /// The matrices that λ blends.
  public Param<String> blend() {
    return blend;
  }

  /// Sets the matrices that λ blends: unbiased `covariances`, as in R's klaR (default), or
  /// `scatters` and weights, as in Friedman (1989).
  public RegularizedDiscriminantClassifier setBlend(String value) {
    set(blend, value);
    return this;
  }

  /// The matrices that λ blends.
  public String getBlend() {
    return getOrDefault(blend);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.SCATTERS;
  }

  @Override
  String regularizer() {
    return "setGamma";
  }

  @Override
  Recipe<?> recipe() {
    RegularizedOptions options =
        RegularizedOptions.DEFAULT
            .withLambda(getLambda())
            .withGamma(getGamma())
            .withBlendedScatters(getBlend().equals(SCATTERS));
    return RegularizedDiscriminant.recipe(options);
  }

  /// Returns a reader of saved estimators.
  public static MLReader<RegularizedDiscriminantClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Loads a saved estimator.
  public static RegularizedDiscriminantClassifier load(String path) {
    return read().load(path);
  }
}
