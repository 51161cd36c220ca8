package org.lanewise.internal.linalg;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// The leading eigenvalues and orthonormal eigenvectors of a symmetric positive semidefinite d×d
/// matrix that is known by its products with vectors, by Lanczos' method with full
/// reorthogonalization (Golub and Van Loan, *Matrix Computations*, 4th ed., section 10.3). The
/// start is a fixed vector, so equal matrices give equal bits.
///
/// Steps go on until every wanted pair has a residual ‖Av − λv‖ of at most 2⁻⁴⁶ of the largest
/// eigenvalue, or to d of them, where the basis is complete. If the basis becomes invariant before,
/// new vectors continue it to the end: so equal eigenvalues are found as often as they occur.
///
/// @param values at most `count`, descending; without those that are rounding of 0
/// @param vectors row i belongs to value i
public record LeadingEigen(double[] values, double[][] vectors) {

  private static final long SEED = 72;
  private static final double TOLERANCE = 0x1p-46;

  /// A residual of this share of the largest eigenvalue is rounding.
  private static final double ROUNDING = 0x1p-50;

  /// The product of a matrix and a vector.
  public interface Product {

    /// @param out receives the product; 0 before
    void add(double[] v, double[] out);
  }

  /// Finds eigenvalues and vectors.
  ///
  /// @param count how many at most
  public static LeadingEigen of(Product matrix, int d, int count) {
    return new Steps(matrix, d, Math.min(count, d)).run();
  }

  /// Adds a multiple of a row, or of its first elements, to another.
  public static void add(double factor, double[] row, double[] to) {
    for (int j = 0; j < to.length; j++) {
      to[j] = Math.fma(factor, row[j], to[j]);
    }
  }

  /// The sum of products of two vectors, in four chains, because one waits for itself.
  public static double dot(double[] a, double[] b) {
    double q0 = 0;
    double q1 = 0;
    double q2 = 0;
    double q3 = 0;
    int j = 0;
    for (; j + 3 < a.length; j += 4) {
      q0 = Math.fma(a[j], b[j], q0);
      q1 = Math.fma(a[j + 1], b[j + 1], q1);
      q2 = Math.fma(a[j + 2], b[j + 2], q2);
      q3 = Math.fma(a[j + 3], b[j + 3], q3);
    }
    for (; j < a.length; j++) {
      q0 = Math.fma(a[j], b[j], q0);
    }
    return (q0 + q1) + (q2 + q3);
  }

  private static final class Steps {

    private final Product matrix;
    private final int d;
    private final int count;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final double[][] basis;
    private final double[] diagonal;
    private final double[] next;
    private double[] values;
    private double[][] images;
    private int[] order;

    Steps(Product matrix, int d, int count) {
      this.matrix = matrix;
      this.d = d;
      this.count = count;
      basis = new double[d][];
      diagonal = new double[d];
      next = new double[d];
    }

    LeadingEigen run() {
      double scale = 0;
      int check = count + 8;
      int steps = 0;
      basis[0] = fresh(0);
      while (true) {
        double[] image = new double[d];
        matrix.add(basis[steps], image);
        diagonal[steps] = dot(basis[steps], image);
        scale = Math.max(scale, Math.sqrt(dot(image, image)));
        add(-diagonal[steps], basis[steps], image);
        if (steps > 0) {
          add(-next[steps - 1], basis[steps - 1], image);
        }
        orthogonalize(image, ++steps);
        double length = Math.sqrt(dot(image, image));
        boolean isInvariant = !(length > ROUNDING * scale);
        if (steps == d) {
          decompose(steps);
          return result(steps);
        }
        next[steps - 1] = isInvariant ? 0 : length;
        if (isInvariant) {
          check = d;
          basis[steps] = fresh(steps);
          continue;
        }
        if (steps >= check) {
          decompose(steps);
          check = steps + Math.max(4, steps / 4);
          if (isConverged(steps)) {
            return result(steps);
          }
        }
        divide(image, length);
        basis[steps] = image;
      }
    }

    /// A unit vector orthogonal to the basis.
    private double[] fresh(int steps) {
      double[] v = random.doubles(d, -1, 1).toArray();
      orthogonalize(v, steps);
      divide(v, Math.sqrt(dot(v, v)));
      orthogonalize(v, steps);
      divide(v, Math.sqrt(dot(v, v)));
      return v;
    }

    /// Twice is enough, and once where most is left.
    private void orthogonalize(double[] v, int steps) {
      double before = Math.sqrt(dot(v, v));
      double left = 0;
      for (int pass = 0; pass < 2 && !(left > 0.5 * before); pass++) {
        for (int i = 0; i < steps; i++) {
          add(-dot(basis[i], v), basis[i], v);
        }
        left = Math.sqrt(dot(v, v));
      }
    }

    private void decompose(int steps) {
      double[][] tridiagonal = new double[steps][steps];
      for (int i = 0; i < steps; i++) {
        tridiagonal[i][i] = diagonal[i];
        if (i > 0) {
          tridiagonal[i][i - 1] = next[i - 1];
          tridiagonal[i - 1][i] = next[i - 1];
        }
      }
      TridiagonalEigen eigen = new TridiagonalEigen(tridiagonal);
      values = eigen.values();
      images = eigen.vectors();
      order =
          IntStream.range(0, steps)
              .boxed()
              .sorted((i, j) -> Double.compare(values[j], values[i]))
              .mapToInt(i -> i)
              .limit(count)
              .toArray();
    }

    private boolean isConverged(int steps) {
      double most = TOLERANCE * values[order[0]];
      return Arrays.stream(order)
          .allMatch(i -> Math.abs(next[steps - 1] * images[i][steps - 1]) <= most);
    }

    private LeadingEigen result(int steps) {
      double least = d * 0x1p-52 * values[order[0]];
      int[] kept = Arrays.stream(order).filter(i -> values[i] > least).toArray();
      double[][] vectors = new double[kept.length][d];
      for (int i = 0; i < kept.length; i++) {
        for (int j = 0; j < steps; j++) {
          add(images[kept[i]][j], basis[j], vectors[i]);
        }
      }
      return new LeadingEigen(Arrays.stream(kept).mapToDouble(i -> values[i]).toArray(), vectors);
    }

    private static void divide(double[] v, double by) {
      for (int j = 0; j < v.length; j++) {
        v[j] /= by;
      }
    }
  }
}
