package org.lanewise.validation;

/// Loops over planes, arrays whose element i belongs to row i. A sum of quotients Σ_j n_j/r_j is
/// kept as a fraction with the denominator Π_j r_j, which a determinant needs as well:
///
/// ```
/// sum = sum·r_j + n_j·product,   product = product·r_j
/// ```
///
/// C2 vectorizes such a loop if its body is small, all its arrays have the same index, and nothing
/// is read after a write. Therefore there are several loops, and none has a minimum, which C2
/// compiles to six instructions. A loop over four features at once was not vectorized and five
/// times slower. Rows are `from` to `to` − 1, or 0 to `count` − 1.
final class QuotientSums {

  private QuotientSums() {}

  /// Values of a column minus an origin, in the order of `rowAt`: `out[i] = column[offset +
  /// rowAt[i]] − origin`.
  static void gather(
      double[] column, int offset, int[] rowAt, int from, int to, double origin, double[] out) {
    for (int i = from; i < to; i++) {
      out[i] = column[offset + rowAt[i]] - origin;
    }
  }

  /// `out[i] = 1 + change[i]·inverse`.
  static void ratios(double[] change, double inverse, int from, int to, double[] out) {
    for (int i = from; i < to; i++) {
      out[i] = Math.fma(change[i], inverse, 1);
    }
  }

  /// `out[i] = 1 + change[i]·inverse − loss[i]·(x[i] − mean)²·inverse`.
  static void ratiosWithout(
      double[] x,
      double mean,
      double inverse,
      double[] loss,
      double[] change,
      int from,
      int to,
      double[] out) {
    for (int i = from; i < to; i++) {
      double z = x[i] - mean;
      out[i] = Math.fma(change[i], inverse, Math.fma(-loss[i], z * z * inverse, 1));
    }
  }

  /// Adds (x − mean)²·inverse/ratio to fractions.
  static void addSquare(
      double[] x,
      double mean,
      double inverse,
      double[] ratio,
      double[] product,
      int from,
      int to,
      double[] sums) {
    for (int i = from; i < to; i++) {
      double z = x[i] - mean;
      sums[i] = Math.fma(sums[i], ratio[i], z * z * inverse * product[i]);
    }
  }

  /// `product[i] *= ratio[i]`.
  static void multiply(double[] product, double[] ratio, int from, int to) {
    for (int i = from; i < to; i++) {
      product[i] *= ratio[i];
    }
  }

  /// Adds t − t·inverse·change of two features, with t = (x − mean)²·inverse: t/ratio to first
  /// order.
  ///
  /// @param slopeX inverse² of the first feature, divided by the unit of `change`
  static void addSquares(
      double[] x,
      double[] y,
      double meanX,
      double meanY,
      double inverseX,
      double inverseY,
      double slopeX,
      double slopeY,
      double[] change,
      int from,
      int to,
      double[] sums) {
    for (int i = from; i < to; i++) {
      double zx = x[i] - meanX;
      double zy = y[i] - meanY;
      double e = -change[i];
      double sum = Math.fma(zx * zx, Math.fma(e, slopeX, inverseX), sums[i]);
      sums[i] = Math.fma(zy * zy, Math.fma(e, slopeY, inverseY), sum);
    }
  }

  /// `sums[i] += x[i]²`.
  static void addSquares(double[] x, int count, double[] sums) {
    for (int i = 0; i < count; i++) {
      sums[i] = Math.fma(x[i], x[i], sums[i]);
    }
  }

  /// `out[i] = alpha[i]·value + tau[i]`.
  static void entries(double[] alpha, double value, double[] tau, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = Math.fma(alpha[i], value, tau[i]);
    }
  }

  /// `product[i] *= x[i]·scale`.
  static void multiply(double[] x, double scale, int count, double[] product) {
    for (int i = 0; i < count; i++) {
      product[i] *= x[i] * scale;
    }
  }

  /// `x[i] = 1/x[i]`.
  static void invert(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = 1 / x[i];
    }
  }

  /// `sums[i] += (x[i] + gap)·(x[i] + other)·inverse[i]`.
  static void addProducts(
      double[] x, double gap, double other, double[] inverse, int count, double[] sums) {
    for (int i = 0; i < count; i++) {
      sums[i] = Math.fma((x[i] + gap) * (x[i] + other), inverse[i], sums[i]);
    }
  }
}
