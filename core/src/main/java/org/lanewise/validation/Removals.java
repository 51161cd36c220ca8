package org.lanewise.validation;

import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.statistics.GaussianSummary;

/// The effect of removing a row of weight w from a class of weight W_k on priors, mean and scatter;
/// caches the last answer for each class.
final class Removals {

  private final RemovedPriors priors;
  private final double[] classWeights;
  private int label = -1;
  private double weight = Double.NaN;
  private double logOf = Double.NaN;
  private double log;

  /// w·W_k/(W_k − w), the share of δδᵀ that the scatter loses.
  double scatter;

  /// W_k/(W_k − w): the row minus the mean without it is this factor times δ.
  double stretch;

  /// The log priors without the row; those with it if it is the last of its class.
  double[] logPriors;

  Removals(RemovedPriors priors, double[] classWeights) {
    this.priors = priors;
    this.classWeights = classWeights;
  }

  /// Computes the effect of removing a row of the given class and weight.
  void of(int newLabel, double newWeight) {
    if (newLabel == label && newWeight == weight) {
      return;
    }
    label = newLabel;
    weight = newWeight;
    stretch = classWeights[label] / (classWeights[label] - weight);
    scatter = weight * stretch;
    logPriors = priors.without(label, classWeights[label] > weight ? weight : 0);
  }

  /// log(divisor/left), cached for the last arguments.
  double logRatio(double divisor, double left) {
    double ratio = divisor / left;
    if (ratio != logOf) {
      logOf = ratio;
      log = StrictMath.log(ratio);
    }
    return log;
  }

  /// The effect of removing a row of weight w from a class of weight W_k on mean and scatter.
  ///
  /// @param scatter w·W_k/(W_k − w), the share of δδᵀ that the scatter loses
  /// @param stretch W_k/(W_k − w): the row minus the mean without it is this factor times δ
  record Removed(double scatter, double stretch) {

    static Removed of(double weight, double classWeight) {
      double stretch = classWeight / (classWeight - weight);
      return new Removed(weight * stretch, stretch);
    }

    /// The divisor of a scatter.
    ///
    /// @param means the number of estimated means
    static double divisor(CovarianceDivisor divisor, double weight, int means) {
      return divisor == CovarianceDivisor.UNBIASED ? weight - means : weight;
    }
  }

  /// The log priors of the remaining rows.
  static final class RemovedPriors {

    private final Priors priors;
    private final Classes classes;
    private final double[] weights;
    private final double[][] known;
    private final double[] knownWeight;

    /// @param weights the class weights from which priors are estimated
    RemovedPriors(Priors priors, Classes classes, double[] weights) {
      this.priors = priors;
      this.classes = classes;
      this.weights = weights;
      known = new double[weights.length][];
      knownWeight = new double[weights.length];
    }

    /// The log prior of every class without a row of class `label` and the given weight; callers
    /// must not change the array.
    double[] without(int label, double weight) {
      if (known[label] == null || knownWeight[label] != weight) {
        double[] left = weights.clone();
        left[label] -= weight;
        double[] log = priors.priors(classes, left);
        for (int c = 0; c < log.length; c++) {
          log[c] = StrictMath.log(log[c]);
        }
        known[label] = log;
        knownWeight[label] = weight;
      }
      return known[label];
    }
  }

  /// The common part of removals of rows of doubles; removals from discriminants extend it.
  abstract static class NumericRemoval {

    private static final double LOG_TWO_PI = 1.8378770664093453;

    final NumericColumns rows;
    final Labels labels;
    final GaussianSummary summary;
    final Refits refits;
    final RemovedPriors priors;
    final double[] classWeights;
    final int d;
    final int k;

    NumericRemoval(LeaveOneOutTask task, Priors priors, GaussianSummary summary, Refits refits) {
      rows = task.rows(NumericColumns.class);
      labels = task.labels();
      this.summary = summary;
      this.refits = refits;
      d = rows.featureCount();
      k = labels.classCount();
      classWeights = summary.classWeights();
      this.priors = new RemovedPriors(priors, labels.classes(), classWeights);
    }

    /// −½ log|Σ| − (d/2) log 2π.
    static double logNormalizer(double logDeterminant, int d) {
      return -0.5 * (logDeterminant + d * LOG_TWO_PI);
    }
  }
}
