package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.NumericColumns;

/// Rows to warm a scorer up with.
final class MadeRows {

  private MadeRows() {}

  /// Rows that are all the same.
  static NumericColumns like(double[] row, int count) {
    double[][] columns = new double[row.length][count];
    for (int j = 0; j < row.length; j++) {
      Arrays.fill(columns[j], row[j]);
    }
    return DoubleColumns.of(columns);
  }
}
