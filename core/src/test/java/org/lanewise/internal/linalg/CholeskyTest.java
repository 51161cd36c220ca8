package org.lanewise.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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

class CholeskyTest {

  private static final double UNIT = 0x1p-53;

  @Property(seed = "21", tries = 60)
  void theFactorTimesItsTransposeIsTheMatrix(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 60) int d) throws Exception {
    double[][] a = scaled(covariance(seed, d, 2 * d), seed, 3);
    double[][] l = lower(Cholesky.of(packed(a), 0, d)::factor, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double residual = dot(l[i], l[j], j + 1).minus(DoubleDouble.of(a[i][j])).value();
        // Higham 2002, theorem 10.3, and one more rounding for the reciprocal of the pivot.
        double bound = (j + 4) * UNIT * Math.sqrt(a[i][i] * a[j][j]) * 1.01;
        assertTrue(
            Math.abs(residual) <= bound, () -> residual + " of a bound of " + bound + ", d=" + d);
      }
    }
  }

  @Property(seed = "22", tries = 60)
  void theInverseTimesTheFactorIsTheUnitMatrix(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 60) int d) throws Exception {
    double[][] a = scaled(covariance(seed, d, 2 * d), seed, 100);
    Cholesky cholesky = Cholesky.of(packed(a), 0, d);
    double[][] l = lower(cholesky::factor, d);
    double[][] inverse = lower(cholesky::inverse, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        DoubleDouble product = DoubleDouble.ZERO;
        double size = 0;
        for (int k = j; k <= i; k++) {
          product = product.plus(DoubleDouble.product(inverse[i][k], l[k][j]));
          size += Math.abs(inverse[i][k] * l[k][j]);
        }
        double error = Math.abs(product.value() - (i == j ? 1 : 0));
        double bound = (d + 2) * UNIT * size;
        assertTrue(error <= bound, () -> error + " of a bound of " + bound + ", d=" + d);
      }
    }
  }

  @Property(seed = "23", tries = 20)
  void whatLiesBelowTheDiagonalAndInThePaddingIsIgnoredAndGivenAsZero(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 40) int d) throws Exception {
    double[] clean = packed(covariance(seed, d, 2 * d));
    double[] dirty = new double[clean.length + 5];
    Arrays.fill(dirty, Double.NaN);
    double[] used = new double[clean.length];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        dirty[5 + PackedTriangle.index(i, j)] = clean[PackedTriangle.index(i, j)];
        used[PackedTriangle.index(i, j)] = 1;
      }
    }
    double[] expected = new double[clean.length];
    Cholesky.of(clean, 0, d).inverse(expected, 0);
    double[] actual = new double[clean.length + 3];
    Arrays.fill(actual, Double.NaN);
    Cholesky.of(dirty, 5, d).inverse(actual, 3);
    assertArrayEquals(expected, Arrays.copyOfRange(actual, 3, actual.length));
    for (int i = 0; i < used.length; i++) {
      assertTrue(used[i] == 1 || Double.doubleToRawLongBits(expected[i]) == 0);
    }
  }

  @Property(seed = "24", tries = 40)
  void powersOfTwoInTheUnitsMoveThroughExactly(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 40) int d) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] a = covariance(seed, d, 2 * d);
    double[][] b = new double[d][d];
    int[] exponent = new int[d];
    for (int j = 0; j < d; j++) {
      exponent[j] = random.nextInt(-240, 240);
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        b[i][j] = Math.scalb(a[i][j], 2 * exponent[i] + 2 * exponent[j]);
      }
    }
    double[][] of = lower(Cholesky.of(packed(a), 0, d)::inverse, d);
    double[][] ofScaled = lower(Cholesky.of(packed(b), 0, d)::inverse, d);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        assertEquals(Math.scalb(of[i][j], -2 * exponent[j]), ofScaled[i][j]);
      }
    }
  }

  @Property(seed = "25", tries = 40)
  void theLogDeterminantIsThatOfExtendedPrecision(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 40) int d) throws Exception {
    double[][] a = scaled(covariance(seed, d, 3 * d + 5), seed, 100);
    double actual = Cholesky.of(packed(a), 0, d).logDeterminant();
    double expected = logDeterminant(a);
    double condition = condition(a);
    assertEquals(
        expected, actual, Math.ulp(expected) + d * UNIT * condition, () -> "of " + expected);
  }

  @Example
  void fortyVariancesOfTenToThePlusAndMinusTwelveKeepTheirDigits() throws Exception {
    double[][] a = new double[40][40];
    for (int j = 0; j < 40; j++) {
      a[j][j] = j % 2 == 0 ? 1e12 : 1e-12;
    }
    a[38][38] = 1e-12;
    Cholesky cholesky = Cholesky.of(packed(a), 0, 40);
    assertEquals(-24 * 2.302585092994046, cholesky.logDeterminant(), 1e-14);
    double[][] inverse = lower(cholesky::inverse, 40);
    assertEquals(1e-6, inverse[0][0], 1e-21);
    assertEquals(1e6, inverse[1][1], 1e-9);
  }

  @Example
  void variancesOfTheEndsOfTheRangeOfDoublesAreNoTrouble() throws Exception {
    double[] variance = {1e300, 1e-300, 1, 1e-150, 1e150, Double.MIN_NORMAL, 1e308};
    int d = variance.length;
    double[][] a = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        a[i][j] = (i == j ? 1 : 0.5) * Math.sqrt(variance[i]) * Math.sqrt(variance[j]);
      }
      a[i][i] = variance[i];
    }
    Cholesky cholesky = Cholesky.of(packed(a), 0, d);
    double[][] inverse = lower(cholesky::inverse, d);
    for (int i = 0; i < d; i++) {
      // ‖L⁻¹x‖² for x a standard deviation of one column: the diagonal of R⁻¹, R of 1 and ½.
      double s = 0;
      for (int j = i; j < d; j++) {
        s += Math.pow(inverse[j][i] * Math.sqrt(variance[i]), 2);
      }
      assertEquals(2 - 2 * 0.5 / (1 + (d - 1) * 0.5), s, 1e-14);
    }
    double logVariance = 0;
    for (double v : variance) {
      logVariance += Math.log(v);
    }
    double logCorrelation = (d - 1) * Math.log(0.5) + Math.log(1 + (d - 1) * 0.5);
    assertEquals(logVariance + logCorrelation, cholesky.logDeterminant(), 1e-11);
  }

  @Example
  void hilbertMatricesAreFactoredUntilTheirRoundingErrorIsTheirPivot() throws Exception {
    for (int d = 1; d <= 9; d++) {
      double[][] a = hilbert(d);
      double[][] inverse = lower(Cholesky.of(packed(a), 0, d)::inverse, d);
      // The last pivot of the Hilbert matrix is 1/(2d−1) · binomial(2d−2, d−1)⁻².
      double binomial = 1;
      for (int i = 1; i < d; i++) {
        binomial = binomial * (d - 1 + i) / i;
      }
      double expected = Math.sqrt(2 * d - 1) * binomial;
      double condition = Math.pow(33.97, d);
      assertEquals(1, inverse[d - 1][d - 1] / expected, Math.max(8, condition) * UNIT, "d=" + d);
    }
    NotPositiveDefiniteException e = singular(hilbert(16));
    assertTrue(e.index() >= 10 && e.index() <= 13, "index " + e.index());
  }

  @Property(seed = "26", tries = 60)
  void aDependentColumnIsNamedWithItsNullDirection(
      @ForAll int seed, @ForAll @IntRange(min = 2, max = 50) int d) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = sample(random, d, 3 * d);
    int index = random.nextInt(1, d);
    int parts = random.nextInt(1, Math.min(index, 3) + 1);
    double[] coefficient = new double[d];
    for (int p = 0; p < parts; p++) {
      coefficient[index - 1 - p] = random.nextInt(1, 4) * (random.nextBoolean() ? 1 : -1);
    }
    for (double[] row : x) {
      row[index] = 0;
      for (int j = 0; j < index; j++) {
        row[index] += coefficient[j] * row[j];
      }
    }
    int[] exponent = new int[d];
    for (int j = 0; j < d; j++) {
      exponent[j] = random.nextInt(-400, 400);
    }
    double[][] a = scatter(x);
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        a[i][j] = Math.scalb(a[i][j], exponent[i] + exponent[j]);
      }
    }
    NotPositiveDefiniteException e = singular(a);
    assertEquals(index, e.index());
    assertTrue(Math.abs(e.pivot()) < 1e-12, "pivot " + e.pivot());
    double[] weights = e.weights();
    assertEquals(1, norm(weights), 1e-14);
    coefficient[index] = -1;
    double deviations = 0;
    for (int j = 0; j < d; j++) {
      deviations += Math.pow(coefficient[j], 2) * Math.scalb(a[j][j], -2 * exponent[j]);
    }
    for (int j = 0; j < d; j++) {
      double expected =
          -coefficient[j]
              * Math.sqrt(Math.scalb(a[j][j], -2 * exponent[j]))
              / Math.sqrt(deviations);
      assertEquals(expected, weights[j], 1e-9);
    }
  }

  @Example
  void aConstantColumnIsNamedAlone() {
    double[][] a = covariance(1, 12, 30);
    for (int j = 0; j < 12; j++) {
      a[9][j] = 0;
      a[j][9] = 0;
    }
    NotPositiveDefiniteException e = singular(a);
    assertEquals(9, e.index());
    assertEquals(0, e.pivot());
    double[] only = new double[12];
    only[9] = 1;
    assertArrayEquals(only, e.weights());
  }

  @Example
  void aCopyOfAColumnIsSingularWhateverItsRounding() {
    for (int seed = 0; seed < 500; seed++) {
      double[][] a = covariance(seed, 2, 7);
      a[1][1] = a[0][0];
      a[0][1] = a[0][0];
      a[1][0] = a[0][0];
      assertEquals(1, singular(a).index());
    }
  }

  @Example
  void nanInfinityAndNegativeDiagonalsAreRefusedAtTheirColumn() {
    for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1}) {
      double[][] a = covariance(3, 20, 50);
      a[13][13] = bad;
      NotPositiveDefiniteException e = singular(a);
      assertEquals(13, e.index());
      assertEquals(1, e.weights()[13]);
      double[][] b = covariance(3, 20, 50);
      b[2][17] = bad == -1 ? Double.NEGATIVE_INFINITY : bad;
      assertEquals(17, singular(b).index());
    }
  }

  @Property(seed = "27", tries = 40)
  void aSolutionHasAResidualOfRoundingSize(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 50) int d,
      @ForAll @IntRange(min = 1, max = 51) int count)
      throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] a = scaled(covariance(seed, d, 2 * d), seed, 3);
    Cholesky cholesky = Cholesky.of(packed(a), 0, d);
    double[][] b = new double[count][];
    Arrays.setAll(b, c -> random.doubles(d, -1, 1).toArray());
    double[][] x = new double[count][d];
    cholesky.solve(b, x);
    double[][] inPlace = Arrays.stream(b).map(double[]::clone).toArray(double[][]::new);
    cholesky.solve(inPlace, inPlace);
    assertArrayEquals(x, inPlace);
    for (int c = 0; c < count; c++) {
      double[] column = x[c];
      double[] alone = new double[d];
      cholesky.solve(b[c], alone);
      assertArrayEquals(column, alone);
      for (int i = 0; i < d; i++) {
        double residual = dot(a[i], column, d).minus(DoubleDouble.of(b[c][i])).value();
        double size = 0;
        for (int j = 0; j < d; j++) {
          // Componentwise, |L||Lᵀ| is at most the geometric mean of the diagonals.
          size += Math.sqrt(a[i][i] * a[j][j]) * Math.abs(column[j]);
        }
        double bound = 3 * (d + 3) * UNIT * size + Math.ulp(b[c][i]);
        assertTrue(Math.abs(residual) <= bound, residual + " of a bound of " + bound);
      }
    }
  }

  @Example
  void theFactorIsZeroBelowTheDiagonalAndInThePaddingOfAnyArray() throws Exception {
    int d = 11;
    Cholesky cholesky = Cholesky.of(packed(covariance(4, d, 30)), 0, d);
    double[] clean = new double[PackedTriangle.size(d)];
    double[] dirty = new double[clean.length];
    Arrays.fill(dirty, Double.NaN);
    cholesky.factor(clean, 0);
    cholesky.factor(dirty, 0);
    assertArrayEquals(clean, dirty);
  }

  /// 1 − (1 − 2⁻³⁰)² = 2⁻²⁹ − 2⁻⁶⁰, of a variance of 2⁻¹⁰²⁰ below what doubles can tell apart.
  @Example
  void theSmallRestOfASmallVarianceKeepsItsDigits() throws Exception {
    double variance = 0x1p-1020;
    double covariance = Math.scalb(1 - 0x1p-30, -1020);
    double[][] a = {{variance, covariance}, {covariance, variance}};
    double expected = Math.log(0x1p-29 - 0x1p-60) - 2040 * Math.log(2);
    assertEquals(expected, Cholesky.of(packed(a), 0, 2).logDeterminant(), 1e-11);
  }

  @Example
  void whatIsLeftOfADependentColumnIsAShareOfItsVariance() {
    double[][] a = {{1, 1.5}, {1.5, 2.25 + 0x1p-50}};
    assertEquals(0x1p-50 / 2.25, singular(a).pivot(), 1e-20);
  }

  /// λ_max/λ_min of the correlation matrix.
  private static double condition(double[][] a) {
    int d = a.length;
    double[][] correlation = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        correlation[i][j] = a[i][j] / Math.sqrt(a[i][i]) / Math.sqrt(a[j][j]);
      }
    }
    SymmetricEigen eigen = SymmetricEigen.of(packed(correlation), 0, d);
    return eigen.value(0) / eigen.value(d - 1);
  }

  private static NotPositiveDefiniteException singular(double[][] a) {
    return assertThrows(
        NotPositiveDefiniteException.class, () -> Cholesky.of(packed(a), 0, a.length));
  }

  private static double norm(double[] v) {
    double s = 0;
    for (double value : v) {
      s += value * value;
    }
    return Math.sqrt(s);
  }

  private static double[][] hilbert(int d) {
    double[][] a = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        a[i][j] = 1.0 / (i + j + 1);
      }
    }
    return a;
  }

  /// XᵀX of n rows of small whole numbers, exact.
  private static double[][] covariance(int seed, int d, int n) {
    double[][] a = scatter(sample(new SplittableRandom(seed), d, n));
    for (int j = 0; j < d; j++) {
      a[j][j] += 1;
    }
    return a;
  }

  private static double[][] sample(SplittableRandom random, int d, int n) {
    double[][] x = new double[n][d];
    for (double[] row : x) {
      for (int j = 0; j < d; j++) {
        row[j] = random.nextInt(-50, 51);
      }
    }
    return x;
  }

  private static double[][] scatter(double[][] x) {
    int d = x[0].length;
    double[][] a = new double[d][d];
    for (double[] row : x) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          a[i][j] += row[i] * row[j];
        }
      }
    }
    return a;
  }

  /// Other units for every column: between 10^−digits and 10^digits.
  private static double[][] scaled(double[][] a, int seed, int digits) {
    SplittableRandom random = new SplittableRandom(seed + 1L);
    int d = a.length;
    double[] unit = new double[d];
    for (int j = 0; j < d; j++) {
      unit[j] = Math.pow(10, random.nextDouble(-digits, digits));
    }
    double[][] out = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        out[i][j] = a[i][j] * unit[Math.max(i, j)] * unit[Math.min(i, j)];
      }
    }
    return out;
  }

  private static double[] packed(double[][] a) {
    int d = a.length;
    double[] out = new double[PackedTriangle.size(d)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        out[PackedTriangle.index(i, j)] = a[i][j];
      }
    }
    return out;
  }

  @FunctionalInterface
  private interface Writer {
    void write(double[] out, int outOffset);
  }

  private static double[][] lower(Writer writer, int d) {
    double[] packed = new double[PackedTriangle.size(d)];
    writer.write(packed, 0);
    double[][] l = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        l[i][j] = packed[PackedTriangle.index(j, i)];
      }
    }
    return l;
  }

  private static DoubleDouble dot(double[] a, double[] b, int count) {
    DoubleDouble s = DoubleDouble.ZERO;
    for (int k = 0; k < count; k++) {
      s = s.plus(DoubleDouble.product(a[k], b[k]));
    }
    return s;
  }

  /// Σ log of the pivots of a textbook elimination, all in about 30 digits.
  private static double logDeterminant(double[][] a) {
    int d = a.length;
    DoubleDouble[][] u = new DoubleDouble[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        u[i][j] = DoubleDouble.of(a[i][j]);
      }
    }
    DoubleDouble sum = DoubleDouble.ZERO;
    for (int k = 0; k < d; k++) {
      for (int i = k + 1; i < d; i++) {
        DoubleDouble factor = u[i][k].over(u[k][k]);
        for (int j = k + 1; j < d; j++) {
          u[i][j] = u[i][j].minus(factor.times(u[k][j]));
        }
      }
      sum = sum.plus(DoubleDouble.log(u[k][k].high(), u[k][k].low()));
    }
    return sum.value();
  }
}
