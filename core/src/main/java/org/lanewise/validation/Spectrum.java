package org.lanewise.validation;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.SymmetricEigen;

/// A symmetric matrix B = QΛQᵀ of which α·B + τ·I − c·δδᵀ is to be inverted for many α, τ, c and δ:
/// in the basis Q that is diagonal but for the last term.
final class Spectrum {

  /// Products are kept between 2^−500 and 2^500.
  private static final int RANGE = 500;

  private final int d;
  private final double[][] vectors;
  private final double[] values;
  private final double trace;

  /// 1/(α·λ_i + τ), and their squares' half logarithm, of the last α and τ.
  private final double[] inverse;

  private double alpha = Double.NaN;
  private double tau = Double.NaN;
  private double logDeterminant;

  /// @param full d rows of d
  Spectrum(double[][] full) {
    d = full.length;
    double[] packed = new double[PackedTriangle.size(d)];
    double sum = 0;
    for (int j = 0; j < d; j++) {
      sum += full[j][j];
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = full[i][j];
      }
    }
    trace = sum;
    SymmetricEigen eigen = SymmetricEigen.of(packed, 0, d);
    vectors = new double[d][];
    values = new double[d];
    for (int i = 0; i < d; i++) {
      vectors[i] = eigen.vector(i);
      // Of a scatter none is negative but by rounding.
      values[i] = Math.max(0, eigen.value(i));
    }
    inverse = new double[d];
  }

  /// tr(B).
  double trace() {
    return trace;
  }

  /// Qᵀv.
  double[] rotated(double[] v) {
    double[] out = new double[d];
    for (int i = 0; i < d; i++) {
      double sum = 0;
      for (int j = 0; j < d; j++) {
        sum = Math.fma(vectors[i][j], v[j], sum);
      }
      out[i] = sum;
    }
    return out;
  }

  /// Qᵀ(x − origin) of the rows of indices `which[first … first + count − 1]`, into `out[r·d + i]`.
  ///
  /// @param block room for 2·d·count
  void rotate(
      NumericColumns rows,
      int[] which,
      int first,
      int count,
      double[] origin,
      double[] block,
      double[] out) {
    for (int j = 0; j < d; j++) {
      for (int r = 0; r < count; r++) {
        block[j * count + r] = rows.value(which[first + r], j) - origin[j];
      }
    }
    int image = d * count;
    for (int i = 0; i < d; i++) {
      double[] vector = vectors[i];
      int to = image + i * count;
      for (int r = 0; r < count; r++) {
        block[to + r] = 0;
      }
      for (int j = 0; j < d; j++) {
        add(block, j * count, vector[j], to, count);
      }
    }
    for (int i = 0; i < d; i++) {
      for (int r = 0; r < count; r++) {
        out[r * d + i] = block[image + i * count + r];
      }
    }
  }

  private static void add(double[] block, int from, double factor, int to, int count) {
    for (int r = 0; r < count; r++) {
      block[to + r] = Math.fma(factor, block[from + r], block[to + r]);
    }
  }

  /// Prepares α·B + τ·I.
  ///
  /// @return whether it is positive definite
  boolean prepare(double newAlpha, double newTau) {
    if (newAlpha == alpha && newTau == tau) {
      return logDeterminant > Double.NEGATIVE_INFINITY;
    }
    alpha = newAlpha;
    tau = newTau;
    double product = 1;
    long exponents = 0;
    logDeterminant = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < d; i++) {
      double value = Math.fma(alpha, values[i], tau);
      if (!(value >= Double.MIN_NORMAL && value < Double.POSITIVE_INFINITY)) {
        return false;
      }
      inverse[i] = 1 / value;
      product *= value;
      int exponent = Math.getExponent(product);
      if (exponent > RANGE || exponent < -RANGE) {
        exponents += exponent;
        product = Math.scalb(product, -exponent);
      }
    }
    logDeterminant = Math.fma(exponents, StrictMath.log(2), StrictMath.log(product));
    return true;
  }

  /// log |α·B + τ·I|.
  double logDeterminant() {
    return logDeterminant;
  }

  /// ‖x − mean‖² under the inverse, of a rotated row and a rotated mean.
  double squared(double[] x, int from, double[] mean) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double z = x[from + i] - mean[i];
      sum = Math.fma(z * z, inverse[i], sum);
    }
    return sum;
  }

  /// (x − mean)ᵀ(x − other) under the inverse.
  double product(double[] x, int from, double[] mean, double[] other) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double z = x[from + i];
      sum = Math.fma((z - mean[i]) * (z - other[i]), inverse[i], sum);
    }
    return sum;
  }

  /// ‖x − mean‖² as it is.
  double length(double[] x, int from, double[] mean) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double z = x[from + i] - mean[i];
      sum = Math.fma(z, z, sum);
    }
    return sum;
  }
}
