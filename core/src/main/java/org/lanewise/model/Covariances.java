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

  /// The lower triangular inverse of the Cholesky factor, packed.
  static double[] inverseFactor(Cholesky cholesky) {
    double[] inverse = new double[PackedTriangle.size(cholesky.dimension())];
    cholesky.inverse(inverse, 0);
    return inverse;
  }

  /// Factors a covariance.
  ///
  /// @param label the class it belongs to, or −1 where all share it
  /// @throws SingularCovarianceException if it is singular to working precision
  static Cholesky factor(double[] covariance, int d, int label) {
    String whose = label < 0 ? "the pooled covariance" : "the covariance of class " + label;
    for (int j = 0; j < d; j++) {
      double variance = covariance[PackedTriangle.index(j, j)];
      if (!Double.isFinite(variance) || variance > 0 && variance < Double.MIN_NORMAL) {
        throw new IllegalArgumentException(
            "the variance of feature %d is %s in %s, out of the range of doubles; features scaled to between 1e-150 and 1e150 are expected"
                .formatted(j, variance, whose));
      }
    }
    try {
      return Cholesky.of(covariance, 0, d);
    } catch (NotPositiveDefiniteException e) {
      int[] features = nullFeatures(e.weights());
      String named =
          Arrays.stream(features)
              .limit(MOST_NAMED)
              .mapToObj(Integer::toString)
              .reduce((a, b) -> a + ", " + b)
              .orElse("" + e.index());
      String more =
          features.length > MOST_NAMED ? " and " + (features.length - MOST_NAMED) + " more" : "";
      throw new SingularCovarianceException(
          features.length <= 1
              ? "%s is singular: feature %s is constant; leave it out, or regularise"
                  .formatted(whose, named)
              : "%s is singular: features %s%s depend on one another linearly; leave one of them out, or regularise"
                  .formatted(whose, named, more),
          label,
          features,
          e);
    }
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
