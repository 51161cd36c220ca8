package org.lanewise.internal.transform;

import java.util.ArrayList;
import java.util.List;

/// An orthonormal basis of the span of rows, by the method of Gram and Schmidt with a second pass
/// for each row (Giraud, Langou, Rozložník and van den Eshof, Numerische Mathematik 101, 2005).
final class Span {

  /// If a second pass leaves less than this share, what was left is rounding.
  private static final double LEFT = 0.5;

  /// A share of the longest row that counts as rounding.
  private static final double ROUNDING = 0x1p-46;

  private Span() {}

  /// The rows of the result are the basis; of rows of zeros, it is the first unit vector.
  ///
  /// @param rows rows of d values; overwritten
  static double[][] basis(double[][] rows) {
    List<double[]> basis = new ArrayList<>();
    double least = 0;
    for (double[] row : rows) {
      least = Math.max(least, ROUNDING * norm(row));
    }
    for (double[] row : rows) {
      project(row, basis);
      double once = norm(row);
      project(row, basis);
      double left = norm(row);
      if (left > LEFT * once && left > least) {
        for (int j = 0; j < row.length; j++) {
          row[j] /= left;
        }
        basis.add(row);
      }
    }
    if (basis.isEmpty()) {
      double[] unit = new double[rows[0].length];
      unit[0] = 1;
      basis.add(unit);
    }
    return basis.toArray(double[][]::new);
  }

  /// Subtracts the parts of a row in the directions of a basis.
  private static void project(double[] row, List<double[]> basis) {
    double[] products = new double[basis.size()];
    for (int b = 0; b < products.length; b++) {
      products[b] = dot(row, basis.get(b));
    }
    for (int b = 0; b < products.length; b++) {
      double[] direction = basis.get(b);
      for (int j = 0; j < row.length; j++) {
        row[j] = Math.fma(-products[b], direction[j], row[j]);
      }
    }
  }

  private static double norm(double[] row) {
    return Math.sqrt(dot(row, row));
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum = Math.fma(left[j], right[j], sum);
    }
    return sum;
  }
}
