package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Classifier;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

/// Models made from known parameters, and what they give away of themselves.
class GaussianParametersTest {

  private static final RandomData DATA = RandomData.of(1, 200, 9, 3, 1e6);

  private static final GaussianBayesOptions POOLED =
      GaussianBayesOptions.DEFAULT.withPooledVariances(true);

  private static GaussianStatistics statistics() {
    return GaussianStatistics.of(DATA.columns(), DATA.labels());
  }

  private static double[][] residuals(LinearDiscriminant model) {
    return new double[][] {model.residualMean(0), model.residualMean(1), model.residualMean(2)};
  }

  private static void assertSameScores(
      Classifier<double[], NumericColumns> expected, Classifier<double[], NumericColumns> found) {
    double[] a = new double[DATA.rows.length * 3];
    double[] b = new double[a.length];
    expected.scorer().logJoint(DATA.columns(), a);
    found.scorer().logJoint(DATA.columns(), b);
    assertArrayEquals(a, b);
  }

  @Test
  void aModelFromTheParametersOfAnotherHasItsBits() {
    LinearDiscriminant linear = LinearDiscriminant.recipe().fit(statistics());
    assertSameScores(
        linear,
        LinearDiscriminant.of(
            Features.unnamed(linear.origin(0).length),
            Classes.unnamed(linear.priors().length),
            linear.priors(),
            linear.origin(0),
            residuals(linear),
            linear.covariance()));
    QuadraticDiscriminant quadratic = QuadraticDiscriminant.recipe().fit(statistics());
    assertSameScores(
        quadratic,
        QuadraticDiscriminant.of(
            Features.unnamed(quadratic.origin(0).length),
            Classes.unnamed(quadratic.priors().length),
            quadratic.priors(),
            quadratic.origin(0),
            new double[][] {
              quadratic.residualMean(0), quadratic.residualMean(1), quadratic.residualMean(2)
            },
            new double[][][] {
              quadratic.covariance(0), quadratic.covariance(1), quadratic.covariance(2)
            }));
    GaussianNaiveBayes naive = GaussianNaiveBayes.recipe().fit(statistics());
    assertSameScores(
        naive,
        GaussianNaiveBayes.of(
            Features.unnamed(naive.origin(0).length),
            Classes.unnamed(naive.priors().length),
            naive.priors(),
            naive.origin(0),
            new double[][] {naive.residualMean(0), naive.residualMean(1), naive.residualMean(2)},
            new double[][] {naive.variances(0), naive.variances(1), naive.variances(2)}));
    GaussianNaiveBayes pooled = GaussianNaiveBayes.recipe(POOLED).fit(statistics());
    assertSameScores(
        pooled,
        GaussianNaiveBayes.ofPooled(
            pooled.features(),
            pooled.classes(),
            pooled.priors(),
            pooled.origin(0),
            new double[][] {pooled.residualMean(0), pooled.residualMean(1), pooled.residualMean(2)},
            pooled.variances(0)));
  }

  /// Variances that are pooled need no scatter for each class.
  @Test
  void statisticsOfOneScatterGivePooledVariances() {
    GaussianStatistics pooled =
        GaussianStatistics.pooled(statistics().features(), statistics().classes())
            .add(DATA.columns(), DATA.labels())
            .as(GaussianStatistics.class);
    double[] expected = GaussianNaiveBayes.recipe(POOLED).fit(statistics()).variances(1);
    double[] variances = GaussianNaiveBayes.recipe(POOLED).fit(pooled).variances(1);
    for (int j = 0; j < expected.length; j++) {
      assertEquals(expected[j], variances[j], 1e-13 * expected[j]);
    }
    refused("one scatter pooled over the classes", () -> GaussianNaiveBayes.recipe().fit(pooled));
  }

  @Test
  void pooledVariancesOfAnotherNumberAreRefused() {
    GaussianNaiveBayes model = GaussianNaiveBayes.recipe(POOLED).fit(statistics());
    refused(
        "there are 2 variances; one for each of the 9 features is expected",
        () ->
            GaussianNaiveBayes.ofPooled(
                model.features(),
                model.classes(),
                model.priors(),
                model.origin(0),
                new double[][] {
                  model.residualMean(0), model.residualMean(1), model.residualMean(2)
                },
                new double[2]));
  }

  @Test
  void arraysGivenAndTakenDoNotReachIntoTheModel() {
    LinearDiscriminant fitted = LinearDiscriminant.recipe().fit(statistics());
    double[] priors = fitted.priors();
    double[] origin = fitted.origin(0);
    double[][] means = residuals(fitted);
    double[][] covariance = fitted.covariance();
    LinearDiscriminant model =
        LinearDiscriminant.of(
            Features.unnamed(origin.length),
            Classes.unnamed(priors.length),
            priors,
            origin,
            means,
            covariance);
    QuadraticDiscriminant quadratic =
        QuadraticDiscriminant.of(
            Features.unnamed(origin.length),
            Classes.unnamed(priors.length),
            priors,
            origin,
            means,
            new double[][][] {covariance, covariance, covariance});
    double[][] variances = new double[3][9];
    for (double[] row : variances) {
      Arrays.fill(row, 2);
    }
    GaussianNaiveBayes naive =
        GaussianNaiveBayes.of(
            Features.unnamed(origin.length),
            Classes.unnamed(priors.length),
            priors,
            origin,
            means,
            variances);
    priors[0] = 9;
    origin[0] = 9;
    means[0][0] = 9;
    means[1] = null;
    covariance[0][0] = 9;
    covariance[1] = null;
    variances[0][0] = 9;
    variances[1] = null;
    assertSameScores(fitted, model);
    assertEquals(fitted.covariance()[0][0], quadratic.covariance(0)[0][0]);
    assertEquals(2, naive.variances(0)[0]);
    assertArrayEquals(fitted.mean(1), naive.mean(1));
    model.priors()[0] = 9;
    model.origin(0)[0] = 9;
    model.residualMean(0)[0] = 9;
    model.covariance()[0][0] = 9;
    model.coefficients(0)[0] = 9;
    quadratic.covariance(0)[0][0] = 9;
    naive.variances(0)[0] = 9;
    assertSameScores(fitted, model);
    assertArrayEquals(fitted.priors(), model.priors());
    assertArrayEquals(fitted.origin(0), model.origin(0));
    assertArrayEquals(fitted.coefficients(0), model.coefficients(0));
    assertEquals(2, naive.variances(0)[0]);
    assertEquals(fitted.covariance()[0][0], quadratic.covariance(0)[0][0]);
  }

  @Test
  void parametersOfWrongShapesAreRefused() {
    double[] priors = {0.5, 0.5};
    double[] origin = {0, 0};
    double[][] means = {{0, 0}, {1, 1}};
    double[][] covariance = {{1, 0}, {0, 1}};
    LinearDiscriminant.of(
        Features.unnamed(origin.length),
        Classes.unnamed(priors.length),
        priors,
        origin,
        means,
        covariance);
    refused(
        "sum to 1.5",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(2),
                new double[] {1, 0.5},
                origin,
                means,
                covariance));
    refused(
        "prior of class 1 is -1.0",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(2),
                new double[] {2, -1},
                origin,
                means,
                covariance));
    refused(
        "1 priors and 2 means",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(1),
                new double[] {1},
                origin,
                means,
                covariance));
    refused(
        "covariance has 1 row; 2 are expected",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[1][2]));
    refused(
        "row 1 of the covariance has 1 entries; 2 are expected",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][] {{1, 0}, {0}}));
    refused(
        "the covariance of features 1 and 0 is 0.25 one way and 0.5 the other",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][] {{1, 0.5}, {0.25, 1}}));
    refused(
        "mean of class 0 has 2 features; 1 are expected",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(1),
                Classes.unnamed(priors.length),
                priors,
                new double[1],
                means,
                covariance));
    refused(
        "not finite",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                new double[][] {{0, Double.NaN}, {1, 1}},
                covariance));
    refused(
        "1 covariances",
        () ->
            QuadraticDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][][] {covariance}));
    refused(
        "covariance has 1 row",
        () ->
            QuadraticDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][][] {covariance, new double[1][2]}));
    refused(
        "variances for 1 classes; 2",
        () ->
            GaussianNaiveBayes.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][] {{1, 1}}));
    refused(
        "class 1 has 1 variances; 2",
        () ->
            GaussianNaiveBayes.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][] {{1, 1}, {1}}));
    refused(
        "variance of feature 1 in class 0 is -1.0",
        () ->
            GaussianNaiveBayes.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][] {{1, -1}, {1, 1}}));
    refused(
        "variance of feature 0 in class 1 is NaN",
        () ->
            GaussianNaiveBayes.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][] {{1, 1}, {Double.NaN, 1}}));
    refused(
        "variance 0 in class 1",
        () ->
            GaussianNaiveBayes.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                new double[][] {{1, 1}, {1, 0}}));
    double[][] infinite = {{1, 0}, {0, Double.POSITIVE_INFINITY}};
    refused(
        "variance of feature 1 is Infinity",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                infinite));
    double[][] negative = {{1, 0}, {0, -1}};
    refused(
        "",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                negative));
    double[][] spoiled = {{1, Double.NaN}, {Double.NaN, 1}};
    refused(
        "",
        () ->
            LinearDiscriminant.of(
                Features.unnamed(origin.length),
                Classes.unnamed(priors.length),
                priors,
                origin,
                means,
                spoiled));
  }

  private static void refused(String named, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertTrue(message.contains(named), message);
  }

  @Test
  void optionsAreChecked() {
    for (double smoothing : new double[] {-1e-300, Double.NaN, Double.POSITIVE_INFINITY}) {
      refused(
          "variance smoothing is " + smoothing,
          () -> GaussianBayesOptions.DEFAULT.withVarianceSmoothing(smoothing));
    }
    assertThrows(NullPointerException.class, () -> DiscriminantOptions.DEFAULT.withPriors(null));
    assertThrows(NullPointerException.class, () -> DiscriminantOptions.DEFAULT.withDivisor(null));
    assertThrows(NullPointerException.class, () -> GaussianBayesOptions.DEFAULT.withDivisor(null));
  }

  @Test
  void anUnbiasedDivisorNeedsADegreeOfFreedom() {
    GaussianStatistics one =
        GaussianStatistics.of(
            NumericColumns.fromRows(new double[] {1, 2}, new double[] {3, 5}), Labels.of(0, 1));
    refused(
        "rows of weight 2.0 in 2 classes leave the unbiased covariance no degree of freedom",
        () ->
            LinearDiscriminant.recipe(
                    DiscriminantOptions.DEFAULT.withDivisor(CovarianceDivisor.UNBIASED))
                .fit(one));
    refused(
        "class 0 has rows of weight 1.0 in all",
        () ->
            QuadraticDiscriminant.recipe(
                    DiscriminantOptions.DEFAULT.withDivisor(CovarianceDivisor.UNBIASED))
                .fit(one));
    refused(
        "class 0 has rows of weight 1.0 in all",
        () ->
            GaussianNaiveBayes.recipe(
                    GaussianBayesOptions.DEFAULT.withDivisor(CovarianceDivisor.UNBIASED))
                .fit(one));
  }

  @Test
  void nothingIsFittedFromNothing() {
    GaussianStatistics empty = new GaussianStatistics(Features.unnamed(2), Classes.unnamed(2));
    refused("class 0 has no rows", () -> LinearDiscriminant.recipe().fit(empty));
    refused("class 0 has no rows", () -> QuadraticDiscriminant.recipe().fit(empty));
    refused("class 0 has no rows", () -> GaussianNaiveBayes.recipe().fit(empty));
  }
}
