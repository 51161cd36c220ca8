package org.lanewise.io;

import org.lanewise.internal.kernel.PackedTriangle;

/// Symmetric matrices, full and packed.
final class Triangles {

  private Triangles() {}

  /// A full matrix in packed layout.
  static double[] packed(double[][] full) {
    double[] packed = new double[PackedTriangle.size(full.length)];
    for (int j = 0; j < full.length; j++) {
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = full[j][i];
      }
    }
    return packed;
  }

  /// A packed matrix as d rows of d.
  static double[][] full(double[] packed, int d) {
    double[][] full = new double[d][d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        full[j][i] = packed[PackedTriangle.index(i, j)];
        full[i][j] = full[j][i];
      }
    }
    return full;
  }
}
