package org.lanewise.statistics;

import org.lanewise.internal.kernel.PackedTriangle;

/// Weights, means and scatters of k classes, as [GaussianStatistics] had them at one moment.
public final class GaussianSummary extends DiagonalSummary {

  private final ClassMoments moments;

  GaussianSummary(ClassMoments moments) {
    super(
        moments.featureCount,
        moments.weight,
        moments.anchor,
        moments.mean,
        moments.paddedCount,
        diagonals(moments));
    this.moments = moments;
  }

  private static double[][] diagonals(ClassMoments moments) {
    double[][] diagonals = new double[moments.scatter.length][moments.featureCount];
    for (int s = 0; s < diagonals.length; s++) {
      for (int j = 0; j < moments.featureCount; j++) {
        diagonals[s][j] = moments.diagonal(s, j);
      }
    }
    return diagonals;
  }

  /// Whether only the scatter within all classes together is known, not that of each class.
  public boolean pooled() {
    return moments.pooled;
  }

  private void requireClassScatters() {
    if (moments.pooled) {
      throw new IllegalArgumentException(
          "the statistics hold one scatter pooled over the classes; statistics with a scatter for"
              + " each class are expected");
    }
  }

  /// Entry (i, j) of the scatter of a class.
  ///
  /// @throws IllegalArgumentException if only the pooled scatter is known
  public double scatter(int label, int i, int j) {
    requireClassScatters();
    double[] scatter = moments.scatter[label];
    return scatter == null ? 0 : scatter[PackedTriangle.index(Math.min(i, j), Math.max(i, j))];
  }

  /// The scatter of a class: a new array that holds entry (i, j), i ≤ j, at [#packedIndex(int,
  /// int)].
  ///
  /// @throws IllegalArgumentException if only the pooled scatter is known
  public double[] packedScatter(int label) {
    requireClassScatters();
    double[] scatter = moments.scatter[label];
    return scatter == null ? new double[PackedTriangle.size(featureCount())] : scatter.clone();
  }

  /// Where entry (i, j), i ≤ j, of a packed symmetric matrix is: `32·p·(p+1) + 8·i + j mod 8` with
  /// p = j / 8. What lies elsewhere is not part of the matrix.
  public static int packedIndex(int i, int j) {
    return PackedTriangle.index(i, j);
  }

  /// The length of a packed symmetric d×d matrix.
  ///
  /// @throws ArithmeticException if it is more than an array can have
  public static int packedSize(int d) {
    return PackedTriangle.size(d);
  }

  /// The sum of the class scatters (the within-class scatter), laid out as [#packedScatter(int)].
  public double[] packedWithinScatter() {
    double[] within = new double[PackedTriangle.size(featureCount())];
    for (double[] scatter : moments.scatter) {
      if (scatter != null) {
        for (int i = 0; i < within.length; i++) {
          within[i] += scatter[i];
        }
      }
    }
    return within;
  }
}
