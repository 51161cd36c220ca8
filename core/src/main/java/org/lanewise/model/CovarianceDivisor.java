package org.lanewise.model;

/// What a scatter is divided by to give a covariance. Weights count as frequencies.
public enum CovarianceDivisor {
  /// The sum of weights W: the maximum-likelihood covariance.
  MAXIMUM_LIKELIHOOD,

  /// W less the number of means estimated (k for a pooled covariance, 1 for a class's own): the
  /// unbiased covariance.
  UNBIASED;

  /// The divisor.
  ///
  /// @param weight the sum of weights
  /// @param means how many means were estimated from it
  double of(double weight, int means) {
    return this == UNBIASED ? weight - means : weight;
  }
}
