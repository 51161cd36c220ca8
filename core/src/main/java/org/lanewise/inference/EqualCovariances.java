package org.lanewise.inference;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.statistics.GaussianStatistics;

/// Box's M test of whether k normal classes share a covariance, as linear discriminants assume
/// (Box, A General Distribution Theory for a Class of Likelihood Criteria, Biometrika 36, 1949):
///
/// ```
/// M = (n − k) log|S| − Σ_c (n_c − 1) log|S_c|
/// c = (2d² + 3d − 1) / (6(d + 1)(k − 1)) · (Σ_c 1/(n_c − 1) − 1/(n − k))
/// (1 − c)·M ~ χ² with d(d + 1)(k − 1)/2 degrees of freedom, approximately
/// ```
///
/// with the unbiased covariances S_c and S. The test is sensitive to data that is not normal, and
/// with many rows it finds differences that do not matter; use leave-one-out to see which model is
/// better.
///
/// @param statistic M
/// @param chiSquared (1 − c)·M
/// @param degreesOfFreedom d(d + 1)(k − 1)/2
/// @param pValue the probability of a value at least as large if the covariances are equal
public record EqualCovariances(
    double statistic, double chiSquared, long degreesOfFreedom, double pValue) {

  static final DiscriminantOptions UNBIASED =
      DiscriminantOptions.DEFAULT
          .withDivisor(CovarianceDivisor.UNBIASED)
          .withPriors(Priors.uniform());

  /// The numbers of rows of the classes.
  ///
  /// @throws IllegalArgumentException if the rows have weights
  static double[] weights(GaussianStatistics statistics, String test) {
    if (statistics.summary().totalWeight() != statistics.rowCount()) {
      throw new BadOptionException(
          "the rows have weights, for which %s test has no law; rows of weight 1 are expected",
          test);
    }
    return statistics.summary().classWeights();
  }

  /// Computes the test from statistics; the rows are not needed.
  ///
  /// @throws IllegalArgumentException if there are fewer than two classes, if a class has no more
  ///   rows than features, if a covariance is singular, if the weights of the rows do not sum to
  ///   their number, or if only the pooled scatter is known. Weights that happen to have this sum,
  ///   and statistics of rows with missing values
  ///   ([org.lanewise.model.gaussian.ExpectationMaximization]), cannot be detected; the
  ///   distribution does not hold for them
  public static EqualCovariances of(GaussianStatistics statistics) {
    double[] weights = weights(statistics, "Box's");
    int k = weights.length;
    int d = statistics.featureCount();
    if (k < 2) {
      throw new BadDataException(
          "the statistics hold %s class; two or more are expected to compare covariances",
          Fact.value(k));
    }
    for (int c = 0; c < k; c++) {
      if (weights[c] <= d) {
        throw new BadDataException(
            "%s has %s rows for %d features, so its covariance is singular; more rows than features"
                + " are expected",
            Fact.label(c, statistics.classes()), Fact.value((long) weights[c]), d);
      }
    }
    QuadraticDiscriminant own = QuadraticDiscriminant.recipe(UNBIASED).fit(statistics);
    double freedom = statistics.summary().totalWeight() - k;
    double m = freedom * LinearDiscriminant.recipe(UNBIASED).fit(statistics).logDeterminant(0);
    double inverses = -1 / freedom;
    for (int c = 0; c < k; c++) {
      m -= (weights[c] - 1) * own.logDeterminant(c);
      inverses += 1 / (weights[c] - 1);
    }
    double correction = (2.0 * d * d + 3.0 * d - 1) / (6 * (d + 1.0) * (k - 1)) * inverses;
    double chiSquared = (1 - correction) * m;
    long degrees = (long) d * (d + 1) * (k - 1) / 2;
    double p = new ChiSquaredDistribution(degrees).upperTail(chiSquared);
    return new EqualCovariances(m, chiSquared, degrees, p);
  }
}
