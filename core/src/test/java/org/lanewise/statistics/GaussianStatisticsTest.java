package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lanewise.statistics.GaussianRows.RANGE;
import static org.lanewise.statistics.GaussianRows.addRows;
import static org.lanewise.statistics.GaussianRows.assertSameBits;
import static org.lanewise.statistics.GaussianRows.assertTextbook;
import static org.lanewise.statistics.GaussianRows.bits;
import static org.lanewise.statistics.GaussianRows.statistics;
import static org.lanewise.statistics.GaussianRows.whole;

import java.math.BigDecimal;
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
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.textbook.RandomData;
import org.lanewise.textbook.Textbook;

class GaussianStatisticsTest {

  @Property(seed = "101", tries = 60)
  void momentsAreThoseOfTheTextbookAtAnyOffset(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 400) int n,
      @ForAll @IntRange(min = 1, max = 10) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll @IntRange(max = 3) int offset) {
    double[] offsets = {0, 1e3, -1e8, 1e13};
    RandomData data = RandomData.of(seed, Math.max(n, k), d, k, offsets[offset]);
    assertTextbook(data, whole(data).summary());
    RandomData plain = data.unweighted();
    GaussianStatistics unweighted = statistics(plain);
    unweighted.add(plain.columns(), plain.labels());
    assertTextbook(plain, unweighted.summary());
  }

  @Property(seed = "102", tries = 3)
  void momentsAreThoseOfTheTextbookOverSeveralRanges(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 3) int d) {
    RandomData data = RandomData.of(seed, 2 * RANGE + 1234, d, 2, 1e6);
    assertTextbook(data, whole(data).summary());
  }

  @Property(seed = "111", tries = 30)
  void aPooledScatterIsThatOfTheTextbookAtAnyOffset(
      @ForAll int seed,
      @ForAll @IntRange(min = 5, max = 700) int n,
      @ForAll @IntRange(min = 1, max = 10) int d,
      @ForAll @IntRange(min = 1, max = 5) int k,
      @ForAll @IntRange(max = 3) int offset) {
    double[] offsets = {0, 1e3, -1e8, 1e13};
    RandomData data = RandomData.of(seed, n, d, k, offsets[offset]);
    double[] weights = data.weights.clone();
    for (int i = k; i < n; i += 3) {
      weights[i] = 0;
    }
    GaussianStatistics pooled = GaussianStatistics.pooled(Features.unnamed(d), Classes.unnamed(k));
    int cut = n / 3;
    for (int[] part : new int[][] {{0, cut}, {cut, n}}) {
      pooled.add(
          data.columns(part[0], part[1]),
          data.labels(part[0], part[1]).withWeights(Arrays.copyOfRange(weights, part[0], part[1])));
    }
    RandomData weighted = data.with(data.rows, data.labels, weights);
    BigDecimal[][] within = Textbook.zeros(d);
    for (int c = 0; c < k; c++) {
      within = Textbook.sum(within, Textbook.scatter(weighted.rowsOf(c), weighted.weightsOf(c)));
    }
    double[] found = pooled.summary().packedWithinScatter();
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        double scale = Math.sqrt(within[i][i].doubleValue() * within[j][j].doubleValue());
        assertEquals(
            within[i][j].doubleValue(),
            found[PackedTriangle.index(i, j)],
            2e-13 * scale,
            "features " + i + ", " + j);
      }
    }
  }

  @Property(seed = "103", tries = 12)
  void batchesCutAnywhereGiveTheSameBits(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 20) int d,
      @ForAll @IntRange(min = 1, max = 11) int k) {
    SplittableRandom random = new SplittableRandom(seed);
    RandomData data = RandomData.of(seed, random.nextInt(1, 3 * RANGE), d, k, 10);
    GaussianStatistics cut = statistics(data);
    int n = data.rows.length;
    for (int from = 0; from < n; ) {
      int most = random.nextInt(4) == 0 ? n : random.nextBoolean() ? 3 : 2000;
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
  @ValueSource(ints = {1, 2, 255, 256, 257})
  void batchesOfOneSizeGiveTheSameBits(int size) {
    RandomData data = RandomData.of(5, RANGE + 700, 9, 3, -4);
    GaussianStatistics cut = statistics(data);
    for (int from = 0; from < data.rows.length; from += size) {
      addRows(cut, data, from, Math.min(data.rows.length, from + size));
    }
    assertSameBits(whole(data), cut);
  }

  /// Many classes make the tile of each smaller; a tile is ripe then with fewer rows.
  @ParameterizedTest
  @ValueSource(ints = {300, 1000})
  void batchesOfManyClassesGiveTheSameBits(int k) {
    RandomData data = RandomData.of(6, 12 * k, 20, k, 0);
    GaussianStatistics cut = statistics(data);
    addRows(cut, data, 0, 17);
    addRows(cut, data, 17, 11 * k);
    addRows(cut, data, 11 * k, 12 * k);
    assertSameBits(whole(data), cut);
  }

  @Test
  void momentsOfManyClassesAreThoseOfTheTextbook() {
    RandomData data = RandomData.of(6, 12 * 400, 9, 400, 1e4);
    assertTextbook(data, whole(data).summary());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 9})
  void anyNumberOfWorkersGivesTheSameBits(int count) {
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      Workers workers = new Workers(executor, count);
      for (int k : new int[] {2, 11}) {
        RandomData data = RandomData.of(7, 5 * RANGE + 99, 6, k, 1e5);
        GaussianStatistics parallel = statistics(data);
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

  @Test
  void weightsOfOneGiveTheBitsOfNone() {
    RandomData data = RandomData.of(8, RANGE + 400, 7, 3, 3).unweighted();
    assertSameBits(
        statistics(data).add(data.columns(), data.labels()).as(GaussianStatistics.class),
        whole(data));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, RANGE - 50, RANGE + 100})
  void weightsMayComeBehindRowsThatHaveNone(int cut) {
    RandomData random = RandomData.of(9, 2 * RANGE + 600, 9, 3, 5);
    int n = random.rows.length;
    double[] weights = random.weights.clone();
    Arrays.fill(weights, 0, cut, 1);
    Arrays.fill(weights, n - 40, n, 1);
    RandomData data = random.with(random.rows, random.labels, weights);
    for (int batch : new int[] {173, n}) {
      GaussianStatistics mixed = statistics(data);
      mixed.add(data.columns(0, cut), data.labels(0, cut));
      for (int from = cut; from < n - 40; from += batch) {
        addRows(mixed, data, from, Math.min(from + batch, n - 40));
      }
      mixed.add(data.columns(n - 40, n), data.labels(n - 40, n));
      assertSameBits(whole(data), mixed);
    }
  }

  @Property(seed = "104", tries = 20)
  void aWeightIsANumberOfDuplicates(
      @ForAll int seed,
      @ForAll @IntRange(min = 3, max = 150) int n,
      @ForAll @IntRange(min = 1, max = 6) int d) {
    RandomData data = RandomData.of(seed, n, d, 2, 50);
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

  @Property(seed = "105", tries = 20)
  void aRowOfWeightZeroIsAsIfItWereAbsent(
      @ForAll int seed, @ForAll @IntRange(min = 4, max = 900) int n) {
    RandomData data = RandomData.of(seed, n, 4, 2, 0);
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[3 * n][];
    int[] labels = new int[3 * n];
    double[] weights = new double[3 * n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      // Outliers, also before the first row of a class: no trace of them may be left.
      for (int outlier = i < 2 ? 1 : random.nextInt(3); outlier > 0; outlier--) {
        rows[count] = new double[] {1e200, -1e200, 3, 1e-300};
        labels[count++] = data.labels[i];
      }
      rows[count] = data.rows[i];
      labels[count] = data.labels[i];
      weights[count++] = data.weights[i];
    }
    GaussianStatistics found =
        whole(
            data.with(
                Arrays.copyOf(rows, count),
                Arrays.copyOf(labels, count),
                Arrays.copyOf(weights, count)));
    assertTextbook(data, found.summary());
    assertEquals(count, found.rowCount());
  }

  @Property(seed = "106", tries = 10)
  void allWeightsTimesAPowerOfTwoScaleTheScatterExactly(@ForAll int seed) {
    RandomData data = RandomData.of(seed, 2000, 5, 2, 7);
    GaussianSummary summary = whole(data).summary();
    double[] weights = Arrays.stream(data.weights).map(w -> w * 0x1p-100).toArray();
    GaussianSummary scaled = whole(data.with(data.rows, data.labels, weights)).summary();
    for (int c = 0; c < 2; c++) {
      assertArrayEquals(summary.residualMean(c), scaled.residualMean(c));
      double[] expected = summary.packedScatter(c);
      double[] found = scaled.packedScatter(c);
      for (int i = 0; i < expected.length; i++) {
        assertEquals(expected[i] * 0x1p-100, found[i]);
      }
    }
  }

  @Property(seed = "107", tries = 20)
  void aConstantFeatureHasScatterZeroExactly(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 600) int n, @ForAll double constant) {
    RandomData data = RandomData.of(seed, n, 3, 1, 0);
    double value = Math.abs(constant) < 1e150 ? constant : 0.1;
    double[][] rows = new double[n][];
    for (int i = 0; i < n; i++) {
      rows[i] = new double[] {data.rows[i][0], value, data.rows[i][2]};
    }
    GaussianSummary summary = whole(data.with(rows, data.labels, data.weights)).summary();
    for (int j = 0; j < 3; j++) {
      assertEquals(0.0, Math.abs(summary.scatter(0, 1, j)));
    }
    assertEquals(value, summary.origin()[1] + summary.residualMean(0)[1]);
  }

  /// Each entry of the scatter is one chain of its own.
  @Property(seed = "108", tries = 10)
  void permutedFeaturesHaveTheSameBits(
      @ForAll int seed, @ForAll @IntRange(min = 2, max = 30) int d) {
    RandomData data = RandomData.of(seed, 900, d, 2, 20);
    int[] order = permutation(seed, d);
    double[][] rows = new double[data.rows.length][d];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = data.rows[i][order[j]];
      }
    }
    GaussianSummary expected = whole(data).summary();
    GaussianSummary found = whole(data.with(rows, data.labels, data.weights)).summary();
    for (int c = 0; c < 2; c++) {
      for (int i = 0; i < d; i++) {
        assertEquals(expected.residualMean(c)[order[i]], found.residualMean(c)[i]);
        for (int j = 0; j < d; j++) {
          assertEquals(expected.scatter(c, order[i], order[j]), found.scatter(c, i, j));
        }
      }
    }
  }

  @Property(seed = "109", tries = 10)
  void permutedClassesHaveTheSameBits(
      @ForAll int seed, @ForAll @IntRange(min = 2, max = 12) int k) {
    RandomData data = RandomData.of(seed, RANGE + 2000, 3, k, 20);
    int[] order = permutation(seed, k);
    int[] labels = Arrays.stream(data.labels).map(label -> order[label]).toArray();
    GaussianSummary expected = whole(data).summary();
    GaussianSummary found = whole(data.with(data.rows, labels, data.weights)).summary();
    for (int c = 0; c < k; c++) {
      assertEquals(expected.classWeights()[c], found.classWeights()[order[c]]);
      assertArrayEquals(expected.packedScatter(c), found.packedScatter(order[c]));
    }
  }

  private static int[] permutation(long seed, int n) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    return order;
  }

  @Test
  void aSummaryIsOfItsMoment() {
    RandomData data = RandomData.of(18, RANGE + 900, 5, 2, 5);
    GaussianStatistics statistics = statistics(data);
    addRows(statistics, data, 0, 500);
    GaussianSummary early = statistics.summary();
    long[] before = bits(early);
    addRows(statistics, data, 500, data.rows.length);
    statistics.merge(whole(data));
    assertArrayEquals(before, bits(early));
    early.classWeights()[0] = 9;
    early.origin()[0] = 9;
    early.residualMean(0)[0] = 9;
    early.packedScatter(0)[0] = 9;
    assertArrayEquals(before, bits(early), "arrays are copies");
  }

  @Test
  void totalsAreThoseOfAllRowsTogether() {
    RandomData data = RandomData.of(19, 500, 3, 4, 1e6);
    GaussianSummary summary = whole(data).summary();
    BigDecimal[][] scatter = Textbook.scatter(data.rows, data.weights);
    BigDecimal[] mean = Textbook.mean(data.rows, data.weights);
    double total = Textbook.weight(data.weights).doubleValue();
    assertEquals(total, summary.totalWeight(), 1e-12 * total);
    double[] within = summary.packedWithinScatter();
    for (int j = 0; j < 3; j++) {
      double variance = scatter[j][j].doubleValue() / total;
      assertEquals(variance, summary.totalVariances()[j], 1e-13 * variance);
      assertEquals(mean[j].doubleValue(), summary.origin()[j], 1e-9);
      double sum = 0;
      for (int c = 0; c < 4; c++) {
        sum += summary.scatter(c, j, j);
      }
      assertEquals(sum, within[8 * j + j], 1e-12 * sum);
    }
  }

  @Test
  void aClassWithoutRowsHasNoMoments() {
    GaussianStatistics statistics = new GaussianStatistics(Features.unnamed(2), Classes.unnamed(3));
    statistics.add(
        NumericColumns.fromRows(new double[] {1, 2}), Labels.ofIndices(new int[] {1}, 3));
    GaussianSummary summary = statistics.summary();
    assertArrayEquals(new double[] {0, 1, 0}, summary.classWeights());
    assertArrayEquals(new double[2], summary.residualMean(0));
    assertEquals(0, summary.scatter(2, 0, 1));
    assertArrayEquals(new double[64], summary.packedScatter(2));
    assertEquals(1, statistics.rowCount());
    assertEquals(3, statistics.classCount());
    assertEquals(2, statistics.featureCount());
  }

  /// Batches of variance 1 and 1e8 in both orders: nothing is remembered of one batch in another.
  @Test
  void theOrderOfBatchesIsTheOrderOfTheirRows() {
    RandomData data = RandomData.of(20, 400, 2, 2, 0);
    double[][] rows = new double[400][];
    for (int i = 0; i < 400; i++) {
      double scale = i < 200 ? 1 : 1e4;
      rows[i] = new double[] {data.rows[i][0] * scale, data.rows[i][1] * scale};
    }
    RandomData mixed = data.with(rows, data.labels, data.weights);
    for (boolean swapped : new boolean[] {false, true}) {
      RandomData ordered = swapped ? reversed(mixed) : mixed;
      GaussianStatistics batches = statistics(ordered);
      addRows(batches, ordered, 0, 200);
      addRows(batches, ordered, 200, 400);
      assertSameBits(whole(ordered), batches);
      assertTextbook(mixed, batches.summary());
    }
  }

  private static RandomData reversed(RandomData data) {
    int n = data.rows.length;
    double[][] rows = new double[n][];
    int[] labels = new int[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      rows[i] = data.rows[n - 1 - i];
      labels[i] = data.labels[n - 1 - i];
      weights[i] = data.weights[n - 1 - i];
    }
    return data.with(rows, labels, weights);
  }
}
