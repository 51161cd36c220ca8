package org.lanewise.internal.fractions;

/// Loops over planes, arrays of which element i is of row i, of rows in a basis in which a matrix
/// is diagonal: an entry α·λ + τ of it is another for each row. As in [Fractions] each loop is
/// small and writes one array, so that C2 makes vectors of it. Rows are 0 to `count` − 1.
public final class Quotients {

  private Quotients() {}

  /// `sums[i] += x[i]²`.
  public static void addSquares(double[] x, int count, double[] sums) {
    for (int i = 0; i < count; i++) {
      sums[i] = Math.fma(x[i], x[i], sums[i]);
    }
  }

  /// `out[i] = alpha[i]·value + tau[i]`.
  public static void entries(double[] alpha, double value, double[] tau, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = Math.fma(alpha[i], value, tau[i]);
    }
  }

  /// `product[i] *= x[i]·scale`.
  public static void multiply(double[] x, double scale, int count, double[] product) {
    for (int i = 0; i < count; i++) {
      product[i] *= x[i] * scale;
    }
  }

  /// `x[i] = 1/x[i]`.
  public static void invert(double[] x, int count) {
    for (int i = 0; i < count; i++) {
      x[i] = 1 / x[i];
    }
  }

  /// `sums[i] += (x[i] + gap)·(x[i] + other)·inverse[i]`.
  public static void addProducts(
      double[] x, double gap, double other, double[] inverse, int count, double[] sums) {
    for (int i = 0; i < count; i++) {
      sums[i] = Math.fma((x[i] + gap) * (x[i] + other), inverse[i], sums[i]);
    }
  }
}
