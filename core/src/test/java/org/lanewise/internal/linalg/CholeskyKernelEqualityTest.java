package org.lanewise.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.scalar.ScalarFactorKernels;
import org.lanewise.internal.tier.Kernel;
import org.lanewise.internal.tier.Kernels;

class CholeskyKernelEqualityTest {

  private static final FactorKernels SCALAR = new ScalarFactorKernels();
  private static final FactorKernels SELECTED = Kernels.factor(Kernel.FACTOR);

  @Property(seed = "31", tries = 150)
  void factorInverseAndSolutionHaveTheBitsOfTheScalarTier(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 90) int d,
      @ForAll @IntRange(min = 1, max = 130) int count)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    double[] a = matrix(random, d);
    double[][] b = new double[count][];
    Arrays.setAll(b, c -> random.doubles(d, -1, 1).toArray());
    Cholesky expected = Cholesky.of(a, 0, d, SCALAR);
    Cholesky actual = Cholesky.of(a, 0, d, SELECTED);
    assertArrayEquals(factor(expected), factor(actual));
    assertArrayEquals(inverse(expected), inverse(actual));
    assertArrayEquals(solution(expected, b), solution(actual, b));
    assertEquals(expected.logDeterminant(), actual.logDeterminant());
  }

  @Property(seed = "32", tries = 300)
  void theEntriesOfTheFactorAndOfTheInverseAreTheChainsThatAreWrittenDown(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 40) int d) throws Exception {
    double[] a = matrix(new SplittableRandom(seed), d);
    // Diagonals in [1, 4) are not scaled.
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        a[PackedTriangle.index(i, j)] /= 60 * d;
      }
      a[PackedTriangle.index(j, j)] = 3;
    }
    double[][] u = new double[d][d];
    double[][] v = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        double s = a[PackedTriangle.index(i, j)];
        for (int k = 0; k < i; k++) {
          s = Math.fma(u[k][i], -u[k][j], s);
        }
        u[i][j] = i == j ? Math.sqrt(s) : s * (1 / u[i][i]);
      }
    }
    for (int j = 0; j < d; j++) {
      for (int i = j; i >= 0; i--) {
        double s = i == j ? 1 : 0;
        int end = i / 8 * 8 + 8;
        for (int k = end; k <= j; k++) {
          s = Math.fma(u[i][k], -v[k][j], s);
        }
        for (int k = Math.min(end - 1, j); k > i; k--) {
          s = Math.fma(u[i][k], -v[k][j], s);
        }
        v[i][j] = s * (1 / u[i][i]);
      }
    }
    double[] factor = factor(Cholesky.of(a, 0, d, SELECTED));
    double[] inverse = inverse(Cholesky.of(a, 0, d, SELECTED));
    for (int i = 0; i < d; i++) {
      for (int j = i; j < d; j++) {
        assertEquals(u[i][j], factor[PackedTriangle.index(i, j)]);
        assertEquals(v[i][j], inverse[PackedTriangle.index(i, j)]);
      }
    }
  }

  private static double[] matrix(SplittableRandom random, int d) {
    double[] a = new double[PackedTriangle.size(d)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i < j; i++) {
        a[PackedTriangle.index(i, j)] = random.nextDouble(-1, 1);
      }
      a[PackedTriangle.index(j, j)] = d + random.nextDouble();
    }
    return a;
  }

  private static double[] factor(Cholesky cholesky) {
    double[] out = new double[PackedTriangle.size(cholesky.dimension())];
    cholesky.factor(out, 0);
    return out;
  }

  private static double[] inverse(Cholesky cholesky) {
    double[] out = new double[PackedTriangle.size(cholesky.dimension())];
    cholesky.inverse(out, 0);
    return out;
  }

  private static double[][] solution(Cholesky cholesky, double[][] right) {
    double[][] out = new double[right.length][cholesky.dimension()];
    cholesky.solve(right, out);
    return out;
  }
}
