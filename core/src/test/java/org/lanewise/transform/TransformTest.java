package org.lanewise.transform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.BadDataException;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.store.Stores;

class TransformTest {

  private static final MathContext DIGITS = new MathContext(60);

  /// Rows of d values with some zeros, of different sizes.
  private static double[][] rows(int n, int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[n][d];
    for (double[] row : rows) {
      double scale = Math.scalb(1.0, random.nextInt(-20, 20));
      for (int j = 0; j < d; j++) {
        row[j] = random.nextInt(8) == 0 ? 0 : random.nextGaussian() * scale;
      }
      row[random.nextInt(d)] = scale;
    }
    return rows;
  }

  private static Transform all(int d, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int m = random.nextInt(1, 20);
    double[][] matrix = new double[m][d];
    double[] offset = new double[m];
    for (int i = 0; i < m; i++) {
      offset[i] = random.nextGaussian();
      for (int j = 0; j < d; j++) {
        matrix[i][j] = random.nextGaussian();
      }
    }
    return Transform.standardization(NumericColumns.fromRows(rows(9, d, seed)))
        .then(Transform.signedPower(0.5))
        .then(Transform.linear(matrix, offset))
        .then(Transform.unitLength())
        .then(Transform.signedPower(1.7))
        .then(Transform.randomFeatures(13, seed));
  }

  @Property(tries = 60)
  void aRowAloneAndInAnyBlockOfAnyLayoutHasTheSameBits(
      @ForAll @IntRange(min = 1, max = 150) int n,
      @ForAll @IntRange(min = 1, max = 70) int d,
      @ForAll long seed) {
    double[][] rows = rows(n, d, seed);
    double[] flat = new double[n * d];
    for (int i = 0; i < n; i++) {
      System.arraycopy(rows[i], 0, flat, i * d, d);
    }
    Transform transform = all(d, seed);
    int m = transform.outputCount(d);
    NumericColumns columns = transform.of(NumericColumns.fromRows(rows));
    NumericColumns copied = NumericColumns.copyOf(columns);
    NumericColumns ofRows = NumericColumns.copyOf(transform.of(NumericColumns.ofRowMajor(flat, d)));
    double[] one = new double[m];
    double[] other = new double[m];
    for (int i = 0; i < n; i++) {
      columns.row(i, one);
      assertArrayEquals(transform.of(rows[i]), one);
      copied.row(i, other);
      assertArrayEquals(one, other);
      ofRows.row(i, other);
      assertArrayEquals(one, other);
      assertEquals(one[m - 1], columns.value(i, m - 1));
    }
    double[] together = new double[2 * m];
    Stores.of(columns).rows(n / 2, Math.min(2, n - n / 2), together);
    assertArrayEquals(row(columns, n / 2), Arrays.copyOf(together, m));
    if (n > 2) {
      assertArrayEquals(row(columns, n / 2 + 1), Arrays.copyOfRange(together, m, 2 * m));
    }
  }

  @Property(tries = 100)
  void unitLengthIsThatOfTheTextbookForAnyScale(
      @ForAll @IntRange(min = 1, max = 30) int d,
      @ForAll @IntRange(min = -1060, max = 990) int exponent,
      @ForAll long seed) {
    double[] row = rows(1, d, seed)[0];
    for (int j = 0; j < d; j++) {
      row[j] = Math.scalb(row[j], exponent);
    }
    BigDecimal squared = BigDecimal.ZERO;
    for (double x : row) {
      squared = squared.add(new BigDecimal(x).pow(2));
    }
    if (squared.signum() == 0) {
      return;
    }
    BigDecimal length = squared.sqrt(DIGITS);
    double[] unit = Transform.unitLength().of(row);
    for (int j = 0; j < d; j++) {
      double expected = new BigDecimal(row[j]).divide(length, DIGITS).doubleValue();
      assertEquals(expected, unit[j], 1e-15 * (4 + Math.abs(expected) * d));
    }
    assertArrayEquals(unit, row(Transform.unitLength().of(NumericColumns.fromRows(row)), 0));
  }

  private static double[] row(NumericColumns rows, int row) {
    double[] out = new double[rows.featureCount()];
    rows.row(row, out);
    return out;
  }

  @Test
  void aRowWithoutDirectionIsRefused() {
    String end = " has length 0, so it has no direction; a value other than 0 is expected";
    Transform unit = Transform.unitLength();
    assertEquals(
        "the row" + end,
        assertThrows(BadDataException.class, () -> unit.of(0, -0.0, 0)).getMessage());
    NumericColumns rows = unit.of(NumericColumns.fromRows(new double[][] {{1, 2}, {0, 0}}));
    assertEquals(
        "row 1" + end,
        assertThrows(BadDataException.class, () -> NumericColumns.copyOf(rows)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void aValueThatIsNotFiniteIsNamedByTheFeatureOfTheRow(double value) {
    for (Transform transform :
        new Transform[] {
          Transform.unitLength(),
          Transform.signedPower(2),
          Transform.centering(1, 2),
          Transform.randomFeatures(5, 1),
          Transform.linear(new double[][] {{1, 0}}, new double[1]).then(Transform.unitLength())
        }) {
      NumericColumns rows =
          NumericColumns.fromRows(new double[][] {{1, 2}, {3, 4}, {5, value}})
              .withFeatures("width", "height");
      assertEquals(
          "row 2, feature 'height' is " + value + "; a finite number is expected",
          assertThrows(BadDataException.class, () -> NumericColumns.copyOf(transform.of(rows)))
              .getMessage());
      assertEquals(
          "feature 1 of the row is " + value + "; a finite number is expected",
          assertThrows(BadDataException.class, () -> transform.of(1, value)).getMessage());
    }
  }

  @Test
  void aResultBeyondDoublesIsRefused() {
    Transform power = Transform.signedPower(3);
    String end =
        " is out of the range of doubles after the transform 'power=3.0'; smaller values are"
            + " expected";
    assertEquals(
        "the row" + end, assertThrows(BadDataException.class, () -> power.of(1e200)).getMessage());
    assertEquals(
        "row 1" + end,
        assertThrows(
                BadDataException.class,
                () -> NumericColumns.copyOf(power.of(NumericColumns.of(new double[] {1, -1e200}))))
            .getMessage());
  }

  @Test
  void powersKeepTheSign() {
    assertArrayEquals(new double[] {-2, 3, 0, -0.0}, Transform.signedPower(0.5).of(-4, 9, 0, -0.0));
    assertArrayEquals(new double[] {-8, 27}, Transform.signedPower(3).of(-2, 3));
  }

  @Test
  void standardizedColumnsHaveMeanZeroAndDeviationOne() {
    double[][] columns = new double[3][1000];
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 1000; i++) {
      columns[0][i] = random.nextGaussian(1e6, 3);
      columns[1][i] = 7;
      columns[2][i] = random.nextGaussian(-2, 1e-3);
    }
    NumericColumns rows = NumericColumns.of(columns);
    NumericColumns standard = NumericColumns.copyOf(Transform.standardization(rows).of(rows));
    for (int j = 0; j < 3; j++) {
      double sum = 0;
      double squares = 0;
      for (int i = 0; i < 1000; i++) {
        sum += standard.value(i, j);
        squares += standard.value(i, j) * standard.value(i, j);
      }
      assertEquals(0, sum / 1000, 1e-9);
      assertEquals(j == 1 ? 0 : 1, squares / 1000, 1e-9);
    }
    assertEquals(
        rows.value(4, 0) - Transform.centering(rows).of(row(rows, 4))[0],
        Transform.centering(rows).of(0, 0, 0)[0] * -1,
        1e-9);
  }

  /// By a program of its own, with 50 digits.
  @Test
  void randomFeaturesAreThoseOfTheirSeed() {
    Transform random = Transform.randomFeatures(4, 1);
    double[] first = random.of(1, 0, 0);
    double[] negative = random.of(-1, 0, 0);
    double[] weights = new double[4];
    for (int i = 0; i < 4; i++) {
      weights[i] = first[i] - negative[i];
    }
    assertArrayEquals(RandomNumbers.columnOfOnes(4, 3, 1), weights, 1e-15);
    assertNotEquals(random, Transform.randomFeatures(4, 2));
    assertEquals(random, Transform.randomFeatures(4, 1));
    double[] many = Transform.randomFeatures(20_000, 3).of(1);
    double sum = 0;
    double squares = 0;
    for (double value : many) {
      sum += value;
      squares += value * value;
    }
    // E max(0, z) = 1/√2π, E max(0, z)² = ½.
    assertEquals(1 / Math.sqrt(2 * Math.PI), sum / 20_000, 0.02);
    assertEquals(0.5, squares / 20_000, 0.03);
  }

  /// The weights as the Javadoc of the step defines them.
  private static final class RandomNumbers {

    static double[] columnOfOnes(int count, int d, long seed) {
      double[] numbers = new double[count * d + 1];
      long state = seed;
      for (int at = 0; at < count * d; at += 2) {
        state += 0x9E3779B97F4A7C15L;
        long a = mix(state);
        state += 0x9E3779B97F4A7C15L;
        long b = mix(state);
        double radius = Math.sqrt(-2 * Math.log(((a >>> 11) + 1) / 0x1p53));
        numbers[at] = radius * Math.cos(2 * Math.PI * ((b >>> 11) / 0x1p53));
        numbers[at + 1] = radius * Math.sin(2 * Math.PI * ((b >>> 11) / 0x1p53));
      }
      double[] column = new double[count];
      for (int i = 0; i < count; i++) {
        column[i] = numbers[i * d];
      }
      return column;
    }

    private static long mix(long state) {
      long z = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
      z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
      return z ^ (z >>> 31);
    }
  }

  @Test
  void floatsAndStridedMemoryAreReadAsTheyAre() {
    float[] values = {3, 4, 6, 8, -5, 12};
    NumericColumns rows = NumericColumns.ofRowMajor(values, 2);
    NumericColumns unit = Transform.unitLength().of(rows);
    assertArrayEquals(new double[] {0.6, 0.8}, row(unit, 1), 1e-16);
    MemorySegment segment = MemorySegment.ofArray(values);
    assertArrayEquals(
        row(unit, 2),
        row(
            Transform.unitLength()
                .of(NumericColumns.ofRowMajor(ValueLayout.JAVA_FLOAT, segment, 3, 2)),
            2));
    assertArrayEquals(
        row(unit, 2),
        row(
            Transform.unitLength()
                .of(NumericColumns.of(new float[] {3, 6, -5}, new float[] {4, 8, 12})),
            2));
  }

  @Test
  void rowsOfAnotherWidthAreRefused() {
    assertEquals(
        "rows of 3 features were given to a standardization of 2; as many are expected",
        assertThrows(IllegalArgumentException.class, () -> Transform.centering(1, 2).of(1, 2, 3))
            .getMessage());
    assertEquals(
        "rows of 3 values were given to a linear map of 2; as many are expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> Transform.linear(new double[][] {{1, 2}}, new double[1]).outputCount(3))
            .getMessage());
  }

  @Test
  void parametersThatMakeNoTransformAreRefused() {
    assertTrue(
        refusal(() -> Transform.signedPower(0)).contains("exponent is 0.0; a finite number above"));
    assertTrue(refusal(() -> Transform.randomFeatures(0, 1)).contains("at least 1 is expected"));
    assertTrue(
        refusal(() -> Transform.randomFeatures(1 << 20, 1).outputCount(1 << 10))
            .contains(
                "take matrices of 1073741824 numbers in all; at most 134217728 are expected"));
    Transform half = Transform.randomFeatures(1 << 13, 1);
    assertEquals(1 << 13, half.then(half).outputCount(1 << 13));
    assertTrue(
        refusal(() -> half.then(half).then(half).outputCount(1 << 13))
            .contains("take matrices of 201326592 numbers in all"));
    assertTrue(
        refusal(() -> Transform.standardization(new double[1], new double[1]))
            .contains("deviation of feature 0 is 0.0"));
    assertTrue(
        refusal(() -> Transform.linear(new double[][] {{1}, {1, 2}}, new double[2]))
            .contains("row 1 of the matrix has 2 values; 1 are expected"));
    assertTrue(
        refusal(() -> Transform.linear(new double[][] {{Double.NaN}}, new double[1]))
            .contains("row 0 of the matrix or its offset has NaN"));
  }

  private static String refusal(Runnable work) {
    return assertThrows(IllegalArgumentException.class, work::run).getMessage();
  }
}
