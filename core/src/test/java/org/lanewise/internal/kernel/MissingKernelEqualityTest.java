package org.lanewise.internal.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.lanewise.internal.kernel.GaussianKernelEqualityTest.assertSameBits;
import static org.lanewise.internal.kernel.MissingKernels.MAX_MISSING;
import static org.lanewise.internal.kernel.ScoreKernels.ROW_STEP;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.internal.kernel.scalar.ScalarMissingKernels;
import org.lanewise.internal.tier.Kernel;
import org.lanewise.internal.tier.Kernels;

/// The selected kernels of rows with missing values give the bits of the specification at every
/// width, and what the textbook says.
class MissingKernelEqualityTest {

  private static final MissingKernels SCALAR = new ScalarMissingKernels();
  private static final MissingKernels SELECTED = Kernels.missing(Kernel.OBSERVED_PANEL);

  private final SplittableRandom random = new SplittableRandom(13);

  private double[] numbers(int count) {
    return random.doubles(count, -2, 2).toArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9, 15, 16, 17, 33, 50, 70})
  void panelsSumWhatWasSeenAndSubtractTheGapsOfTheRest(int d) {
    int k = 1 + d % 11;
    int rows = ROW_STEP * (1 + d % 3);
    int padded = (d + 3) / 4 * 4;
    double[][] columns = new double[d][];
    for (int j = 0; j < d; j++) {
      columns[j] = numbers(rows);
      for (int r = 0; r < rows; r++) {
        columns[j][r] = random.nextInt(4) == 0 ? Double.NaN : columns[j][r];
      }
    }
    double[] origin = Arrays.copyOf(numbers(d), padded);
    double[] mean = parameters(d, k);
    double[] inverse = parameters(d, k);
    double[] gap = parameters(d, k);
    double[] expected = sums(SCALAR, columns, rows, origin, mean, inverse, gap, k);
    double[] found = sums(SELECTED, columns, rows, origin, mean, inverse, gap, k);
    assertSameBits(expected, found, "d = " + d);
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < rows; r++) {
        double sum = 0;
        ColumnPanel panel = new ColumnPanel();
        while (panel.next(d)) {
          for (int l = 0; l < ColumnPanel.WIDTH && panel.first() + l < d; l++) {
            int at = panel.first() * k + c * ColumnPanel.WIDTH + l;
            double x = columns[panel.first() + l][r] - origin[panel.first() + l];
            double z = (x - mean[at]) * inverse[at];
            sum += Double.isNaN(x) ? -gap[at] : z * z;
          }
        }
        assertEquals(sum, expected[c * rows + r], 1e-12 * (1 + 16 * d));
      }
    }
  }

  /// Panel by panel, 0 behind the last feature.
  private double[] parameters(int d, int k) {
    double[] parameters = numbers((d + 3) / 4 * 4 * k);
    ColumnPanel panel = new ColumnPanel();
    while (panel.next(d)) {
      for (int i = 0; i < ColumnPanel.WIDTH * k; i++) {
        if (panel.first() + i % ColumnPanel.WIDTH >= d) {
          parameters[panel.first() * k + i] = 0;
        }
      }
    }
    return parameters;
  }

  private static double[] sums(
      MissingKernels kernels,
      double[][] columns,
      int rows,
      double[] origin,
      double[] mean,
      double[] inverse,
      double[] gap,
      int k) {
    int d = columns.length;
    double[] chain = new double[k * rows];
    double[] out = new double[k * rows];
    ColumnPanel panel = new ColumnPanel();
    panel.rows = rows;
    while (panel.next(d)) {
      for (int l = 0; l < ColumnPanel.WIDTH; l++) {
        panel.columns[l] = columns[Math.min(panel.first() + l, d - 1)];
      }
      kernels.observedPanel(panel, origin, mean, inverse, gap, k, 0, k, chain, out, rows);
    }
    return out;
  }

  @Test
  void aSumOfWhatIsInfiniteIsNaN() {
    for (MissingKernels kernels : new MissingKernels[] {SCALAR, SELECTED}) {
      double[] column = new double[ROW_STEP];
      column[3] = Double.POSITIVE_INFINITY;
      double[] ones = {1, 0, 0, 0};
      double[] out =
          sums(kernels, new double[][] {column}, ROW_STEP, new double[4], ones, ones, ones, 1);
      assertEquals(Double.NaN, out[3]);
      assertEquals(1, out[2]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 8, 9, 31, 64, 100})
  void missingValuesSetABit(int count) {
    double[] x = numbers(count + 2);
    for (int i = 0; i < x.length; i += 3) {
      x[i] = Double.longBitsToDouble(random.nextBoolean() ? -1L : 0x7FF0000000000001L);
    }
    for (int i = 1; i < x.length; i += 3) {
      x[i] = random.nextBoolean() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    for (int bit : new int[] {0, 5, 63}) {
      long[] expected = new long[count + 1];
      Arrays.fill(expected, 2);
      long[] found = expected.clone();
      SCALAR.findMissing(x, 2, count, bit, expected, 1);
      SELECTED.findMissing(x, 2, count, bit, found, 1);
      assertArrayEquals(expected, found, "count = " + count);
      for (int r = 0; r < count; r++) {
        assertEquals((r + 2) % 3 == 0 ? 2 | 1L << bit : 2, expected[1 + r]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 33})
  void fillsOfClassesSolveTheirEquations(int d) {
    for (int k : new int[] {1, 3, 8, 11, 24}) {
      int classStride = ScoreKernels.classStride(k);
      int width = ScoreKernels.width(d);
      double[][][] matrices = new double[classStride][][];
      double[] precision = new double[d * width * classStride];
      for (int c = 0; c < classStride; c++) {
        matrices[c] = precision(d);
        int panel = (c - c % 8) * d * width + c % 8;
        for (int i = 0; i < d; i++) {
          for (int j = 0; j < d; j++) {
            precision[panel + (i * width + j) * 8] = matrices[c][i][j];
          }
        }
      }
      double[] mean = numbers(d * classStride);
      double[] begin = new double[d * classStride];
      for (int i = 0; i < d * classStride; i++) {
        int c = i % classStride;
        for (int j = 0; j < d; j++) {
          begin[i] -= mean[j * classStride + c] * matrices[c][i / classStride][j];
        }
      }
      for (int count = 1; count < Math.min(d, 9); count++) {
        int[] missing = random.ints(0, d).distinct().limit(count).sorted().toArray();
        double[] x = row(d, missing);
        double[] expected = new double[count * classStride + 3];
        double[] found = expected.clone();
        double[] determinants = new double[2 * classStride];
        double[] foundDeterminants = determinants.clone();
        double[] diagonals = determinants.clone();
        double[] foundDiagonals = determinants.clone();
        double[] scale = new double[d * classStride];
        Arrays.fill(scale, 1);
        double[] scratch = new double[MissingKernels.fillScratch(count)];
        SCALAR.classFill(
            x,
            d,
            missing,
            count,
            mean,
            begin,
            precision,
            scale,
            k,
            scratch,
            expected,
            3,
            determinants,
            diagonals,
            1);
        SELECTED.classFill(
            x,
            d,
            missing,
            count,
            mean,
            begin,
            precision,
            scale,
            k,
            scratch,
            found,
            3,
            foundDeterminants,
            foundDiagonals,
            1);
        String shape = "d = " + d + ", k = " + k + ", missing = " + count;
        for (int q = 0; q < count; q++) {
          assertSameClasses(expected, found, 3 + q * classStride, k, shape);
        }
        assertSameClasses(determinants, foundDeterminants, 1, k, shape);
        assertSameClasses(diagonals, foundDiagonals, 1, k, shape);
        for (int c = 0; c < k; c++) {
          double[] y = new double[d];
          for (int j = 0; j < d; j++) {
            y[j] = x[j] - mean[j * classStride + c];
          }
          for (int q = 0; q < count; q++) {
            y[missing[q]] = expected[3 + q * classStride + c];
          }
          assertSolved(matrices[c], missing, y);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 7, 8, 9, 16, 17, 31, 33})
  void sharedFillsSolveTheirEquations(int d) {
    int width = ScoreKernels.width(d);
    double[][] matrix = precision(d);
    double[] precision = new double[d * width];
    for (int i = 0; i < d; i++) {
      System.arraycopy(matrix[i], 0, precision, i * width, d);
    }
    double[] scale = new double[d];
    Arrays.fill(scale, 1);
    int k = d % 2 == 0 ? 8 : 11;
    int classStride = ScoreKernels.classStride(k);
    double[] weight = numbers(d * classStride);
    for (int count = 1; count < Math.min(d, 9); count++) {
      int rows = 1 + random.nextInt(19);
      int[] picks = new int[1 + rows];
      int[] missing = new int[(rows + 2) * MAX_MISSING];
      double[] x = new double[(rows + 2) * width];
      for (int i = 0; i < rows; i++) {
        // From the last row but one to the second.
        int row = rows - i;
        picks[1 + i] = row;
        int[] lacks = random.ints(0, d).distinct().limit(count).sorted().toArray();
        System.arraycopy(lacks, 0, missing, row * MAX_MISSING, count);
        System.arraycopy(row(d, lacks), 0, x, row * width, d);
      }
      double[] fill = new double[missing.length];
      double[] found = fill.clone();
      double[] products = new double[(rows + 2) * classStride];
      double[] foundProducts = products.clone();
      double[] determinant = new double[2 * (rows + 2)];
      double[] foundDeterminant = determinant.clone();
      double[] scratch = new double[MissingKernels.fillScratch(count)];
      SCALAR.sharedFills(
          x,
          d,
          picks,
          1,
          rows,
          missing,
          count,
          precision,
          scale,
          weight,
          k,
          scratch,
          fill,
          products,
          determinant);
      SELECTED.sharedFills(
          x,
          d,
          picks,
          1,
          rows,
          missing,
          count,
          precision,
          scale,
          weight,
          k,
          scratch,
          found,
          foundProducts,
          foundDeterminant);
      assertSameBits(fill, found, "fill, d = " + d);
      assertSameBits(determinant, foundDeterminant, "determinant, d = " + d);
      for (int row = 1; row <= rows; row++) {
        assertSameClasses(products, foundProducts, row * classStride, k, "products, d = " + d);
        int[] lacks = Arrays.copyOfRange(missing, row * MAX_MISSING, row * MAX_MISSING + count);
        double[] y = Arrays.copyOfRange(x, row * width, row * width + d);
        for (int q = 0; q < count; q++) {
          y[lacks[q]] = fill[row * MAX_MISSING + q];
        }
        assertSolved(matrix, lacks, y);
        if (count == 1) {
          double diagonal = matrix[lacks[0]][lacks[0]];
          double g = weight[lacks[0] * classStride];
          assertEquals(g * g / diagonal, products[row * classStride], 1e-12);
          assertEquals(diagonal, determinant[2 * row]);
        }
      }
    }
  }

  /// What is behind the last class is not to be read.
  private static void assertSameClasses(
      double[] expected, double[] found, int from, int k, String message) {
    assertSameBits(
        Arrays.copyOfRange(expected, from, from + k),
        Arrays.copyOfRange(found, from, from + k),
        message);
  }

  /// A symmetric matrix with a heavy diagonal.
  private double[][] precision(int d) {
    double[][] matrix = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        matrix[i][j] = random.nextDouble(-1, 1) / d;
        matrix[j][i] = matrix[i][j];
      }
      matrix[i][i] = random.nextDouble(1.5, 3);
    }
    return matrix;
  }

  private double[] row(int d, int[] missing) {
    double[] x = numbers(d);
    for (int j : missing) {
      x[j] = 0;
    }
    return x;
  }

  /// Where the fill is best, the gradient of the distance is 0.
  private static void assertSolved(double[][] matrix, int[] missing, double[] y) {
    for (int m : missing) {
      double gradient = 0;
      for (int j = 0; j < y.length; j++) {
        gradient += matrix[m][j] * y[j];
      }
      assertEquals(0, gradient, 1e-12 * y.length);
    }
  }
}
