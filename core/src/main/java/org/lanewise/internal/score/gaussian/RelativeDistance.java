package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;
import static org.lanewise.internal.tier.Kernel.PRODUCTS;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_FLOATS;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_ROW;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// The squared distance of a row from a class, less that from another normal distribution, with one
/// triangular product. With y = x − μ_c, g = μ_c − m and b = Σ₀⁻¹g, of a mean m and covariance Σ₀,
///
/// ```
/// yᵀΣ⁻¹y − (x − m)ᵀΣ₀⁻¹(x − m) = yᵀ(Σ⁻¹ − Σ₀⁻¹)y − 2yᵀb − gᵀb
/// ```
///
/// **Error.** Inverses have the rounding of correlations that are nearly singular: relative to the
/// distances, about d·2⁻⁵³ times the largest Σ_jj·(Σ⁻¹)_jj, the variance inflation factors. A
/// covariance with larger ones than allowed has no such form.
///
/// **Bounds.** Floats of A = Σ⁻¹ − Σ₀⁻¹ are half as many bytes, and give bounds on what doubles
/// compute. A term of (Ay)_j passes at most n = ⌊d/4⌋ + 8 roundings: those of A, of y, of its chain
/// and of the sum of chains ([FloatKernels#triangularFloats]). With λ the largest Σ_i |A_ij|, Σ_ij
/// |y_i A_ij y_j| ≤ λ‖y‖², so yᵀAy in floats is off by at most γ_n λ‖y‖². Numbers below the range
/// of floats add less than 2⁻¹³⁰·(1 + λ)·(1 + ‖y‖²). Doubles have at most d + 20 roundings, here
/// and there, which 2⁻⁴⁰ of λ‖y‖² + 2‖y‖‖b‖ + |gᵀb| covers, and γ_n those of the bound itself
/// because n is one too large. What is out of the range of floats has no bounds.
///
/// Immutable.
public final class RelativeDistance {

  /// Fewer features gain little; the inverses of more take long.
  private static final int MIN_FEATURES = 65;

  private static final int MAX_FEATURES = 1536;

  /// The most numbers b of all classes.
  private static final int MAX_VALUES = 1 << 23;

  /// The largest product of d and a variance inflation factor: an error of 1e-10.
  private static final double MAX_INFLATION = 1 << 20;

  private static final int TILE_ROWS = 64;

  private final double[] origin;
  private final double[][] means;
  private final int d;

  /// Σ⁻¹ − Σ₀⁻¹ as a triangle, with entries next to the diagonal doubled.
  private final double[] triangle;

  /// 2b of each class.
  private final double[][] shifts;

  /// gᵀb of each class.
  private final double[] constants;

  /// The triangle in floats, as [FloatKernels#triangularFloats] takes it.
  private final float[] floats;

  /// λ, and the largest 2‖b‖ and |gᵀb|.
  private final double largestSum;

  private final double longest;
  private final double largestConstant;

  private RelativeDistance(SharedCovariance of, SharedCovariance other, double[] inverse) {
    origin = of.origin;
    means = of.means;
    d = origin.length;
    triangle = inverse;
    double[] otherInverse = inverse(other.factor(), d);
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < (j / WIDTH + 1) * WIDTH; i++) {
        int at = PackedTriangle.index(i, j);
        double entry = triangle[at] - otherInverse[at];
        triangle[at] = i < j ? 2 * entry : i == j ? entry : 0;
      }
    }
    shifts = new double[means.length][d];
    constants = new double[means.length];
    shift(other);
    floats = new float[FloatKernels.triangleLength(d)];
    double[] sums = new double[d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        double entry = triangle[PackedTriangle.index(i, j)];
        floats[FloatKernels.triangleIndex(i, j)] = (float) entry;
        double size = Math.abs(entry) * (i < j ? 0.5 : 1);
        sums[i] += size;
        sums[j] += i < j ? size : 0;
      }
    }
    largestSum = Arrays.stream(sums).max().orElseThrow();
    double squared = 0;
    for (double[] shift : shifts) {
      squared = Math.max(squared, Arrays.stream(shift).map(x -> x * x).sum());
    }
    longest = Math.sqrt(squared);
    largestConstant = Arrays.stream(constants).map(Math::abs).max().orElseThrow();
  }

  /// The form, or null if there is none.
  ///
  /// @param variances Σ_jj
  public static RelativeDistance of(NumericScorer of, NumericScorer other, double[] variances) {
    SharedCovariance first = of.sharedCovariance();
    SharedCovariance second = other.sharedCovariance();
    int d = of.featureCount();
    if (first == null
        || second == null
        || d < MIN_FEATURES
        || d > MAX_FEATURES
        || (long) d * of.classCount() > MAX_VALUES) {
      return null;
    }
    double[] inverse = inverse(first.factor(), d);
    for (int j = 0; j < d; j++) {
      if (!(d * inverse[PackedTriangle.index(j, j)] * variances[j] <= MAX_INFLATION)) {
        return null;
      }
    }
    return new RelativeDistance(first, second, inverse);
  }

  /// MᵀM, in [PackedTriangle] layout.
  private static double[] inverse(double[] factor, int d) {
    double[] inverse = new double[PackedTriangle.size(d)];
    double[] tile = new double[PackedTriangle.panels(d) * WIDTH * TILE_ROWS];
    for (int first = 0; first < d; first += TILE_ROWS) {
      int count = Math.min(TILE_ROWS, d - first);
      int panels = PackedTriangle.panels(first + count);
      for (int t = 0; t < count; t++) {
        for (int i = 0; i < panels * WIDTH; i++) {
          tile[(i / WIDTH * TILE_ROWS + t) * WIDTH + i % WIDTH] =
              i > first + t ? 0 : factor[PackedTriangle.index(i, first + t)];
        }
      }
      Kernels.gaussian(PRODUCTS).scatter(tile, 0, WIDTH * TILE_ROWS, panels, count, inverse, 0);
    }
    return inverse;
  }

  private void shift(SharedCovariance other) {
    double[] factor = other.factor();
    double[] gap = new double[ScoreKernels.width(d)];
    double[] image = new double[gap.length];
    double[] b = new double[gap.length];
    for (int c = 0; c < means.length; c++) {
      for (int j = 0; j < d; j++) {
        gap[j] = means[c][j] - ((other.origin[j] - origin[j]) + other.means[0][j]);
      }
      Kernels.score(TRIANGULAR_ROW).triangularRow(gap, d, factor, 0, image);
      Arrays.fill(b, 0);
      for (int j = 0; j < d; j += WIDTH) {
        for (int i = 0; i < j + WIDTH; i++) {
          int at = PackedTriangle.index(i, j);
          for (int l = 0; l < Math.min(WIDTH, d - j); l++) {
            b[i] = Math.fma(factor[at + l], image[j + l], b[i]);
          }
        }
      }
      for (int j = 0; j < d; j++) {
        shifts[c][j] = 2 * b[j];
        constants[c] = Math.fma(gap[j], b[j], constants[c]);
      }
    }
  }

  /// The difference of the distances of a row of finite numbers from a class and from the other
  /// distribution.
  public double of(double[] row, int label, Workspace w) {
    centre(row, label, w);
    Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, triangle, 0, w.image);
    double[] shift = shifts[label];
    double even = 0;
    double odd = 0;
    for (int j = 0; j < d; j += 2) {
      even = Math.fma(w.centred[j], w.image[j] - shift[j], even);
      if (j + 1 < d) {
        odd = Math.fma(w.centred[j + 1], w.image[j + 1] - shift[j + 1], odd);
      }
    }
    return even + odd - constants[label];
  }

  /// Bounds on [#of], in less time.
  ///
  /// @param out takes the lower and the upper bound
  /// @return whether there are any
  public boolean bounds(double[] row, int label, double[] out, Workspace w) {
    if (!Kernels.floats(TRIANGULAR_FLOATS).floatsAreFast()) {
      return false;
    }
    centre(row, label, w);
    int padded = Math.ceilDiv(d, FloatKernels.FLOATS) * FloatKernels.FLOATS;
    w.floats.make(1, padded);
    w.floats.makeRows(padded);
    float[] x = w.floats.rows;
    float[] image = w.floats.scores;
    for (int j = 0; j < d; j++) {
      x[j] = (float) w.centred[j];
    }
    Arrays.fill(x, d, padded, 0);
    Kernels.floats(TRIANGULAR_FLOATS).triangularFloats(x, d, floats, image, w.floats.some);
    double[] shift = shifts[label];
    double product = 0;
    double squared = 0;
    for (int j = 0; j < d; j++) {
      product = Math.fma(w.centred[j], image[j] - shift[j], product);
      squared = Math.fma(w.centred[j], w.centred[j], squared);
    }
    double n = (d / 4 + 9) * 0x1p-24;
    double off =
        n * largestSum * squared
            + 0x1p-130 * (1 + largestSum) * (1 + squared)
            + 0x1p-40 * (largestSum * squared + longest * Math.sqrt(squared) + largestConstant);
    double near = product - constants[label];
    out[0] = near - off;
    out[1] = near + off;
    return Double.isFinite(out[1] - out[0]);
  }

  private void centre(double[] row, int label, Workspace w) {
    int padded = ScoreKernels.width(d);
    w.makeRow(padded, 0);
    w.clearBehind(d, padded);
    double[] mean = means[label];
    for (int j = 0; j < d; j++) {
      w.centred[j] = (row[j] - origin[j]) - mean[j];
    }
  }
}
