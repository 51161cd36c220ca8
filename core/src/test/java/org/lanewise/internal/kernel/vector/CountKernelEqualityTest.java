package org.lanewise.internal.kernel.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.kernel.scalar.ScalarCountKernels;

/// The vector kernels count what the scalar ones count.
final class CountKernelEqualityTest {

  private final CountKernels scalar = new ScalarCountKernels();
  private CountKernels vector;

  @BeforeEach
  void needsTheVectorModule() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "the module jdk.incubator.vector is not loaded");
    vector = new VectorCountKernels();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 31, 33, 63, 64, 65, 256})
  void countsUnderMasks(int words) {
    Random random = new Random(words);
    for (int classes = 1; classes <= 11; classes++) {
      int stride = words + random.nextInt(3);
      int from = random.nextInt(5);
      long[] column = random.longs(from + words).toArray();
      long[] mask = random.longs((long) classes * stride + 1).toArray();
      assertEquals(
          scalar.count(column, from, words, mask, 1), vector.count(column, from, words, mask, 1));
      long[] other = random.longs(from + words).toArray();
      long[] expected = random.longs(2 * classes + 4, 0, 100).toArray();
      long[] actual = expected.clone();
      scalar.countTwo(column, other, from, words, mask, stride, classes, expected, 2);
      vector.countTwo(column, other, from, words, mask, stride, classes, actual, 2);
      assertArrayEquals(expected, actual);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 200, 256})
  void masksOfClasses(int rows) {
    Random random = new Random(rows);
    for (int classes = 1; classes <= 11; classes++) {
      int words = 4;
      int[] label = random.ints(64 * words, 0, classes).toArray();
      long[] expected = random.longs(words * classes + 1).toArray();
      long[] actual = expected.clone();
      scalar.masks(label, rows, classes, words, expected);
      vector.masks(label, rows, classes, words, actual);
      assertArrayEquals(expected, actual);
      int sum = 0;
      for (int at = 0; at < words * classes; at++) {
        sum += Long.bitCount(actual[at]);
      }
      assertEquals(rows, sum);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 31, 33, 64, 65})
  void addsAndChecksCounts(int count) {
    Random random = new Random(count);
    for (double odd :
        new double[] {
          3,
          0,
          -0.0,
          0.5,
          -1,
          -Double.MIN_VALUE,
          1e-300,
          0x1p52,
          0x1p52 + 1,
          0x1p53,
          0x1p500,
          Math.nextUp(0x1p500),
          Double.MAX_VALUE,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.NaN
        }) {
      double[] row = random.ints(count + 2, 0, 9).asDoubleStream().toArray();
      int at = random.nextInt(count + 1);
      row[at] = odd;
      double[] expected = random.doubles(count + 3).toArray();
      double[] actual = expected.clone();
      boolean whole = scalar.addWhole(row, count, expected, 2);
      assertEquals(whole, vector.addWhole(row, count, actual, 2));
      assertArrayEquals(expected, actual);
      assertEquals(at >= count || CountKernels.isWhole(odd), whole);
      boolean counts = at < 1 || at > count || odd >= 0 && odd <= 0x1p500;
      assertEquals(counts, scalar.areCounts(row, 1, count));
      assertEquals(counts, vector.areCounts(row, 1, count));
    }
  }
}
