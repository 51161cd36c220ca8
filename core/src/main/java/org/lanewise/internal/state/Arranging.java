package org.lanewise.internal.state;

import java.util.Arrays;

/// Arrays with a place for each class, in another order of the classes: what is at `[c]` afterwards
/// was at `[from[c]]`.
final class Arranging {

  private Arranging() {}

  static double[] values(double[] values, int[] from) {
    double[] arranged = new double[from.length];
    Arrays.setAll(arranged, c -> values[from[c]]);
    return arranged;
  }

  static <T> T[] rows(T[] rows, int[] from) {
    T[] arranged = Arrays.copyOf(rows, from.length);
    Arrays.setAll(arranged, c -> rows[from[c]]);
    return arranged;
  }

  /// One column of rows, as rows of one value.
  static double[][] column(double[][] rows, int column) {
    double[][] values = new double[rows.length][1];
    for (int row = 0; row < rows.length; row++) {
      values[row][0] = rows[row][column];
    }
    return values;
  }

  /// The classes of rows.
  static int[] labels(int[] labels, int[] from) {
    int[] to = new int[from.length];
    for (int c = 0; c < from.length; c++) {
      to[from[c]] = c;
    }
    return Arrays.stream(labels).map(label -> to[label]).toArray();
  }
}
