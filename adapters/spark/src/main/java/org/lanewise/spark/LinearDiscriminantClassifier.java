package org.lanewise.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.spark.gathering.StatisticsKind;

/// Linear discriminant analysis: normal classes with a shared covariance.
///
/// ```
/// log p(x, c) = log π_c − ½(x − μ_c)ᵀ Σ⁻¹ (x − μ_c) − ½ log|2πΣ|
/// ```
///
/// The statistics of a partition are k means and one scatter: 8(kd + d²/2) bytes. A singular
/// covariance is rejected with a message that names the features; [#setShrinkage] regularises it.
public final class LinearDiscriminantClassifier
    extends DiscriminantClassifier<LinearDiscriminantClassifier> {

  private static final long serialVersionUID = 1L;

  /// Creates an estimator with default parameters.
  public LinearDiscriminantClassifier() {
    this(Identifiable.randomUID("lda"));
  }

  /// Creates an estimator with a given uid, as Spark does for copies.
  public LinearDiscriminantClassifier(String uid) {
    super(uid);
  }

  @Override
  StatisticsKind statistics() {
    return StatisticsKind.POOLED_SCATTER;
  }

  @Override
  Recipe<?> recipe() {
    DiscriminantOptions options = options();
    return LinearDiscriminant.recipe(options);
  }

  /// Returns a reader of saved estimators.
  public static MLReader<LinearDiscriminantClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Loads a saved estimator.
  public static LinearDiscriminantClassifier load(String path) {
    return read().load(path);
  }
}
