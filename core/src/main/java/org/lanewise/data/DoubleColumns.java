package org.lanewise.data;

import java.util.Arrays;
import java.util.Objects;
import org.lanewise.internal.store.DoubleStore;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Column-major `double` features: `columns[j][i]` is feature j of row i.
///
/// The arrays are borrowed: they are not copied and must not change while they are in use.
public final class DoubleColumns extends StoredNumbers {

  /// Rows copied before the next rows of neighbouring columns.
  private static final int COPIED = 512;

  private DoubleColumns(NumericStore store, Features features) {
    super(store, features);
  }

  private DoubleColumns(double[][] columns, int rowCount) {
    this(new DoubleStore(columns, rowCount), Features.unnamed(columns.length));
  }

  /// Borrows the given columns.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or of another length
  public static DoubleColumns of(double[]... columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount = Shapes.rowCount(columns);
    return new DoubleColumns(columns.clone(), rowCount);
  }

  /// Copies other columns with their features, widened to doubles. This pays off if values that
  /// need conversion or gathering are read more than once.
  public static DoubleColumns copyOf(NumericColumns columns) {
    NumericStore from = Stores.of(columns);
    double[][] copy = new double[from.columnCount()][from.rowCount()];
    int together = from.together();
    for (int column = 0; column < copy.length; column += together) {
      double[][] neighbours =
          Arrays.copyOfRange(copy, column, Math.min(column + together, copy.length));
      for (int first = 0; first < from.rowCount(); first += COPIED) {
        int count = Math.min(COPIED, from.rowCount() - first);
        from.fill(column, neighbours.length, first, count, neighbours, first);
      }
    }
    return new DoubleColumns(new DoubleStore(copy, from.rowCount()), columns.features());
  }

  /// Copies rows into columns: `rows[i][j]` is feature j of row i.
  ///
  /// @throws IllegalArgumentException if there is no row, a row is null, empty, or of another
  ///   length than row 0
  public static DoubleColumns fromRows(double[]... rows) {
    Objects.requireNonNull(rows, "rows");
    int featureCount =
        Shapes.featureCount(rows.length, row -> rows[row] == null ? -1 : rows[row].length);
    double[][] columns = new double[featureCount][rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = rows[row][feature];
      }
    }
    return new DoubleColumns(columns, rows.length);
  }

  /// Copies a flat row-major array into columns: `values[i·featureCount + j]` is feature j of row
  /// i. To score or fit such rows once, borrow the array instead:
  /// [SegmentColumns#ofRowMajor(double\[\], int)] transposes block by block as it is read, without
  /// a copy of the whole.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static DoubleColumns fromRowMajor(double[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    int rowCount = Shapes.rowCountOfRowMajor(values.length, featureCount);
    double[][] columns = new double[featureCount][rowCount];
    for (int row = 0; row < rowCount; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = values[row * featureCount + feature];
      }
    }
    return new DoubleColumns(columns, rowCount);
  }

  /// Returns these rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public DoubleColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// Returns these rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public DoubleColumns withFeatures(Features features) {
    return new DoubleColumns(store, features);
  }

  @Override
  public DoubleColumns withValidity(BitColumns valid) {
    return new DoubleColumns(masked(valid), features());
  }
}
