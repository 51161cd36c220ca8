package org.lanewise.internal.score.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.SumLabels;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.model.gaussian.LowRankDiscriminant;
import org.lanewise.model.gaussian.LowRankOptions;

/// Labels by bounds are those of the full scan, whatever bounds leave to doubles.
class LowRankLabelsTest {

  private static final int D = 40;
  private static final int K = 70;
  private static final int DIMENSIONS = 12;
  private static final int RANK = 3;

  /// @param spread of the means
  /// @param size of the directions
  /// @param copies equal classes that follow each other
  private static LowRankDiscriminant model(long seed, double spread, double size, int copies) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] covariance = new double[D][D];
    double[][] factor = new double[D][D];
    for (int i = 0; i < D; i++) {
      for (int j = 0; j <= i; j++) {
        factor[i][j] = i == j ? random.nextDouble(0.5, 2) : random.nextDouble(-0.2, 0.2);
      }
    }
    for (int i = 0; i < D; i++) {
      for (int j = 0; j < D; j++) {
        for (int l = 0; l <= Math.min(i, j); l++) {
          covariance[i][j] += factor[i][l] * factor[j][l];
        }
      }
    }
    double[][] subspace = new double[DIMENSIONS][];
    Arrays.setAll(subspace, _ -> random.doubles(D, -1, 1).toArray());
    double[][] means = new double[K][];
    double[][][] loadings = new double[K][RANK][];
    for (int c = 0; c < K; c++) {
      if (c % copies > 0) {
        means[c] = means[c - 1];
        loadings[c] = loadings[c - 1];
      } else {
        means[c] = random.doubles(D, -1, 1).map(value -> value * spread).toArray();
        double own = random.nextInt(8) == 0 ? 0 : size;
        Arrays.setAll(
            loadings[c],
            _ -> random.doubles(DIMENSIONS, -1, 1).map(value -> value * own).toArray());
      }
    }
    double[] priors = new double[K];
    Arrays.fill(priors, 1.0 / (K - 1));
    priors[K - 1] = 0;
    return LowRankDiscriminant.of(
        Features.unnamed(D),
        Classes.unnamed(K),
        priors,
        random.doubles(D, -10, 10).toArray(),
        means,
        covariance,
        subspace,
        loadings);
  }

  /// Rows near means, between means, and far in any direction.
  private static double[][] rows(LowRankDiscriminant model, long seed, int n, double far) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      double[] row = model.mean(random.nextInt(K));
      double[] other = model.mean(random.nextInt(K));
      double share = i % 3 == 0 ? 0.5 : 0;
      double noise = i % 5 == 0 ? far : i % 5 == 1 ? 0 : 1;
      for (int j = 0; j < D; j++) {
        row[j] += share * (other[j] - row[j]) + noise * random.nextGaussian();
      }
      rows[i] = row;
    }
    return rows;
  }

  private static void assertLabelsOfFullScan(LowRankDiscriminant model, double[][] rows) {
    BatchScorer<double[], NumericColumns> scores = BatchScorer.of(model.scorer());
    NumericColumns batch = NumericColumns.fromRows(rows);
    int[] expected = new int[rows.length];
    Workspace w = Scratch.forBatch();
    try {
      scores.labelByScores(batch, 0, rows.length, expected, w);
    } finally {
      Scratch.giveBack(w);
    }
    int[] found = new int[rows.length];
    // Floats are made at the first batch of many rows.
    for (int repetition = 0; repetition < 2; repetition++) {
      model.scorer().predict(batch, found);
      assertArrayEquals(expected, found);
    }
    assertArrayEquals(
        expected,
        IntStream.range(0, rows.length).map(i -> model.scorer().predict(rows[i])).toArray());
    int[] some = new int[37];
    model.scorer().predict(NumericColumns.fromRows(Arrays.copyOfRange(rows, 11, 48)), some);
    assertArrayEquals(Arrays.copyOfRange(expected, 11, 48), some);
  }

  @Test
  void nearFarAndBetweenClasses() {
    for (double size : new double[] {1e-9, 0.3, 1, 30, 1e5}) {
      for (double spread : new double[] {0, 1e-7, 0.3, 3, 1e4}) {
        LowRankDiscriminant model = model(41, spread, size, 1);
        for (double far : new double[] {30, 1e12, 1e100, 1e150}) {
          assertLabelsOfFullScan(model, rows(model, 42, 300, far));
        }
      }
    }
  }

  @Test
  void equalClassesTieForTheFirst() {
    for (int copies : new int[] {2, 7}) {
      LowRankDiscriminant model = model(43, 1, 1, copies);
      double[][] rows = rows(model, 44, 300, 50);
      assertLabelsOfFullScan(model, rows);
      for (double[] row : rows) {
        assertEquals(0, model.scorer().predict(row) % copies);
      }
    }
  }

  /// Means that differ by an ulp, and rows that do.
  @Test
  void nearTies() {
    LowRankDiscriminant model = model(45, 1e-15, 1, 1);
    assertLabelsOfFullScan(model, rows(model, 46, 300, 1e-14));
    LowRankDiscriminant some = model(47, 1, 0.5, 2);
    double[][] rows = rows(some, 48, 300, 5);
    for (double[] row : rows) {
      row[3] = Math.nextUp(row[3]);
    }
    assertLabelsOfFullScan(some, rows);
  }

  /// Rows as floats, and in blocks of other sizes, whose last rows do not fill a strip.
  @Test
  void layoutsAndSizesOfBatches() {
    LowRankDiscriminant model = model(51, 1, 1, 1);
    double[][] rows = rows(model, 52, 700, 5);
    float[] values = new float[700 * D];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) rows[i / D][i % D];
      rows[i / D][i % D] = values[i];
    }
    assertLabelsOfFullScan(model, rows);
    for (int n : new int[] {64, 65, 97, 511, 700}) {
      int[] expected = new int[n];
      model.scorer().predict(NumericColumns.fromRows(Arrays.copyOf(rows, n)), expected);
      int[] found = new int[n];
      model.scorer().predict(NumericColumns.ofRowMajor(Arrays.copyOf(values, n * D), D), found);
      assertArrayEquals(expected, found);
    }
  }

  /// Directions and rows whose squares floats cannot hold, or hold as 0.
  @Test
  void numbersOutOfTheRangeOfFloats() {
    for (double size : new double[] {1e-300, 1e-160, 1e-40, 1e30, 1e60}) {
      LowRankDiscriminant model = model(53, 1, size, 1);
      for (double far : new double[] {0, 1e-320, 1e-45, 1e38, 1e60}) {
        assertLabelsOfFullScan(model, rows(model, 54, 100, far));
      }
    }
  }

  /// Labels of rows that are sums of vectors, by sums of scores and images, and how many those
  /// leave to rows.
  private static int left(LowRankDiscriminant model, long seed, double size) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] vectors = new float[50 * D];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) (size * random.nextGaussian());
    }
    SumLabels sums = BatchScorer.sums(model.scorer(), vectors);
    int left = 0;
    for (int i = 0; i < 300; i++) {
      int[] ids = random.ints(random.nextInt(12), 0, 50).toArray();
      double[] row = new double[D];
      for (int id : ids) {
        Arrays.setAll(row, j -> row[j] + vectors[id * D + j]);
      }
      double length = Math.sqrt(Arrays.stream(row).map(x -> x * x).sum());
      double divisor = i % 2 == 0 || !(length > 0) ? 1 : length;
      Arrays.setAll(row, j -> row[j] / divisor);
      int label = sums.label(ids, ids.length, divisor * (1 + (i % 3 - 1) * 0x1p-30));
      double[] scores = new double[K];
      model.scorer().logPosterior(row, scores);
      int expected = LogSumExp.argmax(scores, 0, 1, K);
      assertEquals(expected, label < 0 ? expected : label);
      left += label < 0 ? 1 : 0;
    }
    return left;
  }

  @Test
  void sumsOfVectors() {
    boolean byFloats = ((NumericScorer) BatchScorer.of(model(58, 1, 1, 1).scorer())).floatsPay(0);
    for (double size : new double[] {0.1, 1, 10}) {
      int left = left(model(58, 1, 0.5, 1), 59, size);
      assertTrue(left <= (byFloats ? 30 : 300), left + " left");
      int unused = left(model(60, 1e-15, 1, 2), 61, size);
    }
    for (double size : new double[] {1e-300, 1e-40, 1e-9, 1e5, 1e30, 1e60}) {
      for (double far : new double[] {0, 1e-45, 1e-6, 1e6, 1e30, 1e37}) {
        int unused = left(model(62, 1, size, 1), 63, far);
      }
    }
  }

  /// Most classes are left out by their bounds, for the subspace of a fit is orthonormal.
  @Test
  void fewClassesAreScored() {
    LowRankDiscriminant given = model(55, 3, 0.3, 1);
    NumericColumns training = NumericColumns.fromRows(rows(given, 56, 20 * K, 1));
    int[] nearest = new int[20 * K];
    given.scorer().predict(training, nearest);
    // The last class has a prior of 0.
    LowRankDiscriminant model =
        LowRankDiscriminant.recipe(LowRankOptions.DEFAULT.withRank(RANK).withSubspace(DIMENSIONS))
            .fit(training, Labels.ofIndices(nearest, K - 1));
    NumericColumns batch = NumericColumns.fromRows(rows(given, 57, 300, 1));
    BatchScorer<double[], NumericColumns> scores = BatchScorer.of(model.scorer());
    int[] labels = new int[300];
    Workspace w = Scratch.forBatch();
    try {
      boolean byFloats = ((NumericScorer) scores).floatsPay(1);
      long before = w.subspace.visits;
      scores.label(batch, 0, 300, labels, w);
      long visits = w.subspace.visits - before;
      assertTrue(visits >= (byFloats ? 300 : 0), visits + " visits");
      assertTrue(visits < 300 * K / 10, visits + " visits");
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Test
  void rowsOutOfRangeAreRefusedAsByTheFullScan() {
    LowRankDiscriminant model = model(49, 1, 1, 1);
    double[][] rows = rows(model, 50, 300, 5);
    rows[123][7] = Double.NaN;
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> model.scorer().predict(NumericColumns.fromRows(rows), new int[300]))
            .getMessage();
    assertTrue(message.startsWith("row 123, feature 7 is NaN"), message);
    assertThrows(IllegalArgumentException.class, () -> model.scorer().predict(rows[123]));
  }
}
