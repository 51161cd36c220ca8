package org.lanewise.validation;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.linalg.SymmetricEigen;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.gaussian.Shrinkage;

/// A symmetric matrix B = QΛQᵀ of which α·B + τ·I − c·δδᵀ is to be inverted for many α, τ, c and δ:
/// in the basis Q that is diagonal but for the last term.
final class Spectrum {

  /// Products are kept between 2^−500 and 2^500.
  private static final int RANGE = 500;

  private static final double LOG_TWO = StrictMath.log(2);

  private final int d;
  private final double[][] vectors;
  private final double[] values;
  private final double trace;

  /// Entry (j, i) of Q at `[j·stride + i]`, and intercepts of 0.
  private final double[] byFeature;

  private final double[] zeros;
  private final int stride;

  /// α·λ_i + τ of the last α and τ, and 1 over it.
  private final double[] diagonal;

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
    diagonal = new double[d];
    stride = ScoreKernels.classStride(d);
    zeros = new double[stride];
    byFeature = new double[d * stride];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        byFeature[j * stride + i] = vectors[i][j];
      }
    }
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

  /// Room for a rotated row.
  double[] row() {
    return new double[stride];
  }

  /// Qᵀ(x − origin) of a row.
  ///
  /// @param x room for d
  /// @param out from [#row()]
  void rotate(NumericColumns rows, int index, double[] origin, double[] x, double[] out) {
    rows.row(index, x);
    for (int j = 0; j < d; j++) {
      x[j] -= origin[j];
    }
    Kernels.score().affineRow(x, d, byFeature, zeros, stride, out);
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
    for (int i = 0; i < d; i++) {
      diagonal[i] = Math.fma(alpha, values[i], tau);
    }
    for (int i = 0; i < d; i++) {
      inverse[i] = 1 / diagonal[i];
    }
    double product = 1;
    long exponents = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < d; i++) {
      least = Math.min(least, diagonal[i]);
      product *= diagonal[i];
      int exponent = Math.getExponent(product);
      if (exponent > RANGE || exponent < -RANGE) {
        exponents += exponent;
        product = Math.scalb(product, -exponent);
      }
    }
    // Comparisons with NaN are false.
    boolean regular = least >= Double.MIN_NORMAL && product < Double.POSITIVE_INFINITY;
    logDeterminant =
        regular ? Math.fma(exponents, LOG_TWO, Elementary.log(product)) : Double.NEGATIVE_INFINITY;
    return regular;
  }

  /// log |α·B + τ·I|.
  double logDeterminant() {
    return logDeterminant;
  }

  /// ‖x − mean‖² under the inverse, of a rotated row and a rotated mean.
  double squared(double[] x, double[] mean) {
    return product(x, mean, mean);
  }

  /// (x − mean)ᵀ(x − other) under the inverse, in four chains.
  double product(double[] x, double[] mean, double[] other) {
    double first = 0;
    double second = 0;
    double third = 0;
    double fourth = 0;
    int i = 0;
    for (; i + 3 < d; i += 4) {
      first = Math.fma((x[i] - mean[i]) * (x[i] - other[i]), inverse[i], first);
      second =
          Math.fma((x[i + 1] - mean[i + 1]) * (x[i + 1] - other[i + 1]), inverse[i + 1], second);
      third = Math.fma((x[i + 2] - mean[i + 2]) * (x[i + 2] - other[i + 2]), inverse[i + 2], third);
      fourth =
          Math.fma((x[i + 3] - mean[i + 3]) * (x[i + 3] - other[i + 3]), inverse[i + 3], fourth);
    }
    for (; i < d; i++) {
      first = Math.fma((x[i] - mean[i]) * (x[i] - other[i]), inverse[i], first);
    }
    return (first + second) + (third + fourth);
  }

  /// ‖x − mean‖² as it is.
  double length(double[] x, double[] mean) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double z = x[i] - mean[i];
      sum = Math.fma(z, z, sum);
    }
    return sum;
  }

  /// Shrinkage as Σ = α·S + τ·I + ρ·tr(S)/d·I, its intensities held.
  ///
  /// @param share α
  /// @param unit τ
  /// @param meanVariance ρ
  record Regularization(double share, double unit, double meanVariance) {

    /// Of a shrinkage whose intensity is known; null where its target is no multiple of the unit
    /// matrix.
    ///
    /// @param intensity what the fitted model chose, or took
    static Regularization of(Shrinkage shrinkage, double intensity) {
      return switch (shrinkage) {
        case Shrinkage.None() -> new Regularization(1, 0, 0);
        case Shrinkage.Fixed(double rho) -> new Regularization(1 - rho, 0, rho);
        case Shrinkage.OracleApproximating(int correction) ->
            new Regularization(1 - intensity, 0, intensity);
        case Shrinkage.Identity(double share) -> new Regularization(1 - share, share, 0);
        case Shrinkage.Ridge(double variance) -> new Regularization(1, variance, 0);
        case Shrinkage.TowardsVariances towards -> null;
        case Shrinkage.LedoitWolf chosenBefore -> null;
      };
    }

    /// The multiple of the unit matrix that is added to α·S where S has the trace t.
    double diagonal(double t, int d) {
      return unit + meanVariance * t / d;
    }
  }
}
