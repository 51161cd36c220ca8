package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;

/// Edges of the statistics that count, each of which a mutant once passed unseen.
class CountingEdgesTest {

  private static final Labels ONE_CLASS = Labels.ofIndices(new int[] {0, 0}, 1);

  @Test
  void bitsOfManyTilesAndBlocksAreCountedRowByRow() {
    SplittableRandom random = new SplittableRandom(71);
    for (int[] shape : new int[][] {{70_001, 3, 2}, {150_000, 2, 40}, {9_999, 5, 300}}) {
      int n = shape[0];
      int d = shape[1];
      int k = shape[2];
      boolean[][] columns = new boolean[d][n];
      int[] labels = random.ints(n, 0, k).toArray();
      long[][] expected = new long[k][d];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < d; j++) {
          columns[j][i] = random.nextInt(3) == 0;
          expected[labels[i]][j] += columns[j][i] ? 1 : 0;
        }
      }
      BernoulliStatistics statistics =
          BernoulliStatistics.of(BitColumns.copyOfColumns(columns), Labels.ofIndices(labels, k));
      for (int c = 0; c < k; c++) {
        for (int j = 0; j < d; j++) {
          assertEquals(expected[c][j], statistics.count(c, j));
          assertEquals(statistics.classWeight(c) - expected[c][j], statistics.unsetCount(c, j));
        }
      }
    }
  }

  @Test
  void addingSparseRowsReturnsTheStatistics() {
    SparseRows rows = SparseRows.fromRows(new int[][] {{0}, {1}}, 2);
    double[] weights = {1, 2};
    CountStatistics counts = new CountStatistics(Features.unnamed(2), Classes.unnamed(1));
    assertSame(counts, counts.add(rows, ONE_CLASS));
    assertSame(counts, counts.add(rows, ONE_CLASS.withWeights(weights)));
    BernoulliStatistics bits = new BernoulliStatistics(Features.unnamed(2), Classes.unnamed(1));
    assertSame(bits, bits.add(rows, ONE_CLASS));
    assertSame(bits, bits.add(rows, ONE_CLASS.withWeights(weights)));
  }

  @Test
  void thereIsAtLeastOneFeatureAndOneClass() {
    List<CategoryDictionary> binary = List.of(CategoryDictionary.BINARY);
    for (Runnable made :
        List.<Runnable>of(
            () -> new CountStatistics(Features.unnamed(0), Classes.unnamed(1)),
            () -> new CountStatistics(Features.unnamed(1), Classes.unnamed(0)),
            () -> new BernoulliStatistics(Features.unnamed(0), Classes.unnamed(1)),
            () -> new BernoulliStatistics(Features.unnamed(1), Classes.unnamed(0)),
            () -> new CategoryStatistics(Features.unnamed(0), List.of(), Classes.unnamed(1)),
            () ->
                new CategoryStatistics(
                    Features.unnamed(binary.size()), binary, Classes.unnamed(0)))) {
      assertThrows(IllegalArgumentException.class, made::run);
    }
  }

  /// Each of so many rows a count of 2^53: 1,024 of them are more than a long holds.
  private static CountStatistics large(int rowCount) {
    double[] column = new double[rowCount];
    Arrays.fill(column, 0x1p53);
    return CountStatistics.of(NumericColumns.of(column), Labels.ofIndices(new int[rowCount], 1));
  }

  @Test
  void theTotalOfAllCountsGrowsByMergingAndShrinksBySubtracting() {
    CountStatistics merged = large(600).merge(large(300)).as(CountStatistics.class);
    assertEquals(900, merged.rowCount());
    assertThrows(IllegalArgumentException.class, () -> merged.merge(large(300)));
    assertEquals(900 * 0x1p53, merged.count(0, 0));
    CountStatistics rest = large(600).subtract(large(300)).as(CountStatistics.class);
    assertEquals(300, rest.rowCount());
    rest.merge(large(600));
    assertEquals(900 * 0x1p53, rest.count(0, 0));
  }

  @Test
  void theLargestCountIsAcceptedAndTheNextIsNot() {
    double largest = CountStatistics.MAX;
    assertEquals(
        largest,
        CountStatistics.of(
                NumericColumns.of(new double[] {largest}), Labels.ofIndices(new int[1], 1))
            .count(0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            CountStatistics.of(
                NumericColumns.of(new double[] {Math.nextUp(largest)}),
                Labels.ofIndices(new int[1], 1)));
  }

  @Test
  void whatCannotBeSubtractedIsNamed() {
    List<CategoryDictionary> known =
        List.of(
            CategoryDictionary.of(List.of("red", "blue")),
            CategoryDictionary.ofSize(0),
            CategoryDictionary.of(List.of("small", "large")));
    int[] none = {CategoryColumns.MISSING, CategoryColumns.MISSING};
    Labels labels = Labels.ofIndices(new int[] {0, 1}, 2);
    CategoryStatistics held =
        new CategoryStatistics(Features.unnamed(known.size()), known, Classes.unnamed(2))
            .add(
                CategoryColumns.withMissing(
                    CategoryColumns.MISSING, known, new int[] {0, 1}, none, new int[] {0, 0}),
                labels)
            .as(CategoryStatistics.class);
    CategoryStatistics more =
        new CategoryStatistics(Features.unnamed(known.size()), known, Classes.unnamed(2))
            .add(
                CategoryColumns.withMissing(
                    CategoryColumns.MISSING, known, new int[] {0, 1}, none, new int[] {0, 1}),
                labels)
            .as(CategoryStatistics.class);
    String message =
        assertThrows(IllegalArgumentException.class, () -> held.subtract(more)).getMessage();
    assertTrue(message.contains("category 'large' of feature 2 in class 1"), message);
    CategoryStatistics first =
        new CategoryStatistics(Features.unnamed(known.size()), known, Classes.unnamed(2))
            .add(
                CategoryColumns.withMissing(
                    CategoryColumns.MISSING, known, new int[] {0, 0}, none, new int[] {0, 0}),
                labels)
            .as(CategoryStatistics.class);
    message = assertThrows(IllegalArgumentException.class, () -> held.subtract(first)).getMessage();
    assertTrue(message.contains("category 'red' of feature 0 in class 1"), message);
    CategoryStatistics other =
        new CategoryStatistics(
            Features.unnamed(known.subList(0, 1).size()), known.subList(0, 1), Classes.unnamed(2));
    assertThrows(IllegalArgumentException.class, () -> held.subtract(other));
    assertEquals(2, held.rowCount());
  }

  @Test
  void aClassThatWasSubtractedWholeCanComeAgain() {
    double[][] rows = {{1e6, 1}, {1e6 + 1, 3}, {1e6 + 5, 2}, {-7, 4}, {-8, 9}, {-10, 5}};
    int[] labels = {0, 0, 0, 1, 1, 1};
    GaussianStatistics whole =
        GaussianStatistics.of(NumericColumns.fromRows(rows), Labels.ofIndices(labels, 2));
    double[][] gone = Arrays.copyOfRange(rows, 3, 6);
    Labels second = Labels.ofIndices(new int[] {1, 1, 1}, 2);
    GaussianStatistics rest =
        GaussianStatistics.of(NumericColumns.fromRows(rows), Labels.ofIndices(labels, 2))
            .subtract(GaussianStatistics.of(NumericColumns.fromRows(gone), second))
            .as(GaussianStatistics.class);
    assertEquals(0, rest.summary().classWeights()[1]);
    rest.add(NumericColumns.fromRows(gone), second);
    for (int c = 0; c < 2; c++) {
      double[] expected = whole.summary().packedScatter(c);
      double[] found = rest.summary().packedScatter(c);
      for (int i = 0; i < expected.length; i++) {
        assertEquals(expected[i], found[i], 1e-9);
      }
    }
  }
}
