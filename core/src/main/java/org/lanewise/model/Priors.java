package org.lanewise.model;

import java.util.Arrays;
import java.util.Objects;

/// How class priors are taken from the class counts of the training data.
public sealed interface Priors {

  /// The largest difference from 1 that the sum of fixed priors may have.
  double SUM_TOLERANCE = 1e-9;

  /// π_c = n_c / n; a class without rows has no empirical prior and is refused.
  static Priors empirical() {
    return new Empirical();
  }

  /// π_c = 1 / k.
  static Priors uniform() {
    return new Uniform();
  }

  /// π_c = (n_c + 1) / (n + k).
  static Priors laplace() {
    return new Laplace();
  }

  /// π_c as given.
  ///
  /// @throws IllegalArgumentException if one is negative or not finite, or they do not sum to 1
  ///   within [#SUM_TOLERANCE]
  static Priors fixed(double... priors) {
    return new Fixed(priors);
  }

  /// The log priors of classes with the given row counts (or sums of weights).
  ///
  /// @throws IllegalArgumentException if a class count does not allow a prior, or the number of
  ///   fixed priors is not the number of classes
  default double[] logPriors(double[] classWeights) {
    double[] log = priors(classWeights);
    for (int label = 0; label < log.length; label++) {
      log[label] = StrictMath.log(log[label]);
    }
    return log;
  }

  /// The priors of classes with the given row counts (or sums of weights).
  ///
  /// @throws IllegalArgumentException as [#logPriors]
  double[] priors(double[] classWeights);

  /// Priors n_c / n.
  record Empirical() implements Priors {
    @Override
    public double[] priors(double[] classWeights) {
      double total = total(classWeights);
      double[] priors = new double[classWeights.length];
      for (int label = 0; label < priors.length; label++) {
        if (classWeights[label] == 0) {
          throw new IllegalArgumentException(
              "class %d has no rows, so its empirical prior is 0; rows, or other priors, are expected"
                  .formatted(label));
        }
        priors[label] = classWeights[label] / total;
      }
      return priors;
    }
  }

  /// Priors 1 / k.
  record Uniform() implements Priors {
    @Override
    public double[] priors(double[] classWeights) {
      double[] priors = new double[classWeights.length];
      Arrays.fill(priors, 1.0 / priors.length);
      return priors;
    }
  }

  /// Priors (n_c + 1) / (n + k).
  record Laplace() implements Priors {
    @Override
    public double[] priors(double[] classWeights) {
      double total = total(classWeights);
      double[] priors = new double[classWeights.length];
      for (int label = 0; label < priors.length; label++) {
        priors[label] = (classWeights[label] + 1) / (total + priors.length);
      }
      return priors;
    }
  }

  /// Priors as given.
  ///
  /// @param values π_0 … π_{k−1}
  record Fixed(double... values) implements Priors {
    /// Checks and copies the priors.
    public Fixed {
      Objects.requireNonNull(values, "values");
      values = values.clone();
      double sum = 0;
      for (int label = 0; label < values.length; label++) {
        if (!(values[label] >= 0) || values[label] == Double.POSITIVE_INFINITY) {
          throw new IllegalArgumentException(
              "the prior of class %d is %s; a number from 0 to 1 is expected"
                  .formatted(label, values[label]));
        }
        sum += values[label];
      }
      if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
        throw new IllegalArgumentException(
            "the priors %s sum to %s; 1 is expected".formatted(Arrays.toString(values), sum));
      }
    }

    @Override
    public double[] values() {
      return values.clone();
    }

    @Override
    public double[] priors(double[] classWeights) {
      if (classWeights.length != values.length) {
        throw new IllegalArgumentException(
            "%d priors were given; one for each of the %d classes is expected"
                .formatted(values.length, classWeights.length));
      }
      return values.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Fixed fixed && Arrays.equals(values, fixed.values);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
      return "Fixed" + Arrays.toString(values);
    }
  }

  private static double total(double[] classWeights) {
    double total = 0;
    for (double weight : classWeights) {
      total += weight;
    }
    if (!(total > 0)) {
      throw new IllegalArgumentException(
          "the statistics hold no rows; rows of at least one class are expected");
    }
    return total;
  }
}
