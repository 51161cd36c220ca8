package org.lanewise.internal.score.certify;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.score.scratch.Workspace;

/// Scores of normal classes in floats, with a bound on their distance from those in doubles that
/// grows slower than the distance of the scores.
///
/// **Scores.** In doubles s_c = κ_c − ½‖M_c (x − μ_c)‖², where μ_c is given about an origin o_c.
/// With p the origin in floats, y = x − p and K = max_c κ_c,
///
/// ```
/// s_c − K = t_c,   t_c = κ_c − K − ‖w_c‖²,   w_c = (M_c y + a_c)/√2,   a_c = −M_c (μ_c − p)
/// ```
///
/// Floats compute t from y, M/√2, a/√2 and κ − K rounded to floats; chains of up to 128 squares are
/// subtracted from κ − K one by one. So t̂_c is not positive; let v = −t̂_c.
///
/// **Bound.** Let u = 2⁻²⁴ and γ_n = nu/(1 − nu). A term of ŵ passes at most n roundings, which a
/// subclass counts, those of doubles among them; so ŵ_ci is off by at most γ_n·Σ_j |M_ij|·(|o_j −
/// p_j| + |μ_j − o_j| + |y_j|)/√2. The vector of these bounds is, by the triangle inequality over
/// the columns of M, no longer than e/√2 with
///
/// ```
/// e = γ_n·(A + S),   A = max_c Σ_j (|o_cj − p_j| + |μ_cj − o_cj|)·‖M_c·j‖,   S = Σ_j |y_j|·max_c ‖M_c·j‖
/// ```
///
/// Squares and κ − K pass at most m = 128 + ⌈d/128⌉ + 2 roundings, all of one sign, so their sum is
/// off by at most γ_m·v/(1 − γ_m). Since |‖w‖² − ‖ŵ‖²| ≤ 2‖ŵ‖·‖ŵ − w‖ + ‖ŵ − w‖² and ‖ŵ‖² ≤ v/(1 −
/// γ_m),
///
/// ```
/// |t̂_c − t_c| ≤ E(v) = √(2v)·e + ½e² + γ_{m+1}·v + κ·2⁻⁵⁰
/// ```
///
/// with 2 % to spare, where κ = max_c |κ_c|. The scores in doubles have errors of the same form
/// with fewer than 2²⁸ roundings of 2⁻⁵³, which one rounding more of floats in n and m covers.
///
/// **Margin.** Let v be that of the class with the largest t̂. E is concave, so E(v + δ) ≤ E(v) +
/// δ·(e/√(2v) + γ_{m+1}) times the spare. Where that sum is at most 1/100, a class whose t̂ is
/// lower by δ = 2.05·E(v) is below: −(v + δ) + E(v + δ) < −v − E(v). So the argmax in doubles,
/// whatever ties there are, is one of the classes within δ of the largest t̂. Elsewhere there is no
/// bound, and the row is left to doubles: where it is as near to a mean as floats can tell, where a
/// value is NaN, or too large for floats.
///
/// Where A and S are below 2¹⁰⁰ no w overflows; v up to 2¹⁰⁰ is trusted, so that a sum which does
/// belongs to no candidate. Numbers below the range of floats are off by at most 2⁻¹⁵⁰, y among
/// them; A, S and E have terms for them. A class of prior 0 has the score −∞ in both.
abstract sealed class FloatDistances extends FloatLabels permits FloatDiagonals, FloatTriangles {

  /// 1/√2.
  static final double ROOT = Math.sqrt(0.5);

  private static final double SPARE = 1.02;
  private static final double FACTOR = 2.05;
  private static final double MAX_SLOPE = 0.01;
  private static final float MAX_SUM = 0x1p100f;

  /// κ_c − K, padded with −∞.
  final float[] constants;

  private final int classCount;
  private final double gammaOfImages;
  private final double gammaOfSquares;

  /// A, and what numbers below the range of floats add.
  private double shift;

  /// The part of E that does not depend on the row.
  private final double least;

  /// @param origins o_c, k rows of d; p is the first of them, rounded
  /// @param constants κ_c for each class, −∞ for one of prior 0
  /// @param roundings n
  FloatDistances(double[][] origins, double[] constants, int roundings) {
    super(origins[0]);
    classCount = origins.length;
    gammaOfImages = gamma(roundings);
    gammaOfSquares = gamma(chainLength(featureCount) + 3);
    this.constants = new float[FloatKernels.floatClasses(classCount)];
    Arrays.fill(this.constants, Float.NEGATIVE_INFINITY);
    double most = Arrays.stream(constants, 0, classCount).max().orElseThrow();
    double magnitude = 0;
    for (int c = 0; c < classCount; c++) {
      if (constants[c] > Double.NEGATIVE_INFINITY) {
        this.constants[c] = (float) (constants[c] - most);
        magnitude = Math.max(magnitude, Math.abs(constants[c]));
      }
    }
    least = magnitude * 0x1p-50 + featureCount * 0x1p-140;
  }

  /// @param most A
  /// @param largest max_c ‖M_c·j‖ of each feature
  final void setBounds(double most, double[] largest) {
    double under = 0x1p-148 * Arrays.stream(largest).sum() / gammaOfImages;
    shift = most + under + (double) featureCount * featureCount * 0x1p-120;
    for (int j = 0; j < featureCount; j++) {
      bounds[j] = Math.nextUp((float) (largest[j] + featureCount * 0x1p-120));
    }
  }

  /// Whether all is in the range of floats.
  final boolean isInRange() {
    return shift < MAX_SUM && least < MAX_SUM && isBounded();
  }

  @Override
  final int classCount() {
    return classCount;
  }

  /// A row alone is left to the doubles.
  @Override
  public final int label(double[] row, Workspace w) {
    w.floats.make(1, 0);
    w.floats.least[0] = Float.NaN;
    return -1;
  }

  @Override
  final float least(float most, float sum) {
    double v = -most;
    double error = SPARE * gammaOfImages * (shift + sum);
    double length = Math.sqrt(2 * v);
    boolean bounded =
        sum < MAX_SUM && v < MAX_SUM && error <= (MAX_SLOPE - 2 * gammaOfSquares) * length;
    double bound = SPARE * (length * error + 0.5 * error * error + gammaOfSquares * v + least);
    return bounded ? Math.nextDown((float) (most - FACTOR * bound)) : Float.NaN;
  }
}
