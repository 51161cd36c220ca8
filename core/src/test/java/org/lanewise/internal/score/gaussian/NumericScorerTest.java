package org.lanewise.internal.score.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.textbook.Allocation;
import org.lanewise.textbook.RandomData;

class NumericScorerTest {

  private static List<Classifier<double[], NumericColumns>> models(RandomData data) {
    GaussianStatistics statistics =
        new GaussianStatistics(
                Features.unnamed(data.rows[0].length), Classes.unnamed(data.classCount))
            .add(data.columns(), data.labels().withWeights(data.weights))
            .as(GaussianStatistics.class);
    return List.of(
        LinearDiscriminant.recipe().fit(statistics),
        QuadraticDiscriminant.recipe().fit(statistics),
        GaussianNaiveBayes.recipe().fit(statistics),
        GaussianNaiveBayes.recipe(GaussianBayesOptions.DEFAULT.withPooledVariances(true))
            .fit(statistics));
  }

  private static List<Classifier<double[], NumericColumns>> models(int d, int k) {
    return models(RandomData.of(77L * d + k, k * (2 * d + 20), d, k, 100));
  }

  /// Everything a scorer says of some rows: labels, log joints, log posteriors, posteriors, log
  /// densities.
  private static double[][] all(Scorer<double[], NumericColumns> scorer, NumericColumns rows) {
    int n = rows.rowCount();
    int k = scorer.classCount();
    int[] labels = new int[n];
    double[][] out = {new double[n * k], new double[n * k], new double[n * k], new double[n], {}};
    scorer.predict(rows, labels);
    scorer.logJoint(rows, out[0]);
    scorer.logPosterior(rows, out[1]);
    scorer.posterior(rows, out[2]);
    scorer.logDensity(rows, out[3]);
    out[4] = Arrays.stream(labels).asDoubleStream().toArray();
    return out;
  }

  /// The same, row by row.
  private static double[][] alone(Scorer<double[], NumericColumns> scorer, double[][] rows) {
    int n = rows.length;
    int k = scorer.classCount();
    double[][] out = {
      new double[n * k], new double[n * k], new double[n * k], new double[n], new double[n]
    };
    double[] one = new double[k];
    for (int i = 0; i < n; i++) {
      scorer.logJoint(rows[i], one);
      System.arraycopy(one, 0, out[0], i * k, k);
      scorer.logPosterior(rows[i], one);
      System.arraycopy(one, 0, out[1], i * k, k);
      scorer.posterior(rows[i], one);
      System.arraycopy(one, 0, out[2], i * k, k);
      out[3][i] = scorer.logDensity(rows[i]);
      out[4][i] = scorer.predict(rows[i]);
    }
    return out;
  }

  /// assertArrayEquals compares doubles bit for bit.
  private static void assertSameBits(double[][] expected, double[][] found) {
    for (int i = 0; i < expected.length; i++) {
      assertArrayEquals(expected[i], found[i]);
    }
  }

  @Property(seed = "401", tries = 40)
  void aRowAloneHasTheBitsItHasInABatch(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 600) int n) {
    RandomData rows = RandomData.of(seed, n, d, 1, 100);
    for (Classifier<double[], NumericColumns> model : models(d, k)) {
      assertSameBits(alone(model.scorer(), rows.rows), all(model.scorer(), rows.columns()));
    }
  }

  @Test
  void longBlocksAndManyClassesHaveTheBitsOfRowsAlone() {
    int d = 21;
    for (int k : new int[] {2, 20, 70}) {
      RandomData rows = RandomData.of(405L + k, 1100, d, 1, 100);
      float[][] columns = new float[d][rows.rows.length];
      double[][] rounded = new double[rows.rows.length][d];
      for (int i = 0; i < rounded.length; i++) {
        for (int j = 0; j < d; j++) {
          columns[j][i] = (float) rows.rows[i][j];
          rounded[i][j] = columns[j][i];
        }
      }
      for (Classifier<double[], NumericColumns> model : models(d, k)) {
        double[][] expected = alone(model.scorer(), rounded);
        assertSameBits(expected, all(model.scorer(), NumericColumns.fromRows(rounded)));
        assertSameBits(expected, all(model.scorer(), NumericColumns.of(columns)));
      }
    }
  }

  @Property(seed = "402", tries = 12)
  void aBatchCutAnywhereHasTheSameBits(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 300) int first,
      @ForAll @IntRange(min = 1, max = 70) int d) {
    RandomData rows = RandomData.of(seed, 700, d, 1, 100);
    for (Classifier<double[], NumericColumns> model : models(d, 3)) {
      double[][] whole = all(model.scorer(), rows.columns());
      int n = rows.rows.length;
      for (int from = 0; from < n; ) {
        int to = Math.min(n, from + first);
        double[][] part = all(model.scorer(), rows.columns(from, to));
        for (int i = 0; i < whole.length; i++) {
          int per = whole[i].length / n;
          assertArrayEquals(Arrays.copyOfRange(whole[i], from * per, to * per), part[i]);
        }
        from = to;
      }
    }
  }

  @Test
  void anyNumberOfWorkersGivesTheSameBits() {
    RandomData rows = RandomData.of(3, 3 * 4096 + 5, 6, 1, 100);
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      for (Classifier<double[], NumericColumns> model : models(6, 4)) {
        double[][] expected = all(model.scorer(), rows.columns());
        for (int count : new int[] {1, 2, 5}) {
          Scorer<double[], NumericColumns> parallel =
              model.scorer().on(new Workers(executor, count));
          assertSameBits(expected, all(parallel, rows.columns()));
          assertEquals(model.scorer().predict(rows.rows[0]), parallel.predict(rows.rows[0]));
        }
      }
    }
  }

  @Test
  void oneScorerServesManyThreads() throws Exception {
    RandomData rows = RandomData.of(4, 300, 11, 1, 100);
    for (Classifier<double[], NumericColumns> model : models(11, 3)) {
      double[][] expected = alone(model.scorer(), rows.rows);
      CountDownLatch start = new CountDownLatch(1);
      List<Future<?>> running = new ArrayList<>();
      try (ExecutorService executor = Executors.newFixedThreadPool(4)) {
        for (int t = 0; t < 4; t++) {
          boolean batches = t % 2 == 0;
          running.add(
              executor.submit(() -> {
                start.await();
                for (int round = 0; round < 10; round++) {
                  assertSameBits(
                      expected,
                      batches
                          ? all(model.scorer(), rows.columns())
                          : alone(model.scorer(), rows.rows));
                }
                return null;
              }));
        }
        start.countDown();
        for (Future<?> task : running) {
          task.get();
        }
      }
    }
  }

  @Test
  @Tag("allocation")
  void oneRowAllocatesNothing() {
    for (int d : new int[] {4, 33}) {
      double[][] rows = RandomData.of(5, 64, d, 1, 100).rows;
      for (Classifier<double[], NumericColumns> model : models(d, 3)) {
        Scorer<double[], NumericColumns> scorer = model.scorer();
        double[] out = new double[3];
        long bytes =
            Allocation.least(() -> {
              for (int call = 0; call < 256; call++) {
                double[] row = rows[call % rows.length];
                scorer.predict(row);
                scorer.logPosterior(row, out);
                scorer.posterior(row, out);
                scorer.logJoint(row, out);
                scorer.logDensity(row);
              }
            });
        assertEquals(0, bytes, "bytes of 256 rows, d = " + d + ", " + model.getClass());
      }
    }
  }

  // ---- refusals

  @Test
  void aValueThatIsNotFiniteIsNamedWhereverItIs() {
    for (Classifier<double[], NumericColumns> model : models(9, 3)) {
      Scorer<double[], NumericColumns> scorer = model.scorer();
      for (int n : new int[] {1, 15, 16, 17, 256, 257, 600}) {
        double[][] rows = RandomData.of(6, n, 9, 1, 100).rows;
        for (double bad :
            new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
          for (int feature : new int[] {0, 7, 8}) {
            double[][] spoiled = rows.clone();
            spoiled[n - 1] = rows[n - 1].clone();
            spoiled[n - 1][feature] = bad;
            NumericColumns batch = NumericColumns.fromRows(spoiled);
            String inBatch =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> scorer.logJoint(batch, new double[3 * n]))
                    .getMessage();
            assertTrue(
                inBatch.startsWith("row " + (n - 1) + ", feature " + feature + " is " + bad),
                inBatch);
            String single =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> scorer.logPosterior(spoiled[n - 1], new double[3]))
                    .getMessage();
            assertTrue(single.startsWith("feature " + feature + " of the row is " + bad), single);
          }
        }
      }
      // What a refusal leaves in a thread's scratch does not show in the next row.
      double[][] good = RandomData.of(8, 40, 9, 1, 100).rows;
      assertSameBits(alone(scorer, good), all(scorer, NumericColumns.fromRows(good)));
    }
  }

  @Test
  void aBadRowFoundByAWorkerIsRefusedLikeAnyOther() {
    double[][] rows = RandomData.of(9, 3 * 4096, 2, 1, 100).rows;
    rows[2 * 4096 + 7][1] = Double.NaN;
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      for (Classifier<double[], NumericColumns> model : models(2, 2)) {
        String message =
            assertThrows(
                    IllegalArgumentException.class,
                    () ->
                        model
                            .scorer()
                            .on(new Workers(executor, 2))
                            .predict(NumericColumns.fromRows(rows), new int[rows.length]))
                .getMessage();
        assertTrue(message.startsWith("row 8199, feature 1 is NaN"), message);
      }
    }
  }

  @Test
  void wrongShapesAreRefused() {
    for (Classifier<double[], NumericColumns> model : models(4, 3)) {
      Scorer<double[], NumericColumns> scorer = model.scorer();
      NumericColumns rows = NumericColumns.of(new double[4][20]);
      for (int d : new int[] {0, 3, 5}) {
        String message =
            assertThrows(IllegalArgumentException.class, () -> scorer.predict(new double[d]))
                .getMessage();
        assertTrue(message.contains(d + " features; 4 are expected"), message);
      }
      assertThrows(
          IllegalArgumentException.class,
          () -> scorer.predict(NumericColumns.of(new double[3][20]), new int[20]));
      assertThrows(
          IllegalArgumentException.class, () -> scorer.logJoint(new double[4], new double[2]));
      assertThrows(
          IllegalArgumentException.class, () -> scorer.posterior(new double[4], new double[2]));
      assertThrows(
          IllegalArgumentException.class, () -> scorer.logPosterior(new double[4], new double[2]));
      assertThrows(IllegalArgumentException.class, () -> scorer.predict(rows, new int[19]));
      assertThrows(IllegalArgumentException.class, () -> scorer.logDensity(rows, new double[19]));
      String message =
          assertThrows(
                  IllegalArgumentException.class, () -> scorer.logPosterior(rows, new double[59]))
              .getMessage();
      assertTrue(message.contains("59 elements; at least 60 are expected"), message);
    }
  }

  @Test
  void aLongerArrayForTheResultsKeepsItsRest() {
    for (Classifier<double[], NumericColumns> model : models(4, 3)) {
      for (int n : new int[] {0, 1, 20}) {
        double[] out = new double[3 * n + 2];
        int[] labels = new int[n + 2];
        Arrays.fill(out, -7);
        Arrays.fill(labels, -7);
        NumericColumns rows = NumericColumns.of(new double[4][n]);
        model.scorer().logPosterior(rows, out);
        model.scorer().predict(rows, labels);
        assertEquals(-7, out[3 * n]);
        assertEquals(-7, labels[n]);
      }
    }
  }

  @Test
  void scorersTellWhatTheyAre() {
    for (Classifier<double[], NumericColumns> model : models(4, 3)) {
      Scorer<double[], NumericColumns> scorer = model.scorer();
      Scorer<double[], NumericColumns> parallel = scorer.on(Workers.CALLER);
      assertEquals(4, scorer.featureCount());
      assertEquals(3, scorer.classCount());
      assertEquals(Kernels.name(), scorer.kernels());
      assertEquals(4, parallel.featureCount());
      assertEquals(3, parallel.classCount());
      assertEquals(Kernels.name(), parallel.kernels());
      assertSame(scorer, model.scorer(), "made once");
    }
  }
}
