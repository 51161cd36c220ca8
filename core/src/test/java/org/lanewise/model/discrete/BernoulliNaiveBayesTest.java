package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
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
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.textbook.Allocation;

final class BernoulliNaiveBayesTest {

  private static final double[][] CHINA = {
    {1, 1, 0, 0, 0, 0}, {0, 1, 0, 0, 1, 0}, {0, 1, 0, 1, 0, 0}, {0, 1, 1, 0, 0, 1}
  };

  @Property(seed = "6", tries = 60)
  void logJointIsTheProductOfTheTextbook(
      @ForAll @IntRange(min = 1, max = 90) int d,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 60) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = rows(n, d, random.nextDouble(), random);
    int[] y = random.ints(n, 0, k).toArray();
    double[] alpha = random.doubles(d, 0.01, 3).toArray();
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.laplace(), Smoothing.perFeature(alpha)))
            .fit(statistics(x, y, k));
    Scorer<long[], BitColumns> scorer = model.scorer();
    double[] joint = new double[k];
    double[] logPosterior = new double[k];
    double[] posterior = new double[k];
    long[] packed = new long[BitColumns.rowWords(d)];
    double[][] queries = rows(3, d, 0.5, random);
    for (int q = 0; q < 3; q++) {
      bits(queries).row(q, packed);
      double[] expected = textbook(x, y, k, alpha, queries[q]);
      scorer.logJoint(packed, joint);
      scorer.logPosterior(packed, logPosterior);
      scorer.posterior(packed, posterior);
      double density = scorer.logDensity(packed);
      double max = Arrays.stream(expected).max().getAsDouble();
      double sum = Arrays.stream(expected).map(v -> Math.exp(v - max)).sum();
      for (int c = 0; c < k; c++) {
        double scale = Math.max(1, Math.abs(expected[c]));
        assertEquals(expected[c], joint[c], 1e-12 * scale);
        assertEquals(expected[c] - max - Math.log(sum), logPosterior[c], 1e-12 * scale);
        assertEquals(Math.exp(expected[c] - max) / sum, posterior[c], 1e-12 * scale);
        assertTrue(logPosterior[c] <= 0);
      }
      assertEquals(max + Math.log(sum), density, 1e-12 * Math.abs(max) + 1e-15);
      int label = scorer.predict(packed);
      for (int c = 0; c < k; c++) {
        assertTrue(joint[c] < joint[label] || c >= label && joint[c] == joint[label]);
      }
    }
  }

  @Property(seed = "7", tries = 40)
  void packedAloneInBatchesAndSparseAreTheSameBits(
      @ForAll @IntRange(min = 1, max = 150) int d,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(max = 140) int n,
      @ForAll boolean smooth,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = rows(40, d, 0.3, random);
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe(
                new NaiveBayesOptions(
                    Priors.uniform(), smooth ? Smoothing.laplace() : Smoothing.none()))
            .fit(statistics(x, random.ints(40, 0, k).toArray(), k));
    double[][] queries = n == 0 ? new double[0][] : rows(n, d, 0.3, random);
    BitColumns bits = n == 0 ? BitColumns.copyOfColumns(new byte[d][0]) : bits(queries);
    SparseRows sparse =
        n == 0
            ? SparseRows.fromRows(new int[0][], d)
            : SparseRows.copyOf(NumericColumns.fromRows(queries));
    double[] batch = new double[n * k];
    double[] sparseBatch = new double[n * k];
    double[] alone = new double[k];
    int[] labels = new int[n];
    int[] sparseLabels = new int[n];
    long[] packed = new long[BitColumns.rowWords(d)];
    SparseRow view = new SparseRow();
    model.scorer().predict(bits, labels);
    model.scorer(RowFormat.SPARSE).predict(sparse, sparseLabels);
    assertArrayEquals(labels, sparseLabels);
    for (int result = 0; result < 3; result++) {
      switch (result) {
        case 0 -> {
          model.scorer().logJoint(bits, batch);
          model.scorer(RowFormat.SPARSE).logJoint(sparse, sparseBatch);
        }
        case 1 -> {
          model.scorer().logPosterior(bits, batch);
          model.scorer(RowFormat.SPARSE).logPosterior(sparse, sparseBatch);
        }
        default -> {
          model.scorer().posterior(bits, batch);
          model.scorer(RowFormat.SPARSE).posterior(sparse, sparseBatch);
        }
      }
      assertArrayEquals(batch, sparseBatch);
      for (int i = 0; i < n; i++) {
        bits.row(i, packed);
        sparse.row(i, view);
        switch (result) {
          case 0 -> model.scorer().logJoint(packed, alone);
          case 1 -> model.scorer().logPosterior(packed, alone);
          default -> model.scorer().posterior(packed, alone);
        }
        assertArrayEquals(Arrays.copyOfRange(batch, i * k, (i + 1) * k), alone);
        assertEquals(labels[i], model.scorer().predict(packed));
        assertEquals(labels[i], model.scorer(RowFormat.SPARSE).predict(view));
        assertEquals(
            model.scorer().logDensity(packed), model.scorer(RowFormat.SPARSE).logDensity(view));
      }
    }
  }

  @Test
  void workersGiveTheSameBits() {
    Random random = new Random(8);
    double[][] x = rows(9000, 20, 0.4, random);
    int[] y = random.ints(9000, 0, 3).toArray();
    BernoulliNaiveBayes model = BernoulliNaiveBayes.recipe().fit(statistics(x, y, 3));
    double[] expected = new double[27000];
    double[] actual = new double[27000];
    BitColumns rows = bits(x);
    model.scorer().logPosterior(rows, expected);
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      model.scorer().on(new Workers(executor, 2)).logPosterior(rows, actual);
    }
    assertArrayEquals(expected, actual);
  }

  @Test
  void case13WithoutSmoothingNothingIsNaN() {
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.none()))
            .fit(statistics(new double[][] {{1, 0}, {1, 1}}, new int[] {0, 1}, 2));
    double[] out = new double[2];
    model.scorer().posterior(new long[] {0b01}, out);
    assertArrayEquals(new double[] {1, 0}, out);
    model.scorer().posterior(new long[] {0b11}, out);
    assertArrayEquals(new double[] {0, 1}, out);
    model.scorer().logJoint(new long[] {0b01}, out);
    assertArrayEquals(new double[] {Math.log(0.5), Double.NEGATIVE_INFINITY}, out);
    // Feature 0 is 1 in every training row, so 00 is impossible in both classes, in class 0 least.
    model.scorer().logJoint(new long[] {0b00}, out);
    assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY}, out);
    assertEquals(Double.NEGATIVE_INFINITY, model.scorer().logDensity(new long[] {0}));
    assertEquals(0, model.scorer().predict(new long[] {0}));
    model.scorer().posterior(new long[] {0}, out);
    assertArrayEquals(new double[] {1, 0}, out);
    assertEquals(Double.POSITIVE_INFINITY, model.naturalParameters()[0][0]);
    assertEquals(Double.NEGATIVE_INFINITY, model.naturalParameters()[0][1]);
    assertThrows(IllegalStateException.class, model::theta);
  }

  @Property(seed = "9", tries = 60)
  void noSmoothingIsTheLimitOfLittleSmoothing(
      @ForAll @IntRange(min = 1, max = 12) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = rows(3 * k, d, 0.3, random);
    int[] y = random.ints(3L * k, 0, k).toArray();
    BernoulliStatistics statistics = statistics(x, y, k);
    Scorer<long[], BitColumns> none =
        BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.none()))
            .fit(statistics)
            .scorer();
    Scorer<long[], BitColumns> little =
        BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.of(0x1p-500)))
            .fit(statistics)
            .scorer();
    double[] expected = new double[k];
    double[] actual = new double[k];
    for (int q = 0; q < 4; q++) {
      long[] row = {random.nextLong()};
      little.posterior(row, expected);
      none.posterior(row, actual);
      assertArrayEquals(expected, actual, 1e-10);
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
    Random random = new Random(10);
    double[][] x = rows(50, 8, 0.4, random);
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe().fit(statistics(x, random.ints(50, 0, 2).toArray(), 2));
    double[] theta = model.theta();
    double[] posterior = new double[2];
    for (int row = 0; row < 256; row++) {
      double sum = theta[0];
      for (int j = 0; j < 8; j++) {
        sum += (row >> j & 1) * theta[j + 1];
      }
      model.scorer().posterior(new long[] {row}, posterior);
      assertEquals(1 / (1 + Math.exp(-sum)), posterior[1], 1e-13);
    }
  }

  @Test
  void countsItsParameters() {
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe().fit(statistics(CHINA, new int[] {0, 0, 0, 1}, 2));
    assertEquals(13, model.freeParameters());
    assertEquals(BigInteger.valueOf(2 * 63 + 1), model.fullJointParameters());
  }

  @Test
  void aClassOfPriorZeroIsNeverChosen() {
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe(new NaiveBayesOptions(Priors.fixed(1, 0), Smoothing.none()))
            .fit(statistics(CHINA, new int[] {0, 0, 0, 1}, 2));
    double[] out = new double[2];
    for (int row = 0; row < 64; row++) {
      assertEquals(0, model.scorer().predict(new long[] {row}));
      model.scorer().logPosterior(new long[] {row}, out);
      assertArrayEquals(new double[] {0, Double.NEGATIVE_INFINITY}, out);
    }
  }

  @Test
  void refusesRowsThatDoNotFit() {
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe().fit(statistics(CHINA, new int[] {0, 0, 0, 1}, 2));
    assertNames(() -> model.scorer().predict(new long[2]), "2 words; 1");
    assertNames(() -> model.scorer().logJoint(new long[1], new double[1]), "1 elements");
    assertNames(
        () -> model.scorer().predict(BitColumns.copyOfColumns(new byte[1]), new int[1]),
        "1 feature");
    assertNames(() -> model.scorer(RowFormat.SPARSE).predict(SparseRow.of(6)), "the feature 6");
    assertNames(
        () -> model.scorer(RowFormat.SPARSE).predict(SparseRow.of(2, 1)), "the feature 1 after 2");
    assertNames(
        () -> model.scorer(RowFormat.SPARSE).predict(SparseRow.of(new int[] {3}, new double[] {2})),
        "feature 3 is 2.0; 0 or 1");
    assertNames(
        () ->
            model
                .scorer(RowFormat.SPARSE)
                .predict(
                    SparseRows.of(
                        new int[] {0, 0, 1}, new int[] {4}, new double[] {Double.MIN_VALUE}, 6),
                    new int[2]),
        "row 1, feature 4");
  }

  @Test
  void refusesOptionsThatDoNotFit() {
    BernoulliStatistics statistics = statistics(CHINA, new int[] {0, 0, 0, 1}, 2);
    assertNames(() -> Smoothing.of(-1), "the smoothing is -1.0");
    assertNames(() -> Smoothing.of(Double.NaN), "the smoothing is NaN");
    assertNames(() -> Smoothing.perFeature(1, -1), "the smoothing of feature 1 is -1.0");
    assertNames(
        () ->
            BernoulliNaiveBayes.recipe(
                    new NaiveBayesOptions(Priors.uniform(), Smoothing.perFeature(1, 1)))
                .fit(statistics),
        "smoothing of 2 features was given; 6");
    assertNames(
        () ->
            BernoulliNaiveBayes.recipe()
                .fit(new BernoulliStatistics(Features.unnamed(1), Classes.unnamed(2))),
        "total weight of 0");
  }

  @Test
  @Tag("allocation")
  void scoringOneRowAllocatesNothing() {
    Random random = new Random(11);
    BernoulliNaiveBayes model =
        BernoulliNaiveBayes.recipe()
            .fit(statistics(rows(60, 100, 0.2, random), random.ints(60, 0, 3).toArray(), 3));
    long[] row = {random.nextLong(), random.nextLong()};
    int[] indices = {3, 50, 99};
    SparseRow sparse = new SparseRow();
    double[] out = new double[3];
    assertEquals(
        0,
        Allocation.least(() -> {
          for (int i = 0; i < 200; i++) {
            model.scorer().predict(row);
            model.scorer().posterior(row, out);
            model.scorer().logPosterior(row, out);
            model.scorer().logDensity(row);
            sparse.set(indices, null, 0, 3);
            model.scorer(RowFormat.SPARSE).predict(sparse);
            model.scorer(RowFormat.SPARSE).logJoint(sparse, out);
          }
        }));
  }

  private static double[] textbook(double[][] x, int[] y, int k, double[] alpha, double[] row) {
    double[] joint = new double[k];
    for (int c = 0; c < k; c++) {
      double n = 0;
      for (int label : y) {
        n += label == c ? 1 : 0;
      }
      joint[c] = Math.log((n + 1) / (x.length + k));
      for (int j = 0; j < row.length; j++) {
        double count = 0;
        for (int i = 0; i < x.length; i++) {
          count += y[i] == c ? x[i][j] : 0;
        }
        double p = (count + alpha[j]) / (n + 2 * alpha[j]);
        joint[c] += row[j] == 1 ? Math.log(p) : Math.log(1 - p);
      }
    }
    return joint;
  }

  private static double[][] rows(int n, int d, double density, Random random) {
    double[][] rows = new double[n][d];
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextDouble() < density ? 1 : 0;
      }
    }
    return rows;
  }

  private static BitColumns bits(double[][] rows) {
    return BitColumns.copyOf(NumericColumns.fromRows(rows));
  }

  private static BernoulliStatistics statistics(double[][] x, int[] y, int k) {
    return BernoulliStatistics.of(bits(x), Labels.ofIndices(y, k));
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
    assertFalse(message.contains("\n"));
  }
}
