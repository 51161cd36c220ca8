package org.lanewise.model;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;

/// Covariance matrices in [PackedTriangle] layout: from scatters, to factors, and what is wrong
/// with one that has none.
final class Covariances {

  /// Parts of a null direction below this are rounding.
  private static final double NULL_PART = 1e-6;

  private static final int MOST_NAMED = 5;

  /// From here on the amplified rounding of a scatter is no longer small beside 1.
  private static final double MOST_AMPLIFIED = 0x1p45;

  private Covariances() {}

  /// Divides a scatter, in place.
  static double[] divide(double[] scatter, double divisor) {
    for (int i = 0; i < scatter.length; i++) {
      scatter[i] /= divisor;
    }
    return scatter;
  }

  /// Refuses a packed matrix that is not of the size for d features.
  static void requireSize(double[] packed, int d) {
    if (packed.length != PackedTriangle.size(d)) {
      throw new IllegalArgumentException(
          "the packed covariance has %d elements; %d are expected for %d features"
              .formatted(packed.length, PackedTriangle.size(d), d));
    }
  }

  /// The full matrix, row by row.
  static double[][] full(double[] packed, int d) {
    double[][] full = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        full[i][j] = packed[PackedTriangle.index(i, j)];
        full[j][i] = full[i][j];
      }
    }
    return full;
  }

  /// The lower triangular inverse M of the Cholesky factor, packed.
  ///
  /// Row j of M is the combination z_j = Σ_{i ≤ j} m_ji x_i, which has variance 1. The rounding of
  /// a scatter moves the variance of a combination by a small multiple of u·(Σ_i |m_ji| σ_i)², u =
  /// 2⁻⁵³: measured up to 27 u for exactly dependent features. So where the square is not far below
  /// 1/u, nothing of that variance is known, and the covariance is singular to working precision,
  /// whatever its pivots are.
  ///
  /// @param covariance what was factored
  /// @param label the class it belongs to, or −1 where all share it
  /// @throws SingularCovarianceException if it is singular to working precision
  static double[] inverseFactor(Cholesky cholesky, double[] covariance, int label) {
    int d = cholesky.dimension();
    double[] inverse = new double[PackedTriangle.size(d)];
    cholesky.inverse(inverse, 0);
    double[] deviations = new double[d];
    for (int j = 0; j < d; j++) {
      deviations[j] = Math.sqrt(covariance[PackedTriangle.index(j, j)]);
    }
    double[] parts = new double[d];
    for (int j = 0; j < d; j++) {
      double sum = 0;
      for (int i = 0; i <= j; i++) {
        parts[i] = inverse[PackedTriangle.index(i, j)] * deviations[i];
        sum += Math.abs(parts[i]);
      }
      if (!(sum * sum < MOST_AMPLIFIED)) {
        throw singular(label, parts, j, null);
      }
    }
    return inverse;
  }

  /// Factors a covariance.
  ///
  /// @param label the class it belongs to, or −1 where all share it
  /// @throws SingularCovarianceException if it is singular to working precision
  /// @throws IllegalArgumentException if it is not a covariance of finite, normal numbers
  static Cholesky factor(double[] covariance, int d, int label) {
    for (int j = 0; j < d; j++) {
      double variance = covariance[PackedTriangle.index(j, j)];
      if (variance < 0) {
        throw new IllegalArgumentException(
            "the variance of feature %d is %s in %s; a positive number is expected"
                .formatted(j, variance, whose(label)));
      }
      if (!Double.isFinite(variance) || variance > 0 && variance < Double.MIN_NORMAL) {
        throw new IllegalArgumentException(
            "the variance of feature %d is %s in %s, out of the range of doubles; features scaled to between 1e-150 and 1e150 are expected"
                .formatted(j, variance, whose(label)));
      }
      for (int i = 0; i < j; i++) {
        double entry = covariance[PackedTriangle.index(i, j)];
        if (!Double.isFinite(entry)) {
          throw new IllegalArgumentException(
              "the covariance of features %d and %d is %s in %s; a finite number is expected"
                  .formatted(i, j, entry, whose(label)));
        }
      }
    }
    try {
      return Cholesky.of(covariance, 0, d);
    } catch (NotPositiveDefiniteException e) {
      throw singular(label, e.weights(), e.index(), e);
    }
  }

  private static String whose(int label) {
    return label < 0 ? "the pooled covariance" : "the covariance of class " + label;
  }

  /// @param weights the null direction in units of the standard deviations
  /// @param index a feature that depends on those before it
  private static SingularCovarianceException singular(
      int label, double[] weights, int index, Throwable cause) {
    int[] features = nullFeatures(weights);
    String named =
        Arrays.stream(features)
            .limit(MOST_NAMED)
            .mapToObj(Integer::toString)
            .reduce((a, b) -> a + ", " + b)
            .orElse("" + index);
    String more =
        features.length > MOST_NAMED ? " and " + (features.length - MOST_NAMED) + " more" : "";
    return new SingularCovarianceException(
        features.length <= 1
            ? "%s is singular: feature %s is constant; leave it out, or regularise"
                .formatted(whose(label), named)
            : "%s is singular: features %s%s depend on one another linearly; leave one of them out, or regularise"
                .formatted(whose(label), named, more),
        label,
        features,
        cause);
  }

  private static int[] nullFeatures(double[] direction) {
    double largest = 0;
    for (double part : direction) {
      largest = Math.max(largest, Math.abs(part));
    }
    double least = largest * NULL_PART;
    return IntStream.range(0, direction.length)
        .filter(j -> Math.abs(direction[j]) > least)
        .boxed()
        .sorted((a, b) -> Double.compare(Math.abs(direction[b]), Math.abs(direction[a])))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
