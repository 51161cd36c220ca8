package org.lanewise.internal.store;

/// An array of floats for each column.
///
/// @param columns one array for each column, of `rowCount` rows
public record FloatStore(float[][] columns, int rowCount) implements NumericStore {

  @Override
  public int columnCount() {
    return columns.length;
  }

  @Override
  public double value(int row, int column) {
    return columns[column][row];
  }

  @Override
  public void fill(int first, int width, int firstRow, int count, double[][] out, int offset) {
    for (int l = 0; l < width; l++) {
      float[] from = columns[first + l];
      double[] to = out[l];
      for (int i = 0; i < count; i++) {
        to[offset + i] = from[firstRow + i];
      }
    }
  }
}
