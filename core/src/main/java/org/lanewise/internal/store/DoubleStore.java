package org.lanewise.internal.store;

/// An array of doubles for each column; it lends these arrays.
///
/// @param columns one array for each column, of `rowCount` rows
public record DoubleStore(double[][] columns, int rowCount) implements NumericStore {

  @Override
  public int columnCount() {
    return columns.length;
  }

  @Override
  public double value(int row, int column) {
    return columns[column][row];
  }

  @Override
  public int lend(int first, int width, int firstRow, double[][] out) {
    System.arraycopy(columns, first, out, 0, width);
    return firstRow;
  }

  @Override
  public void fill(int first, int width, int firstRow, int count, double[][] out, int offset) {
    for (int l = 0; l < width; l++) {
      System.arraycopy(columns[first + l], firstRow, out[l], offset, count);
    }
  }
}
