package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.textbook.Allocation;

/// Multinomial and complement Naive Bayes.
final class CountNaiveBayesTest {

  private static final double[][] CHINA = {
    {1, 2, 0, 0, 0, 0}, {0, 2, 0, 0, 1, 0}, {0, 1, 0, 1, 0, 0}, {0, 1, 1, 0, 0, 1}
  };
  private static final int[] CHINA_LABELS = {0, 0, 0, 1};

  /// The dense and the sparse scorer of one model.
  private record Scorers(
      Scorer<double[], NumericColumns> dense, Scorer<SparseRow, SparseRows> sparse) {}

  private static List<Scorers> scorers(CountStatistics statistics, Smoothing smoothing) {
    MultinomialNaiveBayes multinomial =
        MultinomialNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), smoothing))
            .fit(statistics);
    ComplementNaiveBayes complement =
        ComplementNaiveBayes.recipe(new ComplementOptions(smoothing, false)).fit(statistics);
    ComplementNaiveBayes normalized =
        ComplementNaiveBayes.recipe(new ComplementOptions(smoothing, true)).fit(statistics);
    return List.of(
        new Scorers(multinomial.scorer(), multinomial.scorer(RowFormat.SPARSE)),
        new Scorers(complement.scorer(), complement.scorer(RowFormat.SPARSE)),
        new Scorers(normalized.scorer(), normalized.scorer(RowFormat.SPARSE)));
  }

  @Property(seed = "31", tries = 50)
  void logJointsAreThoseOfTheTextbook(
      @ForAll @IntRange(min = 2, max = 40) int d,
      @ForAll @IntRange(min = 2, max = 11) int k,
      @ForAll @IntRange(min = 1, max = 30) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = rows(n, d, random);
    int[] y = random.ints(n, 0, k).toArray();
    double[] alpha = random.doubles(d, 0.01, 3).toArray();
    CountStatistics statistics = statistics(x, y, k);
    List<Scorers> scorers = scorers(statistics, Smoothing.perFeature(alpha));
    double[] query = rows(1, d, random)[0];
    double[][] expected = new double[3][k];
    for (int c = 0; c < k; c++) {
      double[] in = new double[d];
      double[] out = new double[d];
      double rows = 0;
      for (int i = 0; i < n; i++) {
        rows += y[i] == c ? 1 : 0;
        for (int j = 0; j < d; j++) {
          (y[i] == c ? in : out)[j] += x[i][j];
        }
      }
      double inTotal = Arrays.stream(in).sum() + Arrays.stream(alpha).sum();
      double outTotal = Arrays.stream(out).sum() + Arrays.stream(alpha).sum();
      expected[0][c] = Math.log((rows + 1) / (n + k));
      double weights = 0;
      for (int j = 0; j < d; j++) {
        expected[0][c] += query[j] * Math.log((in[j] + alpha[j]) / inTotal);
        double weight = -Math.log((out[j] + alpha[j]) / outTotal);
        expected[1][c] += query[j] * weight;
        weights += weight;
      }
      expected[2][c] = expected[1][c] / weights;
    }
    double[] joint = new double[k];
    double[] posterior = new double[k];
    for (int m = 0; m < 3; m++) {
      scorers.get(m).dense().logJoint(query, joint);
      scorers.get(m).dense().posterior(query, posterior);
      double max = Arrays.stream(expected[m]).max().getAsDouble();
      double sum = Arrays.stream(expected[m]).map(v -> Math.exp(v - max)).sum();
      for (int c = 0; c < k; c++) {
        double scale = 1e-12 * Math.max(1, Math.abs(expected[m][c]));
        assertEquals(expected[m][c], joint[c], scale);
        assertEquals(Math.exp(expected[m][c] - max) / sum, posterior[c], scale);
      }
      if (m == 0) {
        assertEquals(
            max + Math.log(sum), scorers.get(m).dense().logDensity(query), 1e-12 * Math.abs(max));
      }
    }
  }

  @Property(seed = "32", tries = 30)
  void aloneInBatchesDenseAndSparseAreTheSameBits(
      @ForAll @IntRange(min = 1, max = 70) int d,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 140) int n,
      @ForAll boolean smooth,
      @ForAll long seed) {
    Random random = new Random(seed);
    CountStatistics statistics =
        statistics(rows(20, d, random), random.ints(20, 0, k).toArray(), k);
    NumericColumns rows = NumericColumns.fromRows(rows(n, d, random));
    for (Scorers scorers : scorers(statistics, smooth ? Smoothing.laplace() : Smoothing.none())) {
      CountScorers.assertSameBits(scorers.dense(), scorers.sparse(), rows);
    }
  }

  @Test
  void manyFeaturesAndWorkersGiveTheSameBits() {
    Random random = new Random(33);
    int d = 4500;
    double[][] x = rows(70, d, random);
    CountStatistics statistics = statistics(x, random.ints(70, 0, 3).toArray(), 3);
    for (Scorers scorers : scorers(statistics, Smoothing.laplace())) {
      CountScorers.assertSameBits(scorers.dense(), scorers.sparse(), NumericColumns.fromRows(x));
    }
    double[][] many = rows(9000, 6, random);
    CountStatistics small = statistics(many, random.ints(9000, 0, 3).toArray(), 3);
    NumericColumns rows = NumericColumns.fromRows(many);
    double[] expected = new double[27000];
    double[] actual = new double[27000];
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      for (Scorers scorers : scorers(small, Smoothing.laplace())) {
        scorers.dense().logPosterior(rows, expected);
        scorers.dense().on(new Workers(executor, 2)).logPosterior(rows, actual);
        assertArrayEquals(expected, actual);
        scorers.sparse().on(new Workers(executor, 2)).logPosterior(SparseRows.copyOf(rows), actual);
        assertArrayEquals(expected, actual);
      }
    }
  }

  @Test
  void complementHasNoDensity() {
    ComplementNaiveBayes model =
        ComplementNaiveBayes.recipe().fit(statistics(CHINA, CHINA_LABELS, 2));
    NumericColumns rows = NumericColumns.fromRows(CHINA);
    for (Runnable asked :
        List.<Runnable>of(
            () -> model.scorer().logDensity(CHINA[0]),
            () -> model.scorer().logDensity(rows, new double[4]),
            () -> model.scorer(RowFormat.SPARSE).logDensity(SparseRow.of(1)))) {
      String message = assertThrows(UnsupportedOperationException.class, asked::run).getMessage();
      assertTrue(message.contains("no density p(x)"), message);
    }
  }

  @Test
  void case13WithoutSmoothingNothingIsNaN() {
    CountStatistics statistics = statistics(new double[][] {{1, 0}, {1, 1}}, new int[] {0, 1}, 2);
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.none()))
            .fit(statistics);
    double[] out = new double[2];
    model.scorer().posterior(new double[] {1, 0}, out);
    assertArrayEquals(new double[] {2 / 3., 1 / 3.}, out, 1e-15);
    model.scorer().posterior(new double[] {1, 1}, out);
    assertArrayEquals(new double[] {0, 1}, out);
    model.scorer().logJoint(new double[] {1, 1}, out);
    assertEquals(Double.NEGATIVE_INFINITY, out[0]);
    assertEquals(3 * Math.log(.5), out[1], 1e-15);
    assertThrows(IllegalStateException.class, model::theta);
    ComplementNaiveBayes complement =
        ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.none(), false)).fit(statistics);
    complement.scorer().logJoint(new double[] {1, 1}, out);
    assertEquals(2 * Math.log(2), out[0], 1e-15);
    assertEquals(Double.POSITIVE_INFINITY, out[1]);
    complement.scorer().posterior(new double[] {1, 1}, out);
    assertArrayEquals(new double[] {0, 1}, out);
    assertEquals(Double.POSITIVE_INFINITY, complement.weights()[1][1]);
  }

  @Property(seed = "34", tries = 60)
  void noSmoothingIsTheLimitOfLittleSmoothing(
      @ForAll @IntRange(min = 2, max = 12) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    CountStatistics statistics =
        statistics(rows(2 * k, d, random), random.ints(2L * k, 0, k).toArray(), k);
    List<Scorers> none = scorers(statistics, Smoothing.none());
    List<Scorers> little = scorers(statistics, Smoothing.of(0x1p-500));
    double[] expected = new double[k];
    double[] actual = new double[k];
    for (int q = 0; q < 4; q++) {
      double[] row = rows(1, d, random)[0];
      for (int m = 0; m < 2; m++) {
        little.get(m).dense().posterior(row, expected);
        none.get(m).dense().posterior(row, actual);
        assertArrayEquals(expected, actual, 1e-9);
      }
    }
  }

  @Test
  void normalizedWeightsWithoutSmoothingAreTheLimit() {
    CountStatistics statistics =
        statistics(new double[][] {{3, 0, 0, 2}, {0, 1, 0, 4}}, new int[] {0, 1}, 2);
    double[][] weights =
        ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.none(), true))
            .fit(statistics)
            .weights();
    assertArrayEquals(new double[] {.5, 0, .5, 0}, weights[0]);
    assertArrayEquals(new double[] {0, .5, .5, 0}, weights[1]);
  }

  @Test
  void aClassOfPriorZeroIsNeverChosenHoweverImpossibleTheOthersAre() {
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.recipe(new NaiveBayesOptions(Priors.fixed(1, 0), Smoothing.none()))
            .fit(statistics(new double[][] {{1, 0}, {0, 1}}, new int[] {0, 1}, 2));
    double[] out = new double[2];
    model.scorer().logPosterior(new double[] {0, 1e100}, out);
    assertArrayEquals(new double[] {0, Double.NEGATIVE_INFINITY}, out);
    assertEquals(Double.NEGATIVE_INFINITY, model.scorer().logDensity(new double[] {0, 1e15}));
  }

  @Test
  void thetaIsTheLogisticFormOfThePosterior() {
    Random random = new Random(35);
    CountStatistics statistics =
        statistics(rows(30, 5, random), random.ints(30, 0, 2).toArray(), 2);
    MultinomialNaiveBayes model = MultinomialNaiveBayes.recipe().fit(statistics);
    double[] posterior = new double[2];
    for (double[] row : rows(20, 5, random)) {
      double sum = model.theta()[0];
      for (int j = 0; j < 5; j++) {
        sum += row[j] * model.theta()[j + 1];
      }
      model.scorer().posterior(row, posterior);
      assertEquals(1 / (1 + Math.exp(-sum)), posterior[1], 1e-13);
    }
  }

  @Test
  void aModelIsMadeAgainFromItsParameters() {
    Random random = new Random(36);
    NumericColumns rows = NumericColumns.fromRows(rows(30, 5, random));
    CountStatistics statistics =
        CountStatistics.of(rows, Labels.ofIndices(random.ints(30, 0, 2).toArray(), 2));
    double[] expected = new double[60];
    double[] actual = new double[60];
    MultinomialNaiveBayes multinomial = MultinomialNaiveBayes.recipe().fit(statistics);
    multinomial.scorer().logJoint(rows, expected);
    MultinomialNaiveBayes.of(
            multinomial.features(),
            multinomial.classes(),
            multinomial.priors(),
            new double[][] {multinomial.pseudoCounts(0), multinomial.pseudoCounts(1)})
        .scorer()
        .logJoint(rows, actual);
    assertArrayEquals(expected, actual);
    ComplementNaiveBayes complement =
        ComplementNaiveBayes.recipe(new ComplementOptions(Smoothing.of(.5), true)).fit(statistics);
    complement.scorer().logJoint(rows, expected);
    ComplementNaiveBayes.of(
            complement.features(),
            complement.classes(),
            new double[][] {complement.pseudoCounts(0), complement.pseudoCounts(1)},
            (boolean) complement.describe().options().get("normalized"))
        .scorer()
        .logJoint(rows, actual);
    assertArrayEquals(expected, actual);
    assertNames(
        () ->
            MultinomialNaiveBayes.of(
                Features.unnamed(2),
                Classes.unnamed(1),
                new double[] {1},
                new double[][] {{1, -1}}),
        "feature 1 in class 0 is -1.0");
  }

  @Test
  void refusesRowsThatDoNotFit() {
    MultinomialNaiveBayes model =
        MultinomialNaiveBayes.recipe().fit(statistics(CHINA, CHINA_LABELS, 2));
    assertNames(() -> model.scorer().predict(new double[5]), "5 features; 6");
    for (double bad : new double[] {-1, Double.NaN, Double.POSITIVE_INFINITY, 0x1p501}) {
      assertNames(
          () -> model.scorer().predict(new double[] {0, 0, bad, 0, 0, 0}),
          "feature 2 of the row is " + bad);
      double[][] rows = new double[70][6];
      rows[68][4] = bad;
      assertNames(
          () -> model.scorer().predict(NumericColumns.fromRows(rows), new int[70]),
          "row 68, feature 4 is " + bad);
      assertNames(
          () ->
              model
                  .scorer(RowFormat.SPARSE)
                  .predict(SparseRow.of(new int[] {3}, new double[] {bad})),
          "feature 3 is " + bad);
    }
    assertNames(
        () ->
            MultinomialNaiveBayes.recipe()
                .fit(
                    new CountStatistics(Features.unnamed(1), Classes.unnamed(1))
                        .add(
                            NumericColumns.of(new double[] {1}),
                            Labels.ofIndices(new int[1], 1).withWeights(new double[] {0}))),
        "total weight of 0");
  }

  /// Floats decide most labels of long batches; those of ties and of huge counts are left to
  /// doubles.
  @Property(seed = "38", tries = 30)
  void labelsOfManyRowsAreThoseOfEachRowInEveryLayout(
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 2, max = 11) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = rows(3 * k, d, random);
    int[] y = new int[3 * k];
    Arrays.setAll(y, i -> i % k);
    x[1] = x[0].clone(); // Classes 0 and 1 differ little or not at all.
    int n = 600 + random.nextInt(100);
    double[][] queries = rows(n, d, random);
    for (int i = 0; i < n; i += 7) {
      double scale = Math.scalb(1 + random.nextDouble(), random.nextInt(450));
      queries[i][random.nextInt(d)] = random.nextInt(4) == 0 ? -0.0 : scale;
    }
    double[] memory = Arrays.stream(queries).flatMapToDouble(Arrays::stream).toArray();
    MemorySegment segment = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_DOUBLE, memory);
    long row = (long) Double.BYTES * d;
    List<NumericColumns> layouts =
        List.of(
            NumericColumns.fromRows(queries),
            NumericColumns.ofStrides(ValueLayout.JAVA_DOUBLE, segment, n, d, 0, row, Double.BYTES));
    for (Scorers scorers : scorers(statistics(x, y, k), Smoothing.of(1))) {
      for (NumericColumns layout : layouts) {
        int[] labels = new int[n];
        scorers.dense().predict(layout, labels);
        for (int i = 0; i < n; i++) {
          assertEquals(scorers.dense().predict(queries[i]), labels[i]);
        }
      }
      int bad = random.nextInt(n);
      segment.setAtIndex(ValueLayout.JAVA_DOUBLE, (long) bad * d + d - 1, -0x1p-1074);
      assertNames(
          () -> scorers.dense().predict(layouts.get(1), new int[n]),
          "row %d, feature %d is -4.9E-324".formatted(bad, d - 1));
      segment.setAtIndex(ValueLayout.JAVA_DOUBLE, (long) bad * d + d - 1, queries[bad][d - 1]);
    }
  }

  @Test
  @Tag("allocation")
  void scoringOneRowAllocatesNothing() {
    Random random = new Random(37);
    List<Scorers> all =
        scorers(
            statistics(rows(60, 20, random), random.ints(60, 0, 3).toArray(), 3), Smoothing.none());
    double[] dense = rows(1, 20, random)[0];
    SparseRow sparse = SparseRow.of(new int[] {3, 5, 19}, new double[] {1, 2, 3});
    double[] out = new double[3];
    assertEquals(
        0,
        Allocation.least(() -> {
          for (int i = 0; i < 100; i++) {
            for (int m = 0; m < 3; m++) {
              all.get(m).dense().predict(dense);
              all.get(m).dense().logJoint(dense, out);
              all.get(m).sparse().posterior(sparse, out);
            }
          }
        }));
  }

  static double[][] rows(int n, int d, Random random) {
    double[][] rows = new double[n][d];
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextInt(3) == 0 ? random.nextInt(6) : 0;
      }
    }
    return rows;
  }

  static CountStatistics statistics(double[][] x, int[] y, int k) {
    return CountStatistics.of(NumericColumns.fromRows(x), Labels.ofIndices(y, k));
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
    assertFalse(message.contains("\n"));
  }
}
