package org.lanewise.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.internal.kernel.scalar.ScalarElementaryKernels;
import org.lanewise.internal.tier.Kernel;
import org.lanewise.internal.tier.Kernels;

class ElementaryKernelEqualityTest {

  private static final double[] EDGES = {
    0,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    Double.MAX_VALUE,
    -Double.MAX_VALUE,
    -1,
    -1 - 0x1p-52,
    1,
    745.2,
    -745.1,
    -745.14,
    709.79,
    0.7071067811865476
  };

  private static final ElementaryKernels SCALAR = new ScalarElementaryKernels();
  private static final ElementaryKernels SELECTED = Kernels.elementary(Kernel.LOG);

  @FunctionalInterface
  private interface ArrayFunction {
    void apply(double[] x, int from, int count, double[] out, int outFrom);
  }

  @Property(seed = "11", tries = 200)
  void functionsOfArraysHaveTheBitsOfTheScalarTier(
      @ForAll int seed,
      @ForAll @IntRange(max = 70) int count,
      @ForAll @IntRange(max = 9) int from) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[from + count + 3];
    for (int i = 0; i < x.length; i++) {
      x[i] = argument(random);
    }
    compare(SCALAR::exp, SELECTED::exp, x, from, count);
    compare(SCALAR::log, SELECTED::log, x, from, count);
    compare(SCALAR::log1p, SELECTED::log1p, x, from, count);
  }

  private static double argument(SplittableRandom random) {
    return switch (random.nextInt(6)) {
      case 0 -> EDGES[random.nextInt(EDGES.length)];
      case 1 -> Double.longBitsToDouble(random.nextLong());
      case 2 -> random.nextDouble(-750, 715);
      case 3 -> 1 + Math.scalb(random.nextDouble(-1, 1), -random.nextInt(53));
      case 4 -> Math.scalb(random.nextDouble(-1, 1), -random.nextInt(1070));
      default -> random.nextDouble(-2, 2);
    };
  }

  private static void compare(
      ArrayFunction scalar, ArrayFunction selected, double[] x, int from, int count) {
    double[] expected = new double[x.length + 2];
    double[] actual = new double[x.length + 2];
    scalar.apply(x, from, count, expected, 2);
    selected.apply(x, from, count, actual, 2);
    assertArrayEquals(expected, actual);
    double[] inPlace = x.clone();
    double[] expectedInPlace = x.clone();
    scalar.apply(expectedInPlace, from, count, expectedInPlace, from);
    selected.apply(inPlace, from, count, inPlace, from);
    assertArrayEquals(expectedInPlace, inPlace);
  }

  @Property(seed = "13", tries = 300)
  void exponentialsOfARowHaveTheBitsOfTheScalarTierWhateverLiesBehindIt(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 40) int k) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[ScoreKernels.classStride(k)];
    int best = 0;
    for (int c = 0; c < values.length; c++) {
      values[c] =
          c >= k
              ? argument(random)
              : switch (random.nextInt(5)) {
                case 0 -> Double.NEGATIVE_INFINITY;
                case 1 -> random.nextInt(-3, 3);
                default -> random.nextDouble(-1000, 10);
              };
      best = c < k && values[c] > values[best] ? c : best;
    }
    values[best] = Math.max(values[best], -2000);
    double[] expected = new double[values.length];
    double[] actual = new double[values.length];
    assertEquals(
        SCALAR.expRow(values, k, best, expected), SELECTED.expRow(values, k, best, actual));
    assertArrayEquals(Arrays.copyOf(expected, k), Arrays.copyOf(actual, k));
  }

  @Property(seed = "12", tries = 200)
  void restOfLargestAndPosteriorsHaveTheBitsOfTheScalarTier(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(min = 1, max = 70) int rows,
      @ForAll @IntRange(max = 5) int padding) {
    SplittableRandom random = new SplittableRandom(seed);
    int stride = rows + padding;
    double[] values = new double[3 + k * stride];
    for (int i = 0; i < values.length; i++) {
      // Whole numbers tie.
      values[i] =
          switch (random.nextInt(5)) {
            case 0 -> Double.NEGATIVE_INFINITY;
            case 1 -> random.nextInt(-3, 3);
            default -> random.nextDouble(-1000, 10);
          };
    }
    double[] expectedMax = new double[rows];
    double[] expectedRest = new double[rows];
    double[] max = new double[rows];
    double[] rest = new double[rows];
    double[] scratch = new double[2 * rows];
    SCALAR.restOfLargest(values, 3, stride, k, rows, expectedMax, expectedRest, scratch);
    SELECTED.restOfLargest(values, 3, stride, k, rows, max, rest, scratch);
    assertArrayEquals(expectedMax, max);
    assertArrayEquals(expectedRest, rest);
    double[] posteriors = Arrays.copyOfRange(values, 3, values.length);
    double[] expected = posteriors.clone();
    SCALAR.posteriors(expected, stride, k, rows, expectedMax, expectedRest, scratch);
    SELECTED.posteriors(posteriors, stride, k, rows, max, rest, scratch);
    assertArrayEquals(expected, posteriors);
    assertArrayEquals(expectedMax, max);
    assertArrayEquals(expectedRest, rest);
  }

  @Property(seed = "13", tries = 200)
  void restOfTwoClassesIsTheExponentialOfTheirDistance(
      @ForAll int seed, @ForAll @IntRange(min = 1, max = 40) int rows) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[2 * rows];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextInt(6) == 0 ? Double.NEGATIVE_INFINITY : random.nextInt(-9, 9) / 4.0;
    }
    double[] max = new double[rows];
    double[] rest = new double[rows];
    SELECTED.restOfLargest(values, 0, rows, 2, rows, max, rest, new double[2 * rows]);
    for (int r = 0; r < rows; r++) {
      double larger = Math.max(values[r], values[rows + r]);
      double smaller = Math.min(values[r], values[rows + r]);
      assertEquals(larger, max[r]);
      // Two impossible classes give NaN.
      assertEquals(Elementary.exp(smaller - larger), rest[r]);
    }
  }
}
