package org.lanewise.internal.score.certify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.RowBatch;
import org.lanewise.data.UnseenCategory;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.discrete.BitScorer;
import org.lanewise.internal.score.discrete.CategoryScorer;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.score.Scorer;

/// Labels found by sums of integers are those of the exact scores.
final class CertifiedArgmaxTest {

  /// Of a run whose last tile is not full.
  private static final int ROWS = TableKernels.RUN * CertifiedArgmax.TILE - 5;

  @Property(seed = "21", tries = 40)
  void anyForm(
      @ForAll @IntRange(min = 1, max = 260) int d,
      @ForAll @IntRange(min = 1, max = 24) int k,
      @ForAll @IntRange(min = 1024, max = 1300) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    double size = Math.pow(10, random.nextInt(-12, 12));
    double[][] weights = new double[k][d];
    double[] intercepts = new double[k];
    for (int c = 0; c < k; c++) {
      intercepts[c] = size * random.nextGaussian() * random.nextInt(3);
      for (int j = 0; j < d; j++) {
        weights[c][j] = size * random.nextGaussian();
      }
    }
    assertLabels(new AffineForm(intercepts, weights), rows(n, d, random));
  }

  /// Classes that differ by next to nothing, down to a single unit in the last place, and on top of
  /// parts that cancel: the exact scores tie or are apart by their own rounding.
  @Property(seed = "22", tries = 60)
  void nearTies(
      @ForAll @IntRange(min = 1, max = 200) int d,
      @ForAll @IntRange(min = 2, max = 9) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    double offset = random.nextBoolean() ? 0 : Math.pow(10, random.nextInt(0, 9));
    double[] differences = {0, 1e-16, 1e-14, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3, 0.1};
    double[] base = random.doubles(d, -5, 5).toArray();
    double[][] weights = new double[k][d];
    double[] intercepts = new double[k];
    for (int c = 0; c < k; c++) {
      intercepts[c] = -offset;
      double difference = differences[random.nextInt(differences.length)];
      for (int j = 0; j < d; j++) {
        // Differences of opposite sign cancel in many rows.
        weights[c][j] = base[j] + offset + difference * random.nextInt(-1, 2);
        if (random.nextInt(4) == 0) {
          weights[c][j] = Math.nextUp(weights[c][j]);
        }
      }
    }
    assertLabels(new AffineForm(intercepts, weights), rows(1100, d, random));
  }

  @Test
  void tiesGoToTheLowestClassByTheExactScores() {
    Random random = new Random(5);
    int d = 100;
    double[] base = random.doubles(d, -5, 5).toArray();
    double[][] weights = {base.clone(), base.clone(), base.clone()};
    AffineForm form = new AffineForm(new double[3], weights);
    assertLabels(form, rows(1500, d, random));
    int[] left = assertDecided(form, random);
    assertArrayEquals(new int[] {ROWS, ROWS}, left);
  }

  @Test
  void classesFarApartNeedNoExactScores() {
    Random random = new Random(6);
    int d = 300;
    double[][] weights = new double[6][];
    double[][] p = new double[6][];
    for (int c = 0; c < 6; c++) {
      p[c] = random.doubles(d, 0.1, 0.9).toArray();
      weights[c] = new double[d];
    }
    double[] intercepts = new double[6];
    for (int c = 0; c < 6; c++) {
      for (int j = 0; j < d; j++) {
        weights[c][j] = Math.log(p[c][j] / (1 - p[c][j]));
        intercepts[c] += Math.log(1 - p[c][j]);
      }
    }
    long[][] columns = new long[d][TableKernels.RUN];
    for (int row = 0; row < ROWS; row++) {
      for (int j = 0; j < d; j++) {
        columns[j][row / 64] |= random.nextDouble() < p[row % 6][j] ? 1L << row : 0;
      }
    }
    int[] left = assertDecided(new AffineForm(intercepts, weights), columns);
    assertEquals(0, left[0]);
    assertTrue(left[1] < ROWS / 50, left[1] + " rows");
  }

  @Test
  void someFormsHaveNoTables() {
    double[][] weights = new double[2][3];
    assertTrue(haveTables(new double[2], weights));
    assertFalse(haveTables(new double[1], new double[1][3]));
    assertFalse(haveTables(new double[2], new double[2][1 << 20]));
    weights[1][2] = 1e300;
    assertFalse(haveTables(new double[2], weights));
  }

  private static boolean haveTables(double[] intercepts, double[][] weights) {
    return CertifiedArgmax.exists(BitTerms.of(new AffineForm(intercepts, weights)));
  }

  @Test
  void impossibleFactorsAreLeftToTheExactScores() {
    AffineForm form =
        new AffineForm(new double[2], new double[2][3], new double[2], new double[2][3]);
    BitColumns rows = rows(1100, 3, new Random(9));
    assertLabels(form, rows);
  }

  /// Missing values, categories that are not known, and features of more categories than a table
  /// has entries.
  @Property(seed = "23", tries = 60)
  void categories(
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 2, max = 12) int k,
      @ForAll @IntRange(min = 1024, max = 1200) int n,
      @ForAll UnseenCategory unseen,
      @ForAll long seed) {
    Random random = new Random(seed);
    double difference = random.nextBoolean() ? 1 : Math.pow(10, -random.nextInt(2, 17));
    List<CategoryDictionary> dictionaries = new ArrayList<>();
    int places = 0;
    int beyond = unseen == UnseenCategory.REFUSE ? 0 : 2;
    int[][] codes = new int[d][];
    for (int j = 0; j < d; j++) {
      int size = random.nextInt(10) == 0 ? random.nextInt(30, 129) : random.nextInt(1, 12);
      dictionaries.add(CategoryDictionary.ofSize(size));
      places += size + 1;
      codes[j] = random.ints(n, -1, size + beyond).toArray();
    }
    double[] base = random.doubles(places, -5, 0).toArray();
    double[][] weights = new double[k][places];
    for (double[] row : weights) {
      Arrays.setAll(row, p -> base[p] + difference * random.nextInt(-1, 2));
    }
    AffineForm form = new AffineForm(random.doubles(k, -difference, 0).toArray(), weights);
    Scorer<int[], CategoryColumns> scorer =
        new CategoryScorer(
                Naming.unnamed(dictionaries.size(), form.classCount()), form, dictionaries, unseen)
            .results();
    assertLabels(scorer, CategoryColumns.withMissing(-1, dictionaries, codes), k);
  }

  @Test
  void anUnknownCategoryIsRefusedInALargeBatch() {
    List<CategoryDictionary> dictionaries =
        List.of(CategoryDictionary.ofSize(2), CategoryDictionary.ofSize(3));
    Scorer<int[], CategoryColumns> scorer =
        new CategoryScorer(
                Naming.unnamed(2, 2),
                new AffineForm(new double[2], new double[2][7]),
                dictionaries,
                UnseenCategory.REFUSE)
            .results();
    byte[][] codes = new byte[2][2000];
    scorer.predict(CategoryColumns.of(dictionaries, codes), new int[2000]);
    codes[1][1500] = 3;
    codes[0][1501] = 2;
    CategoryColumns rows = CategoryColumns.of(dictionaries, codes);
    assertEquals(
        "row 1500, feature 1 is the category '3'; one of [0 to 2] is expected",
        assertThrows(IllegalArgumentException.class, () -> scorer.predict(rows, new int[2000]))
            .getMessage());
  }

  /// A scale that the range of the intercepts alone decides, and one that nothing decides.
  @Test
  void intercepts() {
    Random random = new Random(8);
    BitColumns rows = rows(1100, 7, random);
    for (double intercept : new double[] {0, 1e-300, 1, 1e250, -1e250}) {
      for (double weight : new double[] {0, 1e-290, 1, 1e248}) {
        double[][] weights = new double[3][7];
        weights[2][3] = weight;
        assertLabels(new AffineForm(new double[] {0, intercept, 0}, weights), rows);
        double[][] two = {new double[7], weights[2]};
        assertLabels(new AffineForm(new double[] {0, intercept}, two), rows);
      }
    }
  }

  /// Both kinds of sums, whichever the kernels of this machine prefer: weights halfway between two
  /// integers of the tables, a class far below all others, classes a unit in the last place apart.
  @Property(seed = "24", tries = 40)
  void adversarialTables(
      @ForAll @IntRange(min = 1, max = 300) int d,
      @ForAll @IntRange(min = 2, max = 11) int k,
      @ForAll @IntRange(min = 0, max = 2) int kind,
      @ForAll long seed) {
    Random random = new Random(seed);
    double[] base = random.doubles(d, -5, 5).toArray();
    double[][] weights = new double[k][d];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        weights[c][j] =
            switch (kind) {
              case 0 -> 0.5 + random.nextInt(c == 0 ? 1 : 1 << random.nextInt(1, 12));
              case 1 -> base[j] + (c == 1 ? -1000 : random.nextGaussian() / 100);
              default -> random.nextBoolean() ? base[j] : Math.nextUp(base[j]);
            };
      }
    }
    assertDecided(new AffineForm(new double[k], weights), random);
  }

  @Test
  void sixtyFiveThousandFeatures() {
    Random random = new Random(10);
    for (int k = 2; k <= 3; k++) {
      double[][] weights = new double[k][];
      Arrays.setAll(weights, _ -> random.doubles(65_000, -3, 3).toArray());
      assertDecided(new AffineForm(new double[k], weights), random);
    }
  }

  private static int[] assertDecided(AffineForm form, Random random) {
    long[][] columns = new long[form.featureCount()][];
    Arrays.setAll(columns, _ -> random.longs(TableKernels.RUN).toArray());
    return assertDecided(form, columns);
  }

  /// Asserts the labels that tables and digits decide.
  ///
  /// @return how many rows tables and digits leave
  private static int[] assertDecided(AffineForm form, long[][] columns) {
    int d = form.featureCount();
    int k = form.classCount();
    double[] joint = new double[ROWS * k];
    new BitScorer(Naming.unnamed(d, k), form)
        .results()
        .logJoint(BitColumns.of(columns, ROWS), joint);
    return new int[] {
      assertDecided(new TableArgmax(BitTerms.of(form)), columns, joint, k),
      assertDecided(new DigitArgmax(BitTerms.ofDigits(form)), columns, joint, k)
    };
  }

  private static int assertDecided(CertifiedArgmax by, long[][] columns, double[] joint, int k) {
    int run = TableKernels.RUN;
    long[] block =
        new long[by.groups() * Math.max(TableKernels.FEATURES, TableKernels.DIGIT_FEATURES) * run];
    for (int j = 0; j < columns.length; j++) {
      System.arraycopy(columns[j], 0, block, j * run, run);
    }
    Workspace w = Scratch.forBatch();
    try {
      by.begin(w);
      TableKernels kernels = new ScalarTableKernels();
      if (by.hasDigits()) {
        kernels.digitPatterns(block, run, 0, by.groups(), w.labels.patterns);
      } else {
        kernels.patterns(block, run, 0, by.groups(), w.labels.patterns);
      }
      int[] labels = new int[ROWS];
      by.label(ROWS, w, labels, 0);
      int left = 0;
      for (int row = 0; row < ROWS; row++) {
        if ((w.labels.left[row / 64] >>> row & 1) != 0) {
          left++;
        } else {
          assertEquals(LogSumExp.argmax(joint, row * k, 1, k), labels[row], "row " + row);
        }
      }
      return left;
    } finally {
      Scratch.giveBack(w);
    }
  }

  private static void assertLabels(AffineForm form, BitColumns rows) {
    assertLabels(
        new BitScorer(Naming.unnamed(form.featureCount(), form.classCount()), form).results(),
        rows,
        form.classCount());
  }

  private static <R, B extends RowBatch> void assertLabels(Scorer<R, B> scorer, B rows, int k) {
    int n = rows.rowCount();
    double[] joint = new double[n * k];
    int[] expected = new int[n];
    scorer.logJoint(rows, joint);
    for (int row = 0; row < n; row++) {
      expected[row] = LogSumExp.argmax(joint, row * k, 1, k);
    }
    assertArrayEquals(expected, scorer.predict(rows));
  }

  private static BitColumns rows(int n, int d, Random random) {
    long[][] columns = new long[d][];
    for (int j = 0; j < d; j++) {
      // Bits behind the last row are not to be read.
      columns[j] = random.longs((n + 63) / 64 + 1).toArray();
    }
    return BitColumns.of(columns, n);
  }
}
