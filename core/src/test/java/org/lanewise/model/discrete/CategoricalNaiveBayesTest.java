package org.lanewise.model.discrete;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.data.Workers;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.textbook.Allocation;

final class CategoricalNaiveBayesTest {

  @Property(seed = "51", tries = 50)
  void logJointsAreThoseOfTheTextbookWithMissingValuesLeftOut(
      @ForAll @IntRange(min = 1, max = 20) int d,
      @ForAll @IntRange(min = 1, max = 11) int k,
      @ForAll @IntRange(min = 1, max = 50) int n,
      @ForAll long seed) {
    Random random = new Random(seed);
    int[] size = random.ints(d, 1, 6).toArray();
    int[][] x = columns(n, size, random);
    int[] y = random.ints(n, 0, k).toArray();
    double[] alpha = random.doubles(d, 0.01, 3).toArray();
    CategoryStatistics statistics = statistics(x, size, y, k);
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.laplace(), Smoothing.perFeature(alpha)))
            .fit(statistics);
    int[] query = new int[d];
    Arrays.setAll(query, j -> known(IntStream.of(random.nextInt(size[j] + 2) - 1))[0]);
    double[] expected = new double[k];
    for (int c = 0; c < k; c++) {
      double rows = 0;
      for (int i = 0; i < n; i++) {
        rows += y[i] == c ? 1 : 0;
      }
      expected[c] = Math.log((rows + 1) / (n + k));
      for (int j = 0; j < d; j++) {
        double present = 0;
        double count = 0;
        for (int i = 0; i < n; i++) {
          present += y[i] == c && x[j][i] >= 0 ? 1 : 0;
          count += y[i] == c && x[j][i] == query[j] ? 1 : 0;
        }
        if (query[j] >= 0) {
          // A dictionary that holds the unseen category has one more.
          int categories = Math.max(size[j], query[j] + 1);
          expected[c] += Math.log((count + alpha[j]) / (present + alpha[j] * categories));
        }
      }
    }
    double[] joint = new double[k];
    double[] posterior = new double[k];
    Scorer<int[], CategoryColumns> scorer =
        model.scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED));
    scorer.logJoint(query, joint);
    scorer.posterior(query, posterior);
    double max = Arrays.stream(expected).max().getAsDouble();
    double sum = Arrays.stream(expected).map(v -> Math.exp(v - max)).sum();
    for (int c = 0; c < k; c++) {
      double tolerance = 1e-12 * Math.max(1, Math.abs(expected[c]));
      assertEquals(expected[c], joint[c], tolerance);
      assertEquals(Math.exp(expected[c] - max) / sum, posterior[c], tolerance);
    }
    assertEquals(max + Math.log(sum), scorer.logDensity(query), 1e-12 * Math.max(1, -max));
  }

  @Property(seed = "52", tries = 30)
  void aloneAndInBatchesAreTheSameBits(
      @ForAll @IntRange(min = 1, max = 40) int d,
      @ForAll @IntRange(min = 1, max = 12) int k,
      @ForAll @IntRange(max = 140) int n,
      @ForAll boolean smooth,
      @ForAll long seed) {
    Random random = new Random(seed);
    int[] size = random.ints(d, 1, 6).toArray();
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe(
                new NaiveBayesOptions(
                    Priors.uniform(), smooth ? Smoothing.laplace() : Smoothing.none()))
            .fit(statistics(columns(20, size, random), size, random.ints(20, 0, k).toArray(), k));
    int[] larger = Arrays.stream(size).map(s -> s + 1).toArray();
    CategoryColumns rows =
        CategoryColumns.withMissing(CategoryColumns.MISSING, columns(n, larger, random));
    int[] row = new int[d];
    int[] labels = new int[n];
    double[][] batch = new double[3][n * k];
    double[] density = new double[n];
    double[] out = new double[k];
    for (UnseenCategory unseen : List.of(UnseenCategory.IGNORE, UnseenCategory.SMOOTHED)) {
      Scorer<int[], CategoryColumns> scorer = model.scorer(RowFormat.CODES.withUnseen(unseen));
      assertSame(scorer, model.scorer(RowFormat.CODES.withUnseen(unseen)));
      scorer.predict(rows, labels);
      scorer.logJoint(rows, batch[0]);
      scorer.logPosterior(rows, batch[1]);
      scorer.posterior(rows, batch[2]);
      scorer.logDensity(rows, density);
      for (int i = 0; i < n; i++) {
        rows.row(i, row);
        assertEquals(labels[i], scorer.predict(row));
        assertEquals(density[i], scorer.logDensity(row));
        scorer.logJoint(row, out);
        assertArrayEquals(Arrays.copyOfRange(batch[0], i * k, (i + 1) * k), out);
        scorer.logPosterior(row, out);
        assertArrayEquals(Arrays.copyOfRange(batch[1], i * k, (i + 1) * k), out);
        scorer.posterior(row, out);
        assertArrayEquals(Arrays.copyOfRange(batch[2], i * k, (i + 1) * k), out);
        assertEquals(1, Arrays.stream(out).sum(), 1e-14);
      }
    }
  }

  @Property(seed = "53", tries = 40)
  void aMissingValueIsTheSumOverAllValues(
      @ForAll @IntRange(min = 1, max = 6) int d, @ForAll long seed) {
    Random random = new Random(seed);
    int[] size = random.ints(d, 1, 6).toArray();
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.of(.3)))
            .fit(statistics(columns(20, size, random), size, random.ints(20, 0, 3).toArray(), 3));
    int[] row = new int[d];
    Arrays.setAll(row, j -> random.nextInt(size[j]));
    int missing = random.nextInt(d);
    double[] out = new double[3];
    double[] sums = new double[3];
    for (int v = 0; v < size[missing]; v++) {
      row[missing] = v;
      model.scorer().logJoint(row, out);
      for (int c = 0; c < 3; c++) {
        sums[c] += Math.exp(out[c]);
      }
    }
    row[missing] = CategoryColumns.MISSING;
    model.scorer().logJoint(row, out);
    for (int c = 0; c < 3; c++) {
      assertEquals(Math.log(sums[c]), out[c], 1e-12);
    }
  }

  @Property(seed = "54", tries = 60)
  void noSmoothingIsTheLimitOfLittleSmoothing(
      @ForAll @IntRange(min = 1, max = 8) int d,
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll long seed) {
    Random random = new Random(seed);
    int[] size = random.ints(d, 1, 5).toArray();
    CategoryStatistics statistics =
        statistics(columns(3 * k, size, random), size, random.ints(3L * k, 0, k).toArray(), k);
    Scorer<int[], CategoryColumns> none =
        CategoricalNaiveBayes.recipe(new NaiveBayesOptions(Priors.laplace(), Smoothing.none()))
            .fit(statistics)
            .scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED));
    Scorer<int[], CategoryColumns> little =
        CategoricalNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.laplace(), Smoothing.of(0x1p-500)))
            .fit(statistics)
            .scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED));
    double[] expected = new double[k];
    double[] actual = new double[k];
    for (int q = 0; q < 4; q++) {
      int[] row = new int[d];
      Arrays.setAll(row, j -> known(IntStream.of(random.nextInt(size[j] + 2) - 1))[0]);
      little.posterior(row, expected);
      none.posterior(row, actual);
      assertArrayEquals(expected, actual, 1e-10);
      little.logJoint(row, expected);
      none.logJoint(row, actual);
      for (int c = 0; c < k; c++) {
        boolean impossible = expected[c] < -300;
        assertEquals(impossible ? Double.NEGATIVE_INFINITY : expected[c], actual[c], 1e-12);
      }
    }
  }

  @Test
  void case13WithoutSmoothingNothingIsNaN() {
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe(new NaiveBayesOptions(Priors.empirical(), Smoothing.none()))
            .fit(statistics(new int[][] {{1, 1}, {0, 1}}, new int[] {2, 2}, new int[] {0, 1}, 2));
    double[] out = new double[2];
    model.scorer().posterior(new int[] {1, 0}, out);
    assertArrayEquals(new double[] {1, 0}, out);
    model.scorer().posterior(new int[] {1, 1}, out);
    assertArrayEquals(new double[] {0, 1}, out);
    model.scorer().logJoint(new int[] {0, 0}, out);
    assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY}, out);
    assertEquals(0, model.scorer().predict(new int[] {0, 0}));
    assertThrows(IllegalStateException.class, model::theta);
  }

  @Test
  void unseenCategoriesAreTreatedAsTold() {
    CategoryColumns rows =
        CategoryColumns.copyOfColumns(
            List.of("?"), new String[] {"a", "b", "b", "?"}, new String[] {"x", "x", "y", "y"});
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe()
            .fit(CategoryStatistics.of(rows, Labels.ofIndices(new int[] {0, 0, 1, 1}, 2)));
    CategoryColumns queries =
        CategoryColumns.copyOfColumns(
            model.dictionaries(), List.of("?"), new String[] {"a", "new"}, new String[] {"y", "y"});
    assertNames(
        () -> model.scorer().predict(queries, new int[2]),
        "row 1, feature 0 is the category 'new'; one of [a, b] is expected");
    assertNames(
        () -> model.scorer().predict(new int[] {2, 0}),
        "feature 0 of the row has the code 2; 0 to 1 is expected");
    for (UnseenCategory unseen : UnseenCategory.values()) {
      assertNames(
          () -> model.scorer(RowFormat.CODES.withUnseen(unseen)).predict(new int[] {-2, 0}),
          "has the code -2; 0 to 1");
    }
    double[] ignored = new double[4];
    double[] smoothed = new double[4];
    model.scorer(RowFormat.CODES.withUnseen(UnseenCategory.IGNORE)).logJoint(queries, ignored);
    model.scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED)).logJoint(queries, smoothed);
    double[] missing = new double[2];
    model.scorer().logJoint(new int[] {CategoryColumns.MISSING, 1}, missing);
    assertArrayEquals(missing, Arrays.copyOfRange(ignored, 2, 4));
    assertEquals(missing[0] + Math.log(1 / 5.), smoothed[2], 1e-15);
    assertEquals(missing[1] + Math.log(1 / 4.), smoothed[3], 1e-15);
    assertArrayEquals(Arrays.copyOf(ignored, 2), Arrays.copyOf(smoothed, 2));
    CategoryColumns others =
        CategoryColumns.copyOfColumns(List.of(), new String[] {"b"}, new String[] {"x"});
    double[] byName = new double[2];
    double[] byCode = new double[2];
    model.scorer().logJoint(others, byName);
    model.scorer().logJoint(new int[] {1, 0}, byCode);
    assertArrayEquals(byCode, byName);
  }

  @Test
  void workersGiveTheSameBits() {
    Random random = new Random(55);
    int[] size = {3, 2, 5};
    CategoryColumns rows =
        CategoryColumns.withMissing(CategoryColumns.MISSING, columns(9000, size, random));
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe()
            .fit(
                CategoryStatistics.of(
                    rows, Labels.ofIndices(random.ints(9000, 0, 3).toArray(), 3)));
    double[] expected = new double[27000];
    double[] actual = new double[27000];
    model.scorer().logPosterior(rows, expected);
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      model.scorer().on(new Workers(executor, 2)).logPosterior(rows, actual);
    }
    assertArrayEquals(expected, actual);
  }

  @Test
  void thetaIsTheLogisticFormOfThePosterior() {
    Random random = new Random(56);
    int[] size = {3, 2, 5};
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe()
            .fit(statistics(columns(50, size, random), size, random.ints(50, 0, 2).toArray(), 2));
    double[] theta = model.theta();
    assertEquals(11, theta.length);
    double[] posterior = new double[2];
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 2; b++) {
        for (int e = 0; e < 5; e++) {
          double sum = theta[0] + theta[1 + a] + theta[4 + b] + theta[6 + e];
          model.scorer().posterior(new int[] {a, b, e}, posterior);
          assertEquals(1 / (1 + Math.exp(-sum)), posterior[1], 1e-13);
          assertEquals(Math.log(model.probability(1, 2, e)), model.logProbability(1, 2, e), 1e-14);
        }
      }
    }
  }

  @Test
  void aModelIsMadeAgainFromItsParameters() {
    Random random = new Random(57);
    int[] size = {3, 2, 5};
    int[][] x = columns(50, size, random);
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe(
                new NaiveBayesOptions(Priors.laplace(), Smoothing.perFeature(1, .5, 0)))
            .fit(statistics(x, size, random.ints(50, 0, 2).toArray(), 2));
    CategoricalNaiveBayes again =
        CategoricalNaiveBayes.of(
            Features.unnamed(model.alphas().length),
            Classes.unnamed(model.priors().length),
            model.priors(),
            model.dictionaries(),
            new double[][] {model.pseudoCounts(0), model.pseudoCounts(1)},
            model.alphas());
    double[] expected = new double[100];
    double[] actual = new double[100];
    model.scorer().logJoint(CategoryColumns.withMissing(CategoryColumns.MISSING, x), expected);
    again.scorer().logJoint(CategoryColumns.withMissing(CategoryColumns.MISSING, x), actual);
    assertArrayEquals(expected, actual);
    assertNames(
        () ->
            CategoricalNaiveBayes.of(
                Features.unnamed(model.alphas().length),
                Classes.unnamed(1),
                new double[] {1},
                model.dictionaries(),
                new double[1][9],
                model.alphas()),
        "class 0 has 9 counts; 10");
  }

  @Test
  void aFeatureOfWhichNoValueIsKnownSaysNothing() {
    CategoryColumns rows =
        CategoryColumns.copyOfColumns(
            List.of("?"), new String[] {"?", "?"}, new String[] {"a", "b"});
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe()
            .fit(CategoryStatistics.of(rows, Labels.ofIndices(new int[] {0, 1}, 2)));
    double[] joint = new double[2];
    model.scorer().logJoint(new int[] {CategoryColumns.MISSING, 0}, joint);
    assertArrayEquals(new double[] {Math.log(1 / 3.), Math.log(1 / 6.)}, joint, 1e-15);
    model
        .scorer(RowFormat.CODES.withUnseen(UnseenCategory.SMOOTHED))
        .logJoint(new int[] {0, 0}, joint);
    assertArrayEquals(new double[] {Math.log(1 / 3.), Math.log(1 / 6.)}, joint, 1e-15);
  }

  @Test
  @Tag("allocation")
  void scoringOneRowAllocatesNothing() {
    Random random = new Random(58);
    int[] size = {3, 2, 5, 4};
    CategoricalNaiveBayes model =
        CategoricalNaiveBayes.recipe()
            .fit(statistics(columns(50, size, random), size, random.ints(50, 0, 3).toArray(), 3));
    int[] row = {2, CategoryColumns.MISSING, 0, 3};
    double[] out = new double[3];
    assertEquals(
        0,
        Allocation.least(() -> {
          for (int i = 0; i < 200; i++) {
            model.scorer().predict(row);
            model.scorer().logPosterior(row, out);
            model.scorer().logDensity(row);
          }
        }));
  }

  private static int[][] columns(int n, int[] size, Random random) {
    int[][] columns = new int[size.length][];
    Arrays.setAll(columns, j -> known(random.ints(n, -1, size[j])));
    return columns;
  }

  /// Codes of which −1 stands for a missing value, as rows have them.
  private static int[] known(IntStream codes) {
    return codes.map(code -> code < 0 ? CategoryColumns.MISSING : code).toArray();
  }

  private static CategoryStatistics statistics(int[][] x, int[] size, int[] y, int k) {
    List<CategoryDictionary> dictionaries =
        Arrays.stream(size).mapToObj(CategoryDictionary::ofSize).toList();
    return CategoryStatistics.of(
        CategoryColumns.withMissing(CategoryColumns.MISSING, dictionaries, x),
        Labels.ofIndices(y, k));
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
