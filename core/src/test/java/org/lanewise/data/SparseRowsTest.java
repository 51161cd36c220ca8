package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SparseRowsTest {

  @Test
  void keepsWhatIsNotZeroOfDenseRows() {
    SparseRows rows =
        SparseRows.copyOf(NumericColumns.fromRows(new double[][] {{0, 2, 0}, {1, 0, 3}}));
    assertEquals(2, rows.rowCount());
    assertEquals(3, rows.featureCount());
    assertRow(rows, 0, new int[] {1}, new double[] {2});
    assertRow(rows, 1, new int[] {0, 2}, new double[] {1, 3});
  }

  @Test
  void rowsMayBeGivenOneByOne() {
    SparseRow slice = new SparseRow();
    slice.set(new int[] {9, 0, 2}, new double[] {9, 5, 6}, 1, 3);
    SparseRows rows = SparseRows.fromRows(List.of(SparseRow.of(1, 2), slice, new SparseRow()), 3);
    assertFalse(rows.isBinary());
    assertRow(rows, 0, new int[] {1, 2}, new double[] {1, 1});
    assertRow(rows, 1, new int[] {0, 2}, new double[] {5, 6});
    assertRow(rows, 2, new int[] {}, new double[] {});
    SparseRows binary = SparseRows.fromRows(List.of(SparseRow.of(1, 2), new SparseRow()), 3);
    assertTrue(binary.isBinary());
    assertRow(binary, 0, new int[] {1, 2}, null);
    assertNames(() -> SparseRows.fromRows(List.of(SparseRow.of(3)), 3), "row 0 has the index 3");
    assertNames(
        () -> SparseRows.fromRows(Arrays.asList(SparseRow.of(1), null), 3), "row 1 is null");
  }

  @Test
  void keepsTheEntriesAboveAThreshold() {
    SparseRows rows =
        SparseRows.of(new int[] {0, 3, 4}, new int[] {0, 2, 5, 1}, new double[] {0, 1, 4, 2}, 6);
    SparseRows binary = rows.binarize(1);
    assertTrue(binary.isBinary());
    assertRow(binary, 0, new int[] {5}, null);
    assertRow(binary, 1, new int[] {1}, null);
    assertNames(() -> rows.binarize(-0.5), "the threshold is -0.5");
  }

  @Test
  void aSliceOfLargerArraysIsRows() {
    SparseRows rows = SparseRows.of(new int[] {1, 3, 3}, new int[] {9, 0, 1, 9}, 2);
    assertRow(rows, 0, new int[] {0, 1}, null);
    assertRow(rows, 1, new int[] {}, null);
    SparseRows binary = rows.binarize(0);
    assertRow(binary, 0, new int[] {0, 1}, null);
  }

  @Test
  void refusesWhatIsNotCsrNamingTheRow() {
    assertNames(() -> SparseRows.fromRows(new int[][] {{0}, {2, 2}}, 3), "row 1 has the index 2");
    assertNames(() -> SparseRows.fromRows(new int[][] {{0}, {2, 1}}, 3), "row 1 has the index 1");
    assertNames(() -> SparseRows.fromRows(new int[][] {{3}}, 3), "row 0 has the index 3");
    assertNames(() -> SparseRows.fromRows(new int[][] {{-1}}, 3), "row 0 has the index -1");
    assertNames(() -> SparseRows.fromRows(new int[][] {{0}, null}, 3), "row 1 is null");
    assertNames(() -> SparseRows.of(new int[] {0, 2, 1}, new int[2], 3), "row 0");
    assertNames(() -> SparseRows.of(new int[] {0, 1, 3}, new int[2], 3), "row 1 ends at entry 3");
    assertNames(() -> SparseRows.of(new int[] {}, new int[2], 3), "rowStarts is empty");
    assertNames(() -> SparseRows.of(new int[] {0}, new int[0], 0), "featureCount is 0");
    assertNames(
        () -> SparseRows.of(new int[] {0, 1}, new int[] {1}, new double[] {Double.NaN}, 3),
        "row 0, feature 1 is NaN");
  }

  private static void assertRow(SparseRows rows, int row, int[] indices, double[] values) {
    SparseRow view = new SparseRow();
    rows.row(row, view);
    assertArrayEquals(indices, Arrays.copyOfRange(view.indices(), view.from(), view.to()));
    if (values != null) {
      assertArrayEquals(values, Arrays.copyOfRange(view.values(), view.from(), view.to()));
    }
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
