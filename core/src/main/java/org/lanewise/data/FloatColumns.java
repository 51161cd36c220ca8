package org.lanewise.data;

import java.util.Objects;
import org.lanewise.internal.store.FloatStore;
import org.lanewise.internal.store.NumericStore;

/// Column-major `float` features, widened to `double` when they are read: `columns[j][i]` is
/// feature j of row i.
///
/// The arrays are borrowed: they are not copied and must not change while they are in use.
public final class FloatColumns extends StoredNumbers {

  private FloatColumns(NumericStore store, Features features) {
    super(store, features);
  }

  private FloatColumns(float[][] columns, int rowCount) {
    this(new FloatStore(columns, rowCount), Features.unnamed(columns.length));
  }

  /// Borrows the given columns.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or differs in length
  public static FloatColumns of(float[]... columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount = Shapes.rowCount(columns);
    return new FloatColumns(columns.clone(), rowCount);
  }

  /// Copies rows into columns: `rows[i][j]` is feature j of row i.
  ///
  /// @throws IllegalArgumentException if there is no row, or a row is null, empty, or differs in
  ///   length from row 0
  public static FloatColumns fromRows(float[]... rows) {
    Objects.requireNonNull(rows, "rows");
    int featureCount =
        Shapes.featureCount(rows.length, row -> rows[row] == null ? -1 : rows[row].length);
    float[][] columns = new float[featureCount][rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = rows[row][feature];
      }
    }
    return new FloatColumns(columns, rows.length);
  }

  /// Returns these rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public FloatColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// Returns these rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public FloatColumns withFeatures(Features features) {
    return new FloatColumns(store, features);
  }

  @Override
  public FloatColumns withValidity(BitColumns valid) {
    return new FloatColumns(masked(valid), features());
  }
}
