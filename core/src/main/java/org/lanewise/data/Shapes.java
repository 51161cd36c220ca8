package org.lanewise.data;

import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/// Checks of the columns and rows of a view.
final class Shapes {

  private Shapes() {}

  /// The number of rows that all columns have.
  ///
  /// @param columns arrays
  /// @throws IllegalArgumentException if there is no column, or one is null or differs in length
  static int rowCount(Object[] columns) {
    Objects.requireNonNull(columns, "columns");
    return rowCount(columns.length, feature -> length(columns[feature]));
  }

  /// The number of rows that all columns have.
  ///
  /// @param length the rows of a column, or −1 if the column is null
  /// @throws IllegalArgumentException if there is no column, or one is null or differs in length
  static int rowCount(int featureCount, IntUnaryOperator length) {
    requireColumns(featureCount);
    int rowCount = -1;
    for (int feature = 0; feature < featureCount; feature++) {
      rowCount = sameRowCount(rowCount, feature, length.applyAsInt(feature));
    }
    return rowCount;
  }

  /// The length of an array, or −1 for null. Types are tested one by one, because the first switch
  /// over types takes some milliseconds.
  private static int length(Object array) {
    if (array == null) {
      return -1;
    }
    if (array instanceof double[] doubles) {
      return doubles.length;
    }
    if (array instanceof float[] floats) {
      return floats.length;
    }
    if (array instanceof int[] ints) {
      return ints.length;
    }
    if (array instanceof byte[] bytes) {
      return bytes.length;
    }
    return array instanceof boolean[] booleans ? booleans.length : ((Object[]) array).length;
  }

  private static int sameRowCount(int rowCount, int feature, int rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("column " + feature + " is null; values are expected");
    }
    if (feature > 0 && rows != rowCount) {
      throw new IllegalArgumentException(
          Fact.clause(
                  "column %d has %d rows; %d are expected, as in column 0", feature, rows, rowCount)
              .toString());
    }
    return rows;
  }

  /// The number of features that all rows have.
  ///
  /// @param rows arrays
  /// @throws IllegalArgumentException if there is no row, or one is null, empty or of another
  ///   length
  static int featureCount(Object[] rows) {
    Objects.requireNonNull(rows, "rows");
    if (rows.length == 0) {
      throw new IllegalArgumentException("no rows were given; at least one row is expected");
    }
    int featureCount = -1;
    for (int row = 0; row < rows.length; row++) {
      int features = length(rows[row]);
      if (features < 0) {
        throw new BadDataException("%s is null; an array is expected", Fact.row(row));
      }
      if (features == 0) {
        throw new BadDataException("%s has no features; at least one is expected", Fact.row(row));
      }
      if (row > 0 && features != featureCount) {
        throw new BadDataException(
            "%s has %d features; %d are expected, as in %s",
            Fact.row(row), features, featureCount, Fact.row(0));
      }
      featureCount = features;
    }
    return featureCount;
  }

  /// The number of rows of a flat row-major array.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  static int rowCountOfRowMajor(int length, int featureCount) {
    requireFeatureCount(featureCount);
    if (length % featureCount != 0) {
      throw new IllegalArgumentException(
          Fact.clause(
                  "the array has %d values; a multiple of featureCount %d is expected",
                  length, featureCount)
              .toString());
    }
    return length / featureCount;
  }

  static void requireColumns(int featureCount) {
    if (featureCount == 0) {
      throw new IllegalArgumentException("no columns were given; at least one feature is expected");
    }
  }

  static void requireFeatureCount(int featureCount) {
    if (featureCount < 1) {
      throw new IllegalArgumentException(
          "featureCount is " + featureCount + "; at least 1 is expected");
    }
  }

  static void requireRowCount(int rowCount) {
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount is " + rowCount + "; at least 0 is expected");
    }
  }

  static void requireThreshold(double threshold) {
    if (!Double.isFinite(threshold)) {
      throw new IllegalArgumentException(
          "the threshold is " + threshold + "; a finite number is expected");
    }
  }

  /// Rejects a number of dictionaries that is not that of the features.
  static void requireDictionaries(List<CategoryDictionary> dictionaries, int featureCount) {
    if (dictionaries.size() != featureCount) {
      throw new IllegalArgumentException(
          Fact.clause(
                  "%d dictionaries were given; one for each of %d features is expected",
                  dictionaries.size(), featureCount)
              .toString());
    }
  }
}
