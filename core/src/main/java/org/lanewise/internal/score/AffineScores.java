package org.lanewise.internal.score;

import java.util.Objects;
import org.lanewise.internal.kernel.ScoreKernels;

/// Scores of k classes that are affine in a statistic T(x), in the layout of the kernels:
///
/// ```
/// score_c = b_c + Σ_j w_cj T_j(x)
/// ```
///
/// **The posterior of such scores is logistic, and there is no other way to one here.** Where the
/// class-conditionals are of one exponential family and differ in its natural parameters alone, log
/// p(x, c) = score_c + log h(x) with an h that all classes share. It cancels in p(c | x), which is
/// therefore the softmax of the scores ([LogSumExp]):
///
/// ```
/// p(c | x) = exp(score_c) / Σ_b exp(score_b)
/// ```
///
/// So linear discriminants (T(x) = x − origin, for the quadratic term is in h) and the discrete
/// models (an [AffineForm] over bits, categories, counts) are one piece of code: these weights, for
/// blocks of columns their [AffinePanels], and the softmax. Immutable.
public final class AffineScores {

  private final int featureCount;
  private final int classCount;
  private final double[] intercepts;

  /// Two layouts of the same weights. One is there; the other is null until it is asked for.
  private volatile double[] weights;

  private volatile double[] rowWeights;

  /// @param intercepts b_c of k classes
  /// @param byFeature w_cj, laid out as [#weights], not copied
  public AffineScores(int featureCount, double[] intercepts, double[] byFeature) {
    this.featureCount = featureCount;
    classCount = intercepts.length;
    this.intercepts =
        ClassParameters.padded(intercepts, ScoreKernels.classStride(intercepts.length));
    weights = byFeature;
  }

  /// Scores that are first of all of rows alone: [#weights()] takes no memory until it is asked
  /// for.
  ///
  /// @param intercepts b_c of k classes
  /// @param weights w_cj as `weights[c][j]`
  public static AffineScores ofRows(double[] intercepts, double[][] weights) {
    int stride = ScoreKernels.classStride(intercepts.length);
    return new AffineScores(
        weights[0].length,
        intercepts.length,
        ClassParameters.padded(intercepts, stride),
        null,
        ClassParameters.byEight(weights, stride));
  }

  private AffineScores(
      int featureCount,
      int classCount,
      double[] intercepts,
      double[] weights,
      double[] rowWeights) {
    this.featureCount = featureCount;
    this.classCount = classCount;
    this.intercepts = intercepts;
    this.weights = weights;
    this.rowWeights = rowWeights;
  }

  /// The same weights with other intercepts.
  public AffineScores withIntercepts(double[] others) {
    double[] padded = ClassParameters.padded(others, intercepts.length);
    return new AffineScores(featureCount, classCount, padded, weights, rowWeights);
  }

  /// w_cj.
  public double weight(int label, int feature) {
    Objects.checkIndex(label, classCount);
    Objects.checkIndex(feature, featureCount);
    double[] rows = rowWeights;
    return rows == null
        ? weights[feature * ScoreKernels.classStride(classCount) + label]
        : rows[ScoreKernels.rowOffset(label, featureCount) + feature * ScoreKernels.TOGETHER];
  }

  /// These intercepts with other weights, of another number of features.
  ///
  /// @param byFeature laid out as [#weights], not copied
  public AffineScores withWeights(int features, double[] byFeature) {
    return new AffineScores(features, classCount, intercepts, byFeature, null);
  }

  /// w_cj at `[j·classStride + c]`, padded with 0; not to be changed.
  public double[] weights() {
    double[] made = weights;
    if (made == null) {
      made = ClassParameters.byFeature(rowWeights, featureCount, classCount);
      weights = made;
    }
    return made;
  }

  /// w_cj at `[(c − c mod 8)·d + 8·j + c mod 8]`, for rows alone, made when first asked for; not to
  /// be changed. Of up to eight classes it is [#weights].
  public double[] rowWeights() {
    double[] made = rowWeights;
    if (made == null) {
      made = ClassParameters.regrouped(weights, featureCount, classCount);
      rowWeights = made;
    }
    return made;
  }

  /// b_c at `[c]`, padded with 0; not to be changed.
  public double[] intercepts() {
    return intercepts;
  }

  /// The same scores for blocks of columns, of T(x) = x − origin.
  public AffinePanels panels(double[] origin) {
    int stride = ScoreKernels.classStride(classCount);
    double[] rows = rowWeights;
    return new AffinePanels(
        origin,
        classCount,
        rows == null
            ? ClassParameters.panelsByFeature(weights, featureCount, classCount, stride)
            : ClassParameters.panelsByEight(rows, featureCount, classCount),
        intercepts);
  }
}
