package org.lanewise.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;
import org.lanewise.internal.tier.Kernel;
import org.lanewise.internal.tier.Kernels;

/// The selected Gaussian kernels give the bits of the specification, at every width they run with.
class GaussianKernelEqualityTest {

  private static final int[] ROWS = {1, 2, 3, 7, 8, 15, 33, 95, 96, 97, 193, 300};

  private static final GaussianKernels SCALAR = new ScalarGaussianKernels();
  private static final GaussianKernels SELECTED = Kernels.gaussian(Kernel.DEAL);

  /// A tile of one class amid other values, with zeros in the padding of the last panel.
  private static final class Tile {
    final int panels;
    final int offset;
    final int stride;
    final double[] values;

    Tile(NastyValues source, int d, int rows) {
      panels = PackedTriangle.panels(d);
      offset = 8 * source.nextInt(0, 4);
      stride = (rows + source.nextInt(0, 3)) * WIDTH + WIDTH;
      values = source.array(offset + panels * stride + 16);
      for (int t = 0; t < rows; t++) {
        for (int j = d; j < panels * WIDTH; j++) {
          values[offset + j / WIDTH * stride + t * WIDTH + j % WIDTH] = 0;
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 8, 9, 13, 16, 17, 24, 25, 31, 32, 33, 40, 48, 49, 56, 64, 65, 70})
  void scatterHasTheBitsOfTheSpecification(int d) {
    for (int rows : ROWS) {
      NastyValues source = new NastyValues(1000L * d + rows);
      Tile tile = new Tile(source, d, rows);
      int offset = source.nextInt(0, 9);
      double[] expected = source.array(offset + PackedTriangle.size(d) + 3);
      double[] found = expected.clone();
      SCALAR.scatter(tile.values, tile.offset, tile.stride, tile.panels, rows, expected, offset);
      SELECTED.scatter(tile.values, tile.offset, tile.stride, tile.panels, rows, found, offset);
      assertSameBits(expected, found, "d = " + d + ", rows = " + rows);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 13, 16, 17, 24, 31, 32, 33, 40, 64, 65, 70})
  void sumsAndCentringHaveTheBitsOfTheSpecification(int d) {
    for (int rows : ROWS) {
      NastyValues source = new NastyValues(2000L * d + rows);
      Tile tile = new Tile(source, d, rows);
      int padded = tile.panels * WIDTH;
      int anchorOffset = 8 * source.nextInt(0, 3);
      double[] anchor = source.array(anchorOffset + padded);
      double[] weights = source.weights(rows);
      double[] expected = source.array(padded);
      double[] found = source.array(padded);
      SCALAR.sums(
          tile.values,
          tile.offset,
          tile.stride,
          tile.panels,
          rows,
          weights,
          anchor,
          anchorOffset,
          expected);
      SELECTED.sums(
          tile.values,
          tile.offset,
          tile.stride,
          tile.panels,
          rows,
          weights,
          anchor,
          anchorOffset,
          found);
      assertSameBits(expected, found, "sums, d = " + d + ", rows = " + rows);

      double[] mean = source.array(padded);
      double[] centred = tile.values.clone();
      SCALAR.centre(
          centred,
          tile.offset,
          tile.stride,
          tile.panels,
          rows,
          weights,
          anchor,
          anchorOffset,
          mean);
      SELECTED.centre(
          tile.values,
          tile.offset,
          tile.stride,
          tile.panels,
          rows,
          weights,
          anchor,
          anchorOffset,
          mean);
      assertSameBits(centred, tile.values, "centre, d = " + d + ", rows = " + rows);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 16, 17, 31, 32, 33, 65, 70})
  void absorbedRowsHaveTheBitsOfTheSpecification(int d) {
    for (int rows : new int[] {1, 2, 17, 128}) {
      NastyValues source = new NastyValues(6000L * d + rows);
      int panels = PackedTriangle.panels(d);
      int padded = panels * WIDTH;
      int stride = (rows + 1) * WIDTH;
      double[] tile = source.array(panels * stride);
      double[] anchor = source.array(3 * padded);
      double[] mean = source.array(3 * padded);
      double[] share = source.weights(rows);
      double[] root = source.weights(rows);
      int[] base = new int[rows];
      for (int t = 0; t < rows; t++) {
        base[t] = padded * source.nextInt(0, 3);
        // As of a first row, and of one of weight 0.
        share[t] = t % 5 == 0 ? 1 : t % 7 == 0 ? 0 : share[t] / 4;
        root[t] = t % 5 == 0 ? 0 : root[t];
      }
      double[] expectedTile = tile.clone();
      double[] expectedMean = mean.clone();
      SCALAR.absorb(expectedTile, 0, stride, panels, rows, base, share, root, anchor, expectedMean);
      SELECTED.absorb(tile, 0, stride, panels, rows, base, share, root, anchor, mean);
      assertSameBits(expectedTile, tile, "tile, d = " + d + ", rows = " + rows);
      assertSameBits(expectedMean, mean, "mean, d = " + d + ", rows = " + rows);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 16, 17, 25, 33, 64, 70})
  void mergedScatterHasTheBitsOfTheSpecification(int d) {
    for (int round = 0; round < 8; round++) {
      NastyValues source = new NastyValues(3000L * d + round);
      int panels = PackedTriangle.panels(d);
      int leftOffset = source.nextInt(0, 9);
      int rightOffset = source.nextInt(0, 9);
      double[] left = source.array(leftOffset + PackedTriangle.size(d) + 2);
      double[] right = source.array(rightOffset + PackedTriangle.size(d));
      double[] delta = source.array(panels * WIDTH);
      double factor = 17.3 * (round + 1);
      double[] expected = left.clone();
      SCALAR.mergeScatter(expected, leftOffset, right, rightOffset, panels, delta, factor);
      SELECTED.mergeScatter(left, leftOffset, right, rightOffset, panels, delta, factor);
      assertSameBits(expected, left, "d = " + d);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 7, 8, 9, 16, 17, 31, 64, 100, 255, 256})
  void dealingMovesEveryBit(int count) {
    for (int round = 0; round < 4; round++) {
      NastyValues source = new NastyValues(4000L + 10 * count + round);
      int from = source.nextInt(0, 9);
      double[][] columns = new double[WIDTH][];
      for (int l = 0; l < WIDTH; l++) {
        columns[l] = source.array(from + count + 3);
        Arrays.fill(columns[l], 0, from, Double.NaN);
        Arrays.fill(columns[l], from + count, columns[l].length, Double.NaN);
      }
      int[] target = new int[count];
      for (int r = 0; r < count; r++) {
        // Later rows overwrite earlier ones, as a row of weight 0 is overwritten.
        target[r] = WIDTH * source.nextInt(0, Math.max(1, count));
      }
      int offset = 8 * round;
      double[] expected = source.array(offset + WIDTH * (count + 1));
      double[] found = expected.clone();
      assertEquals(true, SCALAR.deal(columns, from, count, target, expected, offset));
      assertEquals(true, SELECTED.deal(columns, from, count, target, found, offset));
      assertSameBits(expected, found, "count = " + count);
      for (int r = from; r < from + count; r++) {
        double[] column = columns[source.nextInt(0, WIDTH)];
        double kept = column[r];
        column[r] = r % 2 == 0 ? Double.NaN : Double.POSITIVE_INFINITY;
        assertEquals(false, SCALAR.deal(columns, from, count, target, expected, offset));
        assertEquals(false, SELECTED.deal(columns, from, count, target, found, offset));
        column[r] = kept;
      }
    }
  }

  static void assertSameBits(double[] expected, double[] found, String message) {
    assertArrayEquals(bits(expected), bits(found), message);
  }

  private static long[] bits(double[] values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }
}
