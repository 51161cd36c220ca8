package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;

final class CategoryStatisticsTest {

  private static final List<CategoryDictionary> THREE_AND_TWO =
      List.of(CategoryDictionary.ofSize(3), CategoryDictionary.of(List.of("a", "b")));

  @Property(seed = "41", tries = 40)
  void batchesCutAnywhereAreCountedRowByRow(
      @ForAll @IntRange(min = 1, max = 1200) int n,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll boolean weighted,
      @ForAll long seed) {
    Random random = new Random(seed);
    int[][] x = {random.ints(n, -1, 3).toArray(), random.ints(n, -1, 2).toArray()};
    int[] y = random.ints(n, 0, k).toArray();
    double[] weight = weighted ? random.doubles(n, 0, 3).toArray() : null;
    CategoryStatistics whole =
        add(
            new CategoryStatistics(
                Features.unnamed(THREE_AND_TWO.size()), THREE_AND_TWO, Classes.unnamed(k)),
            x,
            y,
            weight,
            0,
            n);
    CategoryStatistics cut =
        new CategoryStatistics(
            Features.unnamed(THREE_AND_TWO.size()), THREE_AND_TWO, Classes.unnamed(k));
    for (int from = 0; from < n; ) {
      int to = from + 1 + random.nextInt(n - from);
      add(cut, x, y, weight, from, to);
      from = to;
    }
    assertSame(whole, cut);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < 2; j++) {
        for (int v = 0; v < 3 - j; v++) {
          double sum = 0;
          for (int i = 0; i < n; i++) {
            sum += y[i] == c && x[j][i] == v ? weighted ? weight[i] : 1 : 0;
          }
          assertEquals(sum, whole.count(c, j, v));
        }
      }
    }
    assertEquals(n, whole.rowCount());
  }

  /// From 1,024 rows on, features with few categories are counted in groups: here with 0 to 300
  /// categories and up to 300 classes, on both sides of what a group and a byte hold.
  @Property(seed = "44", tries = 60)
  void manyRowsAreCountedRowByRow(
      @ForAll @IntRange(min = 1020, max = 2100) int n,
      @ForAll @IntRange(min = 1, max = 300) int k,
      @ForAll @IntRange(min = -2, max = 3) int missing,
      @ForAll boolean bytes,
      @ForAll long seed) {
    Random random = new Random(seed);
    int few = 1 + (int) (k * random.nextDouble());
    int[] sizes = {
      2, 1, 3, 0, bytes ? 128 : 300, 126, 4, 127, 2, 2, 31, 7, 1 + random.nextInt(120)
    };
    List<CategoryDictionary> dictionaries =
        Arrays.stream(sizes).mapToObj(CategoryDictionary::ofSize).toList();
    int[] y = random.ints(n, 0, few).toArray();
    int[][] x = new int[sizes.length][n];
    byte[][] narrow = new byte[sizes.length][n];
    long[][][] expected = new long[k][sizes.length][301];
    for (int j = 0; j < sizes.length; j++) {
      for (int i = 0; i < n; i++) {
        x[j][i] = random.nextInt(9) * sizes[j] == 0 ? missing : random.nextInt(sizes[j]);
        narrow[j][i] = (byte) x[j][i];
        expected[y[i]][j][x[j][i] == missing ? 300 : x[j][i]]++;
      }
    }
    CategoryColumns rows =
        bytes
            ? CategoryColumns.withMissing(missing, dictionaries, narrow)
            : CategoryColumns.withMissing(missing, dictionaries, x);
    CategoryStatistics statistics =
        new CategoryStatistics(
                Features.unnamed(dictionaries.size()), dictionaries, Classes.unnamed(k))
            .add(rows, Labels.ofIndices(y, k))
            .as(CategoryStatistics.class);
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < sizes.length; j++) {
        for (int v = 0; v < sizes[j]; v++) {
          assertEquals(expected[c][j][v], statistics.count(c, j, v));
        }
      }
    }
  }

  @Property(seed = "42", tries = 30)
  void subtractingUndoesMergingAndAdding(
      @ForAll @IntRange(min = 1, max = 90) int n, @ForAll long seed) {
    Random random = new Random(seed);
    int[][] x = {random.ints(2L * n, -1, 3).toArray(), random.ints(2L * n, -1, 2).toArray()};
    int[] y = random.ints(2L * n, 0, 3).toArray();
    CategoryStatistics first =
        add(
            new CategoryStatistics(
                Features.unnamed(THREE_AND_TWO.size()), THREE_AND_TWO, Classes.unnamed(3)),
            x,
            y,
            null,
            0,
            n);
    CategoryStatistics second =
        add(
            new CategoryStatistics(
                Features.unnamed(THREE_AND_TWO.size()), THREE_AND_TWO, Classes.unnamed(3)),
            x,
            y,
            null,
            n,
            2 * n);
    CategoryStatistics both =
        add(
            new CategoryStatistics(
                Features.unnamed(THREE_AND_TWO.size()), THREE_AND_TWO, Classes.unnamed(3)),
            x,
            y,
            null,
            0,
            2 * n);
    assertSame(first, both.subtract(second).as(CategoryStatistics.class));
    assertSame(first, both.merge(second).subtract(second).as(CategoryStatistics.class));
  }

  @Test
  void workersGiveTheSameBits() {
    Random random = new Random(43);
    int[][] x = new int[9][];
    Arrays.setAll(x, j -> random.ints(3000, -1, 5).toArray());
    CategoryColumns rows = CategoryColumns.withMissing(-1, x);
    Labels labels = Labels.ofIndices(random.ints(3000, 0, 3).toArray(), 3);
    double[] weights = random.doubles(3000).toArray();
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      Workers workers = new Workers(executor, 2);
      for (double[] given : new double[][] {null, weights}) {
        assertSame(
            new CategoryStatistics(
                    Features.unnamed(rows.dictionaries().size()),
                    rows.dictionaries(),
                    Classes.unnamed(3))
                .add(rows, labels.withWeights(given))
                .as(CategoryStatistics.class),
            new CategoryStatistics(
                    Features.unnamed(rows.dictionaries().size()),
                    rows.dictionaries(),
                    Classes.unnamed(3))
                .on(workers)
                .add(rows, labels.withWeights(given))
                .as(CategoryStatistics.class));
      }
    }
  }

  @Test
  void whatIsRefusedChangesNothing() {
    CategoryStatistics statistics =
        new CategoryStatistics(
            Features.unnamed(THREE_AND_TWO.size()), THREE_AND_TWO, Classes.unnamed(2));
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    CategoryColumns rows = CategoryColumns.withMissing(-1, new int[] {0, 2}, new int[] {1, -1});
    statistics.add(rows, labels);
    assertNames(
        () -> statistics.add(CategoryColumns.of(new int[] {0, 3}, new int[2]), labels),
        "row 1, feature 0 is the category '3'; one of [0 to 2]");
    assertNames(
        () ->
            statistics.add(
                CategoryColumns.copyOfColumns(
                    THREE_AND_TWO.subList(1, 2), List.of(), new String[] {"a", "x"}),
                labels),
        "1 feature; 2");
    CategoryColumns unseen =
        CategoryColumns.copyOfColumns(
            List.of(CategoryDictionary.ofSize(0), THREE_AND_TWO.get(1)),
            List.of("?"),
            new String[] {"?", "?"},
            new String[] {"a", "x"});
    assertNames(
        () -> statistics.add(unseen, labels),
        "row 1, feature 1 is the category 'x'; one of [a, b]");
    CategoryColumns others =
        CategoryColumns.of(
            List.of(CategoryDictionary.ofSize(3), CategoryDictionary.of(List.of("a", "c"))),
            new int[2],
            new int[] {0, 1});
    assertNames(
        () -> statistics.add(others, labels),
        "row 1, feature 1 is the category 'c'; one of [a, b]");
    assertNames(
        () -> statistics.add(rows, labels.withWeights(new double[] {-1, 1})), "weight of row 0");
    assertNames(() -> statistics.add(rows, Labels.ofIndices(new int[3], 2)), "3 labels");
    assertNames(
        () ->
            statistics.subtract(
                new CategoryStatistics(
                        Features.unnamed(THREE_AND_TWO.size()), THREE_AND_TWO, Classes.unnamed(2))
                    .add(
                        CategoryColumns.withMissing(-1, new int[] {0, 1}, new int[] {1, -1}),
                        labels)),
        "the count of category '1' of feature 0 in class 1 is 1");
    assertNames(
        () -> statistics.merge(CategoryStatistics.of(others, labels)),
        "the category 'c' was given; one of [a, b] is expected");
    assertNames(() -> statistics.subtract(statistics), "themselves");
    assertEquals(2, statistics.rowCount());
    assertEquals(1, statistics.count(0, 1, 1));
    assertEquals(0, statistics.count(1, 1, 1));
    assertEquals(1, statistics.count(1, 0, 2));
    assertEquals(1, statistics.classWeight(0));
  }

  private static CategoryStatistics add(
      CategoryStatistics statistics, int[][] x, int[] y, double[] weight, int from, int to) {
    CategoryColumns rows =
        CategoryColumns.withMissing(
            -1, Arrays.copyOfRange(x[0], from, to), Arrays.copyOfRange(x[1], from, to));
    Labels labels = Labels.ofIndices(Arrays.copyOfRange(y, from, to), statistics.classCount());
    statistics.add(
        rows, weight == null ? labels : labels.withWeights(Arrays.copyOfRange(weight, from, to)));
    return statistics;
  }

  private static void assertSame(CategoryStatistics expected, CategoryStatistics actual) {
    assertEquals(expected.rowCount(), actual.rowCount());
    for (int c = 0; c < expected.classCount(); c++) {
      assertEquals(expected.classWeight(c), actual.classWeight(c));
      for (int j = 0; j < expected.featureCount(); j++) {
        for (int v = 0; v < expected.dictionaries().get(j).size(); v++) {
          assertEquals(expected.count(c, j, v), actual.count(c, j, v));
        }
      }
    }
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
