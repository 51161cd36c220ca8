package org.lanewise.internal.gather.state;

import java.util.List;
import java.util.stream.IntStream;

/// All that `VarianceStatistics` hold of rows with missing values: each feature for itself, from
/// the rows in which it was seen.
///
/// @param rows all rows, of one feature that is always 0
/// @param features each feature, of the rows in which it was seen
public record ObservedState(VarianceState rows, List<VarianceState> features)
    implements StatisticsState {

  /// The sums over observed values, feature by feature.
  public static ObservedState of(VarianceState whole) {
    return new ObservedState(
        whole.ofZeros(),
        IntStream.range(0, whole.featureCount()).mapToObj(whole::ofFeature).toList());
  }

  /// Refuses what no rows can lead to.
  public void check() {
    rows.check();
    for (int j = 0; j < features.size(); j++) {
      VarianceState feature = features.get(j);
      feature.check();
      StateChecks.requireCount("classes of feature " + j, rows.classCount(), feature.classCount());
      if (feature.rowCount() > rows.rowCount()) {
        throw new IllegalArgumentException(
            "feature %d was seen in %d rows; at most %d are expected, which there are"
                .formatted(j, feature.rowCount(), rows.rowCount()));
      }
    }
  }
}
