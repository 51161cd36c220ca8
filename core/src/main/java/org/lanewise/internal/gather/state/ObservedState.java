package org.lanewise.internal.gather.state;

import java.util.List;
import java.util.stream.IntStream;

/// The contents of `VarianceStatistics` of rows with missing values: the state of each feature,
/// from the rows in which it is observed.
///
/// @param rows all rows, of one feature that is always 0
/// @param features each feature, of the rows in which it was observed
public record ObservedState(VarianceState rows, List<VarianceState> features)
    implements StatisticsState {

  /// The sums over observed values, feature by feature.
  public static ObservedState of(VarianceState whole) {
    return new ObservedState(
        whole.ofZeros(),
        IntStream.range(0, whole.featureCount()).mapToObj(whole::ofFeature).toList());
  }

  @Override
  public ObservedState scaled(double factor) {
    return new ObservedState(
        rows.scaled(factor), features.stream().map(feature -> feature.scaled(factor)).toList());
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
            "feature %d was observed in %d rows; at most %d are expected, which there are"
                .formatted(j, feature.rowCount(), rows.rowCount()));
      }
    }
  }
}
