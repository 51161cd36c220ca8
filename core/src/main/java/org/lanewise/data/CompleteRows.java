package org.lanewise.data;

import java.util.stream.IntStream;

/// The rows of a batch without missing values, with their labels and weights.
///
/// Dropping incomplete rows is valid if values are missing completely at random; it loses the
/// observed values of these rows. Statistics that reject missing values accept complete rows.
///
/// @param rows rows without NaN, copied
/// @param labels of these rows
public record CompleteRows(NumericColumns rows, Labels labels) {

  /// Selects the rows without NaN.
  ///
  /// @throws IllegalArgumentException if the numbers of rows and labels differ
  public static CompleteRows of(NumericColumns rows, Labels labels) {
    labels.requireOneForEach(rows);
    int d = rows.featureCount();
    int[] kept =
        IntStream.range(0, rows.rowCount())
            .filter(row -> IntStream.range(0, d).noneMatch(j -> Double.isNaN(rows.value(row, j))))
            .toArray();
    double[][] columns = new double[d][kept.length];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < kept.length; i++) {
        columns[j][i] = rows.value(kept[i], j);
      }
    }
    return new CompleteRows(
        NumericColumns.of(columns).withFeatures(rows.features()), labels.select(kept));
  }
}
