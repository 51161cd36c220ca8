package org.lanewise.internal.store;

/// Codes of categories of n rows and d columns; a missing value reads as −1.
///
/// @param columns all of the same length
public record CodeStore(CodeColumn... columns) {

  /// The number of rows n.
  public int rowCount() {
    return columns[0].length();
  }

  /// The number of columns d.
  public int columnCount() {
    return columns.length;
  }

  /// The code of a column in a row, −1 where it is missing.
  public int code(int row, int column) {
    return columns[column].code(row);
  }

  /// The largest code of a column, or an upper bound; −1 if there is none.
  public int largest(int column) {
    return columns[column].largest();
  }

  /// The original code of one of a column that is beyond all of its categories.
  public int given(int column, int code) {
    return columns[column].given(code);
  }

  /// Counts the codes of rows `firstRow` to `firstRow + count − 1` of a column that are not
  /// missing.
  ///
  /// @param at the index in `out`, minus `first`, at which code 0 of each row is counted
  public void count(int column, int firstRow, int count, int[] at, int first, long[] out) {
    columns[column].count(firstRow, count, at, first, out);
  }

  /// Copies rows `firstRow` to `firstRow + count − 1` of a column into `out`, beginning at
  /// `offset`.
  public void copy(int column, int firstRow, int count, int[] out, int offset) {
    columns[column].copy(firstRow, count, out, offset);
  }

  /// Copies rows `firstRow` to `firstRow + count − 1` of a column into `out`, beginning at
  /// `offset`, codes above 127 as 127.
  public void copy(int column, int firstRow, int count, byte[] out, int offset) {
    columns[column].copy(firstRow, count, out, offset);
  }
}
