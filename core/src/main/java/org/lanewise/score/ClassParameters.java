package org.lanewise.score;

import java.util.Arrays;

/// Class parameters in the layouts of the kernels.
final class ClassParameters {

  private ClassParameters() {}

  /// k rows of d values as `[j·classStride + c]`, padded with 0.
  static double[] byFeature(double[][] rows, int classStride) {
    int d = rows[0].length;
    double[] values = new double[Math.multiplyExact(d, classStride)];
    for (int c = 0; c < rows.length; c++) {
      for (int j = 0; j < d; j++) {
        values[j * classStride + c] = rows[c][j];
      }
    }
    return values;
  }

  /// k values padded with 0; −0 becomes 0, so that sums which begin with it never are −0.
  static double[] padded(double[] values, int classStride) {
    double[] padded = Arrays.copyOf(values, classStride);
    for (int c = 0; c < classStride; c++) {
      padded[c] += 0.0;
    }
    return padded;
  }
}
