package org.lanewise.statistics;

import org.lanewise.internal.gather.ScatterMoments;
import org.lanewise.internal.kernel.PackedTriangle;

/// Weights, means and scatters of k classes, a snapshot of [GaussianStatistics].
public final class GaussianSummary extends VarianceSummary {

  private final ScatterMoments moments;

  GaussianSummary(ScatterMoments moments) {
    super(
        moments.featureCount,
        moments.weight,
        moments.anchor,
        moments.mean,
        moments.paddedCount,
        diagonals(moments),
        null);
    this.moments = moments;
  }

  private static double[][] diagonals(ScatterMoments moments) {
    double[][] diagonals = new double[moments.scatter.length][moments.featureCount];
    for (int s = 0; s < diagonals.length; s++) {
      for (int j = 0; j < moments.featureCount; j++) {
        diagonals[s][j] = moments.diagonal(s, j);
      }
    }
    return diagonals;
  }

  /// Whether only the pooled scatter is known and not the scatter of each class.
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

  /// The scatter of a class, d rows of d.
  ///
  /// @throws IllegalArgumentException if only the pooled scatter is known
  public double[][] scatter(int label) {
    return PackedTriangle.full(packedScatter(label), featureCount());
  }

  /// The sum of the scatters of all classes, the within-class scatter, d rows of d.
  public double[][] withinScatter() {
    return PackedTriangle.full(packedWithinScatter(), featureCount());
  }

  /// A copy of the scatter of a class in [PackedTriangle] layout.
  double[] packedScatter(int label) {
    requireClassScatters();
    double[] scatter = moments.scatter[label];
    return scatter == null ? new double[PackedTriangle.size(featureCount())] : scatter.clone();
  }

  /// The sum of the scatters in [PackedTriangle] layout.
  double[] packedWithinScatter() {
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
