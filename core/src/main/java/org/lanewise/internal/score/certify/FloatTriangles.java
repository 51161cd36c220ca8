package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.TRIANGULAR_FLOATS;

import java.util.Arrays;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Quadratic scores in floats, with a bound for each class.
///
/// **Scores.** In doubles s_c = κ_c − ½‖M_c (x − μ_c)‖², where μ_c is given about an origin o_c.
/// With p the origin in floats and y = x − p, the image is M_c y + a_c, a_c = −M_c (μ_c − p).
/// Floats compute this sum z and D² = Σ_i z_i²: y, M and a are rounded to floats, chains of 128
/// features are added to a_i one by one, and squares are added in 16 chains
/// ([ScoreKernels#triangularFloats]).
///
/// **Bound.** Let u = 2⁻²⁴ and γ_n = nu/(1 − nu). A term of ẑ_i passes at most n = 128 + ⌈d/128⌉ +
/// 5 roundings: one of M, two of y (which may be rounded as a double before), those of its chain,
/// and the additions of chains; so ẑ_i is off by at most γ_n·Σ_j |M_ij|·(|o_j − p_j| + |μ_j − o_j|
/// + |y_j|). The vector of these bounds is, by the triangle inequality over the columns of M, no
///   longer than
///
/// ```
/// e_c = γ_n·(A_c + S),   A_c = Σ_j (|o_j − p_j| + |μ_j − o_j|)·‖M_·j‖,   S = Σ_j |y_j| s_j,   s_j = max_c ‖M_·j‖
/// ```
///
/// The squares of ẑ are summed with a relative error of at most γ_m, m = ⌈d/16⌉ + 6. Since |‖z‖² −
/// ‖ẑ‖²| ≤ 2‖ẑ‖·‖z − ẑ‖ + ‖z − ẑ‖²,
///
/// ```
/// |ŝ_c − s_c| ≤ E_c = ½·(2·D̂·e_c + e_c² + γ_m·D̂²) + |κ_c|·2⁻⁵⁰
/// ```
///
/// The scores in doubles have the same form of error with fewer than 2²⁸ roundings of 2⁻⁵³, which
/// one rounding more of floats in n and m covers. No image overflows where A_c and S are below
/// 2¹²⁰; a sum of squares that does leaves the class to doubles. Results below the range of floats
/// are off by at most 2⁻¹⁵⁰; e_c has a term for them. The whole is multiplied by 1.02 for its own
/// roundings, and the ends of the interval ŝ_c ± E_c are rounded outwards to floats.
///
/// The argmax in doubles is one of the classes whose upper end is no less than the largest lower
/// end; where it is one, that is the label. A class of prior 0 has κ_c = −∞, and is none of them.
/// Where a value is NaN or too large for floats, so is the bound, and the row is left to doubles.
///
/// Immutable.
public final class FloatTriangles extends FloatLabels {

  private static final double SPARE = 1.02;

  /// Of S and A_c; below it no image overflows.
  private static final float MAX_SUM = 0x1p120f;

  private final double[] constants;
  private final float[][] factors;
  private final float[][] starts;

  /// A_c and what results below the range of floats add.
  private final double[] shifts;

  private final double gammaOfImages;
  private final double gammaOfSquares;

  private FloatTriangles(
      double[][] origins, double[] constants, double[][] means, double[][] factors) {
    super(origins[0]);
    int k = constants.length;
    this.constants = constants;
    this.factors = new float[k][];
    starts = new float[k][width];
    shifts = new double[k];
    gammaOfImages = gamma(chainLength() + 6);
    gammaOfSquares = gamma(width / ScoreKernels.FLOATS + 7);
    double[] largest = new double[featureCount];
    for (int c = 0; c < k; c++) {
      this.factors[c] = laid(factors[c]);
      double[] norms = norms(factors[c]);
      double[] centre = new double[featureCount];
      double under = 0;
      for (int j = 0; j < featureCount; j++) {
        double moved = origins[c][j] - wideOrigin[j];
        centre[j] = moved + means[c][j];
        largest[j] = Math.max(largest[j], norms[j]);
        shifts[c] += (Math.abs(moved) + Math.abs(means[c][j])) * norms[j];
        under += norms[j];
      }
      under = 0x1p-148 * (under + featureCount) * featureCount;
      shifts[c] += under / gammaOfImages;
      for (int i = 0; i < featureCount; i++) {
        double start = 0;
        for (int j = 0; j <= i; j++) {
          start = Math.fma(-factors[c][PackedTriangle.index(j, i)], centre[j], start);
        }
        starts[c][i] = (float) start;
      }
    }
    for (int j = 0; j < featureCount; j++) {
      bounds[j] = Math.nextUp((float) (largest[j] + 0x1p-130 * featureCount));
    }
  }

  /// The scores in floats, or null where they are out of the range of floats.
  ///
  /// @param origins o_c, k rows of d; p is the first of them, rounded
  /// @param constants κ_c, −∞ for a class of prior 0
  /// @param means μ_c − o_c
  /// @param factors M_c, in [PackedTriangle] layout
  public static FloatTriangles of(
      double[][] origins, double[] constants, double[][] means, double[][] factors) {
    FloatTriangles made = new FloatTriangles(origins, constants, means, factors);
    boolean inRange = Arrays.stream(made.shifts).allMatch(shift -> shift < MAX_SUM);
    return inRange && made.isBounded() ? made : null;
  }

  /// The columns' lengths ‖M_·j‖.
  private double[] norms(double[] factor) {
    double[] norms = new double[featureCount];
    for (int i = 0; i < featureCount; i++) {
      for (int j = 0; j <= i; j++) {
        double entry = factor[PackedTriangle.index(j, i)];
        norms[j] = Math.fma(entry, entry, norms[j]);
      }
    }
    for (int j = 0; j < featureCount; j++) {
      norms[j] = Math.sqrt(norms[j]);
    }
    return norms;
  }

  private float[] laid(double[] factor) {
    float[] laid = new float[ScoreKernels.floatTriangle(featureCount)];
    for (int i = 0; i < featureCount; i++) {
      for (int j = 0; j <= i; j++) {
        laid[ScoreKernels.floatTriangleIndex(i, j)] = (float) factor[PackedTriangle.index(j, i)];
      }
    }
    return laid;
  }

  @Override
  void decide(int count, int rows, int[] labels, int first, Workspace w) {
    int k = constants.length;
    float[] uppers = w.labels.scores((k + 2) * ROWS);
    float[] sums = w.labels.thresholds;
    int lowers = k * ROWS;
    int squares = lowers + ROWS;
    w.labels.makeImages(ROWS * ScoreKernels.FLOATS);
    for (int r = 0; r < count; r++) {
      uppers[lowers + r] = sums[r] < MAX_SUM ? Float.NEGATIVE_INFINITY : Float.NaN;
    }
    for (int c = 0; c < k; c++) {
      if (constants[c] == Double.NEGATIVE_INFINITY) {
        Arrays.fill(uppers, c * ROWS, c * ROWS + count, Float.NEGATIVE_INFINITY);
        continue;
      }
      Kernels.score(TRIANGULAR_FLOATS)
          .triangularFloats(
              w.labels.rows,
              length,
              rows,
              width,
              factors[c],
              starts[c],
              w.labels.images,
              w.labels.squares,
              uppers,
              squares);
      for (int r = 0; r < count; r++) {
        double squared = uppers[squares + r];
        double error = gammaOfImages * (shifts[c] + sums[r]);
        double bound =
            SPARE
                * (0.5 * (error * (2 * Math.sqrt(squared) + error) + gammaOfSquares * squared)
                    + Math.abs(constants[c]) * 0x1p-50
                    + featureCount * 0x1p-148);
        double score = constants[c] - 0.5 * squared;
        uppers[c * ROWS + r] = Math.nextUp((float) (score + bound));
        uppers[lowers + r] = Math.max(uppers[lowers + r], Math.nextDown((float) (score - bound)));
      }
    }
    for (int r = 0; r < count; r++) {
      sums[r] = uppers[lowers + r];
      labels[first + r] = leader(r, w);
    }
  }

  /// The only class that a row may be of, else −1.
  private int leader(int r, Workspace w) {
    int leader = -1;
    for (int c = 0; c < constants.length; c++) {
      if (mayBe(r, c, w)) {
        if (leader >= 0) {
          return -1;
        }
        leader = c;
      }
    }
    return leader;
  }

  @Override
  boolean inStrips(NumericStore store) {
    return false;
  }

  @Override
  int classCount() {
    return constants.length;
  }

  @Override
  void addStrips(float[] strips, int first, int count, float[] scores, int rows) {
    throw new IllegalStateException();
  }

  @Override
  float least(float most, float sum) {
    throw new IllegalStateException();
  }

  @Override
  public boolean mayBe(int r, int label, Workspace w) {
    // NaN where a sum of squares overflowed: nothing is known then.
    return !(w.labels.scores[label * ROWS + r] < w.labels.thresholds[r]);
  }
}
