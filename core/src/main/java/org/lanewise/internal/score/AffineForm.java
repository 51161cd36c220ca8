package org.lanewise.internal.score;

import java.util.Objects;
import org.lanewise.internal.kernel.ScoreKernels;

/// The affine part of k class models of one exponential family:
///
/// ```
/// log p(x, c) = b_c + Σ_j w_cj T_j(x) + log h(x)
/// ```
///
/// and so the logarithm of the posterior odds of two classes is affine in T(x): the posterior of
/// any such model is logistic. Bernoulli, categorical, multinomial, complement and Poisson Naive
/// Bayes are this with different T. Immutable.
///
/// **Impossible factors.** Without smoothing a factor p(x_j | c) can be 0. Its logarithm is not
/// added; b_c and w_cj hold the finite part, and beside them the form counts in integers: a row has
/// `i_c + Σ_j u_cj T_j(x)` impossible factors in class c, and p(x, c) = 0 where that is above 0, a
/// factor to the power of T_j(x) counting T_j(x) times. A class of prior 0 counts as [#PRIOR_ZERO]
/// of them. Scores that are no densities may have infinite weights of the other sign; those count
/// below 0.
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
  private final double[] weight;
  private final double[] intercept;
  private final double[] impossibleWeight;
  private final double[] impossibleIntercept;
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
    this.base = Objects.requireNonNull(base, "base");
    classCount = intercepts.length;
    featureCount = weights[0].length;
    classStride = ScoreKernels.classStride(classCount);
    if ((long) featureCount * classStride > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d features of %d classes were given; fewer than 2^31 weights are expected"
              .formatted(featureCount, classCount));
    }
    intercept = padded(intercepts);
    weight = byFeature(weights);
    if (impossibleIntercepts == null) {
      impossibleIntercept = null;
      impossibleWeight = null;
    } else {
      impossibleIntercept = padded(impossibleIntercepts);
      impossibleWeight =
          byFeature(
              impossibleWeights == null ? new double[classCount][featureCount] : impossibleWeights);
    }
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
    return intercept[Objects.checkIndex(label, classCount)];
  }

  /// The finite part of w_cj.
  public double weight(int label, int feature) {
    Objects.checkIndex(label, classCount);
    return weight[Objects.checkIndex(feature, featureCount) * classStride + label];
  }

  /// The part of the density that all classes share.
  public Base base() {
    return base;
  }

  /// Whether a row may have impossible factors.
  public boolean hasImpossible() {
    return impossibleIntercept != null;
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
    double[] theta = new double[featureCount + 1];
    theta[0] = intercept[1] - intercept[0];
    for (int j = 0; j < featureCount; j++) {
      theta[j + 1] = weight[j * classStride + 1] - weight[j * classStride];
    }
    return theta;
  }

  int classStride() {
    return classStride;
  }

  double[] weights() {
    return weight;
  }

  double[] intercepts() {
    return intercept;
  }

  double[] impossibleWeights() {
    return impossibleWeight;
  }

  double[] impossibleIntercepts() {
    return impossibleIntercept;
  }

  /// The weights panel by panel, as [org.lanewise.internal.kernel.ScoreKernels] lays them out.
  double[] panelWeights() {
    return byPanel(weight);
  }

  double[] panelImpossibleWeights() {
    return byPanel(impossibleWeight);
  }

  private double[] byPanel(double[] byFeature) {
    double[][] rows = new double[classCount][featureCount];
    for (int c = 0; c < classCount; c++) {
      for (int j = 0; j < featureCount; j++) {
        rows[c][j] = byFeature[j * classStride + c];
      }
    }
    return ClassParameters.byPanel(rows);
  }

  private double[] padded(double[] values) {
    if (values.length != classCount) {
      throw new IllegalArgumentException(
          "%d intercepts were given; one for each of %d classes is expected"
              .formatted(values.length, classCount));
    }
    for (int c = 0; c < classCount; c++) {
      requireFinite(values[c], "the intercept", c);
    }
    return ClassParameters.padded(values, classStride);
  }

  private double[] byFeature(double[][] rows) {
    if (rows.length != classCount) {
      throw new IllegalArgumentException(
          "weights of %d classes were given; %d are expected".formatted(rows.length, classCount));
    }
    for (int c = 0; c < classCount; c++) {
      if (rows[c].length != featureCount) {
        throw new IllegalArgumentException(
            "%d weights were given for class %d; %d are expected"
                .formatted(rows[c].length, c, featureCount));
      }
      for (int j = 0; j < featureCount; j++) {
        requireFinite(rows[c][j], "a weight", c);
      }
    }
    return ClassParameters.byFeature(rows, classStride);
  }

  private static void requireFinite(double value, String what, int label) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "%s of class %d is %s; a finite number is expected".formatted(what, label, value));
    }
  }
}
