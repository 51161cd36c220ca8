package org.lanewise.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;

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

  /// π_c by the name of the class, so that the order of the classes does not matter.
  ///
  /// @throws IllegalArgumentException if one is negative or not finite, or they do not sum to 1
  ///   within [#SUM_TOLERANCE]
  static Priors fixed(Map<String, Double> priors) {
    return new Named(priors);
  }

  /// π_c = w_c / Σ w, of weights such as costs or counts of another sample.
  ///
  /// @throws IllegalArgumentException if one is negative or not finite, or their sum is not a
  ///   positive number
  static Priors proportional(double... weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    if (!(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
      throw new BadOptionException(
          "the weights of the priors %s sum to %s; a positive number is expected",
          Arrays.toString(weights), Fact.value(sum));
    }
    double[] priors = weights.clone();
    for (int label = 0; label < priors.length; label++) {
      priors[label] /= sum;
    }
    return new Fixed(priors);
  }

  /// The priors of named classes with the given row counts (or sums of weights).
  ///
  /// @throws IllegalArgumentException as [#logPriors], or if priors by name are of other classes
  default double[] priors(Classes classes, double[] classWeights) {
    return priors(classWeights);
  }

  /// The priors that take the place of those of a fitted model.
  ///
  /// @param fitted the priors of the model
  /// @throws IllegalArgumentException if these are taken from training rows, are of other classes,
  ///   or are above 0 for a class whose prior in the model is 0: it may have had no rows
  default double[] inPlaceOf(Classes classes, double[] fitted) {
    if (this instanceof Empirical || this instanceof Laplace) {
      throw new BadOptionException(
          "%s priors were given in place of those of a model, which has no training rows to take"
              + " them from; fixed or uniform priors are expected",
          this instanceof Empirical ? "empirical" : "Laplace");
    }
    double[] priors = priors(classes, fitted);
    for (int label = 0; label < priors.length; label++) {
      if (priors[label] > 0 && fitted[label] == 0) {
        throw new BadOptionException(
            "%s has prior 0 in the model, which may know no row of it, and %s was given; 0 is"
                + " expected",
            Fact.label(label, classes), Fact.value(priors[label]));
      }
    }
    return priors;
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
          throw new TooFewRowsException(
              "%s has no rows of positive weight, so its empirical prior is 0; rows, or other"
                  + " priors, are expected",
              Fact.label(label));
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
          throw new BadOptionException(
              "the prior of %s is %s; a number from 0 to 1 is expected",
              Fact.label(label), Fact.value(values[label]));
        }
        sum += values[label];
      }
      if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
        throw new BadOptionException(
            "the priors %s sum to %s; 1 is expected", Arrays.toString(values), Fact.value(sum));
      }
    }

    /// A copy of the values.
    @Override
    public double[] values() {
      return values.clone();
    }

    @Override
    public double[] priors(double[] classWeights) {
      if (classWeights.length != values.length) {
        throw new BadOptionException(
            "%s priors were given; one for each of the %d classes is expected",
            Fact.value(values.length), classWeights.length);
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

  /// Priors by the name of the class.
  ///
  /// @param values π_c of every class
  record Named(Map<String, Double> values) implements Priors {
    /// Checks and copies the priors.
    public Named {
      values = Map.copyOf(values);
      values.forEach(Named::requirePrior);
      new Fixed(values.values().stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    private static void requirePrior(String name, double prior) {
      if (!(prior >= 0) || prior == Double.POSITIVE_INFINITY) {
        throw new BadOptionException(
            "the prior of the class '%s' is %s; a number from 0 to 1 is expected", name, prior);
      }
    }

    @Override
    public double[] priors(double[] classWeights) {
      throw new BadOptionException(
          "priors of the classes %s were given by name; classes with names are expected",
          values.keySet());
    }

    @Override
    public double[] priors(Classes classes, double[] classWeights) {
      double[] priors = new double[classes.count()];
      for (int c = 0; c < priors.length; c++) {
        Double prior = classes.areNamed() ? values.get(classes.name(c)) : null;
        if (prior == null) {
          throw new BadOptionException(
              "no prior was given for the class '%s'; one of each of %s is expected",
              classes.name(c), classes);
        }
        priors[c] = prior;
      }
      if (values.size() > priors.length) {
        throw new BadOptionException(
            "priors were given for the classes %s; those of %s are expected",
            values.keySet(), classes);
      }
      return priors;
    }
  }

  private static double total(double[] classWeights) {
    double total = 0;
    for (double weight : classWeights) {
      total += weight;
    }
    if (!(total > 0)) {
      throw new TooFewRowsException(
          "the statistics hold no rows; rows of at least one class are expected");
    }
    return total;
  }
}
