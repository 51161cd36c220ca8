package org.lanewise.model.gaussian;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.internal.score.Naming;
import org.lanewise.model.Priors;
import org.lanewise.model.TooFewRowsException;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceSummary;

/// Priors and means of Gaussian classes, the means about an origin.
///
/// @param naming of features and classes
/// @param priors π_0 … π_{k−1}
/// @param origin d values
/// @param residuals k rows of d: mean − origin
record ClassMeans(Naming naming, double[] priors, double[] origin, double[][] residuals) {

  private static final double LOG_TWO_PI = 1.8378770664093453;

  ClassMeans {
    priors = priors.clone();
    origin = origin.clone();
    residuals = residuals.clone();
    if (priors.length == 0 || priors.length != residuals.length) {
      throw new IllegalArgumentException(
          "there are %d priors and %d means; one of each for every class is expected"
              .formatted(priors.length, residuals.length));
    }
    if (naming.classes().count() != priors.length || naming.features().count() != origin.length) {
      throw new IllegalArgumentException(
          "there are %d features and %d classes for means of %d and %d; as many are expected"
              .formatted(
                  naming.features().count(),
                  naming.classes().count(),
                  origin.length,
                  priors.length));
    }
    for (int c = 0; c < residuals.length; c++) {
      residuals[c] = residuals[c].clone();
      if (residuals[c].length != origin.length) {
        throw new IllegalArgumentException(
            "the mean of class %d has %d features; %d are expected"
                .formatted(c, residuals[c].length, origin.length));
      }
      for (int j = 0; j < origin.length; j++) {
        if (!Double.isFinite(origin[j] + residuals[c][j])) {
          throw new BadDataException(
              "the mean of %s in %s is not finite: the values are too large for a sum",
              Fact.feature(j, naming.features()), Fact.label(c, naming.classes()));
        }
      }
    }
  }

  /// The means of fitted classes. A class needs rows, or a prior of 0: no row is then of it, and
  /// the mean of all rows stands for its own.
  static ClassMeans of(Statistics statistics, VarianceSummary summary, Priors priors) {
    double[] weights = summary.classWeights();
    Naming naming = new Naming(statistics.features(), statistics.classes());
    boolean given = priors instanceof Priors.Fixed || priors instanceof Priors.Named;
    double[] fixed = given ? priors.priors(naming.classes(), weights) : null;
    double[][] residuals = new double[weights.length][];
    for (int c = 0; c < weights.length; c++) {
      if (weights[c] == 0 && !(given && fixed[c] == 0)) {
        throw new TooFewRowsException(
            "%s has no rows of positive weight, so it has no mean; at least one row is expected, or"
                + " a prior of 0",
            Fact.label(c, naming.classes()));
      }
      if (weights[c] > 0) {
        requireSeen(summary.featureWeights(c), c, naming);
      }
      residuals[c] = summary.residualMean(c);
    }
    return new ClassMeans(
        naming,
        given ? fixed : priors.priors(naming.classes(), weights),
        summary.origin(),
        residuals);
  }

  static void requireSeen(double[] weights, int label, Naming naming) {
    for (int j = 0; j < weights.length; j++) {
      if (weights[j] == 0) {
        throw new TooFewRowsException(
            "%s was seen in no row of %s, so it has no mean there; leave the feature out, or add"
                + " rows in which it was seen",
            Fact.feature(j, naming.features()), Fact.label(label, naming.classes()));
      }
    }
  }

  /// The priors, means and names of known parameters.
  static ClassMeans given(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans) {
    Priors.fixed(priors);
    return new ClassMeans(new Naming(features, classes), priors, origin, residualMeans);
  }

  /// The same means with other priors.
  ClassMeans with(Priors others) {
    double[] given = others.inPlaceOf(naming.classes(), priors);
    return new ClassMeans(naming, given, origin, residuals);
  }

  int classCount() {
    return priors.length;
  }

  int featureCount() {
    return origin.length;
  }

  double[] mean(int label) {
    double[] mean = origin.clone();
    for (int j = 0; j < mean.length; j++) {
      mean[j] += residuals[label][j];
    }
    return mean;
  }

  /// log π_c − ½ log|Σ| − (d/2) log 2π.
  double constant(int label, double logDeterminant) {
    return StrictMath.log(priors[label]) + logNormalizer(logDeterminant);
  }

  /// −½ log|Σ| − (d/2) log 2π.
  double logNormalizer(double logDeterminant) {
    return -0.5 * (logDeterminant + origin.length * LOG_TWO_PI);
  }
}
