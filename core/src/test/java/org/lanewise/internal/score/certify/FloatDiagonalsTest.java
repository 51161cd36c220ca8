package org.lanewise.internal.score.certify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
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
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.gaussian.ClassVarianceScorer;

/// Labels of diagonal scores in floats are those of the scores in doubles.
final class FloatDiagonalsTest {

  private record Model(
      double[][] origins, double[][] means, double[][] inverses, double[] constants) {

    ClassVarianceScorer scorer() {
      return new ClassVarianceScorer(
          new Naming(Features.unnamed(means[0].length), Classes.unnamed(means.length)),
          origins,
          means,
          inverses,
          constants);
    }

    FloatDiagonals floats() {
      int stride = ScoreKernels.classStride(means.length);
      return FloatDiagonals.of(
          origins,
          constants,
          ClassParameters.byEight(means, stride),
          ClassParameters.byEight(inverses, stride));
    }
  }

  /// @param size of features
  /// @param spread between classes, of means and deviations
  private static Model model(int d, int k, double size, double spread, double offset, Random r) {
    double[][] origins = new double[k][];
    double[][] means = new double[k][d];
    double[][] inverses = new double[k][d];
    double[] constants = new double[k];
    double[] origin = new double[d];
    double[] common = new double[d];
    for (int j = 0; j < d; j++) {
      origin[j] = offset * r.nextGaussian();
      common[j] = (0.5 + r.nextDouble()) / size;
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
      for (int j = 0; j < d; j++) {
        means[c][j] = spread * size * r.nextGaussian();
        inverses[c][j] = common[j] * Math.exp(spread * 0.1 * r.nextGaussian());
      }
    }
    return new Model(origins, means, inverses, constants);
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
    double[] wide = new double[rows.length];
    Arrays.setAll(wide, i -> rows[i]);
    assertLabels(model, wide);
    ClassVarianceScorer scorer = model.scorer();
    int d = model.means[0].length;
    int[] labels = labels(scorer, NumericColumns.copyOf(NumericColumns.ofRowMajor(wide, d)));
    assertArrayEquals(labels, labels(scorer, NumericColumns.ofRowMajor(rows, d)), "floats");
  }

  private static void assertLabels(Model model, double[] rows) {
    ClassVarianceScorer scorer = model.scorer();
    int d = model.means[0].length;
    int n = rows.length / d;
    int[] expected = new int[n];
    for (int i = 0; i < n; i++) {
      expected[i] = scorer.results().predict(Arrays.copyOfRange(rows, i * d, (i + 1) * d));
    }
    assertArrayEquals(
        expected,
        labels(scorer, NumericColumns.copyOf(NumericColumns.ofRowMajor(rows, d))),
        "columns");
    assertArrayEquals(expected, labels(scorer, NumericColumns.ofRowMajor(rows, d)), "rows");
  }

  private static int[] labels(ClassVarianceScorer scorer, NumericColumns rows) {
    int[] labels = new int[rows.rowCount()];
    scorer.results().predict(rows, labels);
    return labels;
  }

  @Property(seed = "51", tries = 60)
  void anyModel(
      @ForAll @IntRange(min = 32, max = 300) int d,
      @ForAll @IntRange(min = 2, max = 40) int k,
      @ForAll @IntRange(min = 64, max = 200) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-9, 9));
    double offset = random.nextInt(3) == 0 ? size * Math.pow(10, random.nextInt(0, 6)) : 0;
    Model model = model(d, k, size, 1, offset, random);
    assertLabels(model, rows(n, model, size, random));
  }

  /// Classes that differ by less than floats can tell, or not at all.
  @Property(seed = "52", tries = 60)
  void nearTies(
      @ForAll @IntRange(min = 32, max = 150) int d,
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    double spread = Math.pow(10, random.nextInt(-16, -1));
    Model model = model(d, k, 1, spread, 0, random);
    for (int c = 1; c < k; c++) {
      if (random.nextInt(3) == 0) {
        model.means[c] = model.means[c - 1].clone();
        model.inverses[c] = model.inverses[c - 1].clone();
        model.constants[c] = model.constants[c - 1];
        model.origins[c] = model.origins[c - 1];
      }
    }
    assertLabels(model, rows(100, model, 1, random));
  }

  /// The first two classes are apart by about the bound: rows lie on either side of the margin.
  @Property(seed = "53", tries = 60)
  void leadsAboutTheBound(@ForAll @IntRange(min = 32, max = 200) int d, @ForAll long seed) {
    Random random = new Random(seed);
    Model model = model(d, 5, 1, 0.1, 0, random);
    Arrays.setAll(model.constants, c -> c >= 2 ? -1e6 : random.nextGaussian());
    model.inverses[1] = model.inverses[0].clone();
    int n = 128;
    float[] rows = rows(n, model, 1, random);
    for (int i = 0; i < n; i++) {
      double lead = model.constants[0] - model.constants[1];
      for (int j = 0; j < d; j++) {
        double z0 = rows[i * d + j] - model.origins[0][j] - model.means[0][j];
        double z1 = rows[i * d + j] - model.origins[1][j] - model.means[1][j];
        lead += (z1 * z1 - z0 * z0) / 2 * Math.pow(model.inverses[0][j], 2);
      }
      double wanted = Math.pow(10, -1 - 7 * random.nextDouble()) * (random.nextInt(2) * 2 - 1);
      int last = d - 1;
      double apart =
          model.origins[0][last]
              + model.means[0][last]
              - model.origins[1][last]
              - model.means[1][last];
      rows[i * d + last] +=
          (float) ((wanted - lead) / (apart * Math.pow(model.inverses[0][last], 2)));
    }
    assertLabels(model, rows);
  }

  @Property(seed = "54", tries = 40)
  void valuesAtTheEdgesOfFloats(@ForAll @IntRange(min = 32, max = 50) int d, @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-80, 60));
    Model model = model(d, 4, size, 1, 0, random);
    double[] rows = new double[80 * d];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          switch (random.nextInt(60)) {
            case 0 -> Float.MIN_VALUE * random.nextInt(-9, 10);
            case 1 -> Float.MAX_VALUE * (random.nextInt(7) - 3.0);
            case 2 -> 1e19 * random.nextGaussian();
            case 3 -> -0.0;
            case 4 -> 1e60 * random.nextGaussian();
            default -> size * random.nextGaussian();
          };
    }
    assertLabels(model, rows);
  }

  @Property(seed = "55", tries = 40)
  void rowsAtAndFarFromMeans(@ForAll @IntRange(min = 32, max = 64) int d, @ForAll long seed) {
    Random random = new Random(seed);
    Model model = model(d, 6, 1, 1, 0, random);
    double[] rows = new double[70 * d];
    for (int i = 0; i < 70; i++) {
      int c = random.nextInt(6);
      double away = i % 3 == 0 ? 0 : Math.pow(10, random.nextInt(-20, 25));
      for (int j = 0; j < d; j++) {
        double mean = model.origins[c][j] + model.means[c][j];
        rows[i * d + j] = mean + away * random.nextGaussian();
      }
    }
    assertLabels(model, rows);
  }

  @Test
  void nearlyAllOrdinaryRowsAreDecidedByFloats() {
    Random random = new Random(3);
    for (double offset : new double[] {0, 1e6}) {
      Model model = model(200, 10, 1, 0.3, offset, random);
      double[] rows = new double[512 * 200];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = model.origins[0][i % 200] + random.nextGaussian();
      }
      FloatScoresTest.assertNearlyAll(
          model.floats(), NumericColumns.copyOf(NumericColumns.ofRowMajor(rows, 200)));
    }
  }

  @Test
  void batchesWhoseRowsHaveNoLeaderKeepTheirLabels() {
    Random random = new Random(8);
    Model model = model(32, 5, 1, 1e-9, 0, random);
    assertLabels(model, rows(3000, model, 1, random));
  }

  @Test
  void parametersBeyondFloatsHaveNoScoresInFloats() {
    Model model = model(32, 4, 1e-50, 1, 0, new Random(5));
    assertNull(model.floats());
    assertLabels(model, rows(100, model, 1e-50, new Random(6)));
  }

  @Test
  void aRowThatIsNotFiniteIsRefusedAsInDoubles() {
    Random random = new Random(4);
    Model model = model(40, 5, 1, 1, 0, random);
    float[] rows = rows(100, model, 1, random);
    rows[70 * 40 + 3] = Float.NaN;
    BadDataException refused =
        assertThrows(
            BadDataException.class,
            () -> labels(model.scorer(), NumericColumns.ofRowMajor(rows, 40)));
    assertEquals("row 70, feature 3 is NaN; a finite number is expected", refused.getMessage());
  }
}
