package org.lanewise.data;

import java.util.Objects;

/// One column of codes, of any width.
sealed interface CategoryCodes {

  /// The number of rows.
  int length();

  /// The largest code that may be in it, −1 where all are missing.
  int largest();

  /// The code of a row.
  int code(int row);

  /// Copies codes of rows from `firstRow` on.
  void copy(int firstRow, int count, int[] out, int offset);

  /// The same, codes above 127 as 127.
  void copy(int firstRow, int count, byte[] out, int offset);

  /// Borrows columns.
  static CategoryCodes[] of(byte[][] columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount =
        ColumnShapes.rowCount(
            columns.length, feature -> columns[feature] == null ? -1 : columns[feature].length);
    CategoryCodes[] codes = new CategoryCodes[columns.length];
    for (int feature = 0; feature < codes.length; feature++) {
      byte[] column = columns[feature];
      int largest = CategoryColumns.MISSING;
      for (int row = 0; row < rowCount; row++) {
        largest = Math.max(largest, require(column[row], row, feature));
      }
      codes[feature] = new OfBytes(column, largest);
    }
    return codes;
  }

  /// Borrows columns.
  static CategoryCodes[] of(short[][] columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount =
        ColumnShapes.rowCount(
            columns.length, feature -> columns[feature] == null ? -1 : columns[feature].length);
    CategoryCodes[] codes = new CategoryCodes[columns.length];
    for (int feature = 0; feature < codes.length; feature++) {
      short[] column = columns[feature];
      int largest = CategoryColumns.MISSING;
      for (int row = 0; row < rowCount; row++) {
        largest = Math.max(largest, require(column[row], row, feature));
      }
      codes[feature] = new OfShorts(column, largest);
    }
    return codes;
  }

  /// Borrows columns.
  static CategoryCodes[] of(int[][] columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount =
        ColumnShapes.rowCount(
            columns.length, feature -> columns[feature] == null ? -1 : columns[feature].length);
    CategoryCodes[] codes = new CategoryCodes[columns.length];
    for (int feature = 0; feature < codes.length; feature++) {
      int[] column = columns[feature];
      int largest = CategoryColumns.MISSING;
      for (int row = 0; row < rowCount; row++) {
        largest = Math.max(largest, require(column[row], row, feature));
      }
      codes[feature] = new OfInts(column, largest);
    }
    return codes;
  }

  private static int require(int code, int row, int feature) {
    if (code < CategoryColumns.MISSING) {
      throw new IllegalArgumentException(
          "row %d, feature %d has the code %d; at least 0 is expected, or -1 for a missing value"
              .formatted(row, feature, code));
    }
    return code;
  }

  /// Codes as bytes.
  record OfBytes(byte[] codes, int largest) implements CategoryCodes {
    @Override
    public int length() {
      return codes.length;
    }

    @Override
    public int code(int row) {
      return codes[row];
    }

    @Override
    public void copy(int firstRow, int count, int[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = codes[firstRow + i];
      }
    }

    @Override
    public void copy(int firstRow, int count, byte[] out, int offset) {
      System.arraycopy(codes, firstRow, out, offset, count);
    }
  }

  /// Codes as shorts.
  record OfShorts(short[] codes, int largest) implements CategoryCodes {
    @Override
    public int length() {
      return codes.length;
    }

    @Override
    public int code(int row) {
      return codes[row];
    }

    @Override
    public void copy(int firstRow, int count, int[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = codes[firstRow + i];
      }
    }

    @Override
    public void copy(int firstRow, int count, byte[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = (byte) Math.min(codes[firstRow + i], Byte.MAX_VALUE);
      }
    }
  }

  /// Codes as ints.
  record OfInts(int[] codes, int largest) implements CategoryCodes {
    @Override
    public int length() {
      return codes.length;
    }

    @Override
    public int code(int row) {
      return codes[row];
    }

    @Override
    public void copy(int firstRow, int count, int[] out, int offset) {
      System.arraycopy(codes, firstRow, out, offset, count);
    }

    @Override
    public void copy(int firstRow, int count, byte[] out, int offset) {
      for (int i = 0; i < count; i++) {
        out[offset + i] = (byte) Math.min(codes[firstRow + i], Byte.MAX_VALUE);
      }
    }
  }
}
