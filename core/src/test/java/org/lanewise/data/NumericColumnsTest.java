package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class NumericColumnsTest {

  private static final double[][] ROWS = {{1, 2, 3}, {4, 5, Double.NaN}};

  private static void assertRows(NumericColumns found) {
    assertEquals(2, found.rowCount());
    assertEquals(3, found.featureCount());
    for (int row = 0; row < 2; row++) {
      for (int feature = 0; feature < 3; feature++) {
        assertEquals(ROWS[row][feature], found.value(row, feature));
      }
    }
  }

  @Test
  void columnsRowsAndFlatRowsAreTheSameTable() {
    assertRows(NumericColumns.of(new double[][] {{1, 4}, {2, 5}, {3, Double.NaN}}));
    assertRows(NumericColumns.fromRows(ROWS));
    assertRows(
        NumericColumns.copyOf(
            NumericColumns.ofRowMajor(new double[] {1, 2, 3, 4, 5, Double.NaN}, 3)));
    assertRows(NumericColumns.copyOf(NumericColumns.fromRows(ROWS)));
  }

  @Test
  void columnsAreBorrowedAndRowsAreCopied() {
    double[] column = {1, 2};
    double[][] row = {{1}, {2}};
    double[][] columns = {column};
    NumericColumns borrowed = NumericColumns.of(columns);
    NumericColumns copied = NumericColumns.copyOf(borrowed);
    NumericColumns fromRows = NumericColumns.fromRows(row);
    column[1] = 7;
    row[1][0] = 7;
    columns[0] = new double[2];
    assertEquals(7, borrowed.value(1, 0));
    assertEquals(2, copied.value(1, 0));
    assertEquals(2, fromRows.value(1, 0));
  }

  @Test
  void namesStayWithACopy() {
    NumericColumns named = NumericColumns.fromRows(ROWS).withFeatures("a", "b", "c");
    assertEquals(List.of("a", "b", "c"), named.features().names());
    assertEquals(named.features(), NumericColumns.copyOf(named).features());
    assertRows(named);
    assertThrows(IllegalArgumentException.class, () -> named.withFeatures("a", "b"));
  }

  @Test
  void thereMayBeNoRowsButNotNoColumns() {
    assertEquals(0, NumericColumns.of(new double[0], new double[0]).rowCount());
    assertEquals(0, NumericColumns.copyOf(NumericColumns.ofRowMajor(new double[0], 3)).rowCount());
    assertThrows(IllegalArgumentException.class, () -> NumericColumns.of(new double[0][]));
    assertThrows(IllegalArgumentException.class, () -> NumericColumns.fromRows(new double[0][]));
    assertThrows(
        IllegalArgumentException.class,
        () -> NumericColumns.copyOf(NumericColumns.ofRowMajor(new double[0], 0)));
  }

  @Test
  void shapesThatDoNotFitAreNamed() {
    refused(
        "column 1 has 1 row; 2 are expected",
        () -> NumericColumns.of(new double[] {1, 2}, new double[] {3}));
    refused("column 1 is null", () -> NumericColumns.of(new double[] {1, 2}, null));
    refused(
        "row 1 has 1 feature; 2 are expected",
        () -> NumericColumns.fromRows(new double[] {1, 2}, new double[] {3}));
    refused("row 1 is null", () -> NumericColumns.fromRows(new double[] {1, 2}, null));
    refused(
        "the array has 5 values",
        () -> NumericColumns.copyOf(NumericColumns.ofRowMajor(new double[5], 3)));
  }

  @Test
  void aValueThatIsNotThereIsRefused() {
    NumericColumns columns = NumericColumns.fromRows(ROWS);
    assertThrows(IndexOutOfBoundsException.class, () -> columns.value(2, 0));
    assertThrows(IndexOutOfBoundsException.class, () -> columns.value(0, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> columns.value(-1, 0));
  }

  private static void refused(String part, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
