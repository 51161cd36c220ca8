package org.lanewise.model.gaussian;

import java.util.stream.IntStream;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;

/// The observed features of a row, and their covariance.
final class ObservedFeatures {

  private ObservedFeatures() {}

  static boolean areAll(double[] row, double[] observed) {
    for (int j = 0; j < row.length; j++) {
      if (Double.isNaN(row[j]) || Double.isNaN(observed[j])) {
        return false;
      }
    }
    return true;
  }

  /// The features that are observed in both rows.
  static int[] of(double[] row, double[] observed) {
    return IntStream.range(0, row.length)
        .filter(j -> !Double.isNaN(row[j]) && !Double.isNaN(observed[j]))
        .toArray();
  }

  /// The factor of the covariance of some features, in their order.
  static Cholesky factor(double[][] covariance, int[] features) {
    int d = features.length;
    double[] packed = new double[PackedTriangle.size(d)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = covariance[features[i]][features[j]];
      }
    }
    try {
      return Cholesky.of(packed, 0, d);
    } catch (NotPositiveDefiniteException e) {
      // The model has factored the whole matrix, and a part of it is no closer to singular.
      throw new IllegalStateException(e);
    }
  }
}
