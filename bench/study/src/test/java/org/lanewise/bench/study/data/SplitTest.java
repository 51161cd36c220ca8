package org.lanewise.bench.study.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitTest {

  /// Class 1 has a quarter of the rows.
  private static Table table(int n) {
    int[] labels = IntStream.range(0, n).map(i -> i % 4 == 0 ? 1 : 0).toArray();
    return new Table("made", "numbers", new Rows.Numbers(new double[1][n]), labels, 2);
  }

  @Test
  void everyRowIsOnceInTrainingOrTest() {
    Split split = Split.of(table(100), 3);
    assertEquals(20, split.test().length);
    assertArrayEquals(
        IntStream.range(0, 100).toArray(),
        IntStream.concat(Arrays.stream(split.training()), Arrays.stream(split.test()))
            .sorted()
            .toArray());
  }

  @Test
  void firstTrainingRowsHaveTheClassesInTheirShares() {
    Table table = table(400);
    for (int number = 0; number < 20; number++) {
      int[] labels = table.labelsOf(Split.of(table, number).training());
      for (int size = 10; size <= labels.length; size += 10) {
        assertEquals(size / 4.0, Arrays.stream(labels).limit(size).sum(), 1.01);
      }
    }
  }

  @Test
  void splitsAreTheSameAgainAndDifferByNumber() {
    Table table = table(100);
    assertArrayEquals(Split.of(table, 1).training(), Split.of(table, 1).training());
    assertFalse(Arrays.equals(Split.of(table, 1).training(), Split.of(table, 2).training()));
    assertFalse(Arrays.equals(Split.of(table, 1).training(), Split.forChoice(table, 1).training()));
  }

  @Test
  void sizesGrowToAllTrainingRows() {
    assertEquals(List.of(10, 20, 40, 80), Split.sizes(table(100), 1));
    assertEquals(List.of(10, 14, 20, 28, 40, 57, 80, 96), Split.sizes(table(120), 2));
  }

  @Test
  void randomNumbersOfOneDrawDoNotContinueThoseOfAnother() {
    long[] second = Randoms.of(1, 2).longs(100).toArray();
    for (int other = 0; other < 100; other++) {
      if (other != 2) {
        long first = Randoms.of(1, other).nextLong();
        assertTrue(Arrays.stream(second).noneMatch(value -> value == first));
      }
    }
  }
}
