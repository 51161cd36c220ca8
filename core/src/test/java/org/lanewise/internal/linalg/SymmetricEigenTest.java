package org.lanewise.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.internal.kernel.DoubleDouble;
import org.lanewise.internal.kernel.PackedTriangle;

class SymmetricEigenTest {

  private static final double UNIT = 0x1p-53;

  @Property(seed = "44", tries = 6)
  void valuesAndVectorsOfLargeMatricesSatisfyTheirEquation(
      @ForAll int seed, @ForAll @IntRange(min = 49, max = 130) int d) {
    valuesAndVectorsSatisfyTheirEquation(seed, d);
  }

  @Example
  void ofALargeMatrixOfOneDirectionAllOtherValuesAreZero() {
    int d = 70;
    double[][] ones = new double[d][d];
    for (double[] row : ones) {
      Arrays.fill(row, 0x1p900);
    }
    SymmetricEigen eigen = SymmetricEigen.of(packed(ones), 0, d);
    assertEquals(1, eigen.value(0) / (d * 0x1p900), 1e-14);
    assertEquals(0, eigen.value(1) / 0x1p900, 1e-14);
    assertEquals(Math.sqrt(1.0 / d), eigen.vector(0)[69], 1e-15);
  }

  @Property(seed = "45", tries = 8)
  void largeScattersOfFewRowsAreDecomposed(
      @ForAll int seed,
      @ForAll @IntRange(min = 49, max = 200) int d,
      @ForAll @IntRange(min = 1, max = 60) int rows) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] matrix = new double[d][d];
    for (int row = 0; row < rows; row++) {
      double[] x = new double[d];
      Arrays.setAll(x, _ -> random.nextGaussian());
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          matrix[i][j] += x[Math.min(i, j)] * x[Math.max(i, j)];
        }
      }
    }
    requireEquation(matrix);
    assertEquals(
        0, rows < d ? SymmetricEigen.of(packed(matrix), 0, d).value(rows) : 0, 1e-12 * (d + rows));
  }

  @Property(seed = "41", tries = 60)
  void valuesAndVectorsSatisfyTheirEquation(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 40) int d) {
    requireEquation(symmetric(seed, d));
  }

  private static void requireEquation(double[][] matrix) {
    int d = matrix.length;
    SymmetricEigen eigen = SymmetricEigen.of(packed(matrix), 0, d);
    double norm = 0;
    double trace = 0;
    for (int i = 0; i < d; i++) {
      norm = Math.max(norm, Math.abs(eigen.value(i)));
      trace += eigen.value(i) - matrix[i][i];
      assertTrue(i == 0 || eigen.value(i) <= eigen.value(i - 1));
    }
    double bound = 20 * d * UNIT * norm;
    assertEquals(0, trace, d * bound);
    for (int e = 0; e < d; e++) {
      double[] v = eigen.vector(e);
      for (int i = 0; i < d; i++) {
        double residual =
            dot(matrix[i], v).minus(DoubleDouble.product(eigen.value(e), v[i])).value();
        assertEquals(0, residual, bound);
      }
      for (int other = 0; other <= e; other++) {
        assertEquals(
            other == e ? 1 : 0, dot(eigen.vector(other), v).value(), 20 * d * UNIT, "d=" + d);
      }
    }
  }

  @Property(seed = "42", tries = 30)
  void theLargestComponentOfAVectorIsPositive(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 30) int d) {
    SymmetricEigen eigen = SymmetricEigen.of(packed(symmetric(seed, d)), 0, d);
    for (int e = 0; e < d; e++) {
      double largest = 0;
      for (double x : eigen.vector(e)) {
        largest = Math.abs(x) > Math.abs(largest) ? x : largest;
      }
      assertTrue(largest > 0);
    }
  }

  @Example
  void aSecondDifferenceHasItsCosines() {
    int d = 50;
    double[][] a = new double[d][d];
    for (int i = 0; i < d; i++) {
      a[i][i] = 2;
      if (i > 0) {
        a[i][i - 1] = -1;
        a[i - 1][i] = -1;
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(packed(a), 0, d);
    for (int e = 0; e < d; e++) {
      double expected = 2 - 2 * Math.cos((d - e) * Math.PI / (d + 1));
      assertEquals(expected, eigen.value(e), 1e-14);
    }
  }

  @Property(seed = "43", tries = 30)
  void smallValuesOfAGradedMatrixKeepTheirDigits(
      @ForAll int seed, @ForAll @IntRange(min = 2, max = 12) int d) {
    SplittableRandom random = new SplittableRandom(seed);
    // DHD with H well conditioned: each eigenvalue is known to a few ulps, so det A = Π λ_i is.
    double[][] h = new double[d][d];
    double[][] a = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        h[i][j] = i == j ? 1 : random.nextInt(-1000, 1001) / (2048.0 * d);
        h[j][i] = h[i][j];
      }
    }
    int[] exponent = new int[d];
    int sum = 0;
    for (int i = 0; i < d; i++) {
      exponent[i] = random.nextInt(-60, 61);
      sum += 2 * exponent[i];
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        a[i][j] = Math.scalb(h[i][j], exponent[i] + exponent[j]);
      }
    }
    SymmetricEigen ofA = SymmetricEigen.of(packed(a), 0, d);
    SymmetricEigen ofH = SymmetricEigen.of(packed(h), 0, d);
    double logA = -sum * Math.log(2);
    double logH = 0;
    for (int i = 0; i < d; i++) {
      assertTrue(ofA.value(i) > 0);
      logA += Math.log(ofA.value(i));
      logH += Math.log(ofH.value(i));
    }
    assertEquals(logH, logA, 1e-11);
  }

  @Example
  void scalesOfTheEndsOfTheRangeOfDoublesAreNoTrouble() {
    double[][] a = {{2e300, 1e300}, {1e300, 2e300}};
    SymmetricEigen eigen = SymmetricEigen.of(packed(a), 0, 2);
    assertEquals(3e300, eigen.value(0), 1e285);
    assertEquals(1e300, eigen.value(1), 1e285);
    double[][] b = {{2e-300, 1e-300}, {1e-300, 2e-300}};
    assertEquals(3e-300, SymmetricEigen.of(packed(b), 0, 2).value(0), 1e-315);
    double[][] graded = {{1e300, 0.5}, {0.5, 1e-300}};
    assertEquals(1e300, SymmetricEigen.of(packed(graded), 0, 2).value(0));
    assertEquals(0.75e-300, SymmetricEigen.of(packed(graded), 0, 2).value(1), 1e-315);
    double[][] top = {{Double.MAX_VALUE, 0}, {0, 1}};
    assertEquals(Double.MAX_VALUE, SymmetricEigen.of(packed(top), 0, 2).value(0));
    assertEquals(1, SymmetricEigen.of(packed(top), 0, 2).value(1));
  }

  @Example
  void aSingularMatrixHasItsNullDirectionLast() {
    double[][] a = {{1, 2, 3}, {2, 4, 6}, {3, 6, 9.5}};
    SymmetricEigen eigen = SymmetricEigen.of(packed(a), 0, 3);
    assertEquals(0, eigen.value(2), 1e-15);
    double[] v = eigen.vector(2);
    assertEquals(2 / Math.sqrt(5), v[0], 1e-15);
    assertEquals(-1 / Math.sqrt(5), v[1], 1e-15);
    assertEquals(0, v[2], 1e-15);
  }

  @Example
  void anEigenvectorPointsWhereItsLargestEntryIsPositive() {
    double[][] a = {{2, -1, 0}, {-1, 2, 0}, {0, 0, 9}};
    SymmetricEigen eigen = SymmetricEigen.of(packed(a), 0, 3);
    assertEquals(9, eigen.value(0));
    assertEquals(1, eigen.vector(0)[2]);
    assertEquals(Math.sqrt(0.5), Math.abs(eigen.vector(1)[0]), 1e-15);
    assertEquals(-eigen.vector(1)[0], eigen.vector(1)[1], 1e-15);
    double[][] b = {{1, -0.5}, {-0.5, 3}};
    double[] first = SymmetricEigen.of(packed(b), 0, 2).vector(0);
    assertTrue(first[1] > 0 && first[0] < 0, first[0] + ", " + first[1]);
    double[] last = SymmetricEigen.of(packed(b), 0, 2).vector(1);
    assertTrue(last[0] > 0 && last[1] > 0, last[0] + ", " + last[1]);
  }

  @Example
  void zeroAndSwapMatricesAreDecomposed() {
    SymmetricEigen zero = SymmetricEigen.of(packed(new double[5][5]), 0, 5);
    assertEquals(0, zero.value(0));
    assertEquals(1, zero.vector(4)[4]);
    SymmetricEigen swap = SymmetricEigen.of(packed(new double[][] {{0, 1}, {1, 0}}), 0, 2);
    assertEquals(1, swap.value(0));
    assertEquals(-1, swap.value(1));
  }

  @Example
  void entriesThatAreNotFiniteAreRefused() {
    double[][] a = symmetric(1, 4);
    a[1][2] = Double.NaN;
    double[] packed = packed(a);
    assertThrows(IllegalArgumentException.class, () -> SymmetricEigen.of(packed, 0, 4));
  }

  private static double[][] symmetric(int seed, int d) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] a = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        a[i][j] = random.nextDouble(-1, 1);
        a[j][i] = a[i][j];
      }
    }
    return a;
  }

  private static double[] packed(double[][] a) {
    double[] out = new double[PackedTriangle.size(a.length)];
    for (int j = 0; j < a.length; j++) {
      for (int i = 0; i <= j; i++) {
        out[PackedTriangle.index(i, j)] = a[i][j];
      }
    }
    return out;
  }

  private static DoubleDouble dot(double[] a, double[] b) {
    DoubleDouble s = DoubleDouble.ZERO;
    for (int k = 0; k < a.length; k++) {
      s = s.plus(DoubleDouble.product(a[k], b[k]));
    }
    return s;
  }
}
