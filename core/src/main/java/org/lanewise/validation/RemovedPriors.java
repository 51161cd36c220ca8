package org.lanewise.validation;

import org.lanewise.data.Classes;
import org.lanewise.model.Priors;

/// The log priors of the rows that are left.
final class RemovedPriors {

  private final Priors priors;
  private final Classes classes;
  private final double[] weights;
  private final double[][] known;
  private final double[] knownWeight;

  /// @param weights the weights of the classes that priors are taken from
  RemovedPriors(Priors priors, Classes classes, double[] weights) {
    this.priors = priors;
    this.classes = classes;
    this.weights = weights;
    known = new double[weights.length][];
    knownWeight = new double[weights.length];
  }

  /// The log prior of every class without a row of class `label` and the given weight; not to be
  /// changed.
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
