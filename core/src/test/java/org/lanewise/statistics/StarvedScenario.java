package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.data.Workers;
import org.lanewise.io.StatisticsFile;
import org.lanewise.textbook.Trials;

/// Statistics, and what is done with them while memory runs out; to be loaded by [StarvedLoader].
public final class StarvedScenario {

  /// The first and the last allocations, each of which fails in turn; of those between, as many.
  private static final int ENDS = Trials.of(8, 20);

  /// Tasks of several workers, one after the other.
  private static final Workers THREE = new Workers(Runnable::run, 3);

  private static final Map<String, StarvedScenario> SCENARIOS = new LinkedHashMap<>();

  private final Supplier<Statistics> before;
  private final Consumer<Statistics> change;

  static {
    gaussian("scatters", () -> new GaussianStatistics(10));
    gaussian(
        "pooled scatter",
        () -> GaussianStatistics.pooled(Features.unnamed(10), Classes.sorted(List.of())));
    diagonal();
    manyClasses();
    bits();
    categories();
    counts();
  }

  private StarvedScenario(Supplier<Statistics> before, Consumer<Statistics> change) {
    this.before = before;
    this.change = change;
  }

  public static List<String> names() {
    return List.copyOf(SCENARIOS.keySet());
  }

  /// Lets each allocation of a change fail: the statistics are then those from before, and take the
  /// change when it is tried again.
  ///
  /// @return how many failed
  public static int check(String name) {
    return SCENARIOS.get(name).check();
  }

  private int check() {
    Statistics whole = before.get();
    byte[] bytesBefore = bytes(whole);
    StarvedMemory.left = Long.MAX_VALUE;
    change.accept(whole);
    long allocations = Long.MAX_VALUE - StarvedMemory.left;
    StarvedMemory.left = 0;
    byte[] bytesAfter = bytes(whole);
    assertTrue(allocations > 0);

    int failures = 0;
    for (long n = 1; n <= allocations; n = next(n, allocations)) {
      Statistics statistics = before.get();
      OutOfMemoryError error = starve(statistics, n);
      try {
        if (error != null) {
          failures++;
          assertArrayEquals(bytesBefore, bytes(statistics));
          change.accept(statistics);
        }
        assertArrayEquals(bytesAfter, bytes(statistics));
      } catch (AssertionError | RuntimeException e) {
        if (error != null) {
          e.addSuppressed(error);
        }
        throw e;
      }
    }
    return failures;
  }

  /// The next allocation to fail.
  private static long next(long n, long allocations) {
    long last = allocations - ENDS;
    return n < ENDS || n >= last ? n + 1 : Math.min(last, n + Math.max(1, allocations / ENDS));
  }

  /// Changes statistics, and lets one allocation fail.
  ///
  /// @return the error, or null if there were not as many allocations
  private OutOfMemoryError starve(Statistics statistics, long n) {
    StarvedMemory.left = n;
    try {
      change.accept(statistics);
      return null;
    } catch (OutOfMemoryError e) {
      assertEquals(StarvedMemory.MESSAGE, e.getMessage());
      return e;
    } finally {
      StarvedMemory.left = 0;
    }
  }

  private static byte[] bytes(Statistics statistics) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      new StatisticsFile(statistics).write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  @SuppressWarnings("unchecked")
  private static <S extends Statistics> void put(
      String name, Supplier<S> before, Consumer<S> change) {
    SCENARIOS.put(
        name,
        new StarvedScenario(
            (Supplier<Statistics>) before, statistics -> change.accept((S) statistics)));
  }

  /// Merging others into statistics, and taking them away again.
  private static void putJoined(
      String name, Statistics first, Statistics second, Supplier<? extends Statistics> empty) {
    put(name + ", merging", () -> empty.get().merge(first), statistics -> statistics.merge(second));
    put(
        name + ", subtracting",
        () -> empty.get().merge(first).merge(second),
        statistics -> statistics.subtract(second));
  }

  private static void gaussian(String name, Supplier<GaussianStatistics> empty) {
    NumericColumns few = columns(1, 500, 10);
    NumericColumns some = columns(2, 700, 10);
    NumericColumns nearlyAll = columns(3, 8000, 10);
    NumericColumns many = columns(4, 9000, 10);
    NumericColumns ranges = columns(5, 17_000, 10);
    put(
        name + ", first rows",
        () -> empty.get().add(few, labels(500, 2)),
        statistics -> statistics.add(some, weighted(labels(700, 4))));
    put(
        name + ", end of a range",
        () -> empty.get().add(nearlyAll, labels(8000, 3)),
        statistics -> statistics.add(some, labels(700, 4)));
    put(
        name + ", floats",
        () -> empty.get().add(nearlyAll, labels(8000, 3)),
        statistics -> statistics.add(floats(some), labels(700, 3)));
    put(
        name + ", large batch",
        () -> empty.get().add(few, labels(500, 2)),
        statistics -> statistics.add(many, weighted(labels(9000, 3))));
    put(
        name + ", workers",
        () -> empty.get().on(THREE).add(few, labels(500, 3)),
        statistics -> statistics.add(ranges, labels(17_000, 4)));
    putJoined(
        name,
        empty.get().add(nearlyAll, labels(8000, 3)),
        empty.get().add(some, labels(700, 4)),
        empty);
  }

  /// Tiles of so many classes are not kept from one range to the next; one class goes on with many
  /// rows.
  private static void manyClasses() {
    int k = 3700;
    NumericColumns rows = columns(5, 8100, 1);
    NumericColumns next = columns(6, 1000, 1);
    put(
        "scatters of many classes",
        () -> new GaussianStatistics(1).add(rows, labels(8100, k)),
        statistics ->
            statistics.add(
                next, Labels.of(IntStream.range(0, 1000).map(i -> i % 7 == 0 ? i : 9).toArray())));
  }

  private static void diagonal() {
    Supplier<VarianceStatistics> empty = () -> new VarianceStatistics(3);
    NumericColumns few = columns(7, 900, 3);
    NumericColumns nearlyAll = columns(8, 32_000, 3);
    NumericColumns some = columns(9, 3000, 3);
    NumericColumns many = columns(10, 33_000, 3);
    for (int k : new int[] {3, 20}) {
      String name = "squares of " + k + " classes";
      put(
          name + ", first rows",
          () -> empty.get().add(few, labels(900, 2)),
          statistics -> statistics.add(some, weighted(labels(3000, k))));
      put(
          name + ", end of a range",
          () -> empty.get().add(nearlyAll, labels(32_000, 2)),
          statistics -> statistics.add(floats(some), labels(3000, k)));
      put(
          name + ", large batch",
          () -> empty.get().add(few, labels(900, k)),
          statistics -> statistics.add(many, weighted(labels(33_000, k))));
      put(
          name + ", workers",
          () -> empty.get().on(THREE).add(few, labels(900, 2)),
          statistics -> statistics.add(many, labels(33_000, k)));
    }
    putJoined(
        "squares",
        empty.get().add(nearlyAll, labels(32_000, 2)),
        empty.get().add(some, labels(3000, 12)),
        empty);
  }

  private static void bits() {
    Supplier<BernoulliStatistics> empty = () -> new BernoulliStatistics(5);
    BitColumns rows = BitColumns.copyOf(columns(11, 300, 5), 0);
    BitColumns more = BitColumns.copyOf(columns(12, 400, 5), 0);
    put(
        "bits",
        () -> empty.get().add(rows, labels(300, 2)),
        statistics -> statistics.add(more, labels(400, 3)));
    put(
        "bits, known classes, workers",
        () -> empty.get().on(THREE).add(rows, labels(300, 3)),
        statistics -> statistics.add(more, labels(400, 3)));
    put(
        "bits, first weights",
        () -> empty.get().add(rows, labels(300, 3)),
        statistics -> statistics.add(more, weighted(labels(400, 3))));
    put(
        "bits, more weights",
        () -> empty.get().add(rows, weighted(labels(300, 3))),
        statistics -> statistics.add(more, weighted(labels(400, 3))));
    put(
        "bits, first missing values",
        () -> empty.get().add(rows, labels(300, 2)),
        statistics -> statistics.add(missing(13, 200), labels(200, 3)));
    put(
        "bits, more missing values",
        () -> empty.get().add(missing(13, 200), labels(200, 2)),
        statistics -> statistics.add(missing(14, 300), weighted(labels(300, 3))));
    Supplier<BernoulliStatistics> words =
        () -> BernoulliStatistics.of(words(15, 60, "a", "c", "e"), labels(60, 2));
    put(
        "bits, sparse",
        words,
        statistics -> statistics.add(words(16, 80, "a", "c", "e"), labels(80, 2)));
    put(
        "bits, new words",
        words,
        statistics -> statistics.add(words(16, 80, "a", "b", "d"), weighted(labels(80, 3))));
    putJoined(
        "bits",
        empty.get().add(rows, labels(300, 2)).add(missing(13, 200), labels(200, 2)),
        empty.get().add(more, labels(400, 3)).add(missing(14, 300), labels(300, 3)),
        empty);
  }

  private static void categories() {
    CategoryColumns rows = named(17, 200, "a", "c");
    CategoryColumns more = named(18, 300, "a", "b", "d");
    put(
        "categories, new ones",
        () -> CategoryStatistics.of(rows, labels(200, 2)),
        statistics -> statistics.add(more, weighted(labels(300, 3))));
    put(
        "categories, known ones, workers",
        () -> CategoryStatistics.of(more, labels(300, 3)).on(THREE),
        statistics -> statistics.add(rows, labels(200, 3)));
    put(
        "categories, more weights",
        () -> CategoryStatistics.of(rows, weighted(labels(200, 2))),
        statistics -> statistics.add(rows, weighted(labels(200, 2))));
    CategoryStatistics second = CategoryStatistics.of(more, labels(300, 3));
    putJoined(
        "categories",
        CategoryStatistics.of(rows, labels(200, 2)),
        second,
        () -> new CategoryStatistics(rows.dictionaries()));
  }

  private static void counts() {
    Supplier<CountStatistics> empty = () -> new CountStatistics(10);
    NumericColumns rows = whole(19, 700, 10);
    NumericColumns more = whole(20, 900, 10);
    put(
        "counts, new class",
        () -> empty.get().add(rows, labels(700, 2)),
        statistics -> statistics.add(more, labels(900, 3)));
    put(
        "counts, first weights",
        () -> empty.get().add(rows, labels(700, 2)),
        statistics -> statistics.add(more, weighted(labels(900, 2))));
    put(
        "counts, floats",
        () -> empty.get().add(rows, labels(700, 2)),
        statistics -> statistics.add(floats(more), labels(900, 2)));
    double[] fractions = new double[8000];
    Arrays.setAll(fractions, i -> i % 9 / 2.0);
    NumericColumns byRow = NumericColumns.ofRowMajor(fractions, 10);
    put(
        "counts, row by row, first fractions",
        () -> empty.get().add(rows, labels(700, 2)),
        statistics -> statistics.add(byRow, labels(800, 2)));
    Supplier<CountStatistics> words =
        () -> CountStatistics.of(words(21, 60, "a", "c", "e"), labels(60, 2));
    put(
        "counts, sparse",
        words,
        statistics -> statistics.add(words(22, 80, "a", "c", "e"), weighted(labels(80, 2))));
    put(
        "counts, new words",
        words,
        statistics -> statistics.add(words(22, 80, "a", "b", "d"), labels(80, 3)));
    putJoined(
        "counts",
        empty.get().add(rows, labels(700, 2)),
        empty.get().add(more, labels(900, 3)),
        empty);
  }

  /// Rows of categories of two features.
  private static CategoryColumns named(long seed, int n, String... names) {
    SplittableRandom random = new SplittableRandom(seed);
    String[][] rows = new String[n][2];
    for (String[] row : rows) {
      Arrays.setAll(row, _ -> names[random.nextInt(names.length)]);
    }
    return CategoryColumns.fromRows(List.of("d"), rows);
  }

  /// Rows of 0, 1 and missing values.
  private static CategoryColumns missing(long seed, int n) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] columns = new double[5][n];
    for (double[] column : columns) {
      Arrays.setAll(column, _ -> random.nextInt(4) == 0 ? Double.NaN : random.nextInt(2));
    }
    return CategoryColumns.copyOfBinary(NumericColumns.of(columns));
  }

  /// Rows of counts.
  private static NumericColumns whole(long seed, int n, int d) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] columns = new double[d][n];
    for (double[] column : columns) {
      Arrays.setAll(column, _ -> random.nextInt(4));
    }
    return NumericColumns.of(columns);
  }

  /// Sparse rows of words that occur or not.
  private static SparseRows words(long seed, int n, String... words) {
    SplittableRandom random = new SplittableRandom(seed);
    int[][] rows = new int[n][];
    Arrays.setAll(
        rows, _ -> IntStream.range(0, words.length).filter(_ -> random.nextBoolean()).toArray());
    return SparseRows.fromRows(rows, words.length).withFeatures(Features.words(List.of(words)));
  }

  private static NumericColumns columns(long seed, int n, int d) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] columns = new double[d][n];
    for (double[] column : columns) {
      for (int i = 0; i < n; i++) {
        column[i] = random.nextGaussian();
      }
    }
    return NumericColumns.of(columns);
  }

  private static NumericColumns floats(NumericColumns rows) {
    float[][] columns = new float[rows.featureCount()][rows.rowCount()];
    for (int j = 0; j < columns.length; j++) {
      for (int i = 0; i < columns[j].length; i++) {
        columns[j][i] = (float) rows.value(i, j);
      }
    }
    return NumericColumns.of(columns);
  }

  /// Rows of k classes in turn.
  private static Labels labels(int n, int k) {
    return Labels.of(IntStream.range(0, n).map(i -> i % k).toArray());
  }

  private static Labels weighted(Labels labels) {
    return labels.withWeights(
        IntStream.range(0, labels.rowCount()).mapToDouble(i -> i % 5 / 4.0).toArray());
  }
}
