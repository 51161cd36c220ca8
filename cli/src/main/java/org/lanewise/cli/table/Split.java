package org.lanewise.cli.table;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;

/// Which rows of a file train and which test, both ascending.
///
/// @param trainRows the 0-based rows to learn from
/// @param testRows the others
public record Split(int[] trainRows, int[] testRows) {

  /// Row i is a test row if i mod `step` is `step` − 1.
  ///
  /// @throws DataException if no row is left to train or to test
  public static Split every(int rowCount, int step) {
    Split split = of(rowCount, row -> row % step == step - 1);
    if (split.trainRows.length == 0 || split.testRows.length == 0) {
      throw new DataException(
          "every:%d leaves %d training rows and %d test rows of %d; expected some of both"
              .formatted(step, split.trainRows.length, split.testRows.length, rowCount));
    }
    return split;
  }

  /// Refuses folds that rows cannot be dealt to.
  ///
  /// @throws DataException if there are fewer rows than folds, or fewer than two folds
  public static void requireFolds(int rowCount, int foldCount) {
    if (foldCount < 2 || rowCount < foldCount) {
      throw new DataException(
          "cannot make %d folds of %d rows; expected 2 or more folds, and a row for each"
              .formatted(foldCount, rowCount));
    }
  }

  /// Row i is a test row if i mod `foldCount` is `fold`.
  ///
  /// @throws DataException as [#requireFolds]
  public static Split fold(int rowCount, int fold, int foldCount) {
    requireFolds(rowCount, foldCount);
    return of(rowCount, row -> row % foldCount == fold);
  }

  /// For each row its fold, so that every fold has about the same share of each class: the i-th row
  /// of a class, in the order of the rows, is of fold i mod `foldCount`.
  ///
  /// @throws DataException if a fold would have no row, or there are fewer than two folds
  public static int[] stratifiedFolds(Labels labels, int foldCount) {
    if (foldCount < 2) {
      throw new DataException(
          "cannot make %d stratified folds; expected 2 or more".formatted(foldCount));
    }
    int[] counts = new int[labels.classCount()];
    int[] folds = new int[labels.rowCount()];
    int largest = 0;
    for (int row = 0; row < folds.length; row++) {
      int before = counts[labels.index(row)]++;
      folds[row] = before % foldCount;
      largest = Math.max(largest, before + 1);
    }
    if (largest < foldCount) {
      throw new DataException(
          "cannot make %d stratified folds, because no class has more than %d rows; expected a class with a row for each fold"
              .formatted(foldCount, largest));
    }
    return folds;
  }

  /// The rows of one fold are test rows.
  ///
  /// @param folds for each row its fold
  public static Split fold(int[] folds, int fold) {
    return of(folds.length, row -> folds[row] == fold);
  }

  private static Split of(int rowCount, IntPredicate isTestRow) {
    return new Split(
        IntStream.range(0, rowCount).filter(isTestRow.negate()).toArray(),
        IntStream.range(0, rowCount).filter(isTestRow).toArray());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Split(int[] otherTrain, int[] otherTest)
        && Arrays.equals(trainRows, otherTrain)
        && Arrays.equals(testRows, otherTest);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(trainRows) + Arrays.hashCode(testRows);
  }
}
