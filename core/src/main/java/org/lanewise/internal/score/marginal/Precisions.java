package org.lanewise.internal.score.marginal;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.scratch.MarginalScratch;

/// Inverse covariances Λ = MᵀM, by which missing features are filled with their expectations; the
/// squared distance of a filled row is that of its observed features,
///
/// ```
/// t = −Λ_mm⁻¹ Λ_mo d_o,   d_oᵀ Σ_oo⁻¹ d_o = ‖M (d_o, t)‖²,   log|Σ_oo| = log|Σ| + log|Λ_mm|
/// ```
///
/// with d a row less the mean, and m the missing features. The fill is where the distance is least:
/// of its error only the square reaches the distance, which is computed as that of a whole row. So
/// Λ, whose condition number is the square of that of M, costs no digits there. (The difference
/// dᵀΛd − rᵀΛ_mm⁻¹r, which is the same number, cancels.)
///
/// log|Λ_mm| has no such luck, nor has what a linear discriminant makes of a fill. So rows are
/// filled only where that is accurate: where no feature is nearly a combination of others, as its
/// variance inflation factor Λ_jj Σ_jj tells, and where those of the row that are missing are not
/// nearly dependent given the others, |Λ_mm| / Π Λ_jj ≥ 2⁻¹², by which Λ_mm, scaled, has an
/// eigenvalue of at least 2⁻¹²/e. For all others there are [Reflections], which cost several times
/// as much.
///
/// Λ is scaled by powers of 2 to diagonals about 1, so that products of it stay in range.
final class Precisions {

  /// The largest inflation where the error of a fill is squared, and where it is not.
  static final double MAX_SQUARED = 1 << 26;

  static final double MAX_LINEAR = 1 << 10;

  private static final double MIN_SHARE = 1.0 / (1 << 12);
  private static final double LOG_TWO = 0.6931471805599453;

  /// Doubles of Λ of all classes: beyond it they would take more memory than time is saved.
  private static final int MAX_DOUBLES = 1 << 18;

  final int d;
  private final int stride;
  private final int width;

  /// The classes of a panel: 8, or 1 of one class alone.
  private final int step;

  /// Λ of each class, as kernels take it.
  final double[] precision;

  /// Powers of 2, `[j·stride + c]`, and their logarithms.
  final double[] scale;

  final double[] logScale;

  private Precisions(int d, int stride) {
    this.d = d;
    this.stride = stride;
    step = Math.min(stride, WIDTH);
    width = ScoreKernels.width(d);
    precision = new double[d * width * stride];
    scale = new double[d * stride];
    logScale = new double[d * stride];
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < stride; c++) {
        // Behind the last class.
        precision[index(j, j, c)] = 1;
        scale[j * stride + c] = 1;
      }
    }
  }

  private int index(int i, int j, int c) {
    return (c - c % step) * d * width + (i * width + j) * step + c % step;
  }

  /// Those of classes; null where a fill would not be accurate, or take much memory.
  ///
  /// @param factors M of each class in [PackedTriangle] layout
  /// @param stride the distance of two features in the layouts: 1 for one class alone
  static Precisions of(double[][] factors, int d, int stride, double mostInflation) {
    if ((long) d * ScoreKernels.width(d) * stride > MAX_DOUBLES) {
      return null;
    }
    Precisions precisions = new Precisions(d, stride);
    for (int c = 0; c < factors.length; c++) {
      if (!precisions.put(c, factors[c], mostInflation)) {
        return null;
      }
    }
    return precisions;
  }

  private boolean put(int c, double[] factor, double mostInflation) {
    double[][] scaled = new double[d][d];
    double[] scales = new double[d];
    for (int j = 0; j < d; j++) {
      scales[j] = Reflections.scale(factor, j);
      scale[j * stride + c] = scales[j];
      logScale[j * stride + c] = Math.getExponent(scales[j]) * LOG_TWO;
      for (int i = j; i < d; i++) {
        scaled[i][j] = factor[PackedTriangle.index(j, i)] * scales[j];
      }
    }
    double[] variances = variances(scaled);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double product = 0;
        for (int r = i; r < d; r++) {
          product = Math.fma(scaled[r][i], scaled[r][j], product);
        }
        precision[index(i, j, c)] = product / scales[j];
        precision[index(j, i, c)] = product / scales[i];
        if (i == j && !(product * variances[i] <= mostInflation)) {
          return false;
        }
      }
    }
    return true;
  }

  /// −Σ_j mean_j Λ_mj of each class, `[m·stride + c]`.
  double[] products(double[][] means) {
    double[] products = new double[d * stride];
    for (int c = 0; c < means.length; c++) {
      for (int m = 0; m < d; m++) {
        double product = 0;
        for (int j = 0; j < d; j++) {
          product = Math.fma(-means[c][j], precision[index(m, j, c)], product);
        }
        products[m * stride + c] = product;
      }
    }
    return products;
  }

  /// The squared lengths of the rows of the inverse of a lower triangle.
  private double[] variances(double[][] triangle) {
    double[] variances = new double[d];
    double[] column = new double[d];
    for (int j = 0; j < d; j++) {
      for (int i = j; i < d; i++) {
        double right = i == j ? 1 : 0;
        for (int r = j; r < i; r++) {
          right = Math.fma(-triangle[i][r], column[r], right);
        }
        column[i] = right / triangle[i][i];
        variances[i] = Math.fma(column[i], column[i], variances[i]);
      }
    }
    return variances;
  }

  /// Whether a row that lacks so many features may be filled.
  boolean fills(int count) {
    return count <= MarginalScratch.FILLED && count < d;
  }

  /// Whether what was factored of a class is accurate: |A_mm| by the product of its diagonals.
  static boolean isAccurate(double determinant, double diagonals) {
    return determinant >= diagonals * MIN_SHARE;
  }

  /// ½ log|Λ_mm|.
  ///
  /// @param logDeterminant the logarithm of |A_mm|
  double logs(double logDeterminant, MarginalScratch s, int c) {
    double logs = 0.5 * logDeterminant;
    for (int q = 0; q < s.count; q++) {
      logs -= logScale[s.missing[q] * stride + c];
    }
    return logs;
  }
}
