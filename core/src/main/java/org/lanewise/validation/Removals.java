package org.lanewise.validation;

import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.statistics.GaussianSummary;

/// The effect of removing a row on moments and priors.
final class Removals {

  private Removals() {}

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

    /// The log prior of every class without a row of class `label` and the given weight, or with it
    /// if it is the last of its class; callers must not change the array.
    double[] without(int label, double ofRow) {
      double weight = weights[label] > ofRow ? ofRow : 0;
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

    /// The effect of removing a row from its class.
    final Removed removed(int row) {
      return Removed.of(labels.weight(row), classWeights[labels.index(row)]);
    }

    /// −½ log|Σ| − (d/2) log 2π.
    static double logNormalizer(double logDeterminant, int d) {
      return -0.5 * (logDeterminant + d * LOG_TWO_PI);
    }
  }
}
