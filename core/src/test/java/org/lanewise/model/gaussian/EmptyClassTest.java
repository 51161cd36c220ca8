package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.RandomData;

/// A class without rows is allowed where its prior is 0: no row is ever of it.
class EmptyClassTest {

  private static final RandomData DATA = RandomData.of(11, 80, 4, 2, 3);
  private static final Classes THREE = Classes.of("a", "none", "b");
  private static final Priors PRIORS = Priors.fixed(Map.of("a", 0.25, "none", 0.0, "b", 0.75));

  private static List<GaussianClassifier> models(Classes classes, Priors priors) {
    int[] indices = Arrays.stream(DATA.labels).map(c -> c * (classes.count() - 1)).toArray();
    GaussianStatistics statistics =
        GaussianStatistics.of(DATA.columns(), Labels.ofIndices(indices, classes));
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withPriors(priors);
    return List.of(
        LinearDiscriminant.recipe(options).fit(statistics),
        LinearDiscriminant.recipe(options.withPooledByPriors(true)).fit(statistics),
        QuadraticDiscriminant.recipe(options).fit(statistics),
        RegularizedDiscriminant.recipe(
                RegularizedOptions.DEFAULT.withPriors(priors).withLambda(0.5))
            .fit(statistics),
        GaussianNaiveBayes.recipe(
                GaussianBayesOptions.DEFAULT.withPriors(priors).withPooledVariances(true))
            .fit(statistics),
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPriors(priors)).fit(statistics));
  }

  @Test
  void noRowIsOfAClassOfPrior0AndTheOthersAreAsWithoutIt() {
    List<GaussianClassifier> three = models(THREE, PRIORS);
    List<GaussianClassifier> two = models(Classes.of("a", "b"), Priors.fixed(0.25, 0.75));
    for (int m = 0; m < three.size(); m++) {
      for (double[] row : DATA.rows) {
        double[] with = three.get(m).posterior(row);
        double[] without = two.get(m).posterior(row);
        assertEquals(0, with[1]);
        assertEquals(without[0], with[0], 1e-12);
        assertEquals(without[1], with[2], 1e-12);
        assertEquals(two.get(m).label(row), three.get(m).label(row));
      }
    }
  }

  @Test
  void aClassWithoutRowsOfAnotherPriorIsRefused() {
    Labels labels = Labels.of(THREE, "a", "a", "b", "b");
    NumericColumns rows = NumericColumns.of(new double[] {1, 2, 4, 6});
    refused(
        "class 'none' has no rows of positive weight, so it has no mean; at least one row is"
            + " expected, or a prior of 0",
        () -> LinearDiscriminant.fit(rows, labels));
    refused(
        "no prior was given for the class 'none'",
        () ->
            LinearDiscriminant.recipe(
                    DiscriminantOptions.DEFAULT.withPriors(
                        Priors.fixed(Map.of("a", 0.5, "b", 0.5))))
                .fit(rows, labels));
  }

  @Test
  void priorsMayBeProportionsOrNamed() {
    assertArrayEquals(
        new double[] {0.25, 0.75}, Priors.proportional(1, 3).priors(new double[] {9, 9}));
    refused("sum to 0.0; a positive number", () -> Priors.proportional(0, 0));
    refused("sum to NaN; a positive number", () -> Priors.proportional(Double.NaN, 1));
    refused("the prior of class 0 is -0.5", () -> Priors.proportional(-1, 3));
    refused("sum to 0.5; 1 is expected", () -> Priors.fixed(Map.of("a", 0.5)));
    refused(
        "classes with names are expected",
        () -> Priors.fixed(Map.of("a", 1.0)).priors(new double[] {3}));
    assertArrayEquals(new double[] {0.25, 0, 0.75}, PRIORS.priors(THREE, new double[] {1, 1, 1}));
    refused(
        "priors were given for the classes",
        () -> PRIORS.priors(Classes.of("a", "b"), new double[] {1, 1}));
  }

  /// scikit-learn's `LinearDiscriminantAnalysis(solver="lsqr", shrinkage=0.25)`: Σ_c π_c of
  /// covariances shrunk class by class.
  @Test
  void covariancesPooledByPriorsAreShrunkClassByClass() {
    GaussianStatistics statistics =
        GaussianStatistics.of(DATA.columns(), Labels.ofIndices(DATA.labels, 2));
    LinearDiscriminant model =
        LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT
                    .withPriors(Priors.fixed(0.25, 0.75))
                    .withShrinkage(Shrinkage.fixed(0.25))
                    .withPooledByPriors(true))
            .fit(statistics);
    double[][] expected = new double[4][4];
    double[] priors = {0.25, 0.75};
    for (int c = 0; c < 2; c++) {
      double[][] own = statistics.summary().scatter(c);
      double weight = statistics.summary().classWeights()[c];
      double mean = 0;
      for (int j = 0; j < 4; j++) {
        mean += own[j][j] / weight / 4;
      }
      for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
          expected[i][j] += priors[c] * (0.75 * own[i][j] / weight + (i == j ? 0.25 * mean : 0));
        }
      }
    }
    for (int i = 0; i < 4; i++) {
      assertArrayEquals(expected[i], model.covariance()[i], 1e-12);
    }
    assertArrayEquals(new double[] {0.25, 0.25}, model.shrinkageIntensities());
  }

  @Test
  void theShrinkageOfLedoitAndWolfIsChosenFromTheRows() {
    Labels labels = Labels.ofIndices(DATA.labels, 2);
    DiscriminantOptions options = DiscriminantOptions.DEFAULT.withShrinkage(Shrinkage.ledoitWolf());
    LinearDiscriminant model = LinearDiscriminant.recipe(options).fit(DATA.columns(), labels);
    assertTrue(model.shrinkageIntensities()[0] > 0 && model.shrinkageIntensities()[0] < 1);
    LinearDiscriminant fixed =
        LinearDiscriminant.recipe(
                DiscriminantOptions.DEFAULT.withShrinkage(
                    Shrinkage.fixed(model.shrinkageIntensities()[0])))
            .fit(DATA.columns(), labels);
    assertArrayEquals(fixed.covariance()[0], model.covariance()[0]);
    refused(
        "needs the rows a second time; a fit from rows, or a second pass over them, is expected",
        () ->
            LinearDiscriminant.recipe(options).fit(GaussianStatistics.of(DATA.columns(), labels)));
  }

  private static void refused(String part, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
