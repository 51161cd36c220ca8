package org.lanewise.data;

import java.util.Objects;
import org.lanewise.internal.kernel.Kernels;

/// Column-major `double` features: `columns[j][i]` is feature j of row i.
///
/// The arrays are borrowed: they are not copied and must not change while they are in use.
public final class DoubleColumns implements NumericColumns {

  private final double[][] columns;
  private final int rowCount;
  private final Features features;

  private DoubleColumns(double[][] columns, int rowCount) {
    this(columns, rowCount, Features.unnamed(columns.length));
  }

  private DoubleColumns(double[][] columns, int rowCount, Features features) {
    this.columns = columns;
    this.rowCount = rowCount;
    this.features = features;
  }

  /// Borrows the given columns.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or of another length
  public static DoubleColumns of(double[]... columns) {
    Objects.requireNonNull(columns, "columns");
    int rowCount =
        ColumnShapes.rowCount(
            columns.length, feature -> columns[feature] == null ? -1 : columns[feature].length);
    return new DoubleColumns(columns.clone(), rowCount);
  }

  /// Copies row-major rows into columns: `rows[i][j]` is feature j of row i.
  ///
  /// @throws IllegalArgumentException if there is no row, a row is null, empty, or of another
  ///   length than row 0
  public static DoubleColumns fromRows(double[]... rows) {
    Objects.requireNonNull(rows, "rows");
    if (rows.length == 0) {
      throw new IllegalArgumentException("no rows were given; at least one row is expected");
    }
    for (int row = 0; row < rows.length; row++) {
      if (rows[row] == null) {
        throw new IllegalArgumentException("row " + row + " is null; an array is expected");
      }
      if (rows[row].length == 0) {
        throw new IllegalArgumentException(
            "row " + row + " has no features; at least one is expected");
      }
      if (rows[row].length != rows[0].length) {
        throw new IllegalArgumentException(
            "row %d has %d features; %d are expected, as in row 0"
                .formatted(row, rows[row].length, rows[0].length));
      }
    }
    double[][] columns = new double[rows[0].length][rows.length];
    for (int row = 0; row < rows.length; row++) {
      for (int feature = 0; feature < columns.length; feature++) {
        columns[feature][row] = rows[row][feature];
      }
    }
    return new DoubleColumns(columns, rows.length);
  }

  /// Copies a flat row-major array into columns: `values[i·featureCount + j]` is feature j of row
  /// i.
  ///
  /// @throws IllegalArgumentException if `featureCount` < 1 or the length is not a multiple of it
  public static DoubleColumns fromRowMajor(double[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    if (featureCount < 1) {
      throw new IllegalArgumentException(
          "featureCount is " + featureCount + "; at least 1 is expected");
    }
    if (values.length % featureCount != 0) {
      throw new IllegalArgumentException(
          "the array has %d values; a multiple of featureCount %d is expected"
              .formatted(values.length, featureCount));
    }
    int rowCount = values.length / featureCount;
    double[][] columns = new double[featureCount][rowCount];
    for (int row = 0; row < rowCount; row++) {
      for (int feature = 0; feature < featureCount; feature++) {
        columns[feature][row] = values[row * featureCount + feature];
      }
    }
    return new DoubleColumns(columns, rowCount);
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
  public DoubleColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// These rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public DoubleColumns withFeatures(Features features) {
    return new DoubleColumns(columns, rowCount, Names.requireCount(features, columns.length));
  }

  /// The array of one feature as it was borrowed: no copy, and not to be changed.
  public double[] column(int feature) {
    return columns[feature];
  }

  @Override
  public void copy(int feature, int firstRow, int count, double[] out, int offset) {
    System.arraycopy(columns[feature], firstRow, out, offset, count);
  }

  @Override
  public boolean shift(
      int feature, int firstRow, int count, double subtrahend, double[] out, int offset) {
    return Kernels.SCORE.shift(columns[feature], firstRow, count, subtrahend, out, offset);
  }

  @Override
  public double value(int row, int feature) {
    return columns[feature][row];
  }
}
