package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.textbook.RandomData;

class RegularizedDiscriminantTest {

  private static GaussianStatistics statistics(RandomData data) {
    return new GaussianStatistics(
            Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount))
        .add(data.columns(), data.labels().withWeights(data.weights(0, data.rows.length)))
        .as(GaussianStatistics.class);
  }

  @Property(seed = "711", tries = 60)
  void covariancesAreThoseOfTheFormulas(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 12) int d,
      @ForAll @DoubleRange(max = 1) double lambda,
      @ForAll @DoubleRange(max = 1) double gamma) {
    GaussianStatistics statistics = statistics(RandomData.of(seed, 150, d, 3, 1e4));
    GaussianSummary summary = statistics.summary();
    double[] weights = summary.classWeights();
    double total = summary.totalWeight();
    for (boolean scatters : new boolean[] {false, true}) {
      RegularizedDiscriminant model =
          RegularizedDiscriminant.recipe(
                  RegularizedOptions.DEFAULT
                      .withLambda(lambda)
                      .withGamma(gamma)
                      .withBlendedScatters(scatters))
              .fit(statistics);
      for (int c = 0; c < 3; c++) {
        double[][] expected = new double[d][d];
        double trace = 0;
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            double own = summary.scatter(c, i, j);
            double within = 0;
            for (int other = 0; other < 3; other++) {
              within += summary.scatter(other, i, j);
            }
            expected[i][j] =
                scatters
                    ? ((1 - lambda) * own + lambda * within)
                        / ((1 - lambda) * weights[c] + lambda * total)
                    : (1 - lambda) * own / (weights[c] - 1) + lambda * within / (total - 3);
          }
          trace += expected[i][i];
        }
        double[][] found = model.covariance(c);
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            double value = (1 - gamma) * expected[i][j] + (i == j ? gamma * trace / d : 0);
            assertEquals(value, found[i][j], 1e-13 * trace);
          }
        }
      }
    }
  }

  /// Friedman's figure 1: the corners are the models without regularisation.
  @Property(seed = "712", tries = 30)
  void cornersAreLinearAndQuadraticDiscriminants(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 12) int d) {
    RandomData data = RandomData.of(seed, 150, d, 3, 10);
    GaussianStatistics statistics = statistics(data);
    for (boolean scatters : new boolean[] {false, true}) {
      DiscriminantOptions options =
          DiscriminantOptions.DEFAULT.withDivisor(
              scatters ? CovarianceDivisor.MAXIMUM_LIKELIHOOD : CovarianceDivisor.UNBIASED);
      assertSame(
          QuadraticDiscriminant.recipe(options).fit(statistics),
          RegularizedDiscriminant.recipe(
                  RegularizedOptions.DEFAULT
                      .withLambda(0)
                      .withGamma(0)
                      .withBlendedScatters(scatters))
              .fit(statistics),
          data);
      assertSame(
          LinearDiscriminant.recipe(options).fit(statistics),
          RegularizedDiscriminant.recipe(
                  RegularizedOptions.DEFAULT
                      .withLambda(1)
                      .withGamma(0)
                      .withBlendedScatters(scatters))
              .fit(statistics),
          data);
    }
  }

  private static void assertSame(
      GaussianClassifier expected, GaussianClassifier found, RandomData data) {
    double[] joint = new double[3];
    double[] other = new double[3];
    for (double[] row : data.rows) {
      expected.scorer().logJoint(row, joint);
      found.scorer().logJoint(row, other);
      assertArrayEquals(joint, other, 1e-10 * (1 + Math.abs(joint[0] + joint[1] + joint[2])));
    }
  }

  /// γ = 1: the nearest mean decides, in units of each class's own spread.
  @Test
  void gammaOfOneLeavesSpheres() {
    GaussianStatistics statistics = statistics(RandomData.of(6, 90, 4, 2, 0));
    RegularizedDiscriminant model =
        RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT.withLambda(0.3).withGamma(1))
            .fit(statistics);
    for (int c = 0; c < 2; c++) {
      double[][] covariance = model.covariance(c);
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
          assertEquals(i == j ? covariance[0][0] : 0, Math.abs(covariance[i][j]));
        }
      }
    }
  }

  @Test
  void parametersMakeTheSameModelAgain() {
    RandomData data = RandomData.of(7, 90, 9, 3, 1e6);
    RegularizedDiscriminant model =
        RegularizedDiscriminant.recipe(
                RegularizedOptions.DEFAULT
                    .withLambda(0.25)
                    .withGamma(0.125)
                    .withPriors(Priors.uniform()))
            .fit(statistics(data));
    double[][] means = new double[3][];
    double[][][] covariances = new double[3][][];
    for (int c = 0; c < 3; c++) {
      means[c] = model.residualMean(c);
      covariances[c] = model.covariance(c);
    }
    RegularizedDiscriminant again =
        RegularizedDiscriminant.of(
            Features.unnamed(model.origin(0).length),
            Classes.unnamed(model.priors().length),
            model.priors(),
            model.origin(0),
            means,
            covariances);
    assertEquals(3 * 9 + 3 * 45 + 2, again.freeParameters());
    double[] joint = new double[3];
    double[] other = new double[3];
    for (double[] row : data.rows) {
      model.scorer().logJoint(row, joint);
      again.scorer().logJoint(row, other);
      assertArrayEquals(joint, other);
    }
  }

  @Test
  void aClassOfOneRowNeedsThePooledCovarianceOrScatters() {
    RandomData data = RandomData.of(8, 40, 3, 2, 0).unweighted();
    for (int i = 0; i < 40; i++) {
      data.labels[i] = i == 1 ? 1 : 0;
    }
    GaussianStatistics statistics = statistics(data);
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    RegularizedDiscriminant.recipe(
                            RegularizedOptions.DEFAULT.withLambda(0.5).withGamma(0))
                        .fit(statistics))
            .getMessage();
    assertTrue(message.startsWith("class 1 has rows of weight 1.0"), message);
    assertEquals(
        2,
        RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT.withLambda(1).withGamma(0))
            .fit(statistics)
            .classCount());
    assertEquals(
        2,
        RegularizedDiscriminant.recipe(
                RegularizedOptions.DEFAULT.withLambda(0.5).withGamma(0).withBlendedScatters(true))
            .fit(statistics)
            .classCount());
  }

  @Test
  void lambdaAndGammaAreShares() {
    assertEquals(
        "lambda is 1.5; a number from 0 to 1 is expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> RegularizedOptions.DEFAULT.withLambda(1.5).withGamma(0))
            .getMessage());
    assertEquals(
        "gamma is NaN; a number from 0 to 1 is expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> RegularizedOptions.DEFAULT.withLambda(0).withGamma(Double.NaN))
            .getMessage());
  }
}
