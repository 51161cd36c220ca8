package org.lanewise.internal.kernel.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.PackKernels;
import org.lanewise.internal.kernel.scalar.ScalarPackKernels;

/// The vector kernels pack the bits that the scalar ones pack, and refuse what those refuse.
final class PackKernelEqualityTest {

  private final PackKernels scalar = new ScalarPackKernels();
  private PackKernels vector;

  @BeforeEach
  void needsTheVectorModule() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "the module jdk.incubator.vector is not loaded");
    vector = new VectorPackKernels();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 128, 200, 1000})
  void packs(int count) {
    Random random = new Random(count);
    int from = 3;
    byte[] bytes = new byte[from + count + 2];
    boolean[] booleans = new boolean[bytes.length];
    double[] doubles = new double[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      booleans[i] = random.nextBoolean();
      bytes[i] = (byte) (booleans[i] ? 1 : 0);
      doubles[i] = booleans[i] ? 1 : random.nextBoolean() ? 0.0 : -0.0;
    }
    long[] expected = new long[count / 64 + 3];
    for (int i = 0; i < count; i++) {
      expected[1 + i / 64] |= (booleans[from + i] ? 1L : 0L) << i;
    }
    for (PackKernels kernels : new PackKernels[] {scalar, vector}) {
      long[] out = new long[expected.length];
      assertTrue(kernels.bytes(bytes, from, count, out, 1));
      assertArrayEquals(expected, out);
      out = new long[expected.length];
      kernels.booleans(booleans, from, count, out, 1);
      assertArrayEquals(expected, out);
      out = new long[expected.length];
      assertTrue(kernels.binary(doubles, from, count, out, 1));
      assertArrayEquals(expected, out);
      out = new long[expected.length];
      assertTrue(kernels.above(0.5, doubles, from, count, out, 1));
      assertArrayEquals(expected, out);
    }
  }

  @Test
  void whatIsNotBinaryOrFiniteIsSeenInEveryPlace() {
    for (int i = 0; i < 200; i++) {
      for (PackKernels kernels : new PackKernels[] {scalar, vector}) {
        long[] out = new long[4];
        for (int value : new int[] {2, 3, -1, -128}) {
          byte[] bytes = new byte[200];
          bytes[i] = (byte) value;
          assertFalse(kernels.bytes(bytes, 0, 200, out, 0));
        }
        for (double value : new double[] {0.5, 2, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
          double[] doubles = new double[200];
          doubles[i] = value;
          assertFalse(kernels.binary(doubles, 0, 200, out, 0));
          assertEquals(Double.isFinite(value), kernels.above(0, doubles, 0, 200, out, 0));
        }
      }
    }
  }

  @Test
  void valuesAtTheThresholdAreNotAboveIt() {
    double[] values = new double[100];
    for (int i = 0; i < 100; i++) {
      values[i] = i % 3 == 0 ? Math.nextUp(0.1) : i % 3 == 1 ? 0.1 : -Double.MAX_VALUE;
    }
    long[] expected = new long[2];
    long[] actual = new long[2];
    assertTrue(scalar.above(0.1, values, 0, 100, expected, 0));
    assertTrue(vector.above(0.1, values, 0, 100, actual, 0));
    assertArrayEquals(expected, actual);
    assertEquals(34, Long.bitCount(actual[0]) + Long.bitCount(actual[1]));
  }

  @Test
  void transposes() {
    Random random = new Random(9);
    for (int turn = 0; turn < 20; turn++) {
      long[] words = random.longs(64).toArray();
      long[] expected = new long[64];
      for (int i = 0; i < 64; i++) {
        for (int j = 0; j < 64; j++) {
          expected[j] |= (words[i] >>> j & 1) << i;
        }
      }
      for (PackKernels kernels : new PackKernels[] {scalar, vector}) {
        long[] actual = words.clone();
        kernels.transpose(actual);
        assertArrayEquals(expected, actual);
      }
    }
  }
}
