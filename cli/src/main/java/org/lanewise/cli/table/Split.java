package org.lanewise.cli.table;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

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
