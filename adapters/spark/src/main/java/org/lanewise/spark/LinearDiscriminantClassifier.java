package org.lanewise.spark;

import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.Identifiable;
import org.apache.spark.ml.util.MLReader;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.spark.gathering.StatisticsKind;

/// Linear discriminant analysis: normal classes that share one covariance.
///
/// ```
/// log p(x, c) = log π_c − ½(x − μ_c)ᵀ Σ⁻¹ (x − μ_c) − ½ log|2πΣ|
/// ```
///
/// A partition's statistics are k means and one scatter: 8(kd + d²/2) bytes. A singular covariance
/// is refused with the features at fault; [#setShrinkage] mends it.
public final class LinearDiscriminantClassifier
    extends DiscriminantClassifier<LinearDiscriminantClassifier> {

  private static final long serialVersionUID = 1L;

  /// With all parameters at their defaults.
  public LinearDiscriminantClassifier() {
    this(Identifiable.randomUID("lda"));
  }

  /// With a name of its own, as Spark makes copies.
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

  /// Reads what `write` wrote.
  public static MLReader<LinearDiscriminantClassifier> read() {
    return new DefaultParamsReader<>();
  }

  /// Reads what `save` wrote.
  public static LinearDiscriminantClassifier load(String path) {
    return read().load(path);
  }
}
