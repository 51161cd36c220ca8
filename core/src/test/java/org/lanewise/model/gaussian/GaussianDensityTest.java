package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Classifier;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Textbook;

/// Log joints, posteriors and densities against the formulas of a textbook in 60 digits.
class GaussianDensityTest {

  private static final double[] OFFSETS = {0, -1e3, 1e8, 1e12};

  private static final Map<CovarianceDivisor, Integer> LESS =
      Map.of(CovarianceDivisor.MAXIMUM_LIKELIHOOD, 0, CovarianceDivisor.UNBIASED, 1);

  private static RandomData data(long seed, int d, int k, int offset) {
    return RandomData.of(seed, k * (6 * d + 12), d, k, OFFSETS[offset]);
  }

  private static GaussianStatistics statistics(RandomData data) {
    return new GaussianStatistics(
            Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount))
        .add(data.columns(), data.labels().withWeights(data.weights))
        .as(GaussianStatistics.class);
  }

  @Property(seed = "201", tries = 40)
  void linearDiscriminant(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 7) int d,
      @ForAll @IntRange(min = 1, max = 5) int k,
      @ForAll @IntRange(max = 3) int offset,
      @ForAll CovarianceDivisor divisor) {
    RandomData data = data(seed, d, k, offset);
    LinearDiscriminant model =
        LinearDiscriminant.recipe(DiscriminantOptions.DEFAULT.withDivisor(divisor))
            .fit(statistics(data));
    BigDecimal[][] within = Textbook.zeros(d);
    for (int c = 0; c < k; c++) {
      within = Textbook.sum(within, Textbook.scatter(data.rowsOf(c), data.weightsOf(c)));
    }
    BigDecimal total = Textbook.weight(data.weights);
    BigDecimal[][] covariance =
        Textbook.divide(within, total.subtract(new BigDecimal(k * LESS.get(divisor))));
    BigDecimal[][][] covariances = new BigDecimal[k][][];
    Arrays.fill(covariances, covariance);
    check(data, model, covariances);
    assertCovariance(covariance, model.covariance());
    assertEquals((long) k * d + (long) d * (d + 1) / 2 + k - 1, model.freeParameters());
  }

  @Property(seed = "202", tries = 40)
  void quadraticDiscriminant(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 7) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll @IntRange(max = 3) int offset,
      @ForAll CovarianceDivisor divisor) {
    RandomData data = data(seed, d, k, offset);
    QuadraticDiscriminant model =
        QuadraticDiscriminant.recipe(DiscriminantOptions.DEFAULT.withDivisor(divisor))
            .fit(statistics(data));
    BigDecimal[][][] covariances = new BigDecimal[k][][];
    for (int c = 0; c < k; c++) {
      BigDecimal weight = Textbook.weight(data.weightsOf(c));
      covariances[c] =
          Textbook.divide(
              Textbook.scatter(data.rowsOf(c), data.weightsOf(c)),
              weight.subtract(new BigDecimal(LESS.get(divisor))));
      assertCovariance(covariances[c], model.covariance(c));
    }
    check(data, model, covariances);
    assertEquals(k * (d + d * (d + 1L) / 2) + k - 1, model.freeParameters());
  }

  @Property(seed = "203", tries = 40)
  void gaussianNaiveBayes(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 7) int d,
      @ForAll @IntRange(min = 1, max = 5) int k,
      @ForAll @IntRange(max = 3) int offset,
      @ForAll CovarianceDivisor divisor,
      @ForAll boolean pooled,
      @ForAll @IntRange(max = 2) int smoothing) {
    RandomData data = data(seed, d, k, offset);
    double smooth = new double[] {0, 1e-9, 0.5}[smoothing];
    GaussianNaiveBayes model =
        GaussianNaiveBayes.recipe(
                GaussianBayesOptions.DEFAULT
                    .withDivisor(divisor)
                    .withVarianceSmoothing(smooth)
                    .withPooledVariances(pooled))
            .fit(statistics(data));
    BigDecimal[][] all =
        Textbook.divide(Textbook.scatter(data.rows, data.weights), Textbook.weight(data.weights));
    BigDecimal largest = BigDecimal.ZERO;
    for (int j = 0; j < d; j++) {
      largest = largest.max(all[j][j]);
    }
    BigDecimal epsilon = largest.multiply(new BigDecimal(smooth));
    BigDecimal[][] within = Textbook.zeros(d);
    for (int c = 0; c < k; c++) {
      within = Textbook.sum(within, Textbook.scatter(data.rowsOf(c), data.weightsOf(c)));
    }
    BigDecimal[][][] covariances = new BigDecimal[k][][];
    for (int c = 0; c < k; c++) {
      BigDecimal weight = Textbook.weight(pooled ? data.weights : data.weightsOf(c));
      int means = (pooled ? k : 1) * LESS.get(divisor);
      covariances[c] =
          Textbook.diagonal(
              Textbook.divide(
                  pooled ? within : Textbook.scatter(data.rowsOf(c), data.weightsOf(c)),
                  weight.subtract(new BigDecimal(means))));
      for (int j = 0; j < d; j++) {
        covariances[c][j][j] = covariances[c][j][j].add(epsilon);
        double variance = covariances[c][j][j].doubleValue();
        assertEquals(variance, model.variances(c)[j], 1e-13 * variance);
      }
    }
    check(data, model, covariances);
    assertEquals((pooled ? 1L : k) * d + (long) k * d + k - 1, model.freeParameters());
    assertEquals(pooled, model.sharesCovariance());
  }

  private static void check(
      RandomData data, Classifier<double[], NumericColumns> model, BigDecimal[][][] covariances) {
    int k = data.classCount;
    Scorer<double[], NumericColumns> scorer = model.scorer();
    double total = Textbook.weight(data.weights).doubleValue();
    BigDecimal[][] means = new BigDecimal[k][];
    double[] priors = new double[k];
    for (int c = 0; c < k; c++) {
      means[c] = Textbook.mean(data.rowsOf(c), data.weightsOf(c));
      priors[c] = Textbook.weight(data.weightsOf(c)).doubleValue() / total;
      assertEquals(priors[c], model.priors()[c], 1e-15);
    }
    double sumOfDensities = 0;
    int n = Math.min(25, data.rows.length);
    double[] expected = new double[k];
    double[] joint = new double[k];
    double[] logPosterior = new double[k];
    double[] posterior = new double[k];
    for (int i = 0; i < n; i++) {
      double[] row = data.rows[i];
      double magnitude = 1;
      for (int c = 0; c < k; c++) {
        expected[c] = Textbook.logJoint(row, means[c], covariances[c], priors[c]);
        magnitude = Math.max(magnitude, Math.abs(expected[c]));
      }
      // Rows near the data of a well conditioned covariance: a few hundred roundings.
      double accepted = 2e-13 * magnitude;
      scorer.logJoint(row, joint);
      assertArrayEquals(expected, joint, accepted);
      double logDensity = Textbook.logSumExp(expected);
      sumOfDensities += logDensity;
      assertEquals(logDensity, scorer.logDensity(row), accepted);
      scorer.logPosterior(row, logPosterior);
      scorer.posterior(row, posterior);
      double sum = 0;
      int best = 0;
      for (int c = 0; c < k; c++) {
        assertEquals(expected[c] - logDensity, logPosterior[c], accepted);
        assertTrue(logPosterior[c] <= 0);
        assertEquals(Math.exp(logPosterior[c]), posterior[c], 1e-15);
        sum += posterior[c];
        best = joint[c] > joint[best] ? c : best;
      }
      assertEquals(1, sum, 4e-16 * k);
      int predicted = scorer.predict(row);
      assertTrue(
          predicted == best || Math.abs(joint[predicted] - joint[best]) <= accepted,
          "predicts the class with the largest joint");
      for (int c = 0; c < k; c++) {
        assertTrue(logPosterior[predicted] >= logPosterior[c]);
      }
    }
    NumericColumns rows = data.columns(0, n);
    assertEquals(
        sumOfDensities,
        Arrays.stream(model.scorer().logDensity(rows)).sum(),
        1e-11 * (n + Math.abs(sumOfDensities)));
  }

  private static void assertCovariance(BigDecimal[][] expected, double[][] found) {
    for (int i = 0; i < found.length; i++) {
      for (int j = 0; j < found.length; j++) {
        double scale = Math.sqrt(expected[i][i].doubleValue() * expected[j][j].doubleValue());
        assertEquals(expected[i][j].doubleValue(), found[i][j], 1e-13 * scale);
      }
    }
  }
}
