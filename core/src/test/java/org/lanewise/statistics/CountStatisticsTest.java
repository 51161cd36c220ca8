package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;

final class CountStatisticsTest {

  @Property(seed = "21", tries = 40)
  void sparseAndDenseBatchesCutAnywhereGiveTheSameBits(
      @ForAll @IntRange(min = 1, max = 90) int n,
      @ForAll @IntRange(min = 1, max = 9) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll boolean weighted,
      @ForAll boolean fractions,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = rows(n, d, fractions, random);
    int[] y = random.ints(n, 0, k).toArray();
    double[] weight = weighted ? random.doubles(n, 0, 3).toArray() : null;
    CountStatistics whole = new CountStatistics(Features.unnamed(d), Classes.unnamed(k));
    CountStatistics cut = new CountStatistics(Features.unnamed(d), Classes.unnamed(k));
    CountStatistics sparse = new CountStatistics(Features.unnamed(d), Classes.unnamed(k));
    add(whole, x, y, weight, 0, n, false);
    for (int from = 0; from < n; ) {
      int to = from + 1 + random.nextInt(n - from);
      add(cut, x, y, weight, from, to, false);
      add(sparse, x, y, weight, from, to, true);
      from = to;
    }
    assertSame(whole, cut);
    assertSame(whole, sparse);
    for (int c = 0; c < k; c++) {
      double rows = 0;
      for (int i = 0; i < n; i++) {
        rows += y[i] == c ? weighted ? weight[i] : 1 : 0;
      }
      assertEquals(rows, whole.classWeight(c), 1e-13 * rows);
      for (int j = 0; j < d; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
          sum += y[i] == c ? (weighted ? weight[i] : 1) * x[i][j] : 0;
        }
        assertEquals(sum, whole.count(c, j), 1e-13 * sum);
      }
    }
    assertEquals(n, whole.rowCount());
  }

  @Property(seed = "22", tries = 40)
  void subtractingUndoesMergingAndAdding(
      @ForAll @IntRange(min = 1, max = 40) int n,
      @ForAll boolean earlierWeights,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[][] x = rows(2 * n, 5, false, random);
    int[] y = random.ints(2L * n, 0, 3).toArray();
    double[] weight = earlierWeights ? random.doubles(2L * n, 0, 3).toArray() : null;
    CountStatistics first = new CountStatistics(Features.unnamed(5), Classes.unnamed(3));
    CountStatistics both = new CountStatistics(Features.unnamed(5), Classes.unnamed(3));
    CountStatistics second = new CountStatistics(Features.unnamed(5), Classes.unnamed(3));
    add(first, x, y, weight, 0, n, false);
    add(both, x, y, weight, 0, n, true);
    add(both, x, y, null, n, 2 * n, true);
    add(second, x, y, null, n, 2 * n, false);
    assertSame(first, both.subtract(second).as(CountStatistics.class));
    assertSame(first, both.merge(second).subtract(second).as(CountStatistics.class));
  }

  @Test
  void wholeCountsAreExactBeyondTheirSumInDoubles() {
    Labels labels = Labels.ofIndices(new int[] {0, 0, 0}, 1);
    CountStatistics statistics =
        CountStatistics.of(NumericColumns.of(new double[] {0x1p53, 1, 1}), labels);
    assertEquals(0x1p53 + 2, statistics.count(0, 0));
    CountStatistics big =
        CountStatistics.of(
            NumericColumns.of(new double[] {0x1p53}), Labels.ofIndices(new int[1], 1));
    assertEquals(2, statistics.subtract(big).as(CountStatistics.class).count(0, 0));
  }

  @Test
  void rowsThatLieTogetherAndSparseRowsGiveTheStatisticsOfColumns() {
    for (double odd : new double[] {2, 0.5, 0x1p52 + 1, 0x1p53, 0x1p62, -1, Double.NaN}) {
      double[] rows = {1, 2, 3, 4, 5, 6, 7, odd, 0x1p53 - 1, 8};
      double[][] columns = {{1, 3, 5, 7, 0x1p53 - 1}, {2, 4, 6, odd, 8}};
      Labels labels = Labels.ofIndices(new int[] {0, 1, 0, 1, 1}, 2);
      CountStatistics byRow = new CountStatistics(2);
      NumericColumns together = NumericColumns.ofRowMajor(rows, 2);
      if (odd >= 0) {
        CountStatistics byColumn = CountStatistics.of(NumericColumns.of(columns), labels);
        byRow.add(together, labels);
        assertSame(byColumn, byRow);
        assertSame(byColumn, CountStatistics.of(SparseRows.copyOf(together), labels));
        assertSame(
            byColumn.merge(byColumn.restored(byColumn.state())).as(CountStatistics.class),
            byRow.add(together, labels).as(CountStatistics.class));
      } else {
        assertNames(() -> byRow.add(together, labels), "row 3, feature 1 is " + odd);
        if (odd < 0) {
          SparseRows sparse = SparseRows.copyOf(together);
          assertNames(() -> byRow.add(sparse, labels), "row 3, feature 1 is " + odd);
        }
        assertEquals(0, byRow.rowCount());
      }
    }
  }

  @Test
  void whatCannotBeSubtractedIsRefusedAndChangesNothing() {
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    CountStatistics statistics =
        CountStatistics.of(NumericColumns.of(new double[] {3, 2}, new double[] {0, 5}), labels);
    CountStatistics more =
        CountStatistics.of(NumericColumns.of(new double[] {3, 2}, new double[] {0, 6}), labels);
    assertNames(() -> statistics.subtract(more), "the count of feature 1 in class 1 is 6");
    CountStatistics rows =
        CountStatistics.of(
            NumericColumns.of(new double[3], new double[3]),
            Labels.ofIndices(new int[] {0, 0, 1}, 2));
    assertNames(() -> statistics.subtract(rows), "the number of rows of class 0 is 2");
    CountStatistics fractions =
        CountStatistics.of(NumericColumns.of(new double[] {.5, 1}, new double[] {0, 1}), labels);
    assertNames(() -> statistics.subtract(fractions), "weights or fractions");
    assertNames(() -> statistics.subtract(statistics), "themselves");
    assertNames(
        () -> statistics.subtract(new CountStatistics(Features.unnamed(3), Classes.unnamed(2))),
        "have 3 features; 2 are expected");
    assertEquals(2, statistics.rowCount());
    assertEquals(5, statistics.count(1, 1));
    assertEquals(3, statistics.count(0, 0));
    assertEquals(1, statistics.classWeight(0));
  }

  @Test
  void aRefusedBatchChangesNothing() {
    CountStatistics statistics = new CountStatistics(Features.unnamed(2), Classes.unnamed(2));
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    for (double bad :
        new double[] {-1, -Double.MIN_VALUE, Double.NaN, Double.POSITIVE_INFINITY, 0x1p501}) {
      assertNames(
          () ->
              statistics.add(
                  NumericColumns.of(new double[] {1, .5}, new double[] {2, bad}), labels),
          "row 1, feature 1 is " + bad);
    }
    assertNames(
        () ->
            statistics.add(
                SparseRows.of(new int[] {0, 1, 2}, new int[] {0, 1}, new double[] {1, -2}, 2),
                labels),
        "row 1, feature 1 is -2.0");
    double[] large = new double[2048];
    Arrays.fill(large, 0x1p53);
    assertNames(
        () -> statistics.add(NumericColumns.of(large, large), Labels.ofIndices(new int[2048], 2)),
        "sum to more than 2^63 - 1");
    NumericColumns columns = NumericColumns.of(new double[] {1, 2}, new double[] {3, 4});
    assertNames(
        () -> statistics.add(columns, labels.withWeights(new double[] {1, -1})), "weight of row 1");
    assertNames(() -> statistics.add(columns, Labels.ofIndices(new int[2], 3)), "3 classes; 2");
    assertEquals(0, statistics.rowCount());
    for (int cell = 0; cell < 4; cell++) {
      assertEquals(0, statistics.count(cell / 2, cell % 2));
    }
    statistics.add(columns, labels);
    assertThrows(IllegalArgumentException.class, () -> statistics.merge(statistics));
    assertThrows(
        IllegalArgumentException.class,
        () -> statistics.merge(new CountStatistics(Features.unnamed(2), Classes.unnamed(3))));
  }

  private static double[][] rows(int n, int d, boolean fractions, Random random) {
    double[][] rows = new double[n][d];
    for (double[] row : rows) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextInt(3) == 0 ? random.nextInt(9) : 0;
        row[j] += fractions && random.nextInt(3) == 0 ? random.nextDouble() : 0;
      }
    }
    return rows;
  }

  private static void add(
      CountStatistics statistics,
      double[][] x,
      int[] y,
      double[] weight,
      int from,
      int to,
      boolean sparse) {
    NumericColumns columns = NumericColumns.fromRows(Arrays.copyOfRange(x, from, to));
    Labels labels = Labels.ofIndices(Arrays.copyOfRange(y, from, to), statistics.classCount());
    double[] weights = weight == null ? null : Arrays.copyOfRange(weight, from, to);
    if (sparse) {
      SparseRows rows = SparseRows.copyOf(columns);
      if (weights == null) {
        statistics.add(rows, labels);
      } else {
        statistics.add(rows, labels.withWeights(weights));
      }
    } else if (weights == null) {
      statistics.add(columns, labels);
    } else {
      statistics.add(columns, labels.withWeights(weights));
    }
  }

  private static void assertSame(CountStatistics expected, CountStatistics actual) {
    assertEquals(expected.rowCount(), actual.rowCount());
    for (int c = 0; c < expected.classCount(); c++) {
      assertEquals(expected.classWeight(c), actual.classWeight(c));
      for (int j = 0; j < expected.featureCount(); j++) {
        assertEquals(expected.count(c, j), actual.count(c, j));
      }
    }
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
