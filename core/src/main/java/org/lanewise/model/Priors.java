package org.lanewise.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;

/// Class priors π_c: given, or computed from the training rows.
///
/// | priors | π_c, with n_c rows of class c, n in all, and k classes |
/// | --- | --- |
/// | [#empirical()] | n_c / n; a class without rows is rejected |
/// | [#laplace()] | (n_c + 1) / (n + k) |
/// | [#uniform()] | 1 / k |
/// | [#fixed(double...)], [#fixed(Map)] | as given, by index or by name |
/// | [#proportional(double...)] | w_c / Σ w |
///
/// With weighted rows, n_c and n are sums of weights. A given prior may be 0: the class then has
/// posterior 0. Immutable.
public final class Priors {

  private enum Kind {
    EMPIRICAL,
    UNIFORM,
    LAPLACE,
    FIXED,
    NAMED
  }

  /// The largest difference between the sum of fixed priors and 1.
  private static final double SUM_TOLERANCE = 1e-9;

  private final Kind kind;

  /// π_c by class index; null if not given in this way.
  private final double[] values;

  /// π_c by class name; null if not given in this way.
  private final Map<String, Double> named;

  private Priors(Kind kind, double[] values, Map<String, Double> named) {
    this.kind = kind;
    this.values = values;
    this.named = named;
  }

  /// π_c = n_c / n; a class without rows has no empirical prior and is rejected.
  public static Priors empirical() {
    return new Priors(Kind.EMPIRICAL, null, null);
  }

  /// π_c = 1 / k.
  public static Priors uniform() {
    return new Priors(Kind.UNIFORM, null, null);
  }

  /// π_c = (n_c + 1) / (n + k).
  public static Priors laplace() {
    return new Priors(Kind.LAPLACE, null, null);
  }

  /// Uses given π_c.
  ///
  /// @throws IllegalArgumentException if one is negative or not finite, or they do not sum to 1
  ///   within [#SUM_TOLERANCE]
  public static Priors fixed(double... priors) {
    requireDistribution(priors);
    return new Priors(Kind.FIXED, priors.clone(), null);
  }

  private static void requireDistribution(double[] priors) {
    double sum = 0;
    for (int label = 0; label < priors.length; label++) {
      if (!isPrior(priors[label])) {
        throw new BadOptionException(
            "the prior of %s is %s; a number from 0 to 1 is expected",
            Fact.label(label), Fact.value(priors[label]));
      }
      sum += priors[label];
    }
    if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
      throw new BadOptionException(
          "the priors %s sum to %s; 1 is expected", Arrays.toString(priors), Fact.value(sum));
    }
  }

  private static boolean isPrior(double prior) {
    return prior >= 0 && prior < Double.POSITIVE_INFINITY;
  }

  /// Uses given π_c by class name, so the order of classes does not matter.
  ///
  /// @throws IllegalArgumentException if one is negative or not finite, or they do not sum to 1
  ///   within [#SUM_TOLERANCE]
  public static Priors fixed(Map<String, Double> priors) {
    Map<String, Double> named = Map.copyOf(priors);
    named.forEach((name, prior) -> {
      if (!isPrior(prior)) {
        throw new BadOptionException(
            "the prior of the class '%s' is %s; a number from 0 to 1 is expected", name, prior);
      }
    });
    requireDistribution(
        named.values().stream().mapToDouble(Double::doubleValue).sorted().toArray());
    return new Priors(Kind.NAMED, null, named);
  }

  /// π_c = w_c / Σ w, for weights such as costs or the counts of another sample.
  ///
  /// @throws IllegalArgumentException if one is negative or not finite, or their sum is not a
  ///   positive number
  public static Priors proportional(double... weights) {
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
    return fixed(priors);
  }

  /// Whether the priors do not depend on training rows: fixed, by name or not, or proportional.
  public boolean areFixed() {
    return kind == Kind.FIXED || kind == Kind.NAMED;
  }

  /// Returns the priors that replace those of a fitted model.
  ///
  /// @param fitted the priors of the model
  /// @throws IllegalArgumentException if these priors depend on training rows, if they are for
  ///   other classes, or if one is above 0 for a class whose prior in the model is 0, because the
  ///   class may have had no rows
  public double[] inPlaceOf(Classes classes, double[] fitted) {
    if (!areFixed() && kind != Kind.UNIFORM) {
      throw new BadOptionException(
          "%s priors were given instead of those of a model, which has no training rows to take"
              + " them from; fixed or uniform priors are expected",
          kind == Kind.EMPIRICAL ? "empirical" : "Laplace");
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

  /// Returns the priors of classes with the given row counts (or sums of weights).
  ///
  /// @param classes the classes, with names if priors are fixed by name
  /// @throws IllegalArgumentException if a class count does not allow a prior, or if fixed priors
  ///   are for other classes or a different number of classes
  public double[] priors(Classes classes, double[] classWeights) {
    return kind == Kind.NAMED ? named(classes) : priors(classWeights);
  }

  /// Returns the priors of classes without names.
  ///
  /// @throws IllegalArgumentException as [#priors(Classes, double\[\])]
  public double[] priors(double[] classWeights) {
    double[] priors = new double[classWeights.length];
    switch (kind) {
      case EMPIRICAL -> {
        double total = total(classWeights);
        for (int label = 0; label < priors.length; label++) {
          if (classWeights[label] == 0) {
            throw new BadDataException(
                "%s has no rows of positive weight, so its empirical prior is 0; rows, or other"
                    + " priors, are expected",
                Fact.label(label));
          }
          priors[label] = classWeights[label] / total;
        }
      }
      case UNIFORM -> Arrays.fill(priors, 1.0 / priors.length);
      case LAPLACE -> {
        double total = total(classWeights);
        for (int label = 0; label < priors.length; label++) {
          priors[label] = (classWeights[label] + 1) / (total + priors.length);
        }
      }
      case FIXED -> {
        if (priors.length != values.length) {
          throw new BadOptionException(
              "%s priors were given; one for each of the %d classes is expected",
              Fact.value(values.length), priors.length);
        }
        return values.clone();
      }
      case NAMED ->
          throw new BadOptionException(
              "priors of the classes %s were given by name; classes with names are expected",
              named.keySet());
    }
    return priors;
  }

  private double[] named(Classes classes) {
    double[] priors = new double[classes.count()];
    for (int c = 0; c < priors.length; c++) {
      Double prior = classes.areNamed() ? named.get(classes.name(c)) : null;
      if (prior == null) {
        throw new BadOptionException(
            "no prior was given for the class '%s'; one of each of %s is expected",
            classes.name(c), classes);
      }
      priors[c] = prior;
    }
    if (named.size() > priors.length) {
      throw new BadOptionException(
          "priors were given for the classes %s; those of %s are expected",
          named.keySet(), classes);
    }
    return priors;
  }

  private static double total(double[] classWeights) {
    double total = 0;
    for (double weight : classWeights) {
      total += weight;
    }
    if (!(total > 0)) {
      throw new BadDataException(
          "the statistics hold no rows; rows of at least one class are expected");
    }
    return total;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Priors that
        && kind == that.kind
        && Arrays.equals(values, that.values)
        && Objects.equals(named, that.named);
  }

  @Override
  public int hashCode() {
    return Objects.hash(kind, Arrays.hashCode(values), named);
  }

  @Override
  public String toString() {
    return switch (kind) {
      case FIXED -> Arrays.toString(values);
      case NAMED -> named.toString();
      default -> kind.name();
    };
  }
}
