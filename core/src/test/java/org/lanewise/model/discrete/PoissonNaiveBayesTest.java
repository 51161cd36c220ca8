package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CountStatistics;

final class PoissonNaiveBayesTest {

  @Property(seed = "61", tries = 50)
  void logJointIsTheProductOfTheTextbook(
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 1, max = 11) int k,
      @ForAll @IntRange(min = 1, max = 30) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = CountNaiveBayesTest.rows(n + k, d, random);
    int[] y = new int[n + k];
    Arrays.setAll(y, i -> i < k ? i : random.nextInt(k));
    double[] alpha = random.doubles(d, 0.01, 3).toArray();
    PoissonNaiveBayes model =
        PoissonNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.laplace(), Smoothing.perFeature(alpha)))
            .fit(CountNaiveBayesTest.statistics(x, y, k));
    double[] query = CountNaiveBayesTest.rows(1, d, random)[0];
    double[] expected = new double[k];
    for (int c = 0; c < k; c++) {
      double rows = 0;
      for (int label : y) {
        rows += label == c ? 1 : 0;
      }
      expected[c] = Math.log((rows + 1) / (n + 2 * k));
      for (int j = 0; j < d; j++) {
        double sum = alpha[j];
        for (int i = 0; i < n + k; i++) {
          sum += y[i] == c ? x[i][j] : 0;
        }
        double rate = sum / rows;
        assertEquals(rate, model.rate(c, j), 1e-14 * rate);
        double factorial = 1;
        for (int i = 2; i <= query[j]; i++) {
          factorial *= i;
        }
        expected[c] += Math.log(Math.exp(-rate) * Math.pow(rate, query[j]) / factorial);
      }
    }
    double[] joint = new double[k];
    double[] logPosterior = new double[k];
    model.scorer().logJoint(query, joint);
    model.scorer().logPosterior(query, logPosterior);
    double max = Arrays.stream(expected).max().getAsDouble();
    double sum = Arrays.stream(expected).map(v -> Math.exp(v - max)).sum();
    for (int c = 0; c < k; c++) {
      double tolerance = 1e-12 * Math.max(1, Math.abs(expected[c]));
      assertEquals(expected[c], joint[c], tolerance);
      assertEquals(expected[c] - max - Math.log(sum), logPosterior[c], tolerance);
    }
    assertEquals(max + Math.log(sum), model.scorer().logDensity(query), 1e-12 * Math.max(1, -max));
  }

  @Property(seed = "62", tries = 30)
  void aloneInBatchesDenseAndSparseAreTheSameBits(
      @ForAll @IntRange(min = 1, max = 70) int d,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 140) int n,
      @ForAll boolean smooth,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = CountNaiveBayesTest.rows(20, d, random);
    int[] y = new int[20];
    Arrays.setAll(y, i -> i % k);
    PoissonNaiveBayes model =
        PoissonNaiveBayes.recipe(
                new NaiveBayesOptions(
                    Priors.uniform(), smooth ? Smoothing.of(.7) : Smoothing.none()))
            .fit(CountNaiveBayesTest.statistics(x, y, k));
    CountScorers.assertSameBits(
        model.scorer(),
        model.scorer(RowFormat.SPARSE),
        NumericColumns.fromRows(CountNaiveBayesTest.rows(n, d, random)));
  }

  @Test
  void manyFeaturesGiveTheSameBits() {
    Random random = new Random(63);
    double[][] x = CountNaiveBayesTest.rows(70, 4500, random);
    PoissonNaiveBayes model =
        PoissonNaiveBayes.recipe()
            .fit(CountNaiveBayesTest.statistics(x, random.ints(70, 0, 2).toArray(), 2));
    CountScorers.assertSameBits(
        model.scorer(), model.scorer(RowFormat.SPARSE), NumericColumns.fromRows(x));
  }

  @Property(seed = "64", tries = 60)
  void noSmoothingIsTheLimitOfLittleSmoothing(
      @ForAll @IntRange(min = 1, max = 12) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    int[] y = new int[2 * k];
    Arrays.setAll(y, i -> i / 2);
    CountStatistics statistics =
        CountNaiveBayesTest.statistics(CountNaiveBayesTest.rows(2 * k, d, random), y, k);
    Scorer<double[], NumericColumns> none =
        PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.none()))
            .fit(statistics)
            .scorer();
    Scorer<double[], NumericColumns> little =
        PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.of(0x1p-500)))
            .fit(statistics)
            .scorer();
    double[] expected = new double[k];
    double[] actual = new double[k];
    for (double[] row : CountNaiveBayesTest.rows(4, d, random)) {
      little.posterior(row, expected);
      none.posterior(row, actual);
      assertArrayEquals(expected, actual, 1e-9);
      little.logJoint(row, expected);
      none.logJoint(row, actual);
      for (int c = 0; c < k; c++) {
        boolean impossible = expected[c] < -300;
        assertEquals(impossible ? Double.NEGATIVE_INFINITY : expected[c], actual[c], 1e-12);
      }
    }
  }

  @Test
  void thetaIsTheLogisticFormOfThePosterior() {
    Random random = new Random(65);
    PoissonNaiveBayes model =
        PoissonNaiveBayes.recipe()
            .fit(
                CountNaiveBayesTest.statistics(
                    CountNaiveBayesTest.rows(30, 5, random), random.ints(30, 0, 2).toArray(), 2));
    double[] posterior = new double[2];
    for (double[] row : CountNaiveBayesTest.rows(20, 5, random)) {
      double sum = model.theta()[0];
      for (int j = 0; j < 5; j++) {
        sum += row[j] * model.theta()[j + 1];
        assertEquals(
            Math.log(model.rate(1, j)) - Math.log(model.rate(0, j)), model.theta()[j + 1], 1e-14);
      }
      model.scorer().posterior(row, posterior);
      assertEquals(1 / (1 + Math.exp(-sum)), posterior[1], 1e-13);
    }
  }

  @Test
  void aModelIsMadeAgainFromItsParameters() {
    Random random = new Random(66);
    NumericColumns rows = NumericColumns.fromRows(CountNaiveBayesTest.rows(30, 5, random));
    PoissonNaiveBayes model =
        PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.pseudoData()))
            .fit(CountStatistics.of(rows, Labels.ofIndices(random.ints(30, 0, 2).toArray(), 2)));
    double[] expected = new double[60];
    double[] actual = new double[60];
    model.scorer().logJoint(rows, expected);
    PoissonNaiveBayes.of(
            Features.unnamed(
                new double[][] {model.pseudoCounts(0), model.pseudoCounts(1)}[0].length),
            Classes.unnamed(model.priors().length),
            model.priors(),
            new double[][] {model.pseudoCounts(0), model.pseudoCounts(1)},
            model.rowWeights())
        .scorer()
        .logJoint(rows, actual);
    assertArrayEquals(expected, actual);
  }

  @Test
  void aClassWithoutRowsIsRefused() {
    CountStatistics statistics =
        CountStatistics.of(
            NumericColumns.of(new double[] {1, 2}), Labels.ofIndices(new int[] {0, 0}, 2));
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    PoissonNaiveBayes.recipe(
                            new NaiveBayesOptions(Priors.laplace(), Smoothing.laplace()))
                        .fit(statistics))
            .getMessage();
    assertTrue(message.contains("class 1 has no rows"), message);
    PoissonNaiveBayes pseudo =
        PoissonNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.pseudoData()))
            .fit(statistics);
    assertEquals(.5, pseudo.rate(1, 0));
    assertEquals(1, pseudo.rate(0, 0));
    assertArrayEquals(new double[] {4 / 6., 2 / 6.}, pseudo.priors());
  }
}
