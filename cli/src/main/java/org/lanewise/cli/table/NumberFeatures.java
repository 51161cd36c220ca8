package org.lanewise.cli.table;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Numbers, column by column.
///
/// @param rowCount the number of rows
/// @param columns `columns[feature][row]`; finite, or NaN where a value is missing, which there is
///   only if the file was read with a text for missing values
public record NumberFeatures(int rowCount, double[][] columns) implements FeatureTable {

  /// Checks that every column has `rowCount` rows.
  public NumberFeatures {
    for (double[] column : columns) {
      if (column.length != rowCount) {
        throw new IllegalArgumentException(
            "a column has %d rows; expected %d".formatted(column.length, rowCount));
      }
    }
  }

  /// The rows of all parts, whose columns are released one by one.
  static NumberFeatures join(List<NumberFeatures> parts) {
    int rowCount = FeatureTable.rowCount(parts);
    double[][] joined = new double[parts.getFirst().columns.length][];
    for (int feature = 0; feature < joined.length; feature++) {
      double[] column = new double[rowCount];
      int next = 0;
      for (NumberFeatures part : parts) {
        System.arraycopy(part.columns[feature], 0, column, next, part.rowCount);
        next += part.rowCount;
        part.columns[feature] = null;
      }
      joined[feature] = column;
    }
    return new NumberFeatures(rowCount, joined);
  }

  /// The variance of the values of each column, without missing ones; 0 if there are none.
  public double[] variances() {
    double[] variances = new double[columns.length];
    for (int feature = 0; feature < columns.length; feature++) {
      double[] known =
          Arrays.stream(columns[feature]).filter(value -> !Double.isNaN(value)).toArray();
      double mean = Arrays.stream(known).average().orElse(0);
      variances[feature] =
          Arrays.stream(known).map(x -> (x - mean) * (x - mean)).average().orElse(0);
    }
    return variances;
  }

  @Override
  public NumberFeatures of(int... features) {
    return new NumberFeatures(
        rowCount,
        IntStream.of(features).mapToObj(feature -> columns[feature]).toArray(double[][]::new));
  }

  @Override
  public NumberFeatures select(int[] rows) {
    double[][] selected = new double[columns.length][rows.length];
    for (int feature = 0; feature < columns.length; feature++) {
      double[] from = columns[feature];
      double[] to = selected[feature];
      for (int i = 0; i < rows.length; i++) {
        to[i] = from[rows[i]];
      }
    }
    return new NumberFeatures(rows.length, selected);
  }
}
