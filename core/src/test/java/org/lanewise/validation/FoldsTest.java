package org.lanewise.validation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.lanewise.data.Labels;

@Tag("once")
class FoldsTest {

  /// The fold that each row tests; −1 for none.
  private static int[] foldOfRow(Folds folds) {
    int[] found = new int[folds.rowCount()];
    Arrays.fill(found, -1);
    for (int fold = 0; fold < folds.count(); fold++) {
      for (int row : folds.testRows(fold)) {
        assertEquals(-1, found[row]);
        found[row] = fold;
      }
    }
    return found;
  }

  /// The expected folds are those of this Python code:
  ///
  /// ```
  /// M = (1 << 64) - 1
  /// def splitmix(s):
  ///     while True:
  ///         s = (s + 0x9E3779B97F4A7C15) & M
  ///         z = ((s ^ (s >> 30)) * 0xBF58476D1CE4E5B9) & M
  ///         z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M
  ///         yield z ^ (z >> 31)
  /// def stratified(labels, k, seed):
  ///     g = splitmix(seed); fold = [0] * len(labels); d = 0
  ///     for c in sorted(set(labels)):
  ///         rows = [i for i, l in enumerate(labels) if l == c]
  ///         for i in range(len(rows) - 1, 0, -1):
  ///             j = next(g) * (i + 1) >> 64
  ///             rows[i], rows[j] = rows[j], rows[i]
  ///         for r in rows:
  ///             fold[r] = d % k; d += 1
  ///     return fold
  /// ```
  @Test
  void shuffledFoldsAreThoseOfTheDocumentedGenerator() {
    Labels labels = Labels.of("b a a b a a b c a c a b a".split(" "));
    assertArrayEquals(
        new int[] {2, 0, 0, 0, 1, 0, 1, 2, 2, 0, 1, 1, 2},
        foldOfRow(Folds.stratified(labels, 3, 1)));
    assertArrayEquals(
        new int[] {0, 0, 2, 1, 1, 0, 2, 0, 2, 2, 1, 1, 0},
        foldOfRow(Folds.stratified(labels, 3, -2)));
  }

  @Test
  void countsOfAClassAndSizesOfFoldsDifferByAtMostOne() {
    int[] indices = IntStream.range(0, 1003).map(i -> i % 7 == 0 ? 2 : i % 2).toArray();
    for (int count : new int[] {2, 5, 10, 1003}) {
      int[][] counts = new int[count][4];
      int[] folds = foldOfRow(Folds.stratified(Labels.ofIndices(indices, 3), count, 7));
      for (int row = 0; row < folds.length; row++) {
        counts[folds[row]][indices[row]]++;
        counts[folds[row]][3]++;
      }
      for (int c = 0; c < 4; c++) {
        int column = c;
        int[] ofFold = Arrays.stream(counts).mapToInt(own -> own[column]).sorted().toArray();
        assertTrue(ofFold[count - 1] - ofFold[0] <= 1, () -> Arrays.toString(ofFold));
      }
    }
  }

  @Test
  void everyOtherRowTrains() {
    Folds folds = Folds.stratified(Labels.of(0, 1, 0, 1, 1, 0, 0), 3, 1);
    for (int fold = 0; fold < 3; fold++) {
      int[] both =
          IntStream.concat(
                  Arrays.stream(folds.trainRows(fold)), Arrays.stream(folds.testRows(fold)))
              .sorted()
              .toArray();
      assertArrayEquals(IntStream.range(0, 7).toArray(), both);
    }
  }

  /// `GroupKFold(3)` of scikit-learn 1.9.1 gives folds of the same sizes, 5, 5 and 4.
  @Test
  void groupsAreNeverSplitAndSizesAreAsEvenAsLargestFirstGives() {
    Labels groups = Labels.of(3, 0, 1, 1, 2, 2, 2, 4, 5, 0, 3, 5, 5, 6);
    // Sizes of the groups 0 to 6: 2 2 3 2 1 3 1. Largest first: 2 5 0 1 3 4 6.
    assertArrayEquals(
        new int[] {0, 2, 2, 2, 0, 0, 0, 1, 1, 2, 0, 1, 1, 1}, foldOfRow(Folds.grouped(groups, 3)));
  }

  /// As `TimeSeriesSplit(3).split(range(11))` of scikit-learn.
  @Test
  void foldsInTimeOrderTrainOnThePast() {
    Folds folds = Folds.inTimeOrder(11, 3);
    int[] sizes = {5, 7, 9};
    for (int fold = 0; fold < 3; fold++) {
      assertArrayEquals(IntStream.range(0, sizes[fold]).toArray(), folds.trainRows(fold));
      assertArrayEquals(
          IntStream.range(sizes[fold], sizes[fold] + 2).toArray(), folds.testRows(fold));
    }
    assertEquals(1, Folds.inTimeOrder(3, 2).trainRows(0).length);
  }

  @Test
  void givenFoldsMayHaveRowsThatAlwaysTrain() {
    Folds folds = Folds.of(1, 0, -1, 1);
    assertArrayEquals(new int[] {0, 2, 3}, folds.trainRows(0));
    assertArrayEquals(new int[] {0, 3}, folds.testRows(1));
  }

  @Test
  void rowsOfClassesWithoutTrainingRowsDoNotTestTheirFold() {
    Labels labels = Labels.of("a", "b", "a", "b", "c", "c");
    Folds folds = Folds.of(0, 0, 1, 1, 0, 0).ofKnownClasses(labels);
    assertArrayEquals(new int[] {0, 1}, folds.testRows(0));
    assertArrayEquals(new int[] {2, 3}, folds.trainRows(0));
    assertArrayEquals(new int[] {0, 1, 4, 5}, folds.trainRows(1));
    Labels later = Labels.of("a", "b", "a", "b", "b", "a", "c", "a", "c");
    Folds inTime = Folds.inTimeOrder(9, 2).ofKnownClasses(later);
    assertArrayEquals(new int[] {3, 4, 5}, inTime.testRows(0));
    assertArrayEquals(new int[] {0, 1, 2}, inTime.trainRows(0));
    assertArrayEquals(new int[] {7}, inTime.testRows(1));
    assertRefused(
        "there are 6 labels; one for each of 9 rows is expected",
        () -> Folds.inTimeOrder(9, 2).ofKnownClasses(labels));
    assertRefused(
        "fold 0 tests only classes without training rows; use fewer folds",
        () -> Folds.of(0, 0, 0, 0, 1, 1).ofKnownClasses(labels));
  }

  @Test
  void repetitionsFollowOneAnother() {
    Labels labels = Labels.of(0, 1, 0, 1, 1, 0, 0);
    Folds first = Folds.stratified(labels, 3, 1);
    Folds second = Folds.stratified(labels, 2, 2);
    Folds both = first.and(second);
    assertEquals(5, both.count());
    assertEquals(2, both.partitionCount());
    assertArrayEquals(first.testRows(2), both.testRows(2));
    assertArrayEquals(second.trainRows(1), both.trainRows(4));
    assertEquals("Folds[rows=7, folds=5, partitions=2]", both.toString());
  }

  private static void assertRefused(String message, Executable refused) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, refused).getMessage());
  }

  @Test
  void foldsThatCannotBeMadeAreRefused() {
    Labels labels = Labels.of(0, 1, 0);
    assertRefused(
        "cannot make 1 folds of 3 rows; expected 2 or more folds, and a row for each",
        () -> Folds.stratified(labels, 1, 0));
    assertRefused(
        "cannot make 4 folds of 3 rows; expected 2 or more folds, and a row for each",
        () -> Folds.stratified(labels, 4, 0));
    assertRefused(
        "cannot make 3 folds of 2 groups; expected 2 or more folds, and a group for each",
        () -> Folds.grouped(labels, 3));
    assertRefused(
        "cannot make 3 folds of 2 later rows; expected 2 or more folds, and a later row for each",
        () -> Folds.inTimeOrder(3, 3));
    assertRefused(
        "the fold of row 1 is -2; a number from -1 to 2 is expected", () -> Folds.of(0, -2, 1));
    assertRefused(
        "fold 1 of 3 has no row; every fold is expected to have one", () -> Folds.of(0, 2, 0));
    assertRefused(
        "cannot make 1 folds of 2 rows; expected 2 or more folds, and a row for each",
        () -> Folds.of(0, 0));
    assertRefused(
        "the other folds are of 4 rows; 2 are expected",
        () -> Folds.of(0, 1).and(Folds.of(0, 1, 0, 1)));
    assertThrows(IndexOutOfBoundsException.class, () -> Folds.of(0, 1).testRows(2));
  }
}
