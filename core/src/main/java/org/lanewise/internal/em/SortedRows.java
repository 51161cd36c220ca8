package org.lanewise.internal.em;

import java.util.Arrays;
import java.util.Comparator;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// A copy of rows, sorted by class, pattern of missing values, values and weights, so that results
/// are bit-identical for any order of the rows.
final class SortedRows {

  /// The rows, with NaN for missing values; rows of weight 0 are left out.
  final double[][] rows;

  final int[] labels;
  final double[] weights;

  /// @throws BadDataException if a value is infinite
  SortedRows(NumericColumns batch, Labels of) {
    int n = batch.rowCount();
    double[][] all = new double[n][batch.featureCount()];
    Integer[] order = new Integer[n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      batch.row(i, all[i]);
      requireNoInfinity(all[i], i, batch);
      if (of.weight(i) > 0) {
        order[count++] = i;
      }
    }
    order = Arrays.copyOf(order, count);
    Arrays.sort(
        order,
        Comparator.<Integer>comparingInt(of::index)
            .thenComparing(i -> all[i], SortedRows::comparePatterns)
            .thenComparing(i -> all[i], Arrays::compare)
            .thenComparingDouble(of::weight));
    rows = new double[count][];
    labels = new int[count];
    weights = new double[count];
    for (int r = 0; r < count; r++) {
      rows[r] = all[order[r]];
      labels[r] = of.index(order[r]);
      weights[r] = of.weight(order[r]);
    }
  }

  private static void requireNoInfinity(double[] row, int i, NumericColumns batch) {
    for (int j = 0; j < row.length; j++) {
      if (Double.isInfinite(row[j])) {
        throw new BadDataException(
            "%s, %s is %s; a finite number is expected, or NaN where it was not seen",
            Fact.row(i), Fact.feature(j, batch.features()), Fact.value(row[j]));
      }
    }
  }

  /// Orders complete rows first.
  private static int comparePatterns(double[] a, double[] b) {
    int missing = Long.compare(missing(a), missing(b));
    for (int j = 0; missing == 0 && j < a.length; j++) {
      missing = Boolean.compare(Double.isNaN(a[j]), Double.isNaN(b[j]));
    }
    return missing;
  }

  private static long missing(double[] row) {
    return Arrays.stream(row).filter(Double::isNaN).count();
  }

  /// Whether two rows have the same missing features.
  static boolean samePattern(double[] a, double[] b) {
    return comparePatterns(a, b) == 0;
  }

  static boolean isWhole(double[] row) {
    return missing(row) == 0;
  }
}
