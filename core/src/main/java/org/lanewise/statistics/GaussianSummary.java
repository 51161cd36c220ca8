package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.internal.kernel.PackedTriangle;

/// Weights, means and scatters of k classes, as [GaussianStatistics] had them at one moment.
///
/// Means are given about an origin near all of them, so that the differences models work with keep
/// their digits whatever the offset of the data.
public final class GaussianSummary {

  private final ClassMoments moments;
  private final int featureCount;
  private final double[] origin;

  GaussianSummary(ClassMoments moments) {
    this.moments = moments;
    featureCount = moments.featureCount;
    origin = makeOrigin();
  }

  /// The grand mean, rounded: Σ_c W_c·mean_c / W, in terms of the first anchor.
  private double[] makeOrigin() {
    double[] grand = new double[featureCount];
    double total = totalWeight();
    int reference = 0;
    while (reference < moments.classCount - 1 && moments.weight[reference] == 0) {
      reference++;
    }
    for (int j = 0; j < featureCount; j++) {
      double first = moments.anchor[reference * moments.paddedCount + j];
      double sum = 0;
      for (int c = 0; c < moments.classCount; c++) {
        int at = c * moments.paddedCount + j;
        if (moments.weight[c] > 0) {
          sum =
              Math.fma(
                  moments.weight[c] / total, (moments.anchor[at] - first) + moments.mean[at], sum);
        }
      }
      grand[j] = first + sum;
    }
    return grand;
  }

  /// The number of features d.
  public int featureCount() {
    return featureCount;
  }

  /// The number of classes k.
  public int classCount() {
    return moments.classCount;
  }

  /// W_c of each class: its number of rows, or the sum of their weights.
  public double[] classWeights() {
    return moments.weight.clone();
  }

  /// Σ_c W_c.
  public double totalWeight() {
    double sum = 0;
    for (double weight : moments.weight) {
      sum += weight;
    }
    return sum;
  }

  /// A copy of the origin about which means are given: the mean of all rows, rounded.
  public double[] origin() {
    return origin.clone();
  }

  /// The mean of a class less the origin, into a new array of d.
  public double[] residualMean(int label) {
    double[] mean = new double[featureCount];
    int base = label * moments.paddedCount;
    if (moments.weight[label] > 0) {
      for (int j = 0; j < featureCount; j++) {
        mean[j] = (moments.anchor[base + j] - origin[j]) + moments.mean[base + j];
      }
    }
    return mean;
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
    return scatter == null ? new double[PackedTriangle.size(featureCount)] : scatter.clone();
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
    double[] within = new double[PackedTriangle.size(featureCount)];
    for (double[] scatter : moments.scatter) {
      if (scatter != null) {
        for (int i = 0; i < within.length; i++) {
          within[i] += scatter[i];
        }
      }
    }
    return within;
  }

  /// The variance (divisor W) of each feature over the rows of all classes together.
  public double[] totalVariances() {
    double[] variances = new double[featureCount];
    double total = totalWeight();
    for (int s = 0; s < moments.scatter.length; s++) {
      for (int j = 0; j < featureCount; j++) {
        variances[j] += moments.diagonal(s, j) / total;
      }
    }
    for (int c = 0; c < moments.classCount; c++) {
      double[] mean = residualMean(c);
      for (int j = 0; j < featureCount; j++) {
        variances[j] += moments.weight[c] / total * mean[j] * mean[j];
      }
    }
    double[] grand = new double[featureCount];
    for (int c = 0; c < moments.classCount; c++) {
      double[] mean = residualMean(c);
      for (int j = 0; j < featureCount; j++) {
        grand[j] = Math.fma(moments.weight[c] / total, mean[j], grand[j]);
      }
    }
    for (int j = 0; j < featureCount; j++) {
      variances[j] = Math.max(0, variances[j] - grand[j] * grand[j]);
    }
    return variances;
  }

  @Override
  public String toString() {
    return "GaussianSummary[features=%d, class weights=%s]"
        .formatted(featureCount, Arrays.toString(moments.weight));
  }
}
