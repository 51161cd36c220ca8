package org.lanewise.internal.kernel.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarDiscreteKernels;

/// The vector kernels give the bits of the scalar ones, and a row gives them however it lies.
final class DiscreteKernelEqualityTest {

  private static final int[] CLASSES = {1, 2, 3, 7, 8, 9, 10, 16, 17, 24, 31};
  private static final double[] DENSITIES = {0, 0.03, 0.5, 1};

  private final DiscreteKernels scalar = new ScalarDiscreteKernels();
  private DiscreteKernels vector;

  @BeforeEach
  void needsTheVectorModule() {
    assumeTrue(
        ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(),
        "the module jdk.incubator.vector is not loaded");
    vector = new VectorDiscreteKernels();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 15, 16, 17, 31, 33, 63, 64, 65, 100, 128, 257, 784})
  void aRowGivesTheSameBitsPackedInATileAndSparse(int d) {
    Random random = new Random(d);
    for (int k : CLASSES) {
      int stride = ScoreKernels.classStride(k);
      double[] weight = random.doubles((long) d * stride, -9, 9).toArray();
      double[] intercept = random.doubles(stride, -900, 0).toArray();
      for (double density : DENSITIES) {
        long[] tile = new long[d];
        for (int j = 0; j < d; j++) {
          for (int r = 0; r < 64; r++) {
            tile[j] |= (random.nextDouble() < density ? 1L : 0L) << r;
          }
        }
        double[] expected = new double[64 * k];
        double[] actual = new double[64 * k];
        scalar.scoreTile(tile, 1, 0, d, weight, intercept, k, expected);
        vector.scoreTile(tile, 1, 0, d, weight, intercept, k, actual);
        assertBits(expected, actual);
        assertPackedRows(expected, tile, weight, intercept, k);
        for (int r = 0; r < 64; r += 21) {
          double[] row = new double[k];
          for (int c = 0; c < k; c++) {
            row[c] = expected[c * 64 + r];
          }
          assertRow(row, tile, r, weight, intercept, random);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 16, 17, 100, 5000})
  void countsOfWordsAreWeighed(int d) {
    Random random = new Random(d);
    for (int k : CLASSES) {
      int stride = ScoreKernels.classStride(k);
      double[] weight = random.doubles((long) d * stride, -9, 9).toArray();
      double[] intercept = random.doubles(stride, -900, 0).toArray();
      int[] indices = random.ints(40, 0, d).sorted().distinct().toArray();
      double[] values = random.doubles(indices.length, 0, 5).toArray();
      assertSparse(indices, values, d, weight, intercept, k);
    }
  }

  /// Short rows, with and without entries in each quarter, whose chains may be −0 or −∞.
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 8, 100, 5000})
  void shortRowsAreWeighed(int d) {
    Random random = new Random(d);
    double[] some = {
      -0.0, 0.0, -Double.MIN_VALUE, Double.MIN_VALUE, -1.5, Double.NEGATIVE_INFINITY
    };
    for (int k : CLASSES) {
      int stride = ScoreKernels.classStride(k);
      for (int i = 0; i < 40; i++) {
        int kinds = random.nextInt(1, some.length + 1);
        double[] weight =
            random.ints((long) d * stride, 0, kinds).mapToDouble(w -> some[w]).toArray();
        double[] intercept = random.ints(stride, 0, kinds).mapToDouble(w -> some[w]).toArray();
        int[] indices = random.ints(random.nextInt(14), 0, d).sorted().distinct().toArray();
        double[] values = random.doubles(indices.length, 0.1, 1).toArray();
        assertSparse(indices, values, d, weight, intercept, k);
        assertSparse(indices, null, d, weight, intercept, k);
      }
    }
  }

  private void assertSparse(
      int[] indices, double[] values, int d, double[] weight, double[] intercept, int k) {
    int n = indices.length;
    double[] expected = new double[ScoreKernels.classStride(k)];
    double[] actual = new double[ScoreKernels.classStride(k)];
    scalar.scoreSparse(indices, values, 0, n, d, weight, intercept, k, expected, 0);
    vector.scoreSparse(indices, values, 0, n, d, weight, intercept, k, actual, 0);
    assertBits(Arrays.copyOf(expected, k), Arrays.copyOf(actual, k));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 22, 100})
  void placesOfCategoriesAreWeighed(int d) {
    Random random = new Random(d);
    for (int k : CLASSES) {
      int stride = ScoreKernels.classStride(k);
      double[] weight = random.doubles(300L * stride, -9, 9).toArray();
      double[] intercept = random.doubles(stride, -900, 0).toArray();
      int[] place = random.ints(64L * d, 0, 300).toArray();
      for (int rows : new int[] {1, 4, 63, 64}) {
        double[] expected = new double[rows * stride];
        double[] tile = new double[64 * stride];
        scalar.scoreTileOfPlaces(place, rows, d, weight, intercept, k, expected);
        vector.scoreTileOfPlaces(place, rows, d, weight, intercept, k, tile);
        for (int r = 0; r < rows; r++) {
          assertBits(
              Arrays.copyOfRange(expected, r * stride, r * stride + k),
              Arrays.copyOfRange(tile, r * stride, r * stride + k));
        }
        int[] last = new int[d];
        Arrays.setAll(last, j -> place[64 * j + rows - 1]);
        double[] alone = new double[stride];
        vector.scorePlaces(last, d, weight, intercept, k, alone);
        int at = (rows - 1) * stride;
        assertBits(Arrays.copyOfRange(expected, at, at + k), Arrays.copyOf(alone, k));
      }
    }
  }

  private void assertPackedRows(
      double[] expected, long[] tile, double[] weight, double[] intercept, int k) {
    int d = tile.length;
    int stride = ScoreKernels.classStride(k);
    int rowWords = (d + 63) / 64;
    long[] rows = new long[64 * rowWords];
    // A tile within a block, beside others.
    long[] block = new long[3 * d];
    for (int j = 0; j < d; j++) {
      Arrays.fill(block, 3 * j, 3 * j + 3, ~tile[j]);
      block[3 * j + 1] = tile[j];
      for (int r = 0; r < 64; r++) {
        rows[r * rowWords + j / 64] |= (tile[j] >>> r & 1) << j;
      }
    }
    for (DiscreteKernels kernels : new DiscreteKernels[] {scalar, vector}) {
      double[] inBlock = new double[64 * k];
      kernels.scoreTile(block, 3, 1, d, weight, intercept, k, inBlock);
      assertBits(expected, inBlock);
      double[] out = new double[64 * stride];
      kernels.scoreRows(rows, rowWords, 64, d, weight, intercept, k, out);
      double[] ofClasses = new double[64 * k];
      for (int r = 0; r < 64; r++) {
        for (int c = 0; c < k; c++) {
          ofClasses[c * 64 + r] = out[r * stride + c];
        }
      }
      assertBits(expected, ofClasses);
    }
  }

  private void assertRow(
      double[] expected, long[] tile, int r, double[] weight, double[] intercept, Random random) {
    int d = tile.length;
    int k = expected.length;
    long[] packed = new long[(d + 63) / 64 + 1];
    packed[0] = random.nextLong();
    int[] indices = new int[d];
    int size = 0;
    for (int j = 0; j < d; j++) {
      if ((tile[j] >>> r & 1) != 0) {
        packed[1 + j / 64] |= 1L << j;
        indices[size++] = j;
      }
    }
    if (d % 64 != 0) {
      packed[packed.length - 1] |= random.nextLong() << d;
    }
    double[] ones = new double[size];
    Arrays.fill(ones, 1);
    for (DiscreteKernels kernels : new DiscreteKernels[] {scalar, vector}) {
      double[] out = new double[ScoreKernels.classStride(k) + 1];
      kernels.scoreRow(packed, 1, d, weight, intercept, k, out, 1);
      assertBits(expected, Arrays.copyOfRange(out, 1, 1 + k));
      kernels.scoreSparse(indices, null, 0, size, d, weight, intercept, k, out, 1);
      assertBits(expected, Arrays.copyOfRange(out, 1, 1 + k));
      kernels.scoreSparse(indices, ones, 0, size, d, weight, intercept, k, out, 1);
      assertBits(expected, Arrays.copyOfRange(out, 1, 1 + k));
    }
  }

  private static void assertBits(double[] expected, double[] actual) {
    assertEquals(expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(Double.doubleToRawLongBits(expected[i]), Double.doubleToRawLongBits(actual[i]));
    }
  }
}
