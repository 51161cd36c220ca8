package org.lanewise.model.gaussian;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;

/// The divisor that turns a scatter into a covariance. Weights count as frequencies.
public enum CovarianceDivisor {
  /// The sum of weights W: the maximum-likelihood covariance.
  MAXIMUM_LIKELIHOOD,

  /// W minus the number of estimated means (k for a pooled covariance, 1 for the covariance of a
  /// class): the unbiased covariance.
  UNBIASED;

  /// The divisor.
  ///
  /// @param weight the sum of weights
  /// @param means the number of means estimated from the rows
  double of(double weight, int means) {
    return this == UNBIASED ? weight - means : weight;
  }

  /// The divisor for the scatter of a class.
  ///
  /// @throws IllegalArgumentException if it is not positive
  double ofClass(double weight, int label) {
    double divisor = of(weight, 1);
    if (!(divisor > 0)) {
      throw new BadDataException(
          "%s has rows of weight %s in all, which leave its unbiased covariance no degree of"
              + " freedom; more than one row is expected",
          Fact.label(label), Fact.value(weight));
    }
    return divisor;
  }

  /// The divisor for the sum of squares of a feature in a class.
  ///
  /// @param weight the weight of the rows in which the feature is observed
  /// @throws IllegalArgumentException if it is not positive
  double ofFeature(double weight, int feature, int label) {
    double divisor = of(weight, 1);
    if (!(divisor > 0)) {
      throw new BadDataException(
          "%s has values of weight %s in all in %s, which leave its unbiased variance no degree of"
              + " freedom; more than one row is expected",
          Fact.feature(feature), Fact.value(weight), Fact.label(label));
    }
    return divisor;
  }

  /// The divisor for the pooled scatter of k classes.
  ///
  /// @throws IllegalArgumentException if it is not positive
  double ofClasses(double weight, int k) {
    double divisor = of(weight, k);
    if (!(divisor > 0)) {
      throw new BadDataException(
          "rows of weight %s in %d classes leave the unbiased covariance no degree of freedom; more"
              + " rows than classes are expected",
          Fact.value(weight), k);
    }
    return divisor;
  }
}
