package org.lanewise.internal.gather.state;

import java.util.stream.IntStream;

/// All that `BernoulliStatistics` hold: a snapshot for serialization, which owns its arrays.
///
/// @param rowCount the number of rows added
/// @param classRows the rows without a weight of each class, those of `incomplete` left out here
///   and below
/// @param counts how many of them have each feature set, k rows of d
/// @param classWeights the sum of the weights of each class's rows with a weight; of length 0 where
///   no batch had weights
/// @param weightedCounts the sum of the weights of those that have each feature set, k rows of d;
///   of length 0 where no batch had weights
/// @param incomplete the rows that came as categories, as they may have missing values, with the
///   categories 0 and 1 of each feature; null where there were none
public record BernoulliState(
    long rowCount,
    long[] classRows,
    long[][] counts,
    double[] classWeights,
    double[][] weightedCounts,
    CountState incomplete)
    implements StatisticsState {

  /// The state with other classes and features, where what is at a place was at `from[place]`, or
  /// is 0 where that is −1; a class may not be new.
  public BernoulliState arranged(int[] classes, int[] features) {
    boolean weighted = classWeights.length > 0;
    // The categories 0 and 1 of each feature.
    int[] codes =
        IntStream.of(features)
            .flatMap(j -> j < 0 ? IntStream.of(-1, -1) : IntStream.of(2 * j, 2 * j + 1))
            .toArray();
    return new BernoulliState(
        rowCount,
        Arranging.values(classRows, classes),
        Arranging.values(counts, classes, features),
        weighted ? Arranging.values(classWeights, classes) : classWeights,
        weighted ? Arranging.values(weightedCounts, classes, features) : weightedCounts,
        incomplete == null ? null : incomplete.arranged(classes, codes));
  }

  /// Refuses what no rows can lead to.
  public void check() {
    int k = classRows.length;
    int d = k == 0 || counts.length == 0 ? 0 : counts[0].length;
    boolean weighted = classWeights.length > 0;
    if (d == 0
        || counts.length != k
        || weighted && (classWeights.length != k || weightedCounts.length != k)
        || !weighted && weightedCounts.length != 0) {
      throw new IllegalArgumentException(
          "there are counts of %d, %d, %d and %d classes; the same number is expected"
              .formatted(k, counts.length, classWeights.length, weightedCounts.length));
    }
    long rows = 0;
    for (int c = 0; c < k; c++) {
      if (counts[c].length != d || weighted && weightedCounts[c].length != d) {
        throw new IllegalArgumentException(
            "class %d has counts of another number of features than class 0; %d are expected"
                .formatted(c, d));
      }
      if (classRows[c] < 0 || classRows[c] > rowCount - rows) {
        throw new IllegalArgumentException(
            "class %d has %d of %d rows; 0 to %d are expected"
                .formatted(c, classRows[c], rowCount, rowCount - rows));
      }
      rows += classRows[c];
      if (weighted && !(classWeights[c] >= 0)) {
        throw new IllegalArgumentException(
            "class %d has weight %s; a number of at least 0 is expected"
                .formatted(c, classWeights[c]));
      }
      for (int j = 0; j < d; j++) {
        if (counts[c][j] < 0 || counts[c][j] > classRows[c]) {
          throw new IllegalArgumentException(
              "feature %d is set in %d rows of class %d; 0 to %d are expected"
                  .formatted(j, counts[c][j], c, classRows[c]));
        }
        if (weighted && !(weightedCounts[c][j] >= 0)) {
          throw new IllegalArgumentException(
              "feature %d is set in rows of weight %s of class %d; a number of at least 0 is expected"
                  .formatted(j, weightedCounts[c][j], c));
        }
      }
    }
    if (incomplete != null
        && (incomplete.classRows().length != k || incomplete.rowCount() > rowCount - rows)) {
      throw new IllegalArgumentException(
          "%d rows of %d classes may have missing values; at most %d of %d are expected"
              .formatted(incomplete.rowCount(), incomplete.classRows().length, rowCount - rows, k));
    }
  }
}
