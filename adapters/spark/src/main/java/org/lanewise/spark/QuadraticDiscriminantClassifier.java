package org.lanewise.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.spark.gathering.StatisticsKind;

/// Quadratic discriminant analysis: normal classes, each with a covariance of its own.
///
/// ```
/// log p(x, c) = log π_c − ½(x − μ_c)ᵀ Σ_c⁻¹ (x − μ_c) − ½ log|2πΣ_c|
/// ```
///
/// A partition's statistics are a mean and a scatter for each class: 8k(d + d²/2) bytes. A singular
/// covariance is refused with the class and the features at fault; [#setShrinkage] mends it.
public final class QuadraticDiscriminantClassifier
    extends DiscriminantClassifier<QuadraticDiscriminantClassifier> {

  private static final long serialVersionUID = 1L;

  /// With all parameters at their defaults.
  public QuadraticDiscriminantClassifier() {
    this(Identifiable.randomUID("qda"));
  }

  /// With a name of its own, as Spark makes copies.
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

  /// Reads what `write` wrote.
  public static MLReader<QuadraticDiscriminantClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Reads what `save` wrote.
  public static QuadraticDiscriminantClassifier load(String path) {
    return read().load(path);
  }
}
