package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Textbook;

/// What every Gaussian model tells of a row: distances and densities class by class.
class GaussianClassifierTest {

  private static List<GaussianClassifier> models(GaussianStatistics statistics, Priors priors) {
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withPriors(priors);
    return List.of(
        LinearDiscriminant.recipe(options).fit(statistics),
        QuadraticDiscriminant.recipe(options).fit(statistics),
        RegularizedDiscriminant.recipe(
                RegularizedOptions.DEFAULT
                    .withLambda(0)
                    .withGamma(0)
                    .withBlendedScatters(true)
                    .withPriors(priors))
            .fit(statistics),
        GaussianNaiveBayes.recipe(
                GaussianBayesOptions.DEFAULT.withVarianceSmoothing(0).withPriors(priors))
            .fit(statistics));
  }

  /// ε is 1e-9 of the first feature's variance, about 0.25: more than 0.0025 and than 2e-30, which
  /// vanishes in the sum; a constant has no variance of its own.
  @Test
  void featuresWhoseOwnVarianceIsLessThanTheSmoothingAreKnown() {
    double[][] rows = {
      {20_000, 0.1, 7, 1, 3e-15},
      {50_000, 0.2, 7, 2, 1e-15},
      {30_000, 0.8, 7, 5, 2e-15},
      {60_000, 0.9, 8, 9, 5e-15}
    };
    NumericColumns columns = NumericColumns.fromRows(rows);
    Labels labels = Labels.of("a", "a", "b", "b");
    GaussianNaiveBayes model = GaussianNaiveBayes.fit(columns, labels);
    assertEquals(0.25, model.varianceEpsilon());
    assertArrayEquals(new int[] {1, 4}, model.smoothedFeatures());
    GaussianNaiveBayes even =
        assertInstanceOf(GaussianNaiveBayes.class, model.withPriors(Priors.fixed(0.5, 0.5)));
    assertArrayEquals(new int[] {1, 4}, even.smoothedFeatures());
    GaussianBayesOptions options = GaussianBayesOptions.DEFAULT;
    GaussianNaiveBayes pooled =
        GaussianNaiveBayes.recipe(options.withPooledVariances(true)).fit(columns, labels);
    assertArrayEquals(new int[] {1, 2, 4}, pooled.smoothedFeatures());
    assertArrayEquals(
        new int[0],
        GaussianNaiveBayes.recipe(options.withVarianceSmoothing(1e-45))
            .fit(columns, labels)
            .smoothedFeatures());
  }

  @Property(seed = "731", tries = 20)
  void classDensitiesAndDistancesAreThoseOfTheTextbook(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 9) int d) {
    RandomData data = RandomData.of(seed, 80, d, 2, 1e5).unweighted();
    GaussianStatistics statistics = GaussianStatistics.of(data.columns(), data.labels());
    BigDecimal[][][] scatters = new BigDecimal[2][][];
    BigDecimal[][] means = new BigDecimal[2][];
    double[][] weights = {data.weightsOf(0), data.weightsOf(1)};
    for (int c = 0; c < 2; c++) {
      scatters[c] = Textbook.scatter(data.rowsOf(c), weights[c]);
      means[c] = Textbook.mean(data.rowsOf(c), weights[c]);
    }
    BigDecimal[][] pooled =
        Textbook.divide(Textbook.sum(scatters[0], scatters[1]), new BigDecimal(80));
    // The second class has prior 0: its density is what it is.
    List<GaussianClassifier> models = models(statistics, Priors.fixed(1, 0));
    double[] densities = new double[2];
    double[] distances = new double[2];
    for (int m = 0; m < models.size(); m++) {
      for (double[] row : List.of(data.rows[0], data.rows[1], data.rows[79])) {
        models.get(m).logClassDensity(row, densities);
        models.get(m).squaredMahalanobis(row, distances);
        for (int c = 0; c < 2; c++) {
          BigDecimal[][] own = Textbook.divide(scatters[c], new BigDecimal(weights[c].length));
          BigDecimal[][] covariance = m == 0 ? pooled : m == 3 ? Textbook.diagonal(own) : own;
          double expected = Textbook.logJoint(row, means[c], covariance, 1);
          assertEquals(expected, densities[c], 1e-9 * Math.max(1, Math.abs(expected)));
          double atMean = -0.5 * (models.get(m).logDeterminant(c) + d * Math.log(2 * Math.PI));
          assertEquals(atMean - expected, 0.5 * distances[c], 1e-9 * (1 + Math.abs(expected)));
        }
      }
    }
  }

  @Test
  void distancesAreZeroAtTheMeanAndInfiniteBeyondTheRange() {
    RandomData data = RandomData.of(21, 60, 3, 2, 0);
    GaussianStatistics statistics = GaussianStatistics.of(data.columns(), data.labels());
    double[] distances = new double[2];
    for (GaussianClassifier model : models(statistics, Priors.uniform())) {
      model.squaredMahalanobis(model.mean(1), distances);
      assertEquals(0, distances[1], 1e-25);
      assertTrue(distances[0] > 0);
      model.squaredMahalanobis(new double[] {1e300, -1e300, 1e300}, distances);
      assertEquals(Double.POSITIVE_INFINITY, distances[0]);
      model.logClassDensity(new double[] {1e300, -1e300, 1e300}, distances);
      assertEquals(Double.NEGATIVE_INFINITY, distances[0]);
    }
  }

  @Test
  void badRowsAreRefused() {
    RandomData data = RandomData.of(22, 60, 3, 2, 0);
    GaussianStatistics statistics = GaussianStatistics.of(data.columns(), data.labels());
    double[] out = new double[2];
    for (GaussianClassifier model : models(statistics, Priors.uniform())) {
      assertEquals(
          "the row has 2 features; 3 are expected, as in the model",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> model.squaredMahalanobis(new double[2], out))
              .getMessage());
      assertEquals(
          "feature 1 of the row is NaN; a finite number is expected",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> model.logClassDensity(new double[] {0, Double.NaN, 0}, out))
              .getMessage());
      assertThrows(
          IllegalArgumentException.class,
          () -> model.squaredMahalanobis(new double[3], new double[1]));
    }
  }
}
