package org.lanewise.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.internal.gather.VarianceMoments;
import org.lanewise.internal.kernel.Elementary;

/// Weights, means and sums of squared deviations of k classes, feature by feature: a snapshot of
/// statistics.
///
/// Each mean is the sum of two doubles, [#mean(int)] and [#meanRemainder(int)], exact up to the
/// rounding of differences within the class, however far the classes are from zero or from each
/// other. [#residualMean(int)] is the same mean relative to one [#origin()] for all classes.
public sealed class VarianceSummary permits GaussianSummary {

  private final int featureCount;
  private final double[] weight;

  /// `[c·stride + j]`.
  private final double[] anchor;

  private final double[] mean;
  private final int stride;

  /// d sums of squares for each class, or for all classes together.
  private final double[][] squares;

  /// `[c][j]`, or null if no value is missing.
  private final double[][] featureWeights;

  private final double[] origin;

  VarianceSummary(
      int featureCount,
      double[] weight,
      double[] anchor,
      double[] mean,
      int stride,
      double[][] squares,
      double[][] featureWeights) {
    this.featureCount = featureCount;
    this.weight = weight;
    this.anchor = anchor;
    this.mean = mean;
    this.stride = stride;
    this.squares = squares;
    this.featureWeights = featureWeights;
    origin = makeOrigin();
  }

  VarianceSummary(VarianceMoments moments) {
    this(
        moments.featureCount,
        moments.weight,
        moments.anchor,
        moments.mean,
        moments.paddedCount,
        squares(moments),
        null);
  }

  /// Creates the summary of features with missing values.
  ///
  /// @param rows all rows
  /// @param features each feature separately
  VarianceSummary(VarianceMoments rows, List<VarianceMoments> features) {
    int k = rows.classCount;
    int d = features.size();
    double[] anchors = new double[k * d];
    double[] means = new double[k * d];
    double[][] squares = new double[k][d];
    double[][] weights = new double[k][d];
    for (int j = 0; j < d; j++) {
      VarianceMoments feature = features.get(j);
      for (int c = 0; c < k; c++) {
        int from = c * feature.paddedCount;
        anchors[c * d + j] = feature.anchor[from];
        means[c * d + j] = feature.mean[from];
        squares[c][j] = feature.square[from];
        weights[c][j] = feature.weight[c];
      }
    }
    this(d, rows.weight, anchors, means, d, squares, weights);
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
    double[] totals = totalWeights();
    double[] first = new double[featureCount];
    for (int j = 0; j < featureCount; j++) {
      int reference = 0;
      while (reference < weight.length - 1 && weight(reference, j) == 0) {
        reference++;
      }
      first[j] = anchor[reference * stride + j];
    }
    double[] grand = new double[featureCount];
    // Class by class, as the means lie in memory.
    for (int c = 0; c < weight.length; c++) {
      int base = c * stride;
      for (int j = 0; j < featureCount; j++) {
        double own = weight(c, j);
        if (own > 0) {
          double distance = (anchor[base + j] - first[j]) + mean[base + j];
          grand[j] = Math.fma(own / totals[j], distance, grand[j]);
        }
      }
    }
    for (int j = 0; j < featureCount; j++) {
      grand[j] = first[j] + grand[j];
    }
    return grand;
  }

  private double weight(int label, int feature) {
    return featureWeights == null ? weight[label] : featureWeights[label][feature];
  }

  /// Σ_c W_cj of each feature.
  private double[] totalWeights() {
    double[] totals = new double[featureCount];
    if (featureWeights == null) {
      Arrays.fill(totals, totalWeight());
      return totals;
    }
    for (int c = 0; c < weight.length; c++) {
      for (int j = 0; j < featureCount; j++) {
        totals[j] += weight(c, j);
      }
    }
    return totals;
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

  /// W_c of a class: its number of rows, or the sum of their weights.
  public final double classWeight(int label) {
    return weight[Objects.checkIndex(label, weight.length)];
  }

  /// W_cj of a class: the weight of its rows in which each feature is observed; W_c without missing
  /// values. A new array of d.
  public final double[] featureWeights(int label) {
    if (featureWeights != null) {
      return featureWeights[label].clone();
    }
    double[] same = new double[featureCount];
    Arrays.fill(same, weight[label]);
    return same;
  }

  /// Whether values were missing, so that [#featureWeights(int)] may differ from W_c.
  public final boolean hasMissing() {
    return featureWeights != null;
  }

  /// Σ_c W_c.
  public final double totalWeight() {
    double sum = 0;
    for (double w : weight) {
      sum += w;
    }
    return sum;
  }

  /// A copy of the origin of residual means: the mean of all rows, rounded.
  public final double[] origin() {
    return origin.clone();
  }

  /// The mean of a class, rounded to doubles; the origin if the class has no observed value of the
  /// feature. A new array of d.
  public final double[] mean(int label) {
    double[] mean = origin.clone();
    int base = label * stride;
    for (int j = 0; j < featureCount; j++) {
      if (weight(label, j) > 0) {
        mean[j] = anchor[base + j] + this.mean[base + j];
      }
    }
    return mean;
  }

  /// The mean of a class minus [#mean(int)], at most half a unit in the last place. A new array of
  /// d.
  public final double[] meanRemainder(int label) {
    double[] remainder = new double[featureCount];
    int base = label * stride;
    for (int j = 0; j < featureCount; j++) {
      if (weight(label, j) > 0) {
        remainder[j] = Elementary.sumRemainder(anchor[base + j], mean[base + j]);
      }
    }
    return remainder;
  }

  /// The mean of a class minus the origin; 0 if the class has no observed value of the feature. A
  /// new array of d.
  public final double[] residualMean(int label) {
    double[] residual = new double[featureCount];
    int base = label * stride;
    for (int j = 0; j < featureCount; j++) {
      if (weight(label, j) > 0) {
        residual[j] = (anchor[base + j] - origin[j]) + mean[base + j];
      }
    }
    return residual;
  }

  /// Σ w (x_j − mean_j)² over the rows of a class. A new array of d.
  ///
  /// @throws IllegalArgumentException if only the sums over all classes are known
  public final double[] sumsOfSquares(int label) {
    if (squares.length < weight.length) {
      throw new IllegalArgumentException(
          "the statistics hold one scatter pooled over the classes; statistics with a scatter for"
              + " each class are expected");
    }
    return squares[label].clone();
  }

  /// Σ_c Σ w (x_j − mean_cj)² over the rows of all classes, relative to the mean of each class. A
  /// new array of d.
  public final double[] withinSumsOfSquares() {
    double[] within = new double[featureCount];
    for (double[] ofClass : squares) {
      for (int j = 0; j < featureCount; j++) {
        within[j] += ofClass[j];
      }
    }
    return within;
  }

  /// Whether a feature varies in a class although its sum of squares is 0: values that differ by
  /// less than about 1e-162 have squares below the range of doubles.
  public final boolean underflows(int feature) {
    for (int c = 0; c < weight.length; c++) {
      // A mean that is not the row it is taken about.
      if (squares[squares.length == 1 ? 0 : c][feature] == 0
          && mean[c * stride + feature] != 0
          && weight(c, feature) > 0) {
        return true;
      }
    }
    return false;
  }

  /// The variance (divisor W) of each feature over its observed values in all classes together.
  public final double[] totalVariances() {
    double[] variances = new double[featureCount];
    double[] totals = totalWeights();
    for (double[] within : squares) {
      for (int j = 0; j < featureCount; j++) {
        variances[j] += within[j] / totals[j];
      }
    }
    double[] grand = new double[featureCount];
    for (int c = 0; c < weight.length; c++) {
      double[] residual = residualMean(c);
      for (int j = 0; j < featureCount; j++) {
        double share = weight(c, j) / totals[j];
        variances[j] += share * residual[j] * residual[j];
        grand[j] = Math.fma(share, residual[j], grand[j]);
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
