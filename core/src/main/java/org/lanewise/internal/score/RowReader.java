package org.lanewise.internal.score;

import java.util.Arrays;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;

/// Reads single features of rows, where speed does not matter.
///
/// @param <R> the type of a row
public interface RowReader<R> {

  /// The value of a feature: NaN for a missing code.
  double value(R row, int feature);

  /// The reader of rows in a format.
  @SuppressWarnings("unchecked") // The rows of a format have one type.
  static <R> RowReader<R> of(RowFormat<R, ?> format) {
    RowReader<?> reader;
    if (format == RowFormat.SPARSE) {
      reader = (RowReader<SparseRow>) RowReader::sparse;
    } else if (format == RowFormat.BITS) {
      reader = (RowReader<long[]>) (row, feature) -> row[feature >> 6] >>> feature & 1;
    } else if (format.batches() == CategoryColumns.class) {
      reader = (RowReader<int[]>) RowReader::code;
    } else {
      reader = (RowReader<double[]>) (row, feature) -> row[feature];
    }
    return (RowReader<R>) reader;
  }

  private static double sparse(SparseRow row, int feature) {
    int at = Arrays.binarySearch(row.indices(), row.from(), row.to(), feature);
    return at < 0 ? 0 : row.values() == null ? 1 : row.values()[at];
  }

  private static double code(int[] row, int feature) {
    return row[feature] == CategoryColumns.MISSING ? Double.NaN : row[feature];
  }
}
