package org.lanewise.score;

import java.util.Arrays;

/// A flat array as rows.
final class ByRow {

  private ByRow() {}

  static double[][] of(double[] flat, int rowCount) {
    double[][] rows = new double[rowCount][];
    int width = rowCount == 0 ? 0 : flat.length / rowCount;
    for (int row = 0; row < rowCount; row++) {
      rows[row] = Arrays.copyOfRange(flat, row * width, (row + 1) * width);
    }
    return rows;
  }
}
