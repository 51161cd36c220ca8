package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.DIAGONAL_STRIPS;

import java.util.Arrays;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Scores of independent normal features in floats, with a bound on their distance from those in
/// doubles that grows slower than the distance of the scores.
///
/// **Scores.** In doubles s_c = κ_c − ½ Σ_j ((x_j − μ_cj)·σ_cj)² with σ the inverse deviation,
/// where μ_c is given about an origin o_c. With p the origin in floats, y = x − p and K = max_c
/// κ_c,
///
/// ```
/// s_c − K = t_c,   t_c = κ_c − K − Σ_j w_cj²,   w_cj = (y_j σ_cj + a_cj)/√2,   a_cj = (p_j − μ_cj)·σ_cj
/// ```
///
/// Floats compute t from y, σ/√2, a/√2 and κ − K rounded to floats; chains of 128 squares are
/// subtracted from κ − K one by one ([ScoreKernels#diagonalStrips]). So t̂_c is not positive; let v
/// = −t̂_c.
///
/// **Bound.** Let u = 2⁻²⁴ and γ_n = nu/(1 − nu). A term of ŵ_cj passes at most 4 roundings: one of
/// σ, two of y (which may be rounded as a double before), and that of the sum; or one of a and that
/// of the sum. With the roundings of doubles as one more of floats it is off by at most
/// γ_5·(σ_cj·(|o_j − p_j| + |μ_j − o_j|) + σ_cj |y_j|)/√2, and ŵ_c, as a vector, by no more than
/// e/√2 with
///
/// ```
/// e = γ_6·(A + S),   A = max_c Σ_j σ_cj (|o_cj − p_j| + |μ_cj − o_cj|),   S = Σ_j |y_j| max_c σ_cj
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
/// with 2 % to spare, where κ = max_c |κ_c|. As for [FloatTriangles], the scores in doubles have
/// errors of the same form with fewer than 2²⁸ roundings of 2⁻⁵³, which one rounding more of floats
/// in e and m covers.
///
/// **Margin.** Let v be that of the class with the largest t̂. E is concave, so E(v + δ) ≤ E(v) +
/// δ·(e/√(2v) + γ_{m+1}) times the spare. Where that sum is at most 1/100, a class whose t̂ is
/// lower by δ = 2.05·E(v) is below: −(v + δ) + E(v + δ) < −v − E(v). So the argmax in doubles,
/// whatever ties there are, is one of the classes within δ of the largest t̂. Elsewhere there is no
/// bound, and the row is left to doubles: where it is as near to a mean as floats can tell, where a
/// value is NaN, or too large for floats.
///
/// Where A and S are below 2¹⁰⁰ no w overflows; v up to 2¹⁰⁰ is trusted, so that a sum which does
/// belongs to no candidate. Results below the range of floats are off by at most 2⁻¹⁵⁰; e and E
/// have terms for them. A class of prior 0 has the score −∞ in both.
///
/// Immutable.
public final class FloatDiagonals extends FloatLabels {

  private static final double SPARE = 1.02;
  private static final double FACTOR = 2.05;
  private static final double MAX_SLOPE = 0.01;
  private static final float MAX_SUM = 0x1p100f;

  private final float[] inverses;
  private final float[] starts;
  private final float[] constants;
  private final int classCount;

  /// A.
  private final double shift;

  /// The part of E that does not depend on the row.
  private final double least;

  private final double gammaOfImages;
  private final double gammaOfSquares;

  private FloatDiagonals(double[][] origins, double[] constants, double[] mean, double[] inverse) {
    super(origins[0]);
    classCount = origins.length;
    int stride = ScoreKernels.floatStride(classCount);
    inverses = new float[featureCount * stride];
    starts = new float[featureCount * stride];
    this.constants = new float[stride];
    Arrays.fill(this.constants, Float.NEGATIVE_INFINITY);
    gammaOfImages = gamma(6);
    gammaOfSquares = gamma(chainLength() + 3);
    double[] largest = new double[featureCount];
    double most = Arrays.stream(constants, 0, classCount).max().orElseThrow();
    double magnitude = 0;
    double shift = 0;
    for (int c = 0; c < classCount; c++) {
      if (constants[c] == Double.NEGATIVE_INFINITY) {
        continue;
      }
      this.constants[c] = (float) (constants[c] - most);
      magnitude = Math.max(magnitude, Math.abs(constants[c]));
      double sum = 0;
      for (int j = 0; j < featureCount; j++) {
        int at = ScoreKernels.rowOffset(c, featureCount) + j * ScoreKernels.TOGETHER;
        double moved = origins[c][j] - wideOrigin[j];
        int to = floatAt(c, j);
        inverses[to] = (float) (inverse[at] * Math.sqrt(0.5));
        starts[to] = (float) (-(moved + mean[at]) * inverse[at] * Math.sqrt(0.5));
        sum += inverse[at] * (Math.abs(moved) + Math.abs(mean[at]));
        largest[j] = Math.max(largest[j], inverse[at]);
      }
      shift = Math.max(shift, sum);
    }
    this.shift = shift + featureCount * 0x1p-120;
    least = magnitude * 0x1p-50 + featureCount * 0x1p-140;
    for (int j = 0; j < featureCount; j++) {
      bounds[j] = Math.nextUp((float) (largest[j] + 0x1p-120));
    }
  }

  /// The scores in floats, or null where they are out of the range of floats.
  ///
  /// @param origins o_c, k rows of d; p is the first of them, rounded
  /// @param constants κ_c, −∞ for a class of prior 0
  /// @param mean μ_c − o_c, laid out for one row as [ScoreKernels] says
  /// @param inverse σ_c, laid out so
  public static FloatDiagonals of(
      double[][] origins, double[] constants, double[] mean, double[] inverse) {
    FloatDiagonals made = new FloatDiagonals(origins, constants, mean, inverse);
    return made.shift < MAX_SUM && made.least < MAX_SUM && made.isBounded() ? made : null;
  }

  @Override
  boolean inStrips(NumericStore store) {
    return true;
  }

  @Override
  int classCount() {
    return classCount;
  }

  @Override
  void addStrips(float[] strips, int first, int count, float[] scores, int rows) {
    int d = featureCount;
    Kernels.score(DIAGONAL_STRIPS)
        .diagonalStrips(
            strips, rows, d, first, count, inverses, starts, constants, classCount, scores, rows);
  }

  @Override
  float least(float most, float sum) {
    double v = -most;
    double error = SPARE * gammaOfImages * (shift + sum);
    double length = Math.sqrt(2 * v);
    boolean bounded =
        sum < MAX_SUM && v < MAX_SUM && error <= (MAX_SLOPE - 2 * gammaOfSquares) * length;
    double bound = SPARE * (length * error + 0.5 * error * error + gammaOfSquares * v + least);
    return bounded ? Math.nextDown((float) (most - FACTOR * bound)) : Float.NaN;
  }

  @Override
  void decide(int count, int rows, int[] labels, int first, Workspace w) {
    throw new IllegalStateException();
  }
}
