package org.lanewise.internal.score.certify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.SumLabels;
import org.lanewise.internal.score.gaussian.LinearScorer;
import org.lanewise.internal.score.gaussian.SharedVariance;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.Stores;

/// Labels found by floats are those of the scores in doubles.
final class FloatScoresTest {

  /// A linear scorer of any weights.
  private record Model(double[] origin, double[] intercepts, double[][] weights) {

    AffineScores affine() {
      return AffineScores.ofRows(intercepts, weights);
    }

    LinearScorer scorer() {
      int d = origin.length;
      int k = intercepts.length;
      double[] ones = new double[d];
      Arrays.fill(ones, 1);
      return new LinearScorer(
          new Naming(Features.unnamed(d), Classes.unnamed(k)),
          affine(),
          new SharedVariance(origin, new double[k][d], ones, new double[k]));
    }
  }

  private static Model model(int d, int k, double size, double spread, double offset, Random r) {
    double[] origin = new double[d];
    double[] common = new double[d];
    double[] intercepts = new double[k];
    double[][] weights = new double[k][d];
    for (int j = 0; j < d; j++) {
      origin[j] = offset * r.nextGaussian();
      common[j] = size * r.nextGaussian();
    }
    for (int c = 0; c < k; c++) {
      intercepts[c] = r.nextInt(9) == 0 && c > 0 ? Double.NEGATIVE_INFINITY : r.nextGaussian();
      for (int j = 0; j < d; j++) {
        weights[c][j] = common[j] + spread * size * r.nextGaussian();
      }
    }
    return new Model(origin, intercepts, weights);
  }

  private static float[] rows(int n, double[] origin, double scale, Random r) {
    int d = origin.length;
    float[] rows = new float[n * d];
    for (int i = 0; i < n; i++) {
      double far = r.nextInt(20) == 0 ? Math.pow(10, r.nextInt(-40, 8)) : 1;
      for (int j = 0; j < d; j++) {
        rows[i * d + j] = (float) (origin[j] + far * scale * r.nextGaussian());
      }
    }
    return rows;
  }

  /// Labels of rows as floats, as doubles, in columns and alone are those of the discriminants.
  private static void assertLabels(Model model, float[] rows) {
    LinearScorer scorer = model.scorer();
    int d = model.origin.length;
    int n = rows.length / d;
    double[] wide = new double[rows.length];
    int[] expected = new int[n];
    for (int i = 0; i < rows.length; i++) {
      wide[i] = rows[i];
    }
    for (int i = 0; i < n; i++) {
      double[] row = Arrays.copyOfRange(wide, i * d, (i + 1) * d);
      expected[i] = label(scorer, row);
      assertEquals(expected[i], scorer.results().predict(row), "row alone");
    }
    assertArrayEquals(expected, labels(scorer, NumericColumns.ofRowMajor(rows, d)), "floats");
    assertArrayEquals(expected, labels(scorer, NumericColumns.ofRowMajor(wide, d)), "doubles");
    assertArrayEquals(
        expected,
        labels(scorer, NumericColumns.copyOf(NumericColumns.ofRowMajor(wide, d))),
        "columns");
  }

  /// The label by the discriminants in doubles.
  private static int label(LinearScorer scorer, double[] row) {
    Workspace w = Scratch.forRow();
    try {
      scorer.makeRow(w);
      scorer.score(row, BatchScorer.Wanted.DISCRIMINANTS, w);
      return LogSumExp.argmax(w.row.scores, 0, 1, scorer.classCount());
    } finally {
      Scratch.giveBack(w);
    }
  }

  private static int[] labels(LinearScorer scorer, NumericColumns rows) {
    int[] labels = new int[rows.rowCount()];
    scorer.results().predict(rows, labels);
    return labels;
  }

  @Property(seed = "31", tries = 60)
  void anyModel(
      @ForAll @IntRange(min = 16, max = 150) int d,
      @ForAll @IntRange(min = 2, max = 140) int k,
      @ForAll @IntRange(min = 64, max = 150) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-12, 12));
    double offset = random.nextInt(3) == 0 ? Math.pow(10, random.nextInt(0, 9)) : 0;
    Model model = model(d, k, size, 1, offset, random);
    assertLabels(model, rows(n, model.origin, Math.pow(10, random.nextInt(-6, 6)), random));
  }

  /// Classes that differ by less than floats can tell, on top of weights that all share.
  @Property(seed = "32", tries = 60)
  void nearTies(
      @ForAll @IntRange(min = 16, max = 300) int d,
      @ForAll @IntRange(min = 2, max = 100) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    double spread = Math.pow(10, random.nextInt(-17, -1));
    Model model = model(d, k, 1, spread, random.nextInt(2) * 1000, random);
    Arrays.setAll(model.intercepts, _ -> spread * random.nextGaussian());
    for (int c = 1; c < k; c++) {
      if (random.nextInt(3) == 0) {
        model.weights[c] = model.weights[c - 1].clone();
        model.intercepts[c] = model.intercepts[c - 1];
      }
    }
    assertLabels(model, rows(100, model.origin, 1, random));
  }

  /// Two classes that are apart by about the bound: rows lie on either side of every threshold.
  @Property(seed = "33", tries = 60)
  void leadsAboutTheBound(@ForAll @IntRange(min = 16, max = 200) int d, @ForAll long seed) {
    Random random = new Random(seed);
    double offset = new double[] {0, 1e-3, 1, 1e3}[random.nextInt(4)];
    Model model = model(d, random.nextBoolean() ? 3 : 80, 1, 1, offset, random);
    Arrays.setAll(model.intercepts, c -> c >= 2 ? -1e9 : random.nextGaussian());
    float[] rows = rows(128, model.origin, 1, random);
    for (int i = 0; i < 128; i++) {
      // The last feature brings the first two classes to a lead of 1e-8 to 1e-3.
      double lead = model.intercepts[0] - model.intercepts[1];
      for (int j = 0; j < d; j++) {
        double value = rows[i * d + j] - model.origin[j];
        lead += value * (model.weights[0][j] - model.weights[1][j]);
      }
      double wanted = Math.pow(10, -3 - 5 * random.nextDouble()) * (random.nextInt(2) * 2 - 1);
      int last = i * d + d - 1;
      rows[last] += (float) ((wanted - lead) / (model.weights[0][d - 1] - model.weights[1][d - 1]));
    }
    assertLabels(model, rows);
  }

  @Property(seed = "34", tries = 30)
  void valuesAtTheEdgesOfFloats(@ForAll @IntRange(min = 16, max = 40) int d, @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-300, 60));
    Model model = model(d, random.nextBoolean() ? 5 : 70, size, 1, 0, random);
    float[] rows = new float[80 * d];
    for (int i = 0; i < rows.length; i++) {
      rows[i] =
          switch (random.nextInt(6)) {
            case 0 -> Float.MIN_VALUE * random.nextInt(-9, 10);
            case 1 -> Float.MAX_VALUE * (random.nextInt(3) - 1);
            case 2 -> 1e-30f * (float) random.nextGaussian();
            case 3 -> -0f;
            default -> (float) random.nextGaussian();
          };
    }
    assertLabels(model, rows);
  }

  @Test
  void halfPrecisionRowsAreLabelledAsDoubles() {
    Random random = new Random(7);
    Model model = model(48, 20, 1, 1, 0, random);
    float[] rows = rows(200, model.origin, 1, random);
    short[] halves = new short[rows.length];
    for (int i = 0; i < rows.length; i++) {
      halves[i] = Float.floatToFloat16(Math.clamp(rows[i], -60_000f, 60_000f));
      rows[i] = Float.float16ToFloat(halves[i]);
    }
    LinearScorer scorer = model.scorer();
    assertArrayEquals(
        labels(scorer, NumericColumns.copyOf(NumericColumns.ofRowMajor(widened(rows), 48))),
        labels(scorer, NumericColumns.ofRowMajorFloat16(halves, 48)));
  }

  private static double[] widened(float[] values) {
    double[] wide = new double[values.length];
    Arrays.setAll(wide, i -> values[i]);
    return wide;
  }

  @Test
  void nearlyAllOrdinaryRowsAreDecidedByFloats() {
    Random random = new Random(3);
    for (double offset : new double[] {0, 1e-3, 1, 100, 1e6}) {
      Model model = model(256, 100, 1, 1, offset, random);
      FloatScores floats = FloatScores.of(model.affine(), model.origin, 100);
      float[] rows = rows(64, model.origin, 1, random);
      assertNearlyAll(floats, NumericColumns.ofRowMajor(rows, 256));
      assertNearlyAll(floats, NumericColumns.copyOf(NumericColumns.ofRowMajor(widened(rows), 256)));
    }
  }

  static void assertNearlyAll(FloatLabels floats, NumericColumns rows) {
    Workspace w = Scratch.forBatch();
    try {
      int n = rows.rowCount();
      int left = floats.label(Stores.of(rows), 0, n, new int[n], w);
      assertTrue(left <= n / 20, () -> "left: " + left);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// A row of some vectors of a table, and its label by sums of their scores.
  private static final class Sum {

    private final int[] ids;
    private final double[] row;
    private final double divisor;

    Sum(float[] vectors, int d, Random r) {
      ids = new int[r.nextInt(5) == 0 ? r.nextInt(2) : r.nextInt(30)];
      row = new double[d];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = r.nextInt(vectors.length / d);
        for (int j = 0; j < d; j++) {
          row[j] += vectors[ids[i] * d + j];
        }
      }
      double square = Arrays.stream(row).map(x -> x * x).sum();
      divisor = new double[] {1, Math.max(ids.length, 1), Math.sqrt(square)}[r.nextInt(3)];
      for (int j = 0; j < d; j++) {
        row[j] /= divisor > 0 ? divisor : 1;
      }
    }

    double divisor() {
      return divisor > 0 ? divisor : 1;
    }

    /// Checks the label, and that floats leave it among the classes where they do not decide.
    ///
    /// @return whether they decide
    boolean isDecided(FloatScores floats, VectorScores scores, int expected) {
      Workspace w = Scratch.forRow();
      try {
        int label = floats.label(scores, ids, ids.length, divisor(), w);
        assertEquals(expected, label < 0 ? expected : label);
        assertTrue(label >= 0 || !w.floats.isBounded(0) || w.floats.mayBe(0, expected));
        return label >= 0;
      } finally {
        Scratch.giveBack(w);
      }
    }
  }

  private static int decided(Model model, float[] vectors, int count, Random random) {
    int d = model.origin.length;
    LinearScorer scorer = model.scorer();
    SumLabels sums = BatchScorer.sums(scorer.results(), vectors);
    FloatScores floats = FloatScores.of(model.affine(), model.origin, model.intercepts.length);
    VectorScores scores = new VectorScores(vectors, d);
    int decided = 0;
    for (int i = 0; i < count; i++) {
      Sum sum = new Sum(vectors, d, random);
      int expected = label(scorer, sum.row);
      double near = sum.divisor() * (1 + (i % 3 - 1) * 0x1p-30);
      int label = sums.label(sum.ids, sum.ids.length, near);
      assertEquals(expected, label < 0 ? expected : label);
      decided += floats != null && sum.isDecided(floats, scores, expected) ? 1 : 0;
    }
    return decided;
  }

  @Property(seed = "35", tries = 60)
  void sumsOfVectors(
      @ForAll @IntRange(min = 16, max = 150) int d,
      @ForAll @IntRange(min = 2, max = 140) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    double spread = Math.pow(10, random.nextInt(-17, 3));
    Model model = model(d, k, 1, spread, random.nextInt(3) == 0 ? 0.01 : 0, random);
    Arrays.setAll(model.intercepts, _ -> spread * random.nextGaussian());
    for (int c = 1; c < k; c++) {
      if (random.nextInt(3) == 0) {
        model.weights[c] = model.weights[c - 1].clone();
        model.intercepts[c] = model.intercepts[c - 1];
      }
    }
    int unused = decided(model, rows(40, new double[d], 1, random), 100, random);
  }

  @Property(seed = "36", tries = 30)
  void sumsOfVectorsAtTheEdgesOfFloats(
      @ForAll @IntRange(min = 16, max = 40) int d, @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-300, 60));
    Model model = model(d, random.nextBoolean() ? 5 : 70, size, 1, 0, random);
    float[] vectors = new float[30 * d];
    float unit = (float) Math.pow(10, random.nextInt(-45, 38));
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = random.nextInt(9) == 0 ? Float.MAX_VALUE : unit * random.nextInt(-9, 10);
      vectors[i] = Math.clamp(vectors[i], -Float.MAX_VALUE, Float.MAX_VALUE);
    }
    int unused = decided(model, vectors, 60, random);
  }

  @Test
  void nearlyAllSumsOfOrdinaryVectorsAreDecidedByTheirScores() {
    Random random = new Random(3);
    Model model = model(256, 100, 1, 1, 0.01, random);
    float[] vectors = rows(100, new double[256], 1, random);
    int decided = decided(model, vectors, 200, random);
    assertTrue(decided >= 190, () -> "decided: " + decided);
  }

  @Test
  void aRowThatIsNotFiniteIsRefusedAsInDoubles() {
    Random random = new Random(4);
    Model model = model(40, 7, 1, 1, 0, random);
    for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
      float[] rows = rows(100, model.origin, 1, random);
      rows[70 * 40 + 3] = value;
      BadDataException refused =
          assertThrows(
              BadDataException.class,
              () -> labels(model.scorer(), NumericColumns.ofRowMajor(rows, 40)));
      BadDataException expected =
          assertThrows(
              BadDataException.class,
              () ->
                  labels(
                      model.scorer(),
                      NumericColumns.copyOf(NumericColumns.ofRowMajor(widened(rows), 40))));
      assertEquals(expected.getMessage(), refused.getMessage());
    }
  }

  @Test
  void weightsBeyondFloatsHaveNoScoresInFloats() {
    Model model = model(16, 3, 1e50, 1, 0, new Random(5));
    assertNull(FloatScores.of(model.affine(), model.origin, 3));
    assertLabels(model, rows(100, model.origin, 1, new Random(6)));
  }

  /// Rows without a leader are scored in doubles in runs, between trials of floats.
  @Test
  void batchesWhoseRowsHaveNoLeaderKeepTheirLabels() {
    Random random = new Random(8);
    for (int k : new int[] {4, 7}) {
      Model model = model(32, k, 1, 1e-9, 0, random);
      assertLabels(model, rows(3000, model.origin, 1, random));
    }
    Model many = model(32, 64, 1, 1e-9, 0, random);
    assertLabels(many, rows(300, many.origin, 1, random));
  }

  @Test
  void aRowAloneThatIsNotFiniteIsRefused() {
    Model model = model(20, 64, 1, 1, 0, new Random(9));
    double[] row = new double[20];
    LinearScorer scorer = model.scorer();
    int label = scorer.results().predict(row);
    row[3] = Double.NaN;
    assertThrows(BadDataException.class, () -> scorer.results().predict(row));
    row[3] = 0;
    assertEquals(label, scorer.results().predict(row));
  }
}
