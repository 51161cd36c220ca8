package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// The pooled form, subtraction, selection of features, and the layouts of columns.
class GaussianFormsTest {

  private static final int ROWS = 20_000;
  private static final int FEATURES = 13;
  private static final int CLASSES = 3;

  private final double[][] columns = columns(ROWS, FEATURES, new Random(1));
  private final int[] classes = new Random(2).ints(ROWS, 0, CLASSES).toArray();

  private static double[][] columns(int rows, int features, Random random) {
    double[][] columns = new double[features][rows];
    for (int j = 0; j < features; j++) {
      for (int i = 0; i < rows; i++) {
        columns[j][i] = 1e3 * j + (j + 1) * random.nextGaussian();
      }
    }
    return columns;
  }

  private GaussianStatistics statistics(int from, int to) {
    return new GaussianStatistics(Features.unnamed(FEATURES), Classes.unnamed(CLASSES))
        .add(rows(from, to), labels(from, to))
        .as(GaussianStatistics.class);
  }

  private NumericColumns rows(int from, int to) {
    double[][] part = new double[FEATURES][];
    for (int j = 0; j < FEATURES; j++) {
      part[j] = Arrays.copyOfRange(columns[j], from, to);
    }
    return NumericColumns.of(part);
  }

  private Labels labels(int from, int to) {
    return Labels.ofIndices(Arrays.copyOfRange(classes, from, to), CLASSES);
  }

  private static void assertClose(GaussianSummary expected, GaussianSummary got, double error) {
    for (int c = 0; c < expected.classCount(); c++) {
      assertEquals(expected.classWeights()[c], got.classWeights()[c]);
      double[] mean = expected.residualMean(c);
      double[] gotMean = got.residualMean(c);
      for (int j = 0; j < expected.featureCount(); j++) {
        double exact = expected.origin()[j] + mean[j];
        assertEquals(exact, got.origin()[j] + gotMean[j], error * (1 + Math.abs(exact)));
        for (int i = 0; i <= j; i++) {
          double scale = Math.sqrt(expected.scatter(c, i, i) * expected.scatter(c, j, j));
          assertEquals(expected.scatter(c, i, j), got.scatter(c, i, j), error * scale);
        }
      }
    }
  }

  @Test
  void pooledScatterIsTheSumOfTheClassScatters() {
    GaussianSummary full = statistics(0, ROWS).summary();
    GaussianSummary pooled =
        GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(CLASSES))
            .add(rows(0, ROWS), labels(0, ROWS))
            .as(GaussianStatistics.class)
            .summary();
    double[] expected = full.packedWithinScatter();
    double[] got = pooled.packedWithinScatter();
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], got[i], 1e-12 * ROWS * FEATURES * FEATURES);
    }
    assertArrayEquals(full.classWeights(), pooled.classWeights());
    assertArrayEquals(full.totalVariances(), pooled.totalVariances(), 1e-6);
  }

  @Test
  void pooledFormFitsTheSameLinearDiscriminant() {
    LinearDiscriminant full = LinearDiscriminant.recipe().fit(statistics(0, ROWS));
    LinearDiscriminant pooled =
        LinearDiscriminant.recipe()
            .fit(
                GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(CLASSES))
                    .add(rows(0, ROWS), labels(0, ROWS)));
    double[] expected = new double[ROWS * CLASSES];
    double[] got = new double[ROWS * CLASSES];
    full.scorer().logPosterior(rows(0, ROWS), expected);
    pooled.scorer().logPosterior(rows(0, ROWS), got);
    assertArrayEquals(expected, got, 1e-12);
  }

  @Test
  void pooledFormGivesTheSameBitsForAnyBatchesAndWorkers() {
    GaussianStatistics whole =
        GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(CLASSES))
            .add(rows(0, ROWS), labels(0, ROWS))
            .as(GaussianStatistics.class);
    GaussianStatistics cut =
        GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(CLASSES));
    int[] cuts = {0, 1, 130, 8191, 8193, 16385, ROWS};
    for (int i = 1; i < cuts.length; i++) {
      cut.add(rows(cuts[i - 1], cuts[i]), labels(cuts[i - 1], cuts[i]));
    }
    assertArrayEquals(whole.summary().packedWithinScatter(), cut.summary().packedWithinScatter());
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      GaussianStatistics shared =
          GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(CLASSES))
              .on(new Workers(executor, 2))
              .add(rows(0, ROWS), labels(0, ROWS))
              .as(GaussianStatistics.class);
      assertArrayEquals(
          whole.summary().packedWithinScatter(), shared.summary().packedWithinScatter());
    }
  }

  @Test
  @Tag("once")
  void manyClassesNeedNoScatterEach() {
    int k = 1000;
    int d = 784;
    GaussianStatistics pooled = GaussianStatistics.pooled(Features.unnamed(d), Classes.unnamed(k));
    double[][] few = columns(2 * k, d, new Random(3));
    int[] each = new int[2 * k];
    Arrays.setAll(each, i -> i % k);
    pooled.add(NumericColumns.of(few), Labels.ofIndices(each, k));
    assertEquals(2.0 * k, pooled.summary().totalWeight());
    assertTrue(pooled.summary().packedWithinScatter()[0] > 0);
  }

  @Test
  void pooledFormHasNoClassScatter() {
    GaussianStatistics pooled =
        GaussianStatistics.pooled(Features.unnamed(FEATURES), Classes.unnamed(CLASSES))
            .add(rows(0, 100), labels(0, 100))
            .as(GaussianStatistics.class);
    assertThrows(IllegalArgumentException.class, () -> GaussianNaiveBayes.recipe().fit(pooled));
    assertThrows(IllegalArgumentException.class, () -> pooled.merge(statistics(0, 100)));
  }

  @Test
  void subtractUndoesAdd() {
    GaussianStatistics all =
        statistics(0, ROWS).subtract(statistics(12_000, ROWS)).as(GaussianStatistics.class);
    assertClose(statistics(0, 12_000).summary(), all.summary(), 1e-11);
    assertEquals(12_000, all.rowCount());
    double bound = all.subtractionError();
    assertTrue(bound > 0 && bound < 1e-10, () -> "bound " + bound);
  }

  @Test
  void subtractKeepsItsBoundOverManySteps() {
    GaussianStatistics window = statistics(0, 4000);
    double before = 0;
    for (int from = 0; from + 5000 <= ROWS; from += 1000) {
      window.add(rows(from + 4000, from + 5000), labels(from + 4000, from + 5000));
      window.subtract(statistics(from, from + 1000));
      assertTrue(window.subtractionError() > before);
      before = window.subtractionError();
    }
    GaussianSummary exact = statistics(ROWS - 4000, ROWS).summary();
    for (int c = 0; c < CLASSES; c++) {
      for (int j = 0; j < FEATURES; j++) {
        double variance = exact.scatter(c, j, j);
        assertEquals(variance, window.summary().scatter(c, j, j), before * variance);
      }
    }
  }

  @Test
  void subtractRefusesWhereCancellationCostsTooMuchAndChangesNothing() {
    double[][] wild = {new double[300], new double[300]};
    Random random = new Random(4);
    for (int i = 0; i < 300; i++) {
      double scale = i < 100 ? 1e6 : 1e-6;
      wild[0][i] = scale * random.nextGaussian();
      wild[1][i] = random.nextGaussian();
    }
    GaussianStatistics all =
        GaussianStatistics.of(NumericColumns.of(wild), Labels.ofIndices(new int[300], 1));
    double[] before = all.summary().packedScatter(0);
    double[][] large = {Arrays.copyOf(wild[0], 100), Arrays.copyOf(wild[1], 100)};
    GaussianStatistics part =
        GaussianStatistics.of(NumericColumns.of(large), Labels.ofIndices(new int[100], 1));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> all.subtract(part));
    assertTrue(refused.getMessage().contains("feature 0"), refused.getMessage());
    assertArrayEquals(before, all.summary().packedScatter(0));
    assertEquals(300, all.rowCount());
  }

  @Test
  void subtractRefusesRowsThatWereNotAdded() {
    GaussianStatistics few = statistics(0, 100);
    assertThrows(IllegalArgumentException.class, () -> few.subtract(statistics(0, 200)));
    assertEquals(100, few.rowCount());
  }

  @Test
  void nothingIsLeftOfAClassWhoseRowsAreAllSubtracted() {
    int[] grouped = new int[200];
    Arrays.fill(grouped, 100, 200, 1);
    GaussianStatistics all = GaussianStatistics.of(rows(0, 200), Labels.ofIndices(grouped, 2));
    all.subtract(
        GaussianStatistics.of(
            rows(100, 200), Labels.ofIndices(Arrays.copyOfRange(grouped, 100, 200), 2)));
    assertArrayEquals(new double[] {100, 0}, all.summary().classWeights());
    assertEquals(0, all.summary().scatter(1, 0, 0));
  }

  @Test
  void selectedFeaturesHaveTheirOwnMoments() {
    int[] features = {7, 0, 12, 3};
    GaussianSummary selected = statistics(0, 5000).select(features).summary();
    GaussianSummary whole = statistics(0, 5000).summary();
    for (int c = 0; c < CLASSES; c++) {
      for (int j = 0; j < features.length; j++) {
        assertEquals(whole.residualMean(c)[features[j]], selected.residualMean(c)[j], 1e-12);
        for (int i = 0; i < features.length; i++) {
          assertEquals(whole.scatter(c, features[i], features[j]), selected.scatter(c, i, j));
        }
      }
    }
    assertThrows(IllegalArgumentException.class, () -> statistics(0, 50).select(1, 1));
    assertThrows(IllegalArgumentException.class, () -> statistics(0, 50).select(13));
  }

  @Test
  void aFitOnSelectedFeaturesIsAFitOfTheirColumns() {
    LinearDiscriminant selected = LinearDiscriminant.recipe().fit(statistics(0, 5000).select(2, 5));
    LinearDiscriminant direct =
        LinearDiscriminant.recipe()
            .fit(
                GaussianStatistics.of(
                    NumericColumns.of(
                        Arrays.copyOf(columns[2], 5000), Arrays.copyOf(columns[5], 5000)),
                    labels(0, 5000)));
    double[] row = {2010, 5003};
    double[] expected = new double[CLASSES];
    double[] got = new double[CLASSES];
    direct.scorer().logJoint(row, expected);
    selected.scorer().logJoint(row, got);
    assertArrayEquals(expected, got, 1e-12);
  }

  @Test
  void floatsAndSegmentsGiveTheBitsOfTheirWidenedValues() {
    int n = 700;
    float[][] floats = new float[3][n];
    double[][] widened = new double[3][n];
    Random random = new Random(5);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment[] big = new MemorySegment[3];
      MemorySegment[] small = new MemorySegment[3];
      for (int j = 0; j < 3; j++) {
        // Off by one byte: any alignment will do.
        big[j] = arena.allocate(8L * n + 1).asSlice(1);
        small[j] = arena.allocate(4L * n + 1).asSlice(1);
        for (int i = 0; i < n; i++) {
          floats[j][i] = (float) random.nextGaussian();
          widened[j][i] = floats[j][i];
          big[j].set(
              ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN),
              8L * i,
              widened[j][i]);
          small[j].set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, floats[j][i]);
        }
      }
      Labels labels = Labels.ofIndices(new int[n], 1);
      double[] expected =
          GaussianStatistics.of(NumericColumns.of(widened), labels).summary().packedScatter(0);
      assertArrayEquals(
          expected,
          GaussianStatistics.of(NumericColumns.of(floats), labels).summary().packedScatter(0));
      assertArrayEquals(
          expected,
          GaussianStatistics.of(
                  NumericColumns.of(ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.BIG_ENDIAN), big),
                  labels)
              .summary()
              .packedScatter(0));
      assertArrayEquals(
          expected,
          GaussianStatistics.of(NumericColumns.of(ValueLayout.JAVA_FLOAT, small), labels)
              .summary()
              .packedScatter(0));
    }
  }
}
