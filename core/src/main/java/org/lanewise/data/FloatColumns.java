package org.lanewise.data;

import java.util.Objects;

/// Column-major `float` features, widened to `double` where they are used: `columns[j][i]` is
/// feature j of row i.
///
/// The arrays are borrowed: they are not copied and must not change while they are in use.
public final class FloatColumns implements NumericColumns {

  private final float[][] columns;
  private final int rowCount;

  private FloatColumns(float[][] columns, int rowCount) {
    this.columns = columns;
    this.rowCount = rowCount;
  }

  /// Borrows the given columns.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or of another length
  public static FloatColumns of(float[]... columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount =
        ColumnShapes.rowCount(
            columns.length, feature -> columns[feature] == null ? -1 : columns[feature].length);
    return new FloatColumns(columns.clone(), rowCount);
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public int featureCount() {
    return columns.length;
  }

  @Override
  public void copy(int feature, int firstRow, int count, double[] out, int offset) {
    float[] column = columns[feature];
    for (int i = 0; i < count; i++) {
      out[offset + i] = column[firstRow + i];
    }
  }

  @Override
  public double value(int row, int feature) {
    return columns[feature][row];
  }
}
