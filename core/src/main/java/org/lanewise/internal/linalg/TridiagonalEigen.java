package org.lanewise.internal.linalg;

import java.util.Arrays;

/// Eigenvalues and orthonormal eigenvectors of a symmetric d×d matrix whose columns have similar
/// scales: Householder reflections to tridiagonal form, then implicit QL rotations (Golub and Van
/// Loan, *Matrix Computations*, 4th ed., sections 8.3.1 and 8.3.3). All eigenvalues have errors of
/// about d·2⁻⁵³ of the largest. About 6 d³ operations.
///
/// All loops add multiples of rows to rows, which the compiler vectorizes with the same bits.
final class TridiagonalEigen {

  private static final int MAX_ITERATIONS = 60;

  /// The number of rotations that are recorded before they are applied, and the number of columns
  /// to which they are applied at once, so that a strip of columns stays in the cache.
  private static final int NOTED = 1 << 16;

  private static final int STRIP = 64;

  private final int d;
  private final double[][] a;

  /// The diagonal, and the entries next to it: `next[i]` of rows i and i + 1.
  private final double[] diagonal;

  private final double[] next;

  /// Row i becomes eigenvector i.
  private final double[][] vectors;

  private final int[] rows = new int[NOTED];
  private final double[] cosines = new double[NOTED];
  private final double[] sines = new double[NOTED];
  private int noted;

  /// Rounding leaves as much next to eigenvalues of 0, however often it is rotated.
  private final double negligible;

  /// @param a d rows of d, symmetric, which become scratch
  TridiagonalEigen(double[][] a) {
    this.a = a;
    d = a.length;
    diagonal = new double[d];
    next = new double[d];
    double[] betas = reduce();
    vectors = reflected(betas);
    double largest = 0;
    for (int i = 0; i < d; i++) {
      largest = Math.max(largest, Math.abs(diagonal[i]) + Math.abs(next[i]));
    }
    negligible = 0x1p-53 * largest;
    for (int first = 0; first < d; first++) {
      iterate(first);
    }
    apply();
  }

  double[] values() {
    return diagonal;
  }

  double[][] vectors() {
    return vectors;
  }

  /// Reduces the matrix: H = I − β·vvᵀ takes row k to its first two entries, and v replaces the
  /// other entries.
  private double[] reduce() {
    double[] betas = new double[d];
    double[] w = new double[d];
    for (int k = 0; k < d; k++) {
      diagonal[k] = a[k][k];
      if (k + 1 == d) {
        break;
      }
      double[] v = a[k];
      double squares = 0;
      for (int j = k + 2; j < d; j++) {
        squares = Math.fma(v[j], v[j], squares);
      }
      double first = v[k + 1];
      if (squares == 0) {
        next[k] = first;
        continue;
      }
      double norm = Math.sqrt(Math.fma(first, first, squares));
      next[k] = first > 0 ? -norm : norm;
      v[k + 1] = first - next[k];
      betas[k] = 2 / Math.fma(v[k + 1], v[k + 1], squares);
      Arrays.fill(w, k + 1, d, 0);
      for (int i = k + 1; i < d; i++) {
        add(betas[k] * v[i], a[i], w, k + 1);
      }
      double half = 0;
      for (int j = k + 1; j < d; j++) {
        half = Math.fma(v[j], w[j], half);
      }
      add(-0.5 * betas[k] * half, v, w, k + 1);
      for (int i = k + 1; i < d; i++) {
        add(-v[i], w, -w[i], v, a[i], k + 1);
      }
    }
    return betas;
  }

  /// The product of all reflections, transposed.
  private double[][] reflected(double[] betas) {
    double[][] q = new double[d][d];
    for (int i = 0; i < d; i++) {
      q[i][i] = 1;
    }
    double[] t = new double[d];
    for (int k = d - 2; k >= 0; k--) {
      if (betas[k] != 0) {
        double[] v = a[k];
        Arrays.fill(t, k + 1, d, 0);
        for (int i = k + 1; i < d; i++) {
          add(v[i], q[i], t, k + 1);
        }
        for (int i = k + 1; i < d; i++) {
          add(-betas[k] * v[i], t, q[i], k + 1);
        }
      }
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        double above = q[j][i];
        q[j][i] = q[i][j];
        q[i][j] = above;
      }
    }
    return q;
  }

  private void add(double factor, double[] from, double[] to, int begin) {
    for (int j = begin; j < d; j++) {
      to[j] = Math.fma(factor, from[j], to[j]);
    }
  }

  private void add(double f, double[] first, double g, double[] second, double[] to, int begin) {
    for (int j = begin; j < d; j++) {
      to[j] = Math.fma(g, second[j], Math.fma(f, first[j], to[j]));
    }
  }

  /// Rotates with Wilkinson's shift until `next[first]` is 0.
  private void iterate(int first) {
    for (int iteration = 0; ; iteration++) {
      int last = first;
      while (last + 1 < d && Math.abs(next[last]) > negligible) {
        last++;
      }
      if (last == first) {
        return;
      }
      if (iteration == MAX_ITERATIONS) {
        throw new ArithmeticException(
            "the eigenvalues of a matrix of %d columns did not converge in %d iterations"
                .formatted(d, MAX_ITERATIONS));
      }
      chase(first, last);
    }
  }

  private void chase(int first, int last) {
    double g = (diagonal[first + 1] - diagonal[first]) / (2 * next[first]);
    double root = StrictMath.hypot(g, 1);
    g = diagonal[last] - diagonal[first] + next[first] / (g + Math.copySign(root, g));
    double sine = 1;
    double cosine = 1;
    double moved = 0;
    for (int i = last - 1; i >= first; i--) {
      double f = sine * next[i];
      double b = cosine * next[i];
      double r = StrictMath.hypot(f, g);
      next[i + 1] = r;
      if (r == 0) {
        diagonal[i + 1] -= moved;
        next[last] = 0;
        return;
      }
      sine = f / r;
      cosine = g / r;
      g = diagonal[i + 1] - moved;
      r = (diagonal[i] - g) * sine + 2 * cosine * b;
      moved = sine * r;
      diagonal[i + 1] = g + moved;
      g = cosine * r - b;
      note(i, cosine, sine);
    }
    diagonal[first] -= moved;
    next[first] = g;
    next[last] = 0;
  }

  private void note(int row, double cosine, double sine) {
    if (noted == NOTED) {
      apply();
    }
    rows[noted] = row;
    cosines[noted] = cosine;
    sines[noted++] = sine;
  }

  /// Applies the recorded rotations to rows i and i + 1 of the vectors.
  private void apply() {
    for (int from = 0; from < d; from += STRIP) {
      int to = Math.min(d, from + STRIP);
      for (int r = 0; r < noted; r++) {
        rotate(vectors[rows[r]], vectors[rows[r] + 1], from, to, cosines[r], sines[r]);
      }
    }
    noted = 0;
  }

  private static void rotate(
      double[] upper, double[] lower, int from, int to, double cosine, double sine) {
    for (int j = from; j < to; j++) {
      double x = upper[j];
      double y = lower[j];
      lower[j] = sine * x + cosine * y;
      upper[j] = cosine * x - sine * y;
    }
  }
}
