package org.lanewise.internal.gather.state;

import java.util.Arrays;

/// Arranges arrays with a place for each class: the value at `[c]` comes from `[from[c]]`, or is 0
/// if that is −1.
final class Arranging {

  private Arranging() {}

  static double[] values(double[] values, int[] from) {
    double[] arranged = new double[from.length];
    Arrays.setAll(arranged, c -> from[c] < 0 ? 0 : values[from[c]]);
    return arranged;
  }

  static <T> T[] rows(T[] rows, int[] from) {
    T[] arranged = Arrays.copyOf(rows, from.length);
    Arrays.setAll(arranged, c -> rows[from[c]]);
    return arranged;
  }

  static double[] scaled(double[] values, double factor) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }

  static double[][] scaled(double[][] rows, double factor) {
    return Arrays.stream(rows).map(row -> scaled(row, factor)).toArray(double[][]::new);
  }

  /// One column of rows, as rows of one value.
  static double[][] column(double[][] rows, int column) {
    double[][] values = new double[rows.length][1];
    for (int row = 0; row < rows.length; row++) {
      values[row][0] = rows[row][column];
    }
    return values;
  }

  /// The classes of rows. A row of weight 0 has none: its label is 0.
  static int[] labels(int[] labels, double[] weights, int[] from) {
    int[] to = new int[from.length];
    for (int c = 0; c < from.length; c++) {
      to[from[c]] = c;
    }
    int[] arranged = new int[labels.length];
    Arrays.setAll(arranged, row -> weights[row] == 0 ? 0 : to[labels[row]]);
    return arranged;
  }

  /// The values, with 0 at each place whose `from` is −1.
  static long[] values(long[] values, int[] from) {
    long[] arranged = new long[from.length];
    Arrays.setAll(arranged, place -> from[place] < 0 ? 0 : values[from[place]]);
    return arranged;
  }

  /// Rows of classes, with values as [#values(long\[\], int\[\])].
  static long[][] values(long[][] rows, int[] classes, int[] from) {
    long[][] arranged = new long[classes.length][];
    Arrays.setAll(arranged, c -> values(rows[classes[c]], from));
    return arranged;
  }

  /// Rows of classes, with values as [#values(long\[\], int\[\])].
  static double[][] values(double[][] rows, int[] classes, int[] from) {
    double[][] arranged = new double[classes.length][];
    Arrays.setAll(arranged, c -> values(rows[classes[c]], from));
    return arranged;
  }
}
