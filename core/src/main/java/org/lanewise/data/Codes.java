package org.lanewise.data;

import org.lanewise.internal.store.CodeColumn;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;

/// Columns of codes that were given: borrowed, and checked once.
final class Codes {

  private Codes() {}

  /// Which code stands for a missing value.
  ///
  /// @param isGiven whether one does
  /// @param code it
  record Missing(boolean isGiven, int code) {

    /// None does.
    static final Missing NONE = new Missing(false, CodeColumn.MISSING);

    static Missing of(int code) {
      return new Missing(true, code);
    }

    /// The larger of a code and the largest before it; a missing value has none.
    ///
    /// @throws IllegalArgumentException if the code is negative
    private int largest(int largest, int found, int row, int feature) {
      if (isGiven && found == code) {
        return largest;
      }
      if (found < 0) {
        throw new BadDataException(
            "%s, %s has the code %s; at least 0 is expected, or %s",
            Fact.row(row),
            Fact.feature(feature),
            Fact.value(found),
            isGiven
                ? code + " for a missing value"
                : "withMissing, which says what code is a missing value");
      }
      return Math.max(largest, found);
    }
  }

  static CodeColumn[] of(byte[][] columns, Missing missing) {
    int rowCount = Shapes.rowCount(columns);
    CodeColumn[] codes = new CodeColumn[columns.length];
    for (int feature = 0; feature < codes.length; feature++) {
      byte[] column = columns[feature];
      int largest = CodeColumn.MISSING;
      for (int row = 0; row < rowCount; row++) {
        largest = missing.largest(largest, column[row], row, feature);
      }
      codes[feature] = new CodeColumn.OfBytes(column, missing.code, largest);
    }
    return codes;
  }

  static CodeColumn[] of(int[][] columns, Missing missing) {
    int rowCount = Shapes.rowCount(columns);
    CodeColumn[] codes = new CodeColumn[columns.length];
    for (int feature = 0; feature < codes.length; feature++) {
      int[] column = columns[feature];
      int largest = CodeColumn.MISSING;
      for (int row = 0; row < rowCount; row++) {
        largest = missing.largest(largest, column[row], row, feature);
      }
      codes[feature] = new CodeColumn.OfInts(column, missing.code, largest);
    }
    return codes;
  }

  /// Codes of rows, column by column.
  static CodeColumn[] ofRows(int[][] rows) {
    int featureCount = Shapes.featureCount(rows);
    int[][] columns = new int[featureCount][rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = rows[row][feature];
      }
    }
    return of(columns, Missing.of(CategoryColumns.MISSING));
  }

  /// The codes 0 and 1 of numbers, −1 where one is NaN.
  ///
  /// @param threshold a number is 1 where it is greater; NaN where numbers have to be 0 or 1
  static byte[][] binary(NumericStore store, double threshold) {
    byte[][] codes = new byte[store.columnCount()][store.rowCount()];
    NumericBlock.forEach(
        store,
        (block, column, width, first, count) -> {
          for (int l = 0; l < width; l++) {
            for (int r = 0; r < count; r++) {
              double value = block.column(l)[block.offset() + r];
              codes[column + l][first + r] = binary(value, threshold, first + r, column + l);
            }
          }
        });
    return codes;
  }

  private static byte binary(double value, double threshold, int row, int feature) {
    if (Double.isNaN(value)) {
      return CodeColumn.MISSING;
    }
    boolean fits = Double.isNaN(threshold) ? value == 0 || value == 1 : Double.isFinite(value);
    if (!fits) {
      throw new BadDataException(
          "%s, %s is %s; %s is expected, or NaN where it is missing",
          Fact.row(row),
          Fact.feature(feature),
          Fact.value(value),
          Double.isNaN(threshold) ? "0 or 1" : "a finite number");
    }
    return (byte) (value > (Double.isNaN(threshold) ? 0 : threshold) ? 1 : 0);
  }

  /// Names of rows, column by column.
  static String[][] columnsOf(String[][] rows) {
    int featureCount = Shapes.featureCount(rows);
    String[][] columns = new String[featureCount][rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = rows[row][feature];
      }
    }
    return columns;
  }
}
