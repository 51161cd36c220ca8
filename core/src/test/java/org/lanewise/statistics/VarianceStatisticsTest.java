package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.lanewise.statistics.VarianceRows.CHUNK;
import static org.lanewise.statistics.VarianceRows.RANGE;
import static org.lanewise.statistics.VarianceRows.addRows;
import static org.lanewise.statistics.VarianceRows.assertSameBits;
import static org.lanewise.statistics.VarianceRows.assertTextbook;
import static org.lanewise.statistics.VarianceRows.bits;
import static org.lanewise.statistics.VarianceRows.part;
import static org.lanewise.statistics.VarianceRows.statistics;
import static org.lanewise.statistics.VarianceRows.whole;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Textbook;

/// Up to 8 classes of a chunk are summed where their columns lie, the rows of more are dealt to a
/// tile first: tests go over both.
class VarianceStatisticsTest {

  @Property(seed = "201", tries = 60)
  void momentsAreThoseOfTheTextbookAtAnyOffset(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 1500) int n,
      @ForAll @IntRange(min = 1, max = 3) int d,
      @ForAll @IntRange(min = 1, max = 10) int k,
      @ForAll @IntRange(max = 4) int offset) {
    double[] offsets = {0, 1e3, -1e8, 1e13, 1e15};
    RandomData data = RandomData.of(seed, Math.max(n, k), d, k, offsets[offset]);
    assertTextbook(data, whole(data).summary());
    RandomData plain = data.unweighted();
    VarianceStatistics unweighted = statistics(plain);
    unweighted.add(plain.columns(), plain.labels());
    assertTextbook(plain, unweighted.summary());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9})
  void momentsAreThoseOfTheTextbookOverSeveralRanges(int k) {
    RandomData data = RandomData.of(2, RANGE + 1234, 2, k, 1e6);
    assertTextbook(data, whole(data).summary());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-150, 1e150})
  void scalesNearTheEndsOfTheRangeOfDoublesCostNoDigits(double scale) {
    for (int k : new int[] {3, 9}) {
      RandomData data = RandomData.of(3, 3000, 2, k, 5);
      double[][] rows = data.rows.clone();
      for (int i = 0; i < rows.length; i++) {
        rows[i] = new double[] {scale * rows[i][0], rows[i][1] / scale};
      }
      RandomData scaled = data.with(rows, data.labels, data.weights);
      assertTextbook(scaled, whole(scaled).summary());
    }
  }

  /// The first pivot of a class is a row far from all others, even one that hardly counts.
  @Property(seed = "202", tries = 40)
  void anOutlierInFrontCostsNoDigits(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 9) int k, @ForAll boolean light) {
    RandomData data = RandomData.of(seed, 1200, 1, k, 0);
    double[][] rows = data.rows.clone();
    double[] weights = data.weights.clone();
    for (int c = 0; c < k; c++) {
      rows[c] = new double[] {new double[] {1e3, -1e10, 1e30, 1e100}[(seed >>> 8 & 3)]};
      weights[c] = light ? 1e-300 : 1;
    }
    RandomData outliers = data.with(rows, data.labels, weights);
    VarianceSummary summary = whole(outliers).summary();
    for (int c = 0; c < k; c++) {
      double[][] of = outliers.rowsOf(c);
      double square = Textbook.scatter(of, outliers.weightsOf(c))[0][0].doubleValue();
      assertEquals(square, summary.sumsOfSquares(c)[0], 1e-12 * square);
    }
  }

  @Property(seed = "203", tries = 12)
  void batchesCutAnywhereGiveTheSameBits(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 6) int d,
      @ForAll @IntRange(min = 1, max = 11) int k) {
    SplittableRandom random = new SplittableRandom(seed);
    RandomData data = RandomData.of(seed, random.nextInt(1, 3 * RANGE), d, k, 10);
    VarianceStatistics cut = statistics(data);
    int n = data.rows.length;
    for (int from = 0; from < n; ) {
      int most = random.nextInt(4) == 0 ? n : random.nextInt(4) == 0 ? 3 : 9 * CHUNK;
      int to = Math.min(n, from + random.nextInt(most + 1));
      addRows(cut, data, from, to);
      if (random.nextInt(3) == 0) {
        // To look at the statistics does not change them.
        cut.summary();
      }
      from = to;
    }
    assertSameBits(whole(data), cut);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1023, 1024, 1025})
  void batchesOfOneSizeGiveTheSameBits(int size) {
    for (int k : new int[] {3, 9}) {
      RandomData data = RandomData.of(5, RANGE + 1700, 2, k, -4);
      VarianceStatistics cut = statistics(data);
      for (int from = 0; from < data.rows.length; from += size) {
        addRows(cut, data, from, Math.min(data.rows.length, from + size));
      }
      assertSameBits(whole(data), cut);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void anyNumberOfWorkersGivesTheSameBits(int count) {
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      Workers workers = new Workers(executor, count);
      for (int k : new int[] {2, 11}) {
        RandomData data = RandomData.of(7, 4 * RANGE + 99, 3, k, 1e5);
        VarianceStatistics parallel = statistics(data);
        int cut = RANGE / 2 + 7;
        parallel
            .on(workers)
            .add(data.columns(0, cut), data.labels(0, cut).withWeights(data.weights(0, cut)));
        int n = data.rows.length;
        parallel
            .on(workers)
            .add(data.columns(cut, n), data.labels(cut, n).withWeights(data.weights(cut, n)));
        assertSameBits(whole(data), parallel);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 9})
  void otherColumnsOfTheSameValuesGiveTheSameBits(int k) {
    RandomData data = RandomData.of(8, RANGE + 500, 2, k, 3);
    int n = data.rows.length;
    float[][] floats = new float[2][n];
    double[][] doubles = new double[2][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < 2; j++) {
        floats[j][i] = (float) data.rows[i][j];
        doubles[j][i] = floats[j][i];
      }
    }
    VarianceStatistics expected = VarianceStatistics.of(NumericColumns.of(doubles), data.labels());
    assertSameBits(expected, VarianceStatistics.of(NumericColumns.of(floats), data.labels()));
    NumericColumns segments =
        NumericColumns.of(
            ValueLayout.JAVA_DOUBLE,
            MemorySegment.ofArray(doubles[0]),
            MemorySegment.ofArray(doubles[1]));
    assertSameBits(expected, VarianceStatistics.of(segments, data.labels()));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 9})
  void weightsOfOneGiveTheBitsOfNone(int k) {
    RandomData data = RandomData.of(8, RANGE + 400, 3, k, 3).unweighted();
    assertSameBits(
        statistics(data).add(data.columns(), data.labels()).as(VarianceStatistics.class),
        whole(data));
  }

  @Property(seed = "204", tries = 30)
  void aWeightIsANumberOfDuplicates(
      @ForAll int seed,
      @ForAll @IntRange(min = 9, max = 600) int n,
      @ForAll @IntRange(min = 1, max = 9) int k) {
    RandomData data = RandomData.of(seed, n, 2, k, 50);
    SplittableRandom random = new SplittableRandom(seed);
    double[] weights = new double[n];
    double[][] rows = new double[6 * n][];
    int[] labels = new int[6 * n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      weights[i] = random.nextInt(1, 6);
      for (int copy = 0; copy < weights[i]; copy++) {
        rows[count] = data.rows[i];
        labels[count++] = data.labels[i];
      }
    }
    RandomData duplicated =
        data.with(Arrays.copyOf(rows, count), Arrays.copyOf(labels, count), new double[count])
            .unweighted();
    RandomData weighted = data.with(data.rows, data.labels, weights);
    assertTextbook(duplicated, whole(weighted).summary());
    assertTextbook(weighted, whole(duplicated).summary());
  }

  @Property(seed = "205", tries = 30)
  void aRowOfWeightZeroIsAsIfItWereAbsent(
      @ForAll int seed,
      @ForAll @IntRange(min = 10, max = 1500) int n,
      @ForAll @IntRange(min = 1, max = 9) int k) {
    RandomData data = RandomData.of(seed, n, 2, k, 0);
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = data.rows.clone();
    double[] weights = data.weights.clone();
    double[][] kept = new double[n][];
    int[] labels = new int[n];
    double[] keptWeights = new double[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (random.nextInt(3) == 0) {
        weights[i] = 0;
        // An outlier whose distance to another overflows: no trace of it may be left.
        rows[i] = new double[] {random.nextBoolean() ? 1.5e308 : -1.5e308, 1e-300};
      } else {
        kept[count] = rows[i];
        labels[count] = data.labels[i];
        keptWeights[count++] = weights[i];
      }
    }
    if (count == 0) {
      return;
    }
    RandomData absent =
        data.with(
            Arrays.copyOf(kept, count),
            Arrays.copyOf(labels, count),
            Arrays.copyOf(keptWeights, count));
    VarianceStatistics found = whole(data.with(rows, data.labels, weights));
    assertTextbook(absent, found.summary());
    assertEquals(n, found.rowCount());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9})
  void allWeightsTimesAPowerOfTwoScaleTheSquaresExactly(int k) {
    RandomData data = RandomData.of(9, 3000, 5, k, 7);
    VarianceSummary summary = whole(data).summary();
    double[] weights = Arrays.stream(data.weights).map(w -> w * 0x1p-100).toArray();
    VarianceSummary scaled = whole(data.with(data.rows, data.labels, weights)).summary();
    for (int c = 0; c < k; c++) {
      assertArrayEquals(summary.residualMean(c), scaled.residualMean(c));
      double[] expected =
          Arrays.stream(summary.sumsOfSquares(c)).map(square -> square * 0x1p-100).toArray();
      assertArrayEquals(expected, scaled.sumsOfSquares(c));
    }
  }

  @Property(seed = "206", tries = 30)
  void aConstantFeatureHasSquaresOfZeroExactly(
      @ForAll int seed,
      @ForAll @IntRange(min = 9, max = 2500) int n,
      @ForAll @IntRange(min = 1, max = 9) int k,
      @ForAll double constant) {
    RandomData data = RandomData.of(seed, n, 2, k, 0);
    double value = Math.abs(constant) < 1e150 ? constant : 0.1;
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      // The same in a class, and another in the next.
      rows[i] = new double[] {data.rows[i][0], value * (data.labels[i] + 1)};
    }
    VarianceSummary summary = whole(data.with(rows, data.labels, data.weights)).summary();
    for (int c = 0; c < k; c++) {
      assertEquals(0.0, Math.abs(summary.sumsOfSquares(c)[1]));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8, 12})
  void permutedClassesAndFeaturesHaveTheSameBits(int k) {
    RandomData data = RandomData.of(10, RANGE + 2000, 3, k, 20);
    int[] labels = Arrays.stream(data.labels).map(label -> k - 1 - label).toArray();
    double[][] rows =
        Arrays.stream(data.rows)
            .map(row -> new double[] {row[2], row[0], row[1]})
            .toArray(double[][]::new);
    VarianceSummary expected = whole(data).summary();
    VarianceSummary found = whole(data.with(rows, labels, data.weights)).summary();
    for (int c = 0; c < k; c++) {
      assertEquals(expected.classWeights()[c], found.classWeights()[k - 1 - c]);
      double[] square = expected.sumsOfSquares(c);
      assertArrayEquals(
          new double[] {square[2], square[0], square[1]}, found.sumsOfSquares(k - 1 - c));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 5, 9})
  void theyAreTheDiagonalsOfGaussianStatistics(int k) {
    RandomData data = RandomData.of(11, RANGE + 3000, 7, k, 1e4);
    VarianceSummary diagonal = whole(data).summary();
    GaussianStatistics full =
        new GaussianStatistics(Features.unnamed(7), Classes.unnamed(k))
            .add(data.columns(), data.labels().withWeights(data.weights))
            .as(GaussianStatistics.class);
    assertArrayEquals(full.summary().classWeights(), diagonal.classWeights(), 1e-9);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < 7; j++) {
        double square = full.summary().scatter(c, j, j);
        assertEquals(square, diagonal.sumsOfSquares(c)[j], 1e-13 * square);
        assertEquals(square, full.summary().sumsOfSquares(c)[j]);
      }
    }
    GaussianNaiveBayes one = GaussianNaiveBayes.recipe().fit(whole(data));
    GaussianNaiveBayes other = GaussianNaiveBayes.recipe().fit(full);
    double[] expected = new double[k];
    double[] found = new double[k];
    for (int i = 0; i < 100; i++) {
      other.scorer().logJoint(data.rows[i], expected);
      one.scorer().logJoint(data.rows[i], found);
      for (int c = 0; c < k; c++) {
        assertEquals(expected[c], found[c], 1e-11 * Math.abs(expected[c]));
      }
    }
  }

  @Test
  void pooledStatisticsHaveNoSquaresOfAClass() {
    RandomData data = RandomData.of(12, 50, 2, 2, 0);
    GaussianStatistics pooled =
        GaussianStatistics.pooled(Features.unnamed(2), Classes.unnamed(2))
            .add(data.columns(), data.labels().withWeights(data.weights))
            .as(GaussianStatistics.class);
    assertThrows(IllegalArgumentException.class, () -> pooled.summary().sumsOfSquares(0));
    assertThrows(IllegalArgumentException.class, () -> GaussianNaiveBayes.recipe().fit(pooled));
  }

  /// Values whose sum overflows are no refusal here: the model says what it cannot take.
  @Test
  void valuesTooLargeForASumAreLeftToTheModel() {
    int n = RANGE + 10;
    double[] column = new double[n];
    Arrays.fill(column, 0, n / 2, 1.7e308);
    Arrays.fill(column, n / 2, n, -1.7e308);
    VarianceStatistics statistics =
        VarianceStatistics.of(NumericColumns.of(column), Labels.ofIndices(new int[n], 1));
    assertEquals(n, statistics.rowCount());
    assertThrows(IllegalArgumentException.class, () -> GaussianNaiveBayes.recipe().fit(statistics));
  }

  @Test
  void aSummaryIsOfItsMoment() {
    RandomData data = RandomData.of(19, RANGE + 900, 5, 2, 5);
    VarianceStatistics statistics = part(data, 0, 500);
    VarianceSummary early = statistics.summary();
    long[] before = bits(early);
    addRows(statistics, data, 500, data.rows.length);
    statistics.merge(whole(data));
    assertArrayEquals(before, bits(early));
    early.classWeights()[0] = 9;
    early.origin()[0] = 9;
    early.residualMean(0)[0] = 9;
    early.sumsOfSquares(0)[0] = 9;
    assertArrayEquals(before, bits(early), "arrays are copies");
  }
}
