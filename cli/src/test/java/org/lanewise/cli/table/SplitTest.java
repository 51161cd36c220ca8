package org.lanewise.cli.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lanewise.data.Labels;

class SplitTest {

  @Test
  void everyFifthRowTests() {
    Split split = Split.every(11, 5);
    assertArrayEquals(new int[] {4, 9}, split.testRows());
    assertArrayEquals(new int[] {0, 1, 2, 3, 5, 6, 7, 8, 10}, split.trainRows());
  }

  @Test
  void foldsTakeRowsInTurn() {
    assertArrayEquals(new int[] {0, 3, 6}, Split.fold(7, 0, 3).testRows());
    assertArrayEquals(new int[] {1, 4}, Split.fold(7, 1, 3).testRows());
    assertArrayEquals(new int[] {0, 1, 3, 4, 6}, Split.fold(7, 2, 3).trainRows());
  }

  @Test
  void stratifiedFoldsTakeTheRowsOfEachClassInTurn() {
    int[] folds = Split.stratifiedFolds(Labels.of("b", "a", "a", "b", "a", "a", "b", "c"), 3);
    assertArrayEquals(new int[] {0, 0, 1, 1, 2, 0, 2, 0}, folds);
    assertArrayEquals(new int[] {0, 1, 5, 7}, Split.fold(folds, 0).testRows());
    assertArrayEquals(new int[] {0, 1, 2, 3, 5, 7}, Split.fold(folds, 2).trainRows());
  }

  @Test
  void refusesStratifiedFoldsWithoutRows() {
    Labels labels = Labels.of("a", "a", "b");
    assertEquals(
        "cannot make 3 stratified folds, because no class has more than 2 rows; expected a class"
            + " with a row for each fold",
        assertThrows(DataException.class, () -> Split.stratifiedFolds(labels, 3)).getMessage());
    assertThrows(DataException.class, () -> Split.stratifiedFolds(labels, 1));
    assertThrows(DataException.class, () -> Split.stratifiedFolds(labels, 0));
  }

  @ParameterizedTest
  @CsvSource({"3, 5, 3, 0", "4, 1, 0, 4"})
  void refusesToTrainOrTestOnNothing(int rowCount, int step, int train, int test) {
    DataException refusal = assertThrows(DataException.class, () -> Split.every(rowCount, step));
    assertEquals(
        "every:%d leaves %d training rows and %d test rows of %d; expected some of both"
            .formatted(step, train, test, rowCount),
        refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"3, 4", "3, 1", "3, 0"})
  void refusesFoldsWithoutRows(int rowCount, int foldCount) {
    assertThrows(DataException.class, () -> Split.fold(rowCount, 0, foldCount));
  }
}
