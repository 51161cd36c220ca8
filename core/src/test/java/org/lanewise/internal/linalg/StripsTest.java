package org.lanewise.internal.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.lanewise.internal.kernel.PackedTriangle;

class StripsTest {

  private static double[][] vectors(Random random, int count, int d) {
    double[][] vectors = new double[count][d];
    for (double[] vector : vectors) {
      Arrays.setAll(vector, _ -> random.nextGaussian());
    }
    return vectors;
  }

  private static Strips strips(double[][] vectors, int d) {
    Strips strips = new Strips(d, vectors.length);
    for (int i = 0; i < vectors.length; i++) {
      strips.set(i, vectors[i]);
    }
    return strips;
  }

  private static double product(double[] left, double[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum = Math.fma(left[j], right[j], sum);
    }
    return sum;
  }

  @Property(seed = "41", tries = 60)
  void productsAreSumsInTheOrderOfTheNumbers(
      @ForAll @IntRange(min = 1, max = 70) int count,
      @ForAll @IntRange(min = 1, max = 30) int others,
      @ForAll @IntRange(min = 1, max = 40) int d) {
    Random random = new Random(count * 7L + others);
    double[][] left = vectors(random, count, d);
    double[][] right = vectors(random, others, d);
    int stride = Math.ceilDiv(count, 8) * 8;
    double[] products = new double[others * stride];
    double[] squares = new double[stride];
    Strips strips = strips(left, d);
    strips.products(strips(right, d), others, products, stride);
    strips.squares(squares);
    for (int i = 0; i < count; i++) {
      assertEquals(product(left[i], left[i]), squares[i]);
      for (int c = 0; c < others; c++) {
        assertEquals(product(left[i], right[c]), products[c * stride + i]);
      }
    }
  }

  @Property(seed = "42", tries = 30)
  void halvesOfASolutionGiveSquaresByTheInverse(
      @ForAll @IntRange(min = 1, max = 130) int count, @ForAll @IntRange(min = 1, max = 30) int d)
      throws Exception {
    Random random = new Random(31L * count + d);
    double[][] a = vectors(random, d, d);
    double[] packed = new double[PackedTriangle.size(d)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = product(a[i], a[j]) + (i == j ? d : 0);
      }
    }
    Cholesky cholesky = Cholesky.of(packed, 0, d);
    double[][] vectors = vectors(random, count, d);
    double[][] solved = new double[count][d];
    cholesky.solve(vectors, solved);
    Strips strips = strips(vectors, d);
    double[] squares = new double[Math.ceilDiv(count, 8) * 8];
    cholesky.solveLower(strips);
    strips.squares(squares);
    Strips whole = strips.copy();
    cholesky.solveUpper(whole);
    for (int i = 0; i < count; i++) {
      double expected = product(vectors[i], solved[i]);
      assertEquals(expected, squares[i], 1e-12 * (1 + expected));
      for (int j = 0; j < d; j++) {
        assertEquals(solved[i][j], whole.get(i, j));
      }
    }
  }
}
