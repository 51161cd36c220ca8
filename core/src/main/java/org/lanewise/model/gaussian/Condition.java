package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.Locale;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;

/// The condition number λ_max/λ_min of a correlation matrix.
///
/// @param number the number; infinite if λ_min cannot be distinguished from 0
/// @param above in that case, the largest lower bound that rounding allows
record Condition(double number, double above) {

  /// The condition of a covariance with a feature that does not vary, or of fewer rows than
  /// features.
  static final Condition INFINITE =
      new Condition(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

  /// The rounding of a scatter moves the variance of a combination v of features by up to 27 units
  /// of 2⁻⁵³·(Σ|v_i|)², as measured on exactly dependent features: see [CovarianceEstimate].
  private static final double ROUNDING = 0x1p-48;

  /// Far above the effect of rounding on 1.
  private static final double MAX_CORRELATION = 2;

  private static final int POWER_STEPS = 100;
  private static final int INVERSE_STEPS = 10;

  /// By power iteration and inverse iteration, which find orders of magnitude in few steps.
  ///
  /// @param covariance in packed layout, of any scale
  static Condition of(double[] covariance, int d) {
    double[] correlations = Covariances.correlations(covariance, d);
    if (!Arrays.stream(correlations).allMatch(r -> Math.abs(r) <= MAX_CORRELATION)) {
      // Not a covariance: an entry is far too large relative to the variances.
      return INFINITE;
    }
    double[] v = start(d);
    for (int step = 0; step < POWER_STEPS; step++) {
      v = unit(Covariances.product(correlations, v));
    }
    double largest = quotient(correlations, v);
    double[] narrowest = nullVector(correlations, d);
    double smallest = quotient(correlations, narrowest);
    double parts = Arrays.stream(narrowest).map(Math::abs).sum();
    double told = ROUNDING * parts * parts;
    if (smallest > told) {
      return new Condition(largest / smallest, largest / smallest);
    }
    double above = largest / told;
    return above < Double.POSITIVE_INFINITY
        ? new Condition(Double.POSITIVE_INFINITY, above)
        : INFINITE;
  }

  /// Whether λ_min is above its rounding error.
  boolean isTold() {
    return number < Double.POSITIVE_INFINITY;
  }

  /// The number, its lower bound, or `infinite`.
  @Override
  public String toString() {
    return above == Double.POSITIVE_INFINITY
        ? "infinite"
        : String.format(Locale.ROOT, isTold() ? "%.1e" : "above %.1e", above);
  }

  /// The eigenvector of the smallest eigenvalue.
  private static double[] nullVector(double[] correlations, int d) {
    double[] v = start(d);
    Cholesky shifted = shifted(correlations, d);
    for (int step = 0; step < INVERSE_STEPS; step++) {
      shifted.solve(v, v);
      v = unit(v);
    }
    return v;
  }

  /// The factor of the matrix plus the smallest tried multiple of the identity matrix that gives it
  /// one.
  private static Cholesky shifted(double[] matrix, int d) {
    for (double shift = 0x1p-48 * d; ; shift *= 4) {
      double[] sum = matrix.clone();
      Covariances.scaleAndAdd(sum, d, 1, shift);
      try {
        return Cholesky.of(sum, 0, d);
      } catch (NotPositiveDefiniteException e) {
        // More than d times the largest correlation always suffices.
        continue;
      }
    }
  }

  /// A vector without a preferred direction: fractional parts of multiples of the golden ratio.
  private static double[] start(int d) {
    double[] v = new double[d];
    for (int j = 0; j < d; j++) {
      double multiple = (j + 1) * 0.6180339887498949;
      v[j] = multiple - Math.floor(multiple) + 0.5;
    }
    return unit(v);
  }

  private static double quotient(double[] matrix, double[] v) {
    double[] product = Covariances.product(matrix, v);
    double sum = 0;
    for (int j = 0; j < v.length; j++) {
      sum = Math.fma(v[j], product[j], sum);
    }
    return sum;
  }

  private static double[] unit(double[] v) {
    double sum = 0;
    for (double x : v) {
      sum = Math.fma(x, x, sum);
    }
    double norm = Math.sqrt(sum);
    if (norm > 0) {
      for (int j = 0; j < v.length; j++) {
        v[j] /= norm;
      }
    }
    return v;
  }
}
