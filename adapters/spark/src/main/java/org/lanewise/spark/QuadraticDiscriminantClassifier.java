package org.lanewise.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.spark.gathering.StatisticsKind;

/// Quadratic discriminant analysis: normal classes, each with its own covariance.
///
/// ```
/// log p(x, c) = log π_c − ½(x − μ_c)ᵀ Σ_c⁻¹ (x − μ_c) − ½ log|2πΣ_c|
/// ```
///
/// The statistics of a partition are a mean and a scatter for each class: 8k(d + d²/2) bytes. A
/// singular covariance is rejected with a message that names the class and the features;
/// [#setShrinkage] regularises it.
public final class QuadraticDiscriminantClassifier
    extends DiscriminantClassifier<QuadraticDiscriminantClassifier> {

  private static final long serialVersionUID = 1L;

  /// Creates an estimator with default parameters.
  public QuadraticDiscriminantClassifier() {
    this(Identifiable.randomUID("qda"));
  }

  /// Creates an estimator with a given uid, as Spark does for copies.
  public QuadraticDiscriminantClassifier(String uid) {
    super(uid);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.SCATTERS;
  }

  @Override
  Recipe<?> recipe() {
    DiscriminantOptions options = options();
    return QuadraticDiscriminant.recipe(options);
  }

  /// Returns a reader of saved estimators.
  public static MLReader<QuadraticDiscriminantClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Loads a saved estimator.
  public static QuadraticDiscriminantClassifier load(String path) {
    return read().load(path);
  }
}
