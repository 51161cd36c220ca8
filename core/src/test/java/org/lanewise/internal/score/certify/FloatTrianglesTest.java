package org.lanewise.internal.score.certify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.gaussian.ClassCovarianceScorer;

/// Labels of quadratic scores in floats are those of the scores in doubles.
final class FloatTrianglesTest {

  private record Model(
      double[][] origins, double[][] means, double[][] factors, double[] constants) {

    ClassCovarianceScorer scorer() {
      int d = means[0].length;
      return new ClassCovarianceScorer(
          new Naming(Features.unnamed(d), Classes.unnamed(means.length)),
          origins,
          means,
          factors,
          constants);
    }

    FloatTriangles floats() {
      return FloatTriangles.of(origins, constants, means, factors);
    }
  }

  /// @param size of features
  /// @param spread between classes, of means and factors
  /// @param coupling of features, in units of the diagonal of a factor
  private static Model model(
      int d, int k, double size, double spread, double coupling, double offset, Random r) {
    double[][] origins = new double[k][];
    double[][] means = new double[k][d];
    double[][] factors = new double[k][PackedTriangle.size(d)];
    double[] constants = new double[k];
    double[] origin = new double[d];
    double[] common = new double[PackedTriangle.size(d)];
    for (int i = 0; i < d; i++) {
      origin[i] = offset * r.nextGaussian();
      for (int j = 0; j < i; j++) {
        common[PackedTriangle.index(j, i)] = coupling * r.nextGaussian() / size;
      }
      common[PackedTriangle.index(i, i)] = (0.5 + r.nextDouble()) / size;
    }
    boolean apart = r.nextInt(3) == 0;
    for (int c = 0; c < k; c++) {
      origins[c] = origin;
      if (apart) {
        origins[c] = origin.clone();
        origins[c][r.nextInt(d)] += 3 * size;
      }
      constants[c] =
          c > 0 && r.nextInt(9) == 0 ? Double.NEGATIVE_INFINITY : spread * r.nextGaussian();
      for (int i = 0; i < d; i++) {
        means[c][i] = spread * size * r.nextGaussian();
        for (int j = 0; j <= i; j++) {
          int at = PackedTriangle.index(j, i);
          factors[c][at] = common[at] * (1 + spread * 0.1 * r.nextGaussian());
        }
      }
    }
    return new Model(origins, means, factors, constants);
  }

  private static float[] rows(int n, Model model, double size, Random r) {
    int d = model.means[0].length;
    float[] rows = new float[n * d];
    for (int i = 0; i < n; i++) {
      int c = r.nextInt(model.means.length);
      double far = r.nextInt(20) == 0 ? Math.pow(10, r.nextInt(-40, 8)) : 1;
      for (int j = 0; j < d; j++) {
        double mean = model.origins[c][j] + model.means[c][j];
        rows[i * d + j] = (float) (mean + far * size * r.nextGaussian());
      }
    }
    return rows;
  }

  private static void assertLabels(Model model, float[] rows) {
    ClassCovarianceScorer scorer = model.scorer();
    int d = model.means[0].length;
    int n = rows.length / d;
    double[] wide = widened(rows);
    int[] expected = new int[n];
    for (int i = 0; i < n; i++) {
      expected[i] = scorer.results().predict(Arrays.copyOfRange(wide, i * d, (i + 1) * d));
    }
    assertArrayEquals(expected, labels(scorer, NumericColumns.ofRowMajor(rows, d)), "floats");
    assertArrayEquals(
        expected,
        labels(scorer, NumericColumns.copyOf(NumericColumns.ofRowMajor(wide, d))),
        "columns");
  }

  private static double[] widened(float[] values) {
    double[] wide = new double[values.length];
    Arrays.setAll(wide, i -> values[i]);
    return wide;
  }

  private static int[] labels(ClassCovarianceScorer scorer, NumericColumns rows) {
    int[] labels = new int[rows.rowCount()];
    scorer.results().predict(rows, labels);
    return labels;
  }

  @Property(seed = "41", tries = 50)
  void anyModel(
      @ForAll @IntRange(min = 16, max = 150) int d,
      @ForAll @IntRange(min = 2, max = 7) int k,
      @ForAll @IntRange(min = 64, max = 150) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-9, 9));
    double coupling = Math.pow(10, random.nextInt(-3, 2));
    double offset = random.nextInt(3) == 0 ? size * Math.pow(10, random.nextInt(0, 6)) : 0;
    Model model = model(d, k, size, 1, coupling, offset, random);
    assertLabels(model, rows(n, model, size, random));
  }

  /// Classes that differ by less than floats can tell, or not at all.
  @Property(seed = "42", tries = 50)
  void nearTies(
      @ForAll @IntRange(min = 16, max = 120) int d,
      @ForAll @IntRange(min = 2, max = 6) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    double spread = Math.pow(10, random.nextInt(-16, -1));
    Model model = model(d, k, 1, spread, 0.1, 0, random);
    for (int c = 1; c < k; c++) {
      if (random.nextInt(3) == 0) {
        model.means[c] = model.means[c - 1].clone();
        model.factors[c] = model.factors[c - 1].clone();
        model.constants[c] = model.constants[c - 1];
      }
    }
    assertLabels(model, rows(100, model, 1, random));
  }

  @Property(seed = "43", tries = 40)
  void valuesAtTheEdgesOfFloats(@ForAll @IntRange(min = 16, max = 50) int d, @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-50, 45));
    Model model = model(d, 4, size, 1, 0.1, 0, random);
    float[] rows = new float[80 * d];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          switch (random.nextInt(60)) {
            case 0 -> Float.MIN_VALUE * random.nextInt(-9, 10);
            case 1 -> Float.MAX_VALUE * (random.nextInt(3) - 1);
            case 2 -> 1e19f * (float) random.nextGaussian();
            case 3 -> -0f;
            default -> (float) (Math.min(size, 1e37) * random.nextGaussian());
          };
    }
    assertLabels(model, rows);
  }

  @Test
  void nearlyAllOrdinaryRowsAreDecidedByFloats() {
    Random random = new Random(3);
    for (double offset : new double[] {0, 1e6}) {
      Model model = model(128, 10, 1, 1, 0.05, offset, random);
      float[] rows = rows(64, model, 1, random);
      FloatScoresTest.assertNearlyAll(model.floats(), NumericColumns.ofRowMajor(rows, 128));
    }
  }

  @Test
  void aRowThatIsNotFiniteIsRefusedAsInDoubles() {
    Random random = new Random(4);
    Model model = model(40, 3, 1, 1, 0.1, 0, random);
    float[] rows = rows(100, model, 1, random);
    rows[70 * 40 + 3] = Float.NaN;
    BadDataException refused =
        assertThrows(
            BadDataException.class,
            () -> labels(model.scorer(), NumericColumns.ofRowMajor(rows, 40)));
    assertEquals("row 70, feature 3 is NaN; a finite number is expected", refused.getMessage());
  }
}
