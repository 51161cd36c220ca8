package org.lanewise.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lanewise.internal.kernel.GaussianKernelEqualityTest.assertSameBits;
import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;
import static org.lanewise.internal.kernel.ScoreKernels.ROW_STEP;
import static org.lanewise.internal.kernel.ScoreKernels.STRIDE;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.scalar.ScalarFloatKernels;
import org.lanewise.internal.kernel.scalar.ScalarScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarStripKernels;
import org.lanewise.internal.tier.Kernel;
import org.lanewise.internal.tier.Kernels;

/// The selected score kernels give the bits of the specification at every width, and a row in a
/// block gives the bits of the row alone.
class ScoreKernelEqualityTest {

  private static final int[] ROWS = {1, 2, 7, 8, 9, 16, 17, 31, 32, 33, 64, 100, 255, 256};
  private static final int[] CLASSES = {1, 2, 3, 4, 5, 7, 8, 9, 10, 13, 16, 17, 25, 26};

  /// Adds a panel to the scores of some classes.
  private interface Panels {
    void add(
        ScoreKernels kernels, ColumnPanel panel, int from, int to, double[] chain, double[] out);
  }

  private static final ScoreKernels SCALAR = new ScalarScoreKernels();
  private static final FloatKernels FLOATS = new ScalarFloatKernels();
  private static final StripKernels STRIPS = new ScalarStripKernels();
  private static final ScoreKernels SELECTED = Kernels.score(Kernel.AFFINE_ROW);

  /// Rows in a block, and one of them alone; behind the block's rows lies what must not matter.
  private static final class Block {
    final int d;
    final double[] values;

    Block(NastyValues source, int d, int rows) {
      this.d = d;
      values = new double[d * STRIDE];
      double[] finite = source.array(d * rows);
      for (int j = 0; j < d; j++) {
        System.arraycopy(finite, j * rows, values, j * STRIDE, rows);
        Arrays.fill(values, j * STRIDE + rows, (j + 1) * STRIDE, Double.NaN);
      }
    }

    double[] row(int r, double[] origin) {
      double[] row = new double[PackedTriangle.panels(d) * WIDTH];
      for (int j = 0; j < d; j++) {
        row[j] = values[j * STRIDE + r] - origin[j];
      }
      return row;
    }

    /// Scores by panels, in two tiles of classes.
    double[] scores(ScoreKernels kernels, Panels panels, int rows, int k) {
      ColumnPanel panel = new ColumnPanel();
      panel.offset = d % 3;
      panel.rows = (rows + ROW_STEP - 1) / ROW_STEP * ROW_STEP;
      double[] chain = new double[k * STRIDE];
      Arrays.fill(chain, Double.NaN);
      double[] out = new double[k * STRIDE];
      for (int from = 0; from < k; from += (k + 1) / 2) {
        panel.reset();
        while (panel.next(d)) {
          for (int l = 0; l < ColumnPanel.WIDTH; l++) {
            int j = Math.min(panel.first() + l, d - 1);
            panel.columns[l] = new double[panel.offset + panel.rows];
            System.arraycopy(values, j * STRIDE, panel.columns[l], panel.offset, rows);
          }
          panels.add(kernels, panel, from, Math.min(k, from + (k + 1) / 2), chain, out);
        }
      }
      return out;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 17, 31, 32, 40, 64, 79, 128, 129, 300})
  void floatScoresHaveTheBitsOfTheSpecification(int d) {
    FloatKernels selected = Kernels.floats(Kernel.AFFINE_FLOATS);
    for (int k : new int[] {1, 2, 3, 4, 7, 10, 16, 17, 40, 130}) {
      NastyValues source = new NastyValues(77L * d + k);
      int rows = 1 + (7 * k + d) % 90;
      int classes = FloatKernels.floatClasses(k);
      int stride = rows + k % 3;
      float[] x = floats(source, 5 + rows * d);
      float[] weight = floats(source, classes * FloatKernels.floatLength(d));
      float[] bound = floats(source, FloatKernels.floatLength(d));
      float[] intercept = floats(source, classes);
      float[][] expected = {new float[classes * stride], new float[rows]};
      float[][] found = {new float[classes * stride], new float[rows]};
      float[] scratch = new float[256];
      FLOATS.affineFloats(
          x, 5, rows, d, weight, bound, intercept, k, expected[0], stride, expected[1], scratch);
      selected.affineFloats(
          x, 5, rows, d, weight, bound, intercept, k, found[0], stride, found[1], scratch);
      assertArrayEquals(expected[1], found[1]);
      for (int c = 0; c < k; c++) {
        int from = c * stride;
        assertArrayEquals(
            Arrays.copyOfRange(expected[0], from, from + rows),
            Arrays.copyOfRange(found[0], from, from + rows));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 15, 16, 17, 33, 48, 100, 384})
  void triangularImagesInFloatsHaveTheBitsOfTheSpecificationAndAreProducts(int d) {
    FloatKernels selected = Kernels.floats(Kernel.TRIANGULAR_FLOATS);
    NastyValues source = new NastyValues(78L * d);
    int padded = d + 15 & -16;
    float[] x = floats(source, padded);
    float[] factor = floats(source, FloatKernels.triangleLength(d));
    float[] expected = new float[padded];
    float[] found = new float[padded];
    FLOATS.triangularFloats(x, d, factor, expected, new float[64]);
    selected.triangularFloats(x, d, factor, found, new float[64]);
    assertArrayEquals(expected, found);
    Arrays.fill(factor, 0);
    float[] products = new float[padded];
    for (int j = 0; j < d; j++) {
      x[j] = j % 7 - 3;
      for (int i = 0; i <= j; i++) {
        factor[FloatKernels.triangleIndex(i, j)] = (7 * i + j) % 5 - 2;
        products[j] += x[i] * ((7 * i + j) % 5 - 2);
      }
    }
    Arrays.fill(x, d, padded, 0);
    selected.triangularFloats(x, d, factor, found, new float[64]);
    assertArrayEquals(products, found);
  }

  /// Sums of small integers are exact in any order.
  @ParameterizedTest
  @ValueSource(ints = {16, 17, 31, 32, 300})
  void floatScoresAreSumsOverAllFeatures(int d) {
    int k = 6;
    int rows = 9;
    int length = FloatKernels.floatLength(d);
    float[] x = new float[rows * d];
    float[] weight = new float[FloatKernels.floatClasses(k) * length];
    float[] bound = new float[length];
    for (int j = 0; j < d; j++) {
      bound[j] = 1 + j % 3;
      for (int c = 0; c < k; c++) {
        weight[c * length + j] = (7 * c + j) % 5 - 2;
      }
      for (int r = 0; r < rows; r++) {
        x[r * d + j] = (3 * r + j) % 7 - 3;
      }
    }
    FloatKernels.repeatLast(weight, d);
    FloatKernels.repeatLast(bound, d);
    float[] intercept = {1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0, 0};
    float[] out = new float[FloatKernels.floatClasses(k) * rows];
    float[] sum = new float[rows];
    Kernels.floats(Kernel.AFFINE_FLOATS)
        .affineFloats(x, 0, rows, d, weight, bound, intercept, k, out, rows, sum, new float[256]);
    for (int r = 0; r < rows; r++) {
      float bounds = 0;
      for (int c = 0; c < k; c++) {
        float score = intercept[c];
        bounds = 0;
        for (int j = 0; j < d; j++) {
          score += x[r * d + j] * weight[c * length + j];
          bounds += Math.abs(x[r * d + j]) * bound[j];
        }
        assertEquals(score, out[c * rows + r]);
      }
      assertEquals(bounds, sum[r]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 16, 33, 128, 129, 300})
  void floatsInStripsHaveTheBitsOfTheSpecification(int d) {
    for (int k : new int[] {1, 2, 3, 5, 10, 17}) {
      assertSameStrips(d, k, 32 * (1 + k % 3));
    }
  }

  private static void assertSameStrips(int d, int k, int rows) {
    StripKernels selected = Kernels.strips(Kernel.AFFINE_STRIPS);
    NastyValues source = new NastyValues(55L * d + k);
    int stride = FloatKernels.floatClasses(k);
    int length = FloatKernels.floatLength(d);
    double[] columns = source.array(2 * rows + 3);
    double[] origin = source.array(d + 3);
    float[] bound = floats(source, d + 3);
    float[] weight = floats(source, length * stride);
    float[] start = floats(source, length * stride);
    float[] intercept = floats(source, stride);
    float[] strips = new float[rows * FloatKernels.CHAIN];
    float[] expectedStrips = strips.clone();
    float[] sums = new float[rows];
    float[] expectedSums = sums.clone();
    float[] affine = new float[rows * stride];
    float[] expectedAffine = affine.clone();
    float[] diagonal = affine.clone();
    float[] expectedDiagonal = affine.clone();
    for (int first = 0; first < d; first += FloatKernels.CHAIN) {
      int count = Math.min(FloatKernels.CHAIN, d - first);
      for (int j = 0; j < count; j += 4) {
        double[] x0 = Arrays.copyOfRange(columns, j % rows, j % rows + rows + 3);
        double[] x1 = Arrays.copyOfRange(columns, 0, rows + 3);
        double[] x2 = Arrays.copyOfRange(columns, 1, rows + 4);
        double[] x3 = Arrays.copyOfRange(columns, 2, rows + 5);
        int at = first + j;
        STRIPS.fillStrips(
            x0, x1, x2, x3, 3, rows, origin, bound, at, expectedStrips, j, expectedSums);
        selected.fillStrips(x0, x1, x2, x3, 3, rows, origin, bound, at, strips, j, sums);
      }
      assertArrayEquals(expectedStrips, strips);
      STRIPS.affineStrips(
          strips, rows, d, first, count, weight, intercept, k, expectedAffine, rows);
      selected.affineStrips(strips, rows, d, first, count, weight, intercept, k, affine, rows);
      STRIPS.diagonalStrips(
          strips, rows, d, first, count, weight, start, intercept, k, expectedDiagonal, rows);
      selected.diagonalStrips(
          strips, rows, d, first, count, weight, start, intercept, k, diagonal, rows);
    }
    assertArrayEquals(expectedSums, sums);
    assertArrayEquals(Arrays.copyOf(expectedAffine, k * rows), Arrays.copyOf(affine, k * rows));
    assertArrayEquals(Arrays.copyOf(expectedDiagonal, k * rows), Arrays.copyOf(diagonal, k * rows));
    assertSameLeaders(selected, affine, rows, k);
    assertSameLeaders(selected, new float[k * rows], rows, k);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 16, 23, 33, 128, 129, 300})
  void rowsInStripsHaveTheBitsOfTheSpecification(int d) {
    StripKernels selected = Kernels.strips(Kernel.FILL_STRIPS_BY_ROW);
    for (int rows : new int[] {32, 96}) {
      NastyValues source = new NastyValues(33L * d + rows);
      float[] x = floats(source, 3 + rows * d);
      float[] origin = floats(source, d);
      float[] bound = floats(source, d);
      float[] strips = new float[rows * FloatKernels.CHAIN];
      float[] expectedStrips = strips.clone();
      float[] sums = new float[rows];
      float[] expectedSums = sums.clone();
      for (int first = 0; first < d; first += FloatKernels.CHAIN) {
        int count = Math.min(FloatKernels.CHAIN, d - first);
        STRIPS.fillStripsByRow(
            x, 3, d, rows, origin, bound, first, count, expectedStrips, 0, expectedSums);
        selected.fillStripsByRow(x, 3, d, rows, origin, bound, first, count, strips, 0, sums);
        assertArrayEquals(expectedStrips, strips);
        for (int r = 0; r < rows; r++) {
          for (int j = 0; j < count; j++) {
            float y = x[3 + r * d + first + j] - origin[first + j];
            int at = (r - r % 32) * FloatKernels.CHAIN + j * 32 + r % 32;
            assertEquals(y, strips[at]);
          }
        }
      }
      assertArrayEquals(expectedSums, sums);
    }
  }

  private static void assertSameLeaders(StripKernels selected, float[] scores, int rows, int k) {
    float[][] expected = new float[3][rows];
    float[][] found = new float[3][rows];
    STRIPS.leadersInStrips(scores, rows, rows, k, expected[0], expected[1], expected[2]);
    selected.leadersInStrips(scores, rows, rows, k, found[0], found[1], found[2]);
    for (int i = 0; i < 3; i++) {
      assertArrayEquals(expected[i], found[i]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 16, 17, 40, 128, 150, 300})
  void floatTrianglesHaveTheBitsOfTheSpecification(int d) {
    StripKernels selected = Kernels.strips(Kernel.TRIANGULAR_STRIPS);
    for (int rows : new int[] {32, 64}) {
      NastyValues source = new NastyValues(31L * d + rows);
      int chunks = (d + FloatKernels.CHAIN - 1) / FloatKernels.CHAIN;
      float[] strips = floats(source, chunks * rows * FloatKernels.CHAIN);
      float[] factor = floats(source, StripKernels.floatTriangle(d));
      for (int i = d; i % 4 != 0; i++) {
        for (int j = 0; j <= i; j++) {
          factor[StripKernels.floatTriangleIndex(i, j)] = 0;
        }
      }
      float[] start = Arrays.copyOf(floats(source, d), (d + 3) / 4 * 4);
      float[] images = new float[4 * ScoreKernels.STRIP];
      float[] expected = new float[rows + 2];
      float[] found = new float[rows + 2];
      STRIPS.triangularStrips(strips, rows, d, factor, start, -3, images, expected, 2);
      selected.triangularStrips(strips, rows, d, factor, start, -3, images, found, 2);
      assertArrayEquals(expected, found);
    }
  }

  private static float[] floats(NastyValues source, int length) {
    double[] values = source.array(length);
    float[] floats = new float[length];
    for (int i = 0; i < length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 5, 7, 8, 9, 12, 13, 15, 16, 17, 24, 31, 32, 33, 48, 49, 50, 64, 65, 70})
  void affineAndDiagonalScoresHaveTheBitsOfTheSpecification(int d) {
    for (int i = 0; i < 2 * CLASSES.length; i++) {
      int k = CLASSES[i % CLASSES.length];
      int rows = ROWS[(i + d) % ROWS.length];
      NastyValues source = new NastyValues(10_000L * d + i);
      String shape = "d = " + d + ", k = " + k + ", rows = " + rows;
      int classStride = ScoreKernels.classStride(k);
      double[] weight = parameters(source, d, k);
      double[] mean = parameters(source, d, k);
      double[] panelWeight = byPanel(weight, d, k);
      double[] panelMean = byPanel(mean, d, k);
      double[] weightByEight = byEight(weight, d, classStride);
      double[] meanByEight = byEight(mean, d, classStride);
      double[] start = Arrays.copyOf(source.array(k), classStride);
      if (k > 2) {
        start[1] = Double.NEGATIVE_INFINITY;
      }
      for (int c = 0; c < classStride; c++) {
        // As the scorers do: a chain begins with +0.
        start[c] += 0.0;
      }
      Block block = new Block(source, d, rows);
      double[] origin = Arrays.copyOf(source.array(d), (d + 3) / 4 * 4);
      double[] expectedRow = new double[classStride];
      double[] foundRow = new double[classStride];

      Panels affine =
          (kernels, panel, from, to, chain, out) ->
              kernels.affinePanel(
                  panel, origin, panelWeight, start, k, from, to, chain, out, STRIDE);
      double[] expected = block.scores(SCALAR, affine, rows, k);
      double[] found = block.scores(SELECTED, affine, rows, k);
      assertSameRows(expected, found, k, rows, "affine, " + shape);
      for (int r : new int[] {0, rows / 2, rows - 1}) {
        double[] row = block.row(r, origin);
        SCALAR.affineRow(row, d, weightByEight, start, 0, k, expectedRow);
        SELECTED.affineRow(row, d, weightByEight, start, 0, k, foundRow);
        assertSameBits(
            Arrays.copyOf(expectedRow, k), Arrays.copyOf(foundRow, k), "affine row, " + shape);
        assertSameBits(column(expected, k, r), Arrays.copyOf(foundRow, k), "alone, " + shape);
      }

      Panels diagonal =
          (kernels, panel, from, to, chain, out) ->
              kernels.diagonalPanel(
                  panel, origin, panelMean, panelWeight, k, from, to, chain, out, STRIDE);
      expected = block.scores(SCALAR, diagonal, rows, k);
      found = block.scores(SELECTED, diagonal, rows, k);
      assertSameRows(expected, found, k, rows, "diagonal, " + shape);
      for (int r : new int[] {0, rows / 2, rows - 1}) {
        double[] row = block.row(r, origin);
        SCALAR.diagonalRow(row, d, meanByEight, weightByEight, start, k, expectedRow);
        SELECTED.diagonalRow(row, d, meanByEight, weightByEight, start, k, foundRow);
        assertSameBits(
            Arrays.copyOf(expectedRow, k), Arrays.copyOf(foundRow, k), "diagonal row, " + shape);
        double[] column = column(expected, k, r);
        for (int c = 0; c < k; c++) {
          column[c] = Math.fma(-0.5, column[c], start[c]);
        }
        assertSameBits(column, Arrays.copyOf(foundRow, k), "alone, " + shape);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 7, 8, 9, 12, 13, 16, 17, 24, 25, 31, 32, 33, 40, 48, 49, 64, 65, 70})
  void triangularLengthsHaveTheBitsOfTheSpecification(int d) {
    for (int i = 0; i < ROWS.length; i++) {
      int rows = ROWS[i];
      NastyValues source = new NastyValues(20_000L * d + i);
      String shape = "d = " + d + ", rows = " + rows;
      Block block = new Block(source, d, rows);
      int offset = 8 * source.nextInt(0, 3);
      double[] factor = triangle(source, d, offset);
      int outOffset = STRIDE * source.nextInt(0, 2);
      double[] expected = new double[2 * STRIDE];
      double[] found = new double[2 * STRIDE];
      double[] mean = source.array(d);
      double[] strip = new double[ScoreKernels.stripSize(d)];
      Arrays.fill(strip, Double.NaN);
      SCALAR.triangularBlock(
          block.values, rows, d, mean, factor, offset, strip, expected, outOffset);
      Arrays.fill(strip, Double.NaN);
      SELECTED.triangularBlock(
          block.values, rows, d, mean, factor, offset, strip, found, outOffset);
      assertSameBits(
          Arrays.copyOfRange(expected, outOffset, outOffset + rows),
          Arrays.copyOfRange(found, outOffset, outOffset + rows),
          shape);
      for (int r : new int[] {0, rows / 2, rows - 1}) {
        double[] scratch = new double[PackedTriangle.panels(d) * WIDTH];
        double alone = SELECTED.triangularRow(block.row(r, mean), d, factor, offset, scratch);
        double specified = SCALAR.triangularRow(block.row(r, mean), d, factor, offset, scratch);
        assertEquals(
            Double.doubleToRawLongBits(specified), Double.doubleToRawLongBits(alone), shape);
        assertEquals(
            Double.doubleToRawLongBits(expected[outOffset + r]),
            Double.doubleToRawLongBits(alone),
            shape);
      }
    }
  }

  @Test
  void shiftedColumnsHaveTheBitsOfTheSpecification() {
    for (int count = 0; count <= 70; count++) {
      NastyValues source = new NastyValues(30_000 + count);
      int offset = source.nextInt(0, 5);
      double[] x = source.array(offset + count + 3);
      Arrays.fill(x, offset + count, x.length, Double.NaN);
      double subtrahend = source.next();
      int outOffset = source.nextInt(0, 5);
      double[] expected = source.array(outOffset + count + 3);
      double[] found = expected.clone();
      assertEquals(true, SCALAR.shift(x, offset, count, subtrahend, expected, outOffset));
      assertEquals(true, SELECTED.shift(x, offset, count, subtrahend, found, outOffset));
      assertSameBits(expected, found, "count = " + count);
      double[] inPlace = x.clone();
      SCALAR.shift(x, offset, count, subtrahend, x, offset);
      SELECTED.shift(inPlace, offset, count, subtrahend, inPlace, offset);
      assertSameBits(x, inPlace, "in place, count = " + count);
      for (int bad = offset; bad < offset + count; bad++) {
        double kept = x[bad];
        x[bad] = bad % 2 == 0 ? Double.NaN : Double.NEGATIVE_INFINITY;
        assertEquals(false, SCALAR.shift(x, offset, count, subtrahend, expected, outOffset));
        assertEquals(false, SELECTED.shift(x, offset, count, subtrahend, found, outOffset));
        x[bad] = kept;
      }
    }
  }

  @Test
  void theLowestOfEqualClassesIsFound() {
    double[] few = {0.0, -0.0, 1, 1, 2, Double.NEGATIVE_INFINITY};
    for (int k = 1; k <= 26; k++) {
      for (int rows : ROWS) {
        NastyValues source = new NastyValues(40_000L + 100 * k + rows);
        double[] score = new double[(k + 1) * STRIDE];
        for (int c = 0; c < k; c++) {
          for (int r = 0; r < rows; r++) {
            score[c * STRIDE + r] = r % 3 == 0 ? source.next() : few[source.nextInt(0, few.length)];
          }
        }
        int offset = source.nextInt(0, 4);
        int[] expected = new int[offset + rows + 9];
        Arrays.fill(expected, -1);
        int[] found = expected.clone();
        SCALAR.argmax(score, STRIDE, rows, k, expected, offset, new double[STRIDE]);
        SELECTED.argmax(score, STRIDE, rows, k, found, offset, new double[STRIDE]);
        assertArrayEquals(expected, found, "k = " + k + ", rows = " + rows);
        for (int r = 0; r < rows; r++) {
          double[] scores = column(score, k, r);
          int label = found[offset + r];
          for (int c = 0; c < k; c++) {
            assertEquals(true, c < label ? scores[c] < scores[label] : scores[c] <= scores[label]);
          }
        }
      }
    }
  }

  /// `[j·classStride + c]`, with zeros where no class is.
  private static double[] parameters(NastyValues source, int d, int k) {
    int classStride = ScoreKernels.classStride(k);
    double[] values = source.array(d * classStride);
    for (int j = 0; j < d; j++) {
      Arrays.fill(values, j * classStride + k, (j + 1) * classStride, 0);
    }
    return values;
  }

  /// The same by eight classes.
  private static double[] byEight(double[] byFeature, int d, int classStride) {
    double[] values = new double[byFeature.length];
    for (int j = 0; j < d; j++) {
      for (int c = 0; c < classStride; c++) {
        values[(c - c % 8) * d + 8 * j + c % 8] = byFeature[j * classStride + c];
      }
    }
    return values;
  }

  /// The same panel by panel.
  private static double[] byPanel(double[] byFeature, int d, int k) {
    double[] values = new double[(d + 3) / 4 * 4 * k];
    ColumnPanel panel = new ColumnPanel();
    while (panel.next(d)) {
      int first = panel.first();
      for (int j = first; j < Math.min(d, first + ColumnPanel.WIDTH); j++) {
        for (int c = 0; c < k; c++) {
          values[first * k + c * ColumnPanel.WIDTH + j - first] =
              byFeature[j * ScoreKernels.classStride(k) + c];
        }
      }
    }
    return values;
  }

  /// A packed lower triangle with zeros beyond its diagonal and in the padding.
  private static double[] triangle(NastyValues source, int d, int offset) {
    double[] values = source.array(offset + PackedTriangle.size(d));
    for (int j = 0; j < PackedTriangle.panels(d) * WIDTH; j++) {
      for (int i = 0; i < (j / WIDTH + 1) * WIDTH; i++) {
        if (i > j || j >= d) {
          values[offset + PackedTriangle.index(i, j)] = 0;
        }
      }
    }
    return values;
  }

  private static double[] column(double[] scores, int k, int r) {
    double[] column = new double[k];
    for (int c = 0; c < k; c++) {
      column[c] = scores[c * STRIDE + r];
    }
    return column;
  }

  private static void assertSameRows(
      double[] expected, double[] found, int k, int rows, String message) {
    for (int c = 0; c < k; c++) {
      assertSameBits(
          Arrays.copyOfRange(expected, c * STRIDE, c * STRIDE + rows),
          Arrays.copyOfRange(found, c * STRIDE, c * STRIDE + rows),
          message + ", class " + c);
    }
  }

  @Test
  void oneValueThatIsNotFiniteIsFoundWhereverItIs() {
    NastyValues source = new NastyValues(5000);
    for (int count = 0; count <= 70; count++) {
      int offset = source.nextInt(0, 5);
      double[] values = source.array(offset + count + 5);
      // What lies beside the values does not count.
      Arrays.fill(values, 0, offset, Double.NaN);
      Arrays.fill(values, offset + count, values.length, Double.POSITIVE_INFINITY);
      if (count > 2) {
        values[offset] = Double.MAX_VALUE;
        values[offset + 1] = -Double.MAX_VALUE;
      }
      assertEquals(true, SCALAR.finite(values, offset, count));
      assertEquals(true, SELECTED.finite(values, offset, count), "count = " + count);
      for (int i = offset; i < offset + count; i++) {
        double kept = values[i];
        for (double bad :
            new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
          values[i] = bad;
          assertEquals(false, SCALAR.finite(values, offset, count));
          assertEquals(false, SELECTED.finite(values, offset, count), "value " + (i - offset));
        }
        values[i] = kept;
      }
    }
  }
}
