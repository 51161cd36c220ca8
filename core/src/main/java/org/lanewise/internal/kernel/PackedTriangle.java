package org.lanewise.internal.kernel;

/// The layout of a triangle of a d×d matrix in panels of 8 columns (of outputs).
///
/// Panel p holds columns 8p … 8p+7 and rows 0 … 8p+7, row by row:
///
/// ```
/// entry(i, j), i ≤ 8·(j/8)+7   at   start(j/8) + 8·i + j mod 8,   start(p) = 32·p·(p+1)
/// ```
///
/// So a vector of consecutive columns of one row is contiguous at any width up to 8 lanes, and the
/// layout does not depend on the width. For a symmetric matrix i ≤ j holds the upper triangle; for
/// a lower triangular factor, entry(i, j) is `L[j][i]`: the lanes are the outputs. Rows and columns
/// from d on are padding.
public final class PackedTriangle {

  /// Columns of a panel.
  public static final int WIDTH = 8;

  private PackedTriangle() {}

  /// The number of panels of a d×d matrix.
  public static int panels(int d) {
    return (d + WIDTH - 1) / WIDTH;
  }

  /// The number of doubles of a d×d triangle, padding included.
  ///
  /// @throws ArithmeticException if that is more than an array can hold
  public static int size(int d) {
    long panels = panels(d);
    return Math.toIntExact(32 * panels * (panels + 1));
  }

  /// Where panel p begins.
  public static int start(int panel) {
    return 32 * panel * (panel + 1);
  }

  /// Where entry (i, j) is, for i ≤ 8·(j/8)+7.
  public static int index(int i, int j) {
    int panel = j / WIDTH;
    return start(panel) + WIDTH * i + j % WIDTH;
  }

  /// The rows of the d×d symmetric matrix of a triangle.
  public static double[][] full(double[] packed, int d) {
    double[][] full = new double[d][d];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        full[i][j] = packed[index(i, j)];
        full[j][i] = full[i][j];
      }
    }
    return full;
  }
}
