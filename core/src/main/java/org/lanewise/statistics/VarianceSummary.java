package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.internal.variance.VarianceMoments;

/// Weights, means and sums of squared deviations of k classes, feature by feature, as statistics
/// had them at one moment.
///
/// Means are given about an origin near all of them, so that the differences models work with keep
/// their digits whatever the offset of the data.
public sealed class VarianceSummary permits GaussianSummary {

  private final int featureCount;
  private final double[] weight;

  /// `[c·stride + j]`.
  private final double[] anchor;

  private final double[] mean;
  private final int stride;

  /// For each class, or for all of them together, d sums of squares.
  private final double[][] squares;

  private final double[] origin;

  VarianceSummary(
      int featureCount,
      double[] weight,
      double[] anchor,
      double[] mean,
      int stride,
      double[][] squares) {
    this.featureCount = featureCount;
    this.weight = weight;
    this.anchor = anchor;
    this.mean = mean;
    this.stride = stride;
    this.squares = squares;
    origin = makeOrigin();
  }

  VarianceSummary(VarianceMoments moments) {
    this(
        moments.featureCount,
        moments.weight,
        moments.anchor,
        moments.mean,
        moments.paddedCount,
        squares(moments));
  }

  private static double[][] squares(VarianceMoments moments) {
    double[][] squares = new double[moments.classCount][];
    for (int c = 0; c < squares.length; c++) {
      int base = c * moments.paddedCount;
      squares[c] = Arrays.copyOfRange(moments.square, base, base + moments.featureCount);
    }
    return squares;
  }

  /// The grand mean, rounded: Σ_c W_c·mean_c / W, in terms of the first anchor.
  private double[] makeOrigin() {
    double[] grand = new double[featureCount];
    double total = totalWeight();
    int reference = 0;
    while (reference < weight.length - 1 && weight[reference] == 0) {
      reference++;
    }
    for (int j = 0; j < featureCount; j++) {
      double first = anchor[reference * stride + j];
      double sum = 0;
      for (int c = 0; c < weight.length; c++) {
        int at = c * stride + j;
        if (weight[c] > 0) {
          sum = Math.fma(weight[c] / total, (anchor[at] - first) + mean[at], sum);
        }
      }
      grand[j] = first + sum;
    }
    return grand;
  }

  /// The number of features d.
  public final int featureCount() {
    return featureCount;
  }

  /// The number of classes k.
  public final int classCount() {
    return weight.length;
  }

  /// W_c of each class: its number of rows, or the sum of their weights.
  public final double[] classWeights() {
    return weight.clone();
  }

  /// Σ_c W_c.
  public final double totalWeight() {
    double sum = 0;
    for (double w : weight) {
      sum += w;
    }
    return sum;
  }

  /// A copy of the origin about which means are given: the mean of all rows, rounded.
  public final double[] origin() {
    return origin.clone();
  }

  /// The mean of a class less the origin, into a new array of d.
  public final double[] residualMean(int label) {
    double[] residual = new double[featureCount];
    int base = label * stride;
    if (weight[label] > 0) {
      for (int j = 0; j < featureCount; j++) {
        residual[j] = (anchor[base + j] - origin[j]) + mean[base + j];
      }
    }
    return residual;
  }

  /// Σ w (x_j − mean_j)² over the rows of a class, into a new array of d.
  ///
  /// @throws IllegalArgumentException if they are known of all classes together only
  public final double[] sumsOfSquares(int label) {
    if (squares.length < weight.length) {
      throw new IllegalArgumentException(
          "the statistics hold one scatter pooled over the classes; statistics with a scatter for"
              + " each class are expected");
    }
    return squares[label].clone();
  }

  /// Σ_c Σ w (x_j − mean_cj)² over the rows of all classes, each about its own mean, into a new
  /// array of d.
  public final double[] withinSumsOfSquares() {
    double[] within = new double[featureCount];
    for (double[] ofClass : squares) {
      for (int j = 0; j < featureCount; j++) {
        within[j] += ofClass[j];
      }
    }
    return within;
  }

  /// The variance (divisor W) of each feature over the rows of all classes together.
  public final double[] totalVariances() {
    double[] variances = new double[featureCount];
    double total = totalWeight();
    for (double[] within : squares) {
      for (int j = 0; j < featureCount; j++) {
        variances[j] += within[j] / total;
      }
    }
    for (int c = 0; c < weight.length; c++) {
      double[] residual = residualMean(c);
      for (int j = 0; j < featureCount; j++) {
        variances[j] += weight[c] / total * residual[j] * residual[j];
      }
    }
    double[] grand = new double[featureCount];
    for (int c = 0; c < weight.length; c++) {
      double[] residual = residualMean(c);
      for (int j = 0; j < featureCount; j++) {
        grand[j] = Math.fma(weight[c] / total, residual[j], grand[j]);
      }
    }
    for (int j = 0; j < featureCount; j++) {
      variances[j] = Math.max(0, variances[j] - grand[j] * grand[j]);
    }
    return variances;
  }

  @Override
  public String toString() {
    return "%s[features=%d, class weights=%s]"
        .formatted(getClass().getSimpleName(), featureCount, Arrays.toString(weight));
  }
}
