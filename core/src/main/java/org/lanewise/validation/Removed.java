package org.lanewise.validation;

import org.lanewise.model.gaussian.CovarianceDivisor;

/// What the removal of a row of weight w from a class of weight W_k does to mean and scatter.
///
/// @param scatter w·W_k/(W_k − w), the share of δδᵀ that the scatter loses
/// @param stretch W_k/(W_k − w): the row less the mean without it is that times δ
record Removed(double scatter, double stretch) {

  static Removed of(double weight, double classWeight) {
    double stretch = classWeight / (classWeight - weight);
    return new Removed(weight * stretch, stretch);
  }

  /// What a scatter is divided by.
  ///
  /// @param means how many means were estimated
  static double divisor(CovarianceDivisor divisor, double weight, int means) {
    return divisor == CovarianceDivisor.UNBIASED ? weight - means : weight;
  }
}
