package org.lanewise.model.discrete;

import org.lanewise.internal.score.AffineForm;

/// Collects the parts of an [AffineForm].
final class FormBuilder {

  /// The number of features whose weights stay in the cache while those of all classes are set, one
  /// class after the other.
  static final int BLOCK = 64;

  private final int featureCount;
  private final int classStride;
  private final double[] weights;
  private final double[] intercepts;
  private final double[] impossibleIntercepts;
  // Both are left out of the form if nothing is impossible.
  private double[] impossibleWeights;
  private boolean impossible;

  FormBuilder(int classCount, int featureCount) {
    this.featureCount = featureCount;
    weights = new double[AffineForm.size(featureCount, classCount)];
    classStride = weights.length / featureCount;
    intercepts = new double[classCount];
    impossibleIntercepts = new double[classCount];
  }

  void weight(int label, int feature, double finite) {
    weights[feature * classStride + label] = finite;
  }

  /// Sets a weight with factors of 0: `count` of them for each unit of the feature.
  void weight(int label, int feature, double finite, double count) {
    weight(label, feature, finite);
    if (impossibleWeights == null) {
      impossibleWeights = new double[weights.length];
      impossible = true;
    }
    impossibleWeights[feature * classStride + label] = count;
  }

  void intercept(int label, double value) {
    intercepts[label] = value;
  }

  /// Adds log π_c to the intercepts.
  void priors(double[] priors) {
    for (int c = 0; c < priors.length; c++) {
      if (priors[c] == 0) {
        impossible = true;
        impossibleIntercepts[c] = AffineForm.PRIOR_ZERO;
      } else {
        intercepts[c] += StrictMath.log(priors[c]);
      }
    }
  }

  AffineForm build(AffineForm.Base base) {
    return new AffineForm(
        featureCount,
        intercepts,
        weights,
        impossible ? impossibleIntercepts : null,
        impossibleWeights,
        base);
  }
}
