package org.lanewise.internal.linalg;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.lanewise.internal.kernel.PackedTriangle;

/// Eigenvalues, largest first, and orthonormal eigenvectors of a small symmetric d×d matrix, A v_i
/// = λ_i v_i.
///
/// Small matrices, and those whose columns differ in scale, take cyclic Jacobi rotations until no
/// |a_pq| > 2⁻⁵³ √|a_pp a_qq| is left, about 30 d³ operations: small eigenvalues of a positive
/// definite matrix keep their leading digits, whatever the scales of the columns (Demmel and
/// Veselić 1992, SIAM J. Matrix Anal. 13, 1204–1245). The others take [TridiagonalEigen]. In each
/// eigenvector, the component with the largest absolute value (the first, at a tie) is positive.
/// Results are bit-identical on all machines.
public final class SymmetricEigen {

  private static final int MAX_SWEEPS = 60;

  /// Larger matrices are made tridiagonal if their diagonal entries have similar sizes.
  private static final int SMALL = 48;

  private static final double SIMILAR = 0x1p20;

  private final int d;

  /// The upper triangle of the rotated matrix, row by row.
  private final double[][] a;

  /// Row i is eigenvector i.
  private final double[][] vectors;

  private final double[] values;
  private final Integer[] order;

  private SymmetricEigen(double[] symmetric, int offset, int d) {
    this.d = d;
    a = new double[d][d];
    double largest = 0;
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        a[i][j] = symmetric[offset + PackedTriangle.index(i, j)];
        largest = Math.max(largest, Math.abs(a[i][j]));
      }
    }
    if (!(largest < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the matrix has an entry of %s; finite entries are expected".formatted(largest));
    }
    if (d > SMALL && isSimilar()) {
      int exponent = Math.getExponent(largest);
      scale(-exponent);
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < i; j++) {
          a[i][j] = a[j][i];
        }
      }
      TridiagonalEigen eigen = new TridiagonalEigen(a);
      vectors = eigen.vectors();
      values = Arrays.stream(eigen.values()).map(v -> Math.scalb(v, exponent)).toArray();
    } else {
      vectors = new double[d][d];
      for (int i = 0; i < d; i++) {
        vectors[i][i] = 1;
      }
      rotateAll(largest);
      values = IntStream.range(0, d).mapToDouble(i -> a[i][i]).toArray();
    }
    order = IntStream.range(0, d).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> -values[i]));
    for (double[] vector : vectors) {
      orient(vector);
    }
  }

  /// Decomposes a matrix.
  ///
  /// @param symmetric the matrix, its upper triangle in [PackedTriangle] layout from `offset`; what
  ///   lies below the diagonal and in the padding is ignored
  /// @throws IllegalArgumentException if an entry is not finite
  public static SymmetricEigen of(double[] symmetric, int offset, int d) {
    return new SymmetricEigen(symmetric, offset, d);
  }

  private boolean isSimilar() {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int i = 0; i < d; i++) {
      least = Math.min(least, Math.abs(a[i][i]));
      most = Math.max(most, Math.abs(a[i][i]));
    }
    return most <= SIMILAR * least && most > 0;
  }

  private void rotateAll(double largest) {
    // Scales down so that nothing overflows; without a huge entry, small entries do not change.
    int exponent = Math.max(Math.getExponent(largest) - 1000, 0);
    if (exponent > 0) {
      scale(-exponent);
    }
    int sweeps = 0;
    while (sweep()) {
      if (++sweeps == MAX_SWEEPS) {
        throw new ArithmeticException(
            "the eigenvalues of a matrix of %d columns did not converge in %d sweeps"
                .formatted(d, MAX_SWEEPS));
      }
    }
    if (exponent > 0) {
      scale(exponent);
    }
  }

  private void scale(int exponent) {
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        a[i][j] = Math.scalb(a[i][j], exponent);
      }
    }
  }

  /// Rotates every pair once; returns whether any had to be rotated.
  private boolean sweep() {
    boolean rotated = false;
    for (int p = 0; p < d; p++) {
      for (int q = p + 1; q < d; q++) {
        double off = a[p][q];
        double size = Math.sqrt(Math.abs(a[p][p])) * Math.sqrt(Math.abs(a[q][q]));
        if (Math.abs(off) > 0x1p-53 * size) {
          rotate(p, q, off);
          rotated = true;
        } else {
          a[p][q] = 0;
        }
      }
    }
    return rotated;
  }

  private void rotate(int p, int q, double off) {
    double theta = (a[q][q] - a[p][p]) / (2 * off);
    double root = Math.abs(theta) < 0x1p500 ? Math.sqrt(theta * theta + 1) : Math.abs(theta);
    double t = Math.copySign(1, theta) / (Math.abs(theta) + root);
    double cosine = 1 / Math.sqrt(t * t + 1);
    double sine = t * cosine;
    double tau = sine / (1 + cosine);
    a[p][p] -= t * off;
    a[q][q] += t * off;
    a[p][q] = 0;
    for (int k = 0; k < p; k++) {
      double x = a[k][p];
      double y = a[k][q];
      a[k][p] = x - sine * (y + x * tau);
      a[k][q] = y + sine * (x - y * tau);
    }
    double[] rowP = a[p];
    for (int k = p + 1; k < q; k++) {
      double x = rowP[k];
      double y = a[k][q];
      rowP[k] = x - sine * (y + x * tau);
      a[k][q] = y + sine * (x - y * tau);
    }
    rotateRows(rowP, a[q], q + 1, sine, tau);
    rotateRows(vectors[p], vectors[q], 0, sine, tau);
  }

  private void rotateRows(double[] first, double[] second, int from, double sine, double tau) {
    for (int k = from; k < d; k++) {
      double x = first[k];
      double y = second[k];
      first[k] = x - sine * (y + x * tau);
      second[k] = y + sine * (x - y * tau);
    }
  }

  private static void orient(double[] vector) {
    double largest = 0;
    for (double x : vector) {
      largest = Math.abs(x) > Math.abs(largest) ? x : largest;
    }
    if (largest < 0) {
      for (int i = 0; i < vector.length; i++) {
        vector[i] = -vector[i];
      }
    }
  }

  /// λ_index, where λ_0 is the largest.
  public double value(int index) {
    return values[order[index]];
  }

  /// The unit eigenvector of [#value(int)].
  public double[] vector(int index) {
    return vectors[order[index]].clone();
  }
}
