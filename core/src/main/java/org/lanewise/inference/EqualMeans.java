package org.lanewise.inference;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.statistics.GaussianStatistics;

/// Hotelling's test of whether two normal classes with the same covariance have the same mean, such
/// as rows that were held out and rows of a window (Hotelling, The Generalization of Student's
/// Ratio, Annals of Mathematical Statistics 2, 1931):
///
/// ```
/// T² = n₁n₂/(n₁ + n₂) · (m₂ − m₁)ᵀS⁻¹(m₂ − m₁)
/// (n₁ + n₂ − d − 1)/(d(n₁ + n₂ − 2)) · T² ~ F(d, n₁ + n₂ − d − 1)
/// ```
///
/// with the unbiased pooled covariance S. The test is of the means: with many rows it needs no
/// normal classes.
///
/// @param statistic T²
/// @param pValue the probability of a value at least as large if the means are equal
/// @param parts for each feature j, its part n₁n₂/(n₁ + n₂) · (m₂ − m₁)_j (S⁻¹(m₂ − m₁))_j, which
///   may be negative; they sum to T²
public record EqualMeans(double statistic, double pValue, double[] parts) {

  /// Computes the test from statistics of two classes; the rows are not needed.
  ///
  /// @throws IllegalArgumentException if there are not two classes, if there are fewer than d + 2
  ///   rows, if the covariance is singular, or if the weights of the rows do not sum to their
  ///   number
  public static EqualMeans of(GaussianStatistics statistics) {
    double[] rows = EqualCovariances.weights(statistics, "Hotelling's");
    int d = statistics.featureCount();
    long n = statistics.rowCount();
    if (rows.length != 2 || n < d + 2) {
      throw new BadDataException(
          "the statistics hold %s rows of %s classes; two classes are expected to compare means,"
              + " and at least %s rows for %s features",
          Fact.value(n), Fact.value(rows.length), Fact.value(d + 2), Fact.value(d));
    }
    LinearDiscriminant model = LinearDiscriminant.recipe(EqualCovariances.UNBIASED).fit(statistics);
    double[] before = model.residualMean(0);
    double[] after = model.residualMean(1);
    double[] direction = model.theta();
    double size = rows[0] * rows[1] / n;
    double[] parts = new double[d];
    Arrays.setAll(parts, j -> size * (after[j] - before[j]) * direction[1 + j]);
    double statistic = Arrays.stream(parts).sum();
    double freedom = n - d - 1;
    double p = new FDistribution(d, freedom).upperTail(freedom / (d * (n - 2.0)) * statistic);
    return new EqualMeans(statistic, p, parts);
  }

  @Override
  public double[] parts() {
    return parts.clone();
  }
}
