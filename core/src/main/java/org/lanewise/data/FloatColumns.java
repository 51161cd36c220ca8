package org.lanewise.data;

import java.util.Objects;

/// Column-major `float` features, widened to `double` where they are used: `columns[j][i]` is
/// feature j of row i.
///
/// The arrays are borrowed: they are not copied and must not change while they are in use.
public final class FloatColumns implements NumericColumns {

  private final float[][] columns;
  private final int rowCount;
  private final Features features;

  private FloatColumns(float[][] columns, int rowCount) {
    this(columns, rowCount, Features.unnamed(columns.length));
  }

  private FloatColumns(float[][] columns, int rowCount, Features features) {
    this.columns = columns;
    this.rowCount = rowCount;
    this.features = features;
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
  public Features features() {
    return features;
  }

  /// These rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public FloatColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// These rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public FloatColumns withFeatures(Features features) {
    return new FloatColumns(columns, rowCount, Names.requireCount(features, columns.length));
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
