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
  /// @throws IllegalArgumentException if there is no column, or one is null or of another length
  public static FloatColumns of(float[]... columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount = Shapes.rowCount(columns);
    return new FloatColumns(columns.clone(), rowCount);
  }

  /// Copies rows into columns: `rows[i][j]` is feature j of row i.
  ///
  /// @throws IllegalArgumentException if there is no row, a row is null, empty, or of another
  ///   length than row 0
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

  /// Copies a flat row-major array into columns: `values[i·featureCount + j]` is feature j of row
  /// i. To score or fit such rows once, borrow the array instead:
  /// [SegmentColumns#ofRowMajor(float\[\], int)] transposes block by block as it is read, without a
  /// copy of the whole.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static FloatColumns fromRowMajor(float[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    float[][] columns = new float[featureCount][rowCount];
    for (int row = 0; row < rowCount; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = values[row * featureCount + feature];
      }
    }
    return new FloatColumns(columns, rowCount);
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
