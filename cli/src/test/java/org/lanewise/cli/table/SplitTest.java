package org.lanewise.cli.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SplitTest {

  @Test
  void everyFifthRowTests() {
    Split split = Split.every(11, 5);
    assertArrayEquals(new int[] {4, 9}, split.testRows());
    assertArrayEquals(new int[] {0, 1, 2, 3, 5, 6, 7, 8, 10}, split.trainRows());
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
}
