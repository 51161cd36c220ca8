package org.lanewise.internal.score;

import java.util.Objects;
import org.lanewise.internal.kernel.ScoreKernels;

/// The affine part of k class models of one exponential family:
///
/// ```
/// log p(x, c) = b_c + Σ_j w_cj T_j(x) + log h(x)
/// ```
///
/// and so its posterior is logistic ([AffineScores]). Bernoulli, categorical, multinomial,
/// complement and Poisson Naive Bayes are this with different T. Immutable.
///
/// **Impossible factors.** Without smoothing a factor p(x_j | c) can be 0. Its logarithm is not
/// added; b_c and w_cj hold the finite part, and next to them the form counts in integers: a row
/// has `i_c + Σ_j u_cj T_j(x)` impossible factors in class c, and p(x, c) = 0 where that is above
/// 0, a factor to the power of T_j(x) counting T_j(x) times. A class of prior 0 counts as
/// [#PRIOR_ZERO] of them. Scores that are no densities may have infinite weights of the other sign;
/// those count below 0.
public final class AffineForm {

  /// The impossible factors that a prior of 0 counts for: more than any row has.
  public static final double PRIOR_ZERO = 0x1p1000;

  /// h(x), the part of a density that all classes share.
  public enum Base {
    /// h(x) = 1.
    ONE,
    /// h(x) = Π_j 1 / Γ(T_j(x) + 1), which is Π_j 1 / x_j! for counts.
    FACTORIALS,
    /// There is no density: log joints are scores without a scale, and p(x) is refused.
    NONE
  }

  private final int featureCount;
  private final int classCount;
  private final int classStride;
  private final AffineScores[] parts;
  private final Base base;

  /// A form without impossible factors and of base [Base#ONE].
  ///
  /// @param intercepts b_c of k classes, finite
  /// @param weights w_cj as `weights[c][j]`, finite
  public AffineForm(double[] intercepts, double[][] weights) {
    this(intercepts, weights, null, null);
  }

  /// A form with impossible factors and of base [Base#ONE].
  ///
  /// @param intercepts the finite parts b_c of k classes
  /// @param weights the finite parts w_cj as `weights[c][j]`
  /// @param impossibleIntercepts i_c, integers; null where there are none at all
  /// @param impossibleWeights u_cj, integers; null where only intercepts are
  /// @throws IllegalArgumentException if the shapes differ, a number is not finite, or the weights
  ///   are more than an array can hold
  public AffineForm(
      double[] intercepts,
      double[][] weights,
      double[] impossibleIntercepts,
      double[][] impossibleWeights) {
    this(intercepts, weights, impossibleIntercepts, impossibleWeights, Base.ONE);
  }

  /// A form with impossible factors and a base.
  ///
  /// @param intercepts the finite parts b_c of k classes
  /// @param weights the finite parts w_cj as `weights[c][j]`
  /// @param impossibleIntercepts i_c, integers; null where there are none at all
  /// @param impossibleWeights u_cj, integers; null where only intercepts are
  /// @param base h(x)
  /// @throws IllegalArgumentException if the shapes differ, a number is not finite, or the weights
  ///   are more than an array can hold
  public AffineForm(
      double[] intercepts,
      double[][] weights,
      double[] impossibleIntercepts,
      double[][] impossibleWeights,
      Base base) {
    int d = weights[0].length;
    int k = intercepts.length;
    double[] finite = laid(weights, k, d);
    double[] counts = impossibleWeights == null ? null : laid(impossibleWeights, k, d);
    this(d, intercepts, finite, impossibleIntercepts, counts, base);
  }

  /// A form of weights in the layout of [AffineScores#weights()], which are not copied.
  ///
  /// @param featureCount the dimension of T(x)
  /// @param intercepts the finite parts b_c of k classes
  /// @param weights the finite parts w_cj at `[j·classStride + c]`, padded with 0
  /// @param impossibleIntercepts i_c, integers; null where there are none at all
  /// @param impossibleWeights u_cj, integers, laid out as `weights`; null where only intercepts are
  /// @param base h(x)
  /// @throws IllegalArgumentException if a number is not finite
  public AffineForm(
      int featureCount,
      double[] intercepts,
      double[] weights,
      double[] impossibleIntercepts,
      double[] impossibleWeights,
      Base base) {
    this.base = Objects.requireNonNull(base, "base");
    this.featureCount = featureCount;
    classCount = intercepts.length;
    classStride = ScoreKernels.classStride(classCount);
    AffineScores finite = part(intercepts, weights);
    if (impossibleIntercepts == null) {
      parts = new AffineScores[] {finite};
    } else {
      double[] counts = impossibleWeights == null ? new double[weights.length] : impossibleWeights;
      parts = new AffineScores[] {finite, part(impossibleIntercepts, counts)};
    }
  }

  /// The length of an array of the weights of k classes and d features.
  ///
  /// @throws IllegalArgumentException if it is more than an array can hold
  public static int size(int d, int k) {
    long size = (long) d * ScoreKernels.classStride(k);
    if (size > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d features of %d classes were given; fewer than 2^31 weights are expected"
              .formatted(d, k));
    }
    return (int) size;
  }

  private static double[] laid(double[][] weights, int k, int d) {
    if (weights.length != k) {
      throw new IllegalArgumentException(
          "weights of %d classes were given; %d are expected".formatted(weights.length, k));
    }
    for (int c = 0; c < k; c++) {
      if (weights[c].length != d) {
        throw new IllegalArgumentException(
            "%d weights were given for class %d; %d are expected"
                .formatted(weights[c].length, c, d));
      }
    }
    size(d, k);
    return ClassParameters.byFeature(weights, ScoreKernels.classStride(k));
  }

  /// The dimension of T(x).
  public int featureCount() {
    return featureCount;
  }

  /// The number of classes k.
  public int classCount() {
    return classCount;
  }

  /// The finite part of b_c.
  public double intercept(int label) {
    return parts[0].intercepts()[Objects.checkIndex(label, classCount)];
  }

  /// The finite part of w_cj.
  public double weight(int label, int feature) {
    return parts[0].weight(label, feature);
  }

  /// The part of the density that all classes share.
  public Base base() {
    return base;
  }

  /// Whether a row may have impossible factors.
  public boolean hasImpossible() {
    return parts.length > 1;
  }

  /// θ of a two-class model: p(class 1 | x) = 1 / (1 + exp(−(θ_0 + Σ_j θ_{j+1} T_j(x)))).
  ///
  /// @return θ_0 … θ_d
  /// @throws IllegalStateException if there are not two classes, or factors are impossible, for
  ///   which no finite θ exists
  public double[] theta() {
    if (classCount != 2) {
      throw new IllegalStateException(
          "the model has %d classes; the logistic form is of 2".formatted(classCount));
    }
    if (hasImpossible()) {
      throw new IllegalStateException(
          "the model holds probabilities of 0, so its logistic form is not finite; smoothing is"
              + " expected");
    }
    double[] intercept = parts[0].intercepts();
    double[] weight = parts[0].weights();
    double[] theta = new double[featureCount + 1];
    theta[0] = intercept[1] - intercept[0];
    for (int j = 0; j < featureCount; j++) {
      theta[j + 1] = weight[j * classStride + 1] - weight[j * classStride];
    }
    return theta;
  }

  public int classStride() {
    return classStride;
  }

  /// The finite part and, where factors may be impossible, behind it their counts; not to be
  /// changed.
  public AffineScores[] parts() {
    return parts;
  }

  private AffineScores part(double[] intercepts, double[] weights) {
    if (intercepts.length != classCount) {
      throw new IllegalArgumentException(
          "%d intercepts were given; one for each of %d classes is expected"
              .formatted(intercepts.length, classCount));
    }
    for (int c = 0; c < classCount; c++) {
      requireFinite(intercepts[c], "the intercept", c);
    }
    for (int i = 0; i < weights.length; i++) {
      requireFinite(weights[i], "a weight", i % classStride);
    }
    return new AffineScores(featureCount, intercepts, weights);
  }

  private static void requireFinite(double value, String what, int label) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "%s of class %d is %s; a finite number is expected".formatted(what, label, value));
    }
  }
}
