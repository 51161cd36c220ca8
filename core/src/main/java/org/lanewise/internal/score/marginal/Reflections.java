package org.lanewise.internal.score.marginal;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.scratch.MarginalScratch;

/// What missing features take from a squared distance ‖Md‖²: the part of Md in the space of the
/// columns of M that belong to them.
///
/// With M the inverse of the Cholesky factor of Σ, d a row less the mean, 0 in the missing features
/// m, and M_m their columns, the distance of the observed features o is a least squares problem,
/// whose solution fills the row:
///
/// ```
/// d_oᵀ Σ_oo⁻¹ d_o = min over t of ‖Md + M_m t‖²,   log|Σ_oo| = log|Σ| + log|M_mᵀM_m|
/// ```
///
/// Householder's reflections turn the columns, from the last to the first, into multiples of unit
/// vectors; what they leave of Md outside of those is the minimum. It has the error that the factor
/// of Σ_oo itself would give. (The difference dᵀΣ⁻¹d − rᵀ(M_mᵀM_m)⁻¹r, r = M_mᵀMd, is the same
/// number, and cancels: of a covariance of condition 1e11 it keeps two digits where this keeps
/// nine.)
///
/// M is lower triangular, so column i begins at row i, and the reflection of the last column is the
/// shortest. Columns are scaled by powers of 2, about the inverse of their first entry: so their
/// squares stay in the range of doubles, and the length that is left of one is at least about 1.
///
/// What the reflections make of the scaled columns is a lower triangle T, M_m = Q T S⁻¹ with S the
/// scales, and of Md the part q along them; so the fill of the row is S t with T t = −q, and its
/// covariance (M_mᵀM_m)⁻¹ = S T⁻¹ T⁻ᵀ S.
public final class Reflections {

  /// Lengths that are multiplied before their logarithm is taken: none is above about 2²⁶, or the
  /// covariance would have been refused as singular.
  private static final int FACTORS = 16;

  private static final double LOG_TWO = 0.6931471805599453;

  private Reflections() {}

  /// Makes the reflections of the missing features.
  ///
  /// @param factor M in [PackedTriangle] layout
  /// @param stride the distance of two columns
  /// @return ½ log|M_mᵀM_m|
  static double make(double[] factor, int d, int stride, MarginalScratch s) {
    return make(factor, d, stride, s, null);
  }

  /// @param triangle takes T, of column l of row q at `[q·count + l]`; null if it is not needed
  public static double make(
      double[] factor, int d, int stride, MarginalScratch s, double[] triangle) {
    double[] v = s.columns;
    int exponents = 0;
    for (int q = 0; q < s.count; q++) {
      exponents += column(factor, s.missing[q], d, v, q * stride);
    }
    double logs = exponents * LOG_TWO;
    double product = 1;
    int factors = 0;
    for (int q = s.count - 1; q >= 0; q--) {
      int pivot = s.missing[q];
      int at = q * stride;
      double length = Math.sqrt(dot(v, at, v, at, pivot, d));
      product *= length;
      if (++factors == FACTORS) {
        logs += Elementary.log(product);
        product = 1;
        factors = 0;
      }
      double first = v[at + pivot];
      s.inverses[q] = 1 / (length * (length + Math.abs(first)));
      v[at + pivot] = first + Math.copySign(length, first);
      for (int l = 0; l < q; l++) {
        double along = reflect(v, at, s.inverses[q], pivot, d, v, l * stride);
        if (triangle != null) {
          triangle[q * s.count + l] = along;
        }
      }
      if (triangle != null) {
        triangle[q * s.count + q] = -Math.copySign(length, first);
      }
    }
    return logs + Elementary.log(product);
  }

  /// Takes a scaled column of M.
  ///
  /// @return the exponent that was taken out
  private static int column(double[] factor, int column, int d, double[] out, int offset) {
    int exponent = exponent(factor, column);
    // In two steps, as the inverse of the least power of 2 is out of range.
    double half = power(-(exponent / 2));
    double rest = power(-(exponent - exponent / 2));
    for (int first = column / WIDTH * WIDTH; first < d; first += WIDTH) {
      int from = PackedTriangle.index(column, first);
      int end = Math.min(WIDTH, d - first);
      for (int l = Math.max(0, column - first); l < end; l++) {
        out[offset + first + l] = factor[from + l] * half * rest;
      }
    }
    return exponent;
  }

  /// Takes out of `y[offset … offset + d − 1]` what lies in the space of the columns.
  static void apply(MarginalScratch s, int d, int stride, double[] y, int offset) {
    apply(s, d, stride, y, offset, null);
  }

  /// @param along takes q; null if it is not needed
  public static void apply(
      MarginalScratch s, int d, int stride, double[] y, int offset, double[] along) {
    for (int q = s.count - 1; q >= 0; q--) {
      double part = reflect(s.columns, q * stride, s.inverses[q], s.missing[q], d, y, offset);
      if (along != null) {
        along[q] = part;
      }
    }
  }

  /// y − v·(vᵀy)·inverse, of rows from the pivot on, whose own is done with.
  ///
  /// @return that of the pivot
  private static double reflect(
      double[] v, int at, double inverse, int pivot, int d, double[] y, int offset) {
    double share = -(dot(v, at, y, offset, pivot, d) * inverse);
    double along = Math.fma(share, v[at + pivot], y[offset + pivot]);
    y[offset + pivot] = 0;
    for (int i = pivot + 1; i < d; i++) {
      y[offset + i] = Math.fma(share, v[at + i], y[offset + i]);
    }
    return along;
  }

  /// The scale of a column: the power of 2 by which M's is divided.
  ///
  /// @return S
  public static double scale(double[] factor, int column) {
    return power(-exponent(factor, column));
  }

  /// 2ⁿ, in the range of normal doubles.
  private static double power(int n) {
    return Double.longBitsToDouble((n + 1023L) << 52);
  }

  private static int exponent(double[] factor, int column) {
    return Math.getExponent(factor[PackedTriangle.index(column, column)]);
  }

  /// Σ a_i b_i over rows `from` to `to` − 1, in four chains.
  public static double dot(double[] a, int aOffset, double[] b, int bOffset, int from, int to) {
    double q0 = 0;
    double q1 = 0;
    double q2 = 0;
    double q3 = 0;
    int i = from;
    for (; i + 3 < to; i += 4) {
      q0 = Math.fma(a[aOffset + i], b[bOffset + i], q0);
      q1 = Math.fma(a[aOffset + i + 1], b[bOffset + i + 1], q1);
      q2 = Math.fma(a[aOffset + i + 2], b[bOffset + i + 2], q2);
      q3 = Math.fma(a[aOffset + i + 3], b[bOffset + i + 3], q3);
    }
    for (; i < to; i++) {
      q0 = Math.fma(a[aOffset + i], b[bOffset + i], q0);
    }
    return (q0 + q1) + (q2 + q3);
  }
}
