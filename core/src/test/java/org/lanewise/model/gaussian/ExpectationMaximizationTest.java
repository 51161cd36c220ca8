package org.lanewise.model.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.Workers;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.textbook.RandomData;

/// Statistics of rows with missing values, by expectation and maximisation.
class ExpectationMaximizationTest {

  private static final double NAN = Double.NaN;

  private static RandomData holes(long seed, int n, int d, int k, double share) {
    RandomData data = RandomData.of(seed, n, d, k, 50);
    SplittableRandom random = new SplittableRandom(seed);
    for (double[] row : data.rows) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextDouble() < share ? NAN : row[j];
      }
    }
    return data;
  }

  private static ExpectationMaximization run(RandomData data, boolean shared) {
    Labels labels = data.labels().withWeights(data.weights);
    return shared
        ? ExpectationMaximization.shared(data.columns(), labels)
        : ExpectationMaximization.byClass(data.columns(), labels);
  }

  /// The log likelihood of what was seen, by the scorer of the fitted model.
  private static double logLikelihood(GaussianClassifier model, RandomData data) {
    double sum = 0;
    for (int i = 0; i < data.rows.length; i++) {
      int c = data.labels[i];
      double[] joint = model.scorer(RowFormat.NUMBERS_WITH_MISSING).logJoint(data.rows[i]);
      sum += data.weights[i] * (joint[c] - Math.log(model.priors()[c]));
    }
    return sum;
  }

  @Test
  void workersChangeNoBit() {
    RandomData data = holes(5, 5000, 5, 3, 0.2);
    Labels labels = data.labels().withWeights(data.weights);
    ExpectationMaximization.Options few = new ExpectationMaximization.Options(0, 3);
    try (ExecutorService executor = Executors.newFixedThreadPool(3)) {
      for (int count : new int[] {2, 3, 7}) {
        Workers workers = new Workers(executor, count);
        assertSame(
            ExpectationMaximization.byClass(data.columns(), labels, few, Workers.CALLER),
            ExpectationMaximization.byClass(data.columns(), labels, few, workers));
        assertSame(
            ExpectationMaximization.shared(data.columns(), labels, few, Workers.CALLER),
            ExpectationMaximization.shared(data.columns(), labels, few, workers));
      }
    }
  }

  private static void assertSame(ExpectationMaximization expected, ExpectationMaximization found) {
    assertArrayEquals(expected.logLikelihoods(), found.logLikelihoods());
    GaussianSummary summary = expected.statistics().summary();
    GaussianSummary other = found.statistics().summary();
    for (int c = 0; c < summary.classCount(); c++) {
      assertArrayEquals(summary.residualMean(c), other.residualMean(c));
      assertArrayEquals(summary.scatter(c), other.scatter(c));
    }
  }

  @Property(seed = "1321", tries = 25)
  void theLikelihoodOfWhatWasSeenNeverFalls(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 1, max = 3) int k,
      @ForAll @IntRange(max = 4) int tenths,
      @ForAll boolean shared) {
    RandomData data = holes(seed, k * (20 * d + 60), d, k, tenths / 10.0);
    ExpectationMaximization em = run(data, shared);
    double[] logs = em.logLikelihoods();
    assertEquals(em.iterations(), logs.length);
    assertTrue(em.converged(), "in " + logs.length);
    for (int i = 1; i < logs.length; i++) {
      assertTrue(logs[i] >= logs[i - 1] - 1e-12 * Math.abs(logs[i]), i + ": " + logs[i]);
    }
    GaussianClassifier model =
        shared
            ? LinearDiscriminant.recipe().fit(em.statistics())
            : QuadraticDiscriminant.recipe().fit(em.statistics());
    double last = logs[logs.length - 1];
    double ofModel = logLikelihood(model, data);
    assertEquals(last, ofModel, 1e-7 * (1 + Math.abs(last)));
    assertTrue(ofModel >= last - 1e-11 * Math.abs(last));
  }

  @Property(seed = "1322", tries = 15)
  void withoutMissingValuesTheStatisticsAreThoseOfTheRows(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 1, max = 3) int k) {
    RandomData data = holes(seed, k * (8 * d + 20), d, k, 0);
    GaussianSummary expected =
        new GaussianStatistics(Features.unnamed(d), Classes.unnamed(k))
            .add(data.columns(), data.labels().withWeights(data.weights))
            .as(GaussianStatistics.class)
            .summary();
    ExpectationMaximization em = run(data, false);
    GaussianSummary found = em.statistics().summary();
    assertEquals(2, em.iterations() - (em.iterations() > 2 ? 1 : 0));
    assertArrayEquals(expected.classWeights(), found.classWeights(), 1e-10);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        assertEquals(expected.residualMean(c)[j], found.residualMean(c)[j], 1e-10);
        for (int i = 0; i <= j; i++) {
          assertEquals(expected.scatter(c, i, j), found.scatter(c, i, j), 1e-8);
        }
      }
    }
  }

  /// Anderson (Journal of the American Statistical Association 52, 1957): where one feature is
  /// always seen and the other not, the maximum is the regression of the one on the other in whole
  /// rows, about the mean and variance of the first in all rows.
  @Property(seed = "1323", tries = 20)
  void twoFeaturesOfWhichOneIsAlwaysSeenHaveTheirClosedForm(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 7) int tenths) {
    Random random = new Random(seed);
    int n = 200;
    double[][] rows = new double[n][2];
    for (double[] row : rows) {
      row[0] = 10 + 2 * random.nextGaussian();
      row[1] = random.nextInt(10) < tenths ? NAN : 3 - 1.5 * row[0] + random.nextGaussian();
    }
    double[][] whole =
        Arrays.stream(rows).filter(row -> !Double.isNaN(row[1])).toArray(double[][]::new);
    double[] m = {mean(rows, 0), mean(whole, 0), mean(whole, 1)};
    double variance = product(rows, 0, 0, m[0], m[0]);
    double slope = product(whole, 0, 1, m[1], m[2]) / product(whole, 0, 0, m[1], m[1]);
    double residual = product(whole, 1, 1, m[2], m[2]) - slope * product(whole, 0, 1, m[1], m[2]);
    ExpectationMaximization em =
        ExpectationMaximization.byClass(
            NumericColumns.fromRows(rows),
            Labels.ofIndices(new int[n], 1),
            new ExpectationMaximization.Options(0, 5000),
            Workers.CALLER);
    QuadraticDiscriminant model = QuadraticDiscriminant.recipe().fit(em.statistics());
    assertEquals(m[0], model.mean(0)[0], 1e-9);
    assertEquals(m[2] + slope * (m[0] - m[1]), model.mean(0)[1], 1e-6);
    assertEquals(variance, model.covariance(0)[0][0], 1e-8);
    assertEquals(slope * variance, model.covariance(0)[0][1], 1e-5);
    assertEquals(residual + slope * slope * variance, model.covariance(0)[1][1], 1e-5);
  }

  private static double mean(double[][] rows, int j) {
    return Arrays.stream(rows).mapToDouble(row -> row[j]).average().orElseThrow();
  }

  private static double product(double[][] rows, int i, int j, double a, double b) {
    return Arrays.stream(rows)
        .mapToDouble(row -> (row[i] - a) * (row[j] - b))
        .average()
        .orElseThrow();
  }

  @Test
  void theOrderOfTheRowsChangesNoBit() {
    RandomData data = holes(4, 150, 4, 2, 0.2);
    int[] order = IntStream.range(0, 150).map(i -> i * 77 % 150 + (i >= 150 ? 1 : 0)).toArray();
    int[] permuted = IntStream.range(0, 150).map(i -> (i * 7 + 11) % 150).toArray();
    assertEquals(150, order.length);
    RandomData other =
        data.with(
            IntStream.of(permuted).mapToObj(i -> data.rows[i]).toArray(double[][]::new),
            IntStream.of(permuted).map(i -> data.labels[i]).toArray(),
            IntStream.of(permuted).mapToDouble(i -> data.weights[i]).toArray());
    for (boolean shared : new boolean[] {true, false}) {
      ExpectationMaximization em = run(data, shared);
      ExpectationMaximization again = run(other, shared);
      assertArrayEquals(em.logLikelihoods(), again.logLikelihoods());
      for (int c = 0; c < 2; c++) {
        assertArrayEquals(
            em.statistics().summary().scatter(c), again.statistics().summary().scatter(c));
        assertArrayEquals(
            em.statistics().summary().residualMean(c),
            again.statistics().summary().residualMean(c));
      }
    }
  }

  @Test
  void statisticsGoOnLikeAnyOther() {
    RandomData data = holes(5, 120, 3, 2, 0.15);
    GaussianStatistics statistics = run(data, false).statistics();
    assertEquals(120, statistics.rowCount());
    RandomData more = RandomData.of(6, 40, 3, 2, 50);
    statistics.add(more.columns(), more.labels());
    RegularizedDiscriminant.recipe(RegularizedOptions.DEFAULT.withLambda(0.3).withGamma(0.1))
        .fit(statistics);
    assertEquals(160, statistics.rowCount());
  }

  @Test
  void rowsOfWeightZeroAreCountedAsInStatisticsOfWholeRows() {
    RandomData data = holes(5, 120, 3, 2, 0.15);
    data.weights[7] = 0;
    data.weights[8] = 0;
    for (boolean shared : new boolean[] {true, false}) {
      assertEquals(120, run(data, shared).statistics().rowCount());
    }
  }

  @Test
  void tooFewIterationsAreSaid() {
    RandomData data = holes(7, 150, 4, 2, 0.3);
    ExpectationMaximization em =
        ExpectationMaximization.shared(
            data.columns(),
            data.labels(),
            new ExpectationMaximization.Options(0, 3),
            Workers.CALLER);
    assertFalse(em.converged());
    assertEquals(3, em.iterations());
  }

  @Test
  void whatCannotBeFittedIsRefused() {
    double[][] rows = {{1, 2}, {2, NAN}, {4, 4}, {5, 1}, {7, NAN}, {8, NAN}};
    Labels labels = Labels.of("a", "a", "a", "a", "b", "b");
    refused(
        "feature 'y' was seen in no row of class 'b', so it has no mean there; leave the feature"
            + " out, or add rows in which it was seen",
        () ->
            ExpectationMaximization.byClass(
                NumericColumns.fromRows(rows).withFeatures("x", "y"), labels));
    rows[4][1] = 1 / 0.0;
    refused(
        "row 4, feature 1 is Infinity; a finite number is expected, or NaN where it was not seen",
        () -> ExpectationMaximization.shared(NumericColumns.fromRows(rows), labels));
    refused(
        "there are 6 labels for 1 row; one label for each row is expected",
        () -> ExpectationMaximization.shared(NumericColumns.fromRows(rows[0]), labels));
    refused(
        "the tolerance is -1.0; a number of at least 0 is expected",
        () -> new ExpectationMaximization.Options(-1, 3));
    refused(
        "the most iterations are 0; at least 1 is expected",
        () -> new ExpectationMaximization.Options(0, 0));
    // As many values as whole rows would have, and too few rows.
    double[][] few = {{1, 2, 3}, {2, NAN, 1}, {4, 4, 0}};
    assertThrows(
        SingularCovarianceException.class,
        () ->
            ExpectationMaximization.byClass(
                NumericColumns.fromRows(few), Labels.ofIndices(new int[3], 1)));
  }

  @Test
  void featuresThatWereNeverSeenTogetherAreRefused() {
    double[][] rows = {
      {1, 2, NAN},
      {2, 1, NAN},
      {4, 5, NAN},
      {1, NAN, 3},
      {3, NAN, 1},
      {2, NAN, 6},
      {5, 2, 1},
      {6, 4, 2},
      {7, 1, 9},
      {5, 5, 3}
    };
    Labels labels = Labels.of("a", "a", "a", "a", "a", "a", "b", "b", "b", "b");
    NumericColumns columns = NumericColumns.fromRows(rows).withFeatures("x", "y", "z");
    refused(
        "feature 'y' and feature 'z' were seen together in no row of class 'a', so the likelihood"
            + " does not determine their covariance; leave one of them out, fit a model without"
            + " covariances, or add rows in which both were seen",
        () -> ExpectationMaximization.byClass(columns, labels));
    // The classes that share it have rows that do; a row of weight 0 does not count.
    ExpectationMaximization.shared(columns, labels);
    Labels weighted = labels.withWeights(1, 1, 1, 1, 1, 1, 0, 0, 0, 0);
    refused(
        "feature 'y' and feature 'z' were seen together in no row of any class, so the likelihood"
            + " does not determine their covariance; leave one of them out, fit a model without"
            + " covariances, or add rows in which both were seen",
        () -> ExpectationMaximization.shared(columns, weighted));
    double[][] some = rows.clone();
    some[1] = new double[] {2, 1, 2};
    some[2] = new double[] {4, 5, 4};
    some[4] = new double[] {3, 3, 1};
    assertTrue(
        ExpectationMaximization.byClass(NumericColumns.fromRows(some), labels).iterations() > 1);
  }

  @Test
  void theLastChangeSaysHowNearItIs() {
    RandomData data = holes(9, 90, 3, 1, 0.3);
    NumericColumns columns = data.columns();
    Labels labels = data.labels();
    ExpectationMaximization.Options exact = new ExpectationMaximization.Options(0, 100_000);
    ExpectationMaximization far = ExpectationMaximization.byClass(columns, labels);
    ExpectationMaximization near =
        ExpectationMaximization.byClass(columns, labels, exact, Workers.CALLER);
    double[] logs = far.logLikelihoods();
    int last = logs.length - 1;
    assertEquals((logs[last] - logs[last - 1]) / 90, far.lastRise());
    assertTrue(far.lastRise() <= 1e-10 && far.lastRise() > 0, () -> "" + far.lastRise());
    assertTrue(near.lastRise() <= 0 && near.converged(), () -> "" + near.lastRise());
    ExpectationMaximization before =
        ExpectationMaximization.byClass(
            columns, labels, new ExpectationMaximization.Options(0, last), Workers.CALLER);
    double largest = 0;
    for (int j = 0; j < 3; j++) {
      for (int i = 0; i <= j; i++) {
        double unit = Math.sqrt(scatter(far, i, i) * scatter(far, j, j));
        largest = Math.max(largest, Math.abs(scatter(far, i, j) - scatter(before, i, j)) / unit);
      }
    }
    assertEquals(largest, far.lastChange(), 1e-12);
    assertTrue(near.lastChange() < 0.05 * far.lastChange(), () -> "" + near.lastChange());
    ExpectationMaximization.Options one = new ExpectationMaximization.Options(0, 1);
    assertTrue(
        Double.isNaN(
            ExpectationMaximization.byClass(columns, labels, one, Workers.CALLER).lastChange()));
  }

  private static double scatter(ExpectationMaximization em, int i, int j) {
    return em.statistics().summary().scatter(0, i, j);
  }

  private static void refused(String said, Runnable action) {
    assertEquals(said, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
