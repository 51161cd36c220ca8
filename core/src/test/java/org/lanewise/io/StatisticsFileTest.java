package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.io.SmallStatistics.bytes;
import static org.lanewise.io.SmallStatistics.file;
import static org.lanewise.io.SmallStatistics.read;
import static org.lanewise.io.SmallStatistics.refusal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.gather.state.BernoulliState;
import org.lanewise.internal.gather.state.CountState;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.textbook.Kept;

/// Statistics come back from a file as they were, and go on as if they had never been in one.
class StatisticsFileTest {

  @TempDir Path folder;

  /// Equal files are equal in every bit that later rows can depend on.
  @Property(seed = "20261104", tries = 60)
  void gaussianStatisticsGoOnWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 19) int featureCount,
      @ForAll @IntRange(min = 1, max = 12) int classCount,
      @ForAll @IntRange(max = 1200) int before,
      @ForAll @IntRange(max = 700) int after,
      @ForAll boolean weighted,
      @ForAll boolean pooled)
      throws IOException {
    Random random = new Random(seed);
    GaussianStatistics kept = empty(featureCount, classCount, pooled);
    add(before, weighted, random, kept);
    assertGoesOn(kept, after, weighted, random);
  }

  @Test
  void gaussianStatisticsGoOnAcrossTheEndOfARange() throws IOException {
    for (boolean pooled : new boolean[] {false, true}) {
      for (int before : new int[] {8191, 8192, 8193, 8192 + 255, 8192 + 256, 16_000}) {
        Random random = new Random(before);
        GaussianStatistics kept = empty(3, 4, pooled);
        add(before, true, random, kept);
        assertGoesOn(kept, 9000, true, random);
      }
    }
  }

  @Test
  void gaussianStatisticsKeepWhatSubtractionHasCost() throws IOException {
    for (boolean pooled : new boolean[] {false, true}) {
      Random random = new Random(7);
      GaussianStatistics part = empty(5, 3, pooled);
      add(300, false, random, part);
      GaussianStatistics kept = empty(5, 3, pooled);
      add(700, false, random, kept);
      kept.merge(part).subtract(part);
      assertTrue(kept.subtractionError() > 0);
      GaussianStatistics read = assertGoesOn(kept, 500, false, random);
      assertEquals(kept.subtractionError(), read.subtractionError());
    }
  }

  @Test
  void gaussianStatisticsThatNoRowsLeadToAreRefused() {
    GaussianStatistics kept = empty(9, 2, false);
    add(1000, true, new Random(8), kept);
    GaussianState state = Kept.state(kept);
    double[][][] rows = {new double[360][9], new double[0][]};
    double[][] weights = {new double[360], new double[0]};
    assertEquals(
        "360 rows wait in class 0; at most 359 are expected",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    Kept.restore(
                        new GaussianState(
                            1000, 1000, false, state.complete(), state.open(), weights, rows)))
            .getMessage());
  }

  @Test
  void rowsGatheredInOtherSizesAreRefused() throws IOException {
    for (Statistics statistics :
        List.of(SmallStatistics.gaussian(), empty(2, 3, true), SmallStatistics.diagonal())) {
      byte[] bytes = bytes(statistics);
      int content = SmallModels.contentOf("rows", bytes);
      int end = content + (int) SmallModels.littleEndian(bytes).getLong(content - 8);
      for (int at = end - 16; at < end; at += 8) {
        byte[] other = bytes.clone();
        long size = SmallModels.littleEndian(other).getLong(at);
        SmallModels.littleEndian(other).putLong(at, 2 * size);
        assertEquals(
            "section 'rows' of the stream holds the number %d, where %d is expected"
                .formatted(2 * size, size),
            refusal(SmallModels.sealed(other)));
      }
    }
  }

  @Test
  void statisticsOfBlocksGoOnWithTheSameBits() throws IOException {
    MixedStatistics kept = SmallStatistics.mixed();
    MixedStatistics read = assertInstanceOf(MixedStatistics.class, read(bytes(kept)));
    assertEquals(List.of("a", "b", "colour", "ja", "nein"), read.features().names());
    assertTrue(read.block(2).features().areWords());
    MixedColumns more =
        MixedColumns.of(
            NumericColumns.of(new double[] {5, 6}, new double[] {7, 8}),
            CategoryColumns.of(
                ((CategoryStatistics) kept.block(1)).dictionaries(), new int[] {0, 0}),
            SparseRows.of(new int[] {0, 1, 2}, new int[] {0, 1}, 2));
    Labels labels = Labels.ofIndices(new int[] {1, 0}, kept.classes());
    kept.add(more, labels);
    read.add(more, labels);
    assertArrayEquals(bytes(kept), bytes(read));
  }

  @Property(seed = "20261105", tries = 40)
  void bernoulliStatisticsComeBack(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 70) int featureCount,
      @ForAll @IntRange(min = 1, max = 5) int classCount,
      @ForAll @IntRange(max = 3) int batches,
      @ForAll boolean missing)
      throws IOException {
    Random random = new Random(seed);
    BernoulliStatistics kept =
        new BernoulliStatistics(Features.unnamed(featureCount), Classes.unnamed(classCount));
    for (int batch = 0; batch < batches; batch++) {
      add(batch % 2 == 1, random, kept);
      if (missing) {
        addMissing(batch % 2 == 1, random, kept);
      }
    }
    byte[] bytes = bytes(kept);
    BernoulliStatistics read = assertInstanceOf(BernoulliStatistics.class, read(bytes));
    assertEquals(kept.rowCount(), read.rowCount());
    for (int c = 0; c < classCount; c++) {
      assertEquals(kept.classWeight(c), read.classWeight(c));
      for (int j = 0; j < featureCount; j++) {
        assertEquals(kept.count(c, j), read.count(c, j));
        assertEquals(kept.unsetCount(c, j), read.unsetCount(c, j));
      }
    }
    long next = random.nextLong();
    for (BernoulliStatistics statistics : List.of(kept, read)) {
      Random same = new Random(next);
      add(true, same, statistics);
      addMissing(true, same, statistics);
    }
    assertArrayEquals(bytes(kept), bytes(read));
  }

  @Property(seed = "20261109", tries = 60)
  void countStatisticsGoOnWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 30) int featureCount,
      @ForAll @IntRange(min = 1, max = 5) int classCount,
      @ForAll @IntRange(max = 3) int batches,
      @ForAll @IntRange(max = 2) int kinds)
      throws IOException {
    Random random = new Random(seed);
    CountStatistics kept =
        new CountStatistics(Features.unnamed(featureCount), Classes.unnamed(classCount));
    for (int batch = 0; batch < batches; batch++) {
      add(batch % (kinds + 1), random, kept);
    }
    byte[] bytes = bytes(kept);
    CountStatistics read = assertInstanceOf(CountStatistics.class, read(bytes));
    assertArrayEquals(bytes, bytes(read));
    assertEquals(kept.rowCount(), read.rowCount());
    for (int c = 0; c < classCount; c++) {
      assertEquals(kept.classWeight(c), read.classWeight(c));
      for (int j = 0; j < featureCount; j++) {
        assertEquals(kept.count(c, j), read.count(c, j));
      }
    }
    for (int kind = 0; kind < 3; kind++) {
      long next = random.nextLong();
      add(kind, new Random(next), kept);
      add(kind, new Random(next), read);
      assertArrayEquals(bytes(kept), bytes(read));
    }
  }

  @Test
  void countStatisticsKnowHowMuchTheyCanStillCount() throws IOException {
    SparseRows row = SparseRows.of(new int[] {0, 1}, new int[] {0}, new double[] {0x1p53}, 1);
    Labels label = Labels.ofIndices(new int[] {0}, 1);
    CountStatistics kept = CountStatistics.of(row, label);
    for (int doubling = 0; doubling < 9; doubling++) {
      CountStatistics copy = assertInstanceOf(CountStatistics.class, read(bytes(kept)));
      kept.merge(copy);
    }
    CountStatistics half = assertInstanceOf(CountStatistics.class, read(bytes(kept)));
    assertThrows(IllegalArgumentException.class, () -> half.merge(kept));
    assertEquals(0x1p62, half.count(0, 0));
    byte[] bytes = bytes(kept);
    int counts = SmallModels.contentOf("counts", bytes);
    SmallModels.littleEndian(bytes).putLong(counts, -1);
    assertTrue(
        refusal(SmallModels.sealed(bytes)).contains("count 0 of class 0 is -1;"), refusal(bytes));
  }

  @Test
  void countsThatNoRowsLeadToAreRefused() {
    long[][] counts = {{1, 2}, {3, 4}};
    double[][] sums = {{0.5, 1}, {0, 2}};
    double[] none = {};
    double[][] noSums = {};
    long[] rows = {1, 2};
    assertRefused("1 of 4 rows are of no class", 4, rows, counts, none, noSums);
    assertRefused("class 1 has 2 of 2 rows; 0 to 1", 2, rows, counts, none, noSums);
    assertRefused("class 0 has 1 of -3 rows", -3, rows, counts, none, noSums);
    assertRefused("class 0 has -1 of 3", 3, new long[] {-1, 4}, counts, none, noSums);
    assertRefused("3 classes of rows", 3, new long[] {1, 1, 1}, counts, none, noSums);
    assertRefused("1 classes of weights", 4, rows, counts, new double[] {1}, sums);
    assertRefused("0 classes of sums", 4, rows, counts, new double[] {1, 0}, noSums);
    assertRefused("1 counts of class 1", 3, rows, new long[][] {{1, 2}, {3}}, none, noSums);
    assertRefused("1 sums of class 0", 3, rows, counts, none, new double[][] {{1}, {2, 3}});
    assertRefused("the weight of class 1 is -1", 4, rows, counts, new double[] {1, -1}, sums);
    assertRefused(
        "sum 1 of class 0 is NaN", 3, rows, counts, none, new double[][] {{1, Double.NaN}, {2, 3}});
    assertRefused(
        "more than 2^63 - 1", 3, rows, new long[][] {{Long.MAX_VALUE, 0}, {0, 1}}, none, noSums);
    assertRefused("featureCount is 0; at least 1", 0, new long[0], new long[0][], none, noSums);
  }

  private static void assertRefused(
      String part,
      long rowCount,
      long[] classRows,
      long[][] counts,
      double[] classWeights,
      double[][] sums) {
    CountState state = new CountState(rowCount, classRows, counts, classWeights, sums);
    String message =
        assertThrows(IllegalArgumentException.class, () -> Kept.restore(state)).getMessage();
    assertTrue(message.contains(part), message);
  }

  @Property(seed = "20261110", tries = 60)
  void categoryStatisticsGoOnWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 20) int featureCount,
      @ForAll @IntRange(min = 1, max = 5) int classCount,
      @ForAll @IntRange(max = 3) int batches)
      throws IOException {
    Random random = new Random(seed);
    List<CategoryDictionary> dictionaries =
        IntStream.range(0, featureCount)
            .mapToObj(j -> {
              int size = random.nextInt(5);
              return random.nextBoolean()
                  ? CategoryDictionary.ofSize(size)
                  : CategoryDictionary.of(IntStream.range(0, size).mapToObj(v -> "c" + v).toList());
            })
            .toList();
    CategoryStatistics kept =
        new CategoryStatistics(
            Features.unnamed(dictionaries.size()), dictionaries, Classes.unnamed(classCount));
    for (int batch = 0; batch < batches; batch++) {
      add(batch % 2 == 1, random, kept);
    }
    byte[] bytes = bytes(kept);
    CategoryStatistics read = assertInstanceOf(CategoryStatistics.class, read(bytes));
    assertArrayEquals(bytes, bytes(read));
    assertEquals(dictionaries, read.dictionaries());
    assertEquals(kept.rowCount(), read.rowCount());
    for (int c = 0; c < classCount; c++) {
      assertEquals(kept.classWeight(c), read.classWeight(c));
      for (int j = 0; j < featureCount; j++) {
        for (int v = 0; v < dictionaries.get(j).size(); v++) {
          assertEquals(kept.count(c, j, v), read.count(c, j, v));
        }
      }
    }
    long next = random.nextLong();
    add(true, new Random(next), kept);
    add(true, new Random(next), read);
    assertArrayEquals(bytes(kept), bytes(read));
  }

  @Test
  void rowsWithMissingValuesThatCannotBeAreRefused() {
    long[] rows = {1};
    long[][] counts = {{1}};
    CountState incomplete =
        new CountState(2, new long[] {2}, new long[][] {{1, 1}}, new double[0], new double[0][]);
    CountState three = new CountState(3, rows, counts, new double[0], new double[0][]);
    CountState two = new CountState(2, rows, counts, new double[0], new double[0][]);
    assertEquals(3, Kept.restore(new BernoulliState(three, incomplete)).rowCount());
    assertEquals(
        "2 rows of 1 classes may have missing values; at most 1 of 1 are expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> Kept.restore(new BernoulliState(two, incomplete)))
            .getMessage());
  }

  @Test
  void sumsThatHaveOverflowedAreNotWritten() {
    GaussianStatistics statistics =
        GaussianStatistics.of(
            NumericColumns.of(
                new double[300], IntStream.range(0, 300).mapToDouble(i -> i * 1e200).toArray()),
            Labels.ofIndices(new int[300], 1));
    Path path = folder.resolve("statistics");
    StatisticsFile file = file(statistics);
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> file.write(path));
    assertTrue(e.getMessage().contains("values too large for a sum"), e.getMessage());
    assertFalse(Files.exists(path));
  }

  @Test
  void filesComeBackFromTheDisk() throws IOException {
    Path path = folder.resolve("a.lanewise");
    StatisticsFile file = file(SmallStatistics.gaussian());
    file.write(path);
    StatisticsFile read = StatisticsFile.read(path);
    assertEquals(file.statistics().classes(), read.statistics().classes());
    assertEquals(file.notes(), read.notes());
    assertArrayEquals(bytes(file.statistics()), bytes(read.statistics()));
  }

  private static GaussianStatistics empty(int featureCount, int classCount, boolean pooled) {
    return pooled
        ? GaussianStatistics.pooled(Features.unnamed(featureCount), Classes.unnamed(classCount))
        : new GaussianStatistics(Features.unnamed(featureCount), Classes.unnamed(classCount));
  }

  private static void add(int n, boolean weighted, Random random, GaussianStatistics out) {
    double[][] columns = new double[out.featureCount()][n];
    for (int j = 0; j < columns.length; j++) {
      for (int i = 0; i < n; i++) {
        columns[j][i] = 1e6 * j + random.nextGaussian();
      }
    }
    // Few rows for the last classes, none for some.
    int[] labels =
        IntStream.range(0, n)
            .map(i -> (int) (out.classCount() * random.nextDouble() * random.nextDouble()))
            .toArray();
    double[] weights = IntStream.range(0, n).mapToDouble(i -> random.nextInt(4) * 0.7).toArray();
    Labels rowLabels = Labels.ofIndices(labels, out.classes());
    if (weighted) {
      out.add(NumericColumns.of(columns), rowLabels.withWeights(weights));
    } else {
      out.add(NumericColumns.of(columns), rowLabels);
    }
  }

  private static void add(boolean weighted, Random random, BernoulliStatistics out) {
    int n = 100;
    boolean[][] columns = new boolean[out.featureCount()][n];
    for (boolean[] column : columns) {
      for (int i = 0; i < n; i++) {
        column[i] = random.nextBoolean();
      }
    }
    Labels labels = Labels.ofIndices(random.ints(n, 0, out.classCount()).toArray(), out.classes());
    if (weighted) {
      out.add(BitColumns.copyOfColumns(columns), labels.withWeights(random.doubles(n).toArray()));
    } else {
      out.add(BitColumns.copyOfColumns(columns), labels);
    }
  }

  private static void addMissing(boolean weighted, Random random, BernoulliStatistics out) {
    int n = 40;
    int[][] columns = new int[out.featureCount()][];
    for (int j = 0; j < columns.length; j++) {
      columns[j] = random.ints(n, -1, 2).toArray();
    }
    CategoryColumns rows =
        CategoryColumns.withMissing(
            -1, Collections.nCopies(columns.length, CategoryDictionary.BINARY), columns);
    Labels labels = Labels.ofIndices(random.ints(n, 0, out.classCount()).toArray(), out.classes());
    double[] weights = weighted ? random.doubles(n).toArray() : null;
    out.add(rows, labels.withWeights(weights));
  }

  /// @param kind 0 whole counts, 1 fractions, 2 weighted rows
  private static void add(int kind, Random random, CountStatistics out) {
    int n = 40;
    double[][] rows = new double[n][out.featureCount()];
    for (double[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = random.nextInt(5) * (kind == 1 && j % 2 == 0 ? 0.3 : 1);
      }
    }
    Labels labels = Labels.ofIndices(random.ints(n, 0, out.classCount()).toArray(), out.classes());
    if (kind == 2) {
      out.add(NumericColumns.fromRows(rows), labels.withWeights(random.doubles(n).toArray()));
    } else {
      out.add(NumericColumns.fromRows(rows), labels);
    }
  }

  private static void add(boolean weighted, Random random, CategoryStatistics out) {
    int n = 40;
    int[][] columns = new int[out.featureCount()][];
    for (int j = 0; j < columns.length; j++) {
      columns[j] = random.ints(n, -1, out.dictionaries().get(j).size()).toArray();
    }
    CategoryColumns rows = CategoryColumns.withMissing(-1, out.dictionaries(), columns);
    Labels labels = Labels.ofIndices(random.ints(n, 0, out.classCount()).toArray(), out.classes());
    if (weighted) {
      out.add(rows, labels.withWeights(random.doubles(n).toArray()));
    } else {
      out.add(rows, labels);
    }
  }

  /// Adds the same rows to statistics and to what a file makes of them.
  private static GaussianStatistics assertGoesOn(
      GaussianStatistics kept, int rows, boolean weighted, Random random) throws IOException {
    byte[] bytes = bytes(kept);
    GaussianStatistics read = assertInstanceOf(GaussianStatistics.class, read(bytes));
    assertArrayEquals(bytes, bytes(read));
    assertSameBits(kept.summary(), read.summary());
    long next = random.nextLong();
    add(rows, weighted, new Random(next), kept);
    add(rows, weighted, new Random(next), read);
    assertSameBits(kept.summary(), read.summary());
    assertArrayEquals(bytes(kept), bytes(read));
    return read;
  }

  private static void assertSameBits(GaussianSummary expected, GaussianSummary actual) {
    assertArrayEquals(expected.classWeights(), actual.classWeights());
    assertArrayEquals(expected.origin(), actual.origin());
    double[] within = StatisticsBridge.get().packedWithinScatter(expected);
    double[] actualWithin = StatisticsBridge.get().packedWithinScatter(actual);
    for (int j = 0; j < expected.featureCount(); j++) {
      for (int i = 0; i <= j; i++) {
        int at = PackedTriangle.index(i, j);
        assertEquals(within[at], actualWithin[at]);
        for (int c = 0; c < expected.classCount() && !expected.pooled(); c++) {
          assertEquals(expected.scatter(c, i, j), actual.scatter(c, i, j));
        }
      }
    }
    for (int c = 0; c < expected.classCount(); c++) {
      assertArrayEquals(expected.residualMean(c), actual.residualMean(c));
    }
  }
}
