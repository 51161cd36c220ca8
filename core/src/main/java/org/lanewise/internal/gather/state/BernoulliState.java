package org.lanewise.internal.gather.state;

import java.util.stream.IntStream;
import java.util.stream.LongStream;

/// All that `BernoulliStatistics` hold: a snapshot for serialization, which owns its arrays.
///
/// @param complete the number of all rows, and the counts of those that came as bits: how many have
///   each feature set
/// @param incomplete the rows that came as categories, in which values may be missing, with the
///   categories 0 and 1 of each feature; null if there are none
public record BernoulliState(CountState complete, CountState incomplete)
    implements StatisticsState {

  /// The state with other classes and features: the values of a place are those of `from[place]`,
  /// or 0 if that is −1; a class must not be new.
  public BernoulliState arranged(int[] classes, int[] features) {
    // The categories 0 and 1 of each feature.
    int[] codes =
        IntStream.of(features)
            .flatMap(j -> j < 0 ? IntStream.of(-1, -1) : IntStream.of(2 * j, 2 * j + 1))
            .toArray();
    return new BernoulliState(
        complete.arranged(classes, features),
        incomplete == null ? null : incomplete.arranged(classes, codes));
  }

  @Override
  public BernoulliState scaled(double factor) {
    return new BernoulliState(
        complete.scaled(factor), incomplete == null ? null : incomplete.scaled(factor));
  }

  /// Refuses what no rows can lead to.
  public void check(int classCount, int featureCount) {
    long others = incomplete == null ? 0 : incomplete.rowCount();
    long most = complete.rowCount() - LongStream.of(complete.classRows()).sum();
    if (incomplete != null && (others > most || incomplete.classRows().length != classCount)) {
      throw new IllegalArgumentException(
          "%d rows of %d classes may have missing values; at most %d of %d are expected"
              .formatted(others, incomplete.classRows().length, most, classCount));
    }
    new CountState(
            complete.rowCount() - others,
            complete.classRows(),
            complete.counts(),
            complete.classWeights(),
            complete.sums())
        .check(classCount, featureCount);
    StateChecks.requireCount(
        "classes of sums", complete.classWeights().length, complete.sums().length);
    for (int c = 0; c < classCount; c++) {
      for (int j = 0; j < featureCount; j++) {
        if (complete.counts()[c][j] > complete.classRows()[c]) {
          throw new IllegalArgumentException(
              "feature %d is set in %d rows of class %d; 0 to %d are expected"
                  .formatted(j, complete.counts()[c][j], c, complete.classRows()[c]));
        }
      }
    }
  }
}
