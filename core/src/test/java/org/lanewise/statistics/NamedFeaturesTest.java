package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.io.ModelFile;
import org.lanewise.io.StatisticsFile;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Statistics whose features, classes and categories are known by name and lie in other places.
class NamedFeaturesTest {

  private static final int ROWS = 40;
  private static final List<CategoryDictionary> DICTIONARIES =
      List.of(
          CategoryDictionary.sorted(List.of("0", "1")),
          CategoryDictionary.sorted(List.of("0", "1", "2")));

  private interface Kind {
    Statistics of(boolean swapped, int seed, String... classes);
  }

  private static double[][] columns(int seed) {
    Random random = new Random(seed);
    double[][] columns = new double[2][ROWS];
    for (int row = 0; row < ROWS; row++) {
      columns[0][row] = random.nextInt(2);
      columns[1][row] = random.nextInt(2);
    }
    return columns;
  }

  private static Labels labels(String... classes) {
    return Labels.of(
        Stream.iterate(0, row -> row + 1)
            .limit(ROWS)
            .map(row -> classes[row % classes.length])
            .toList());
  }

  private static NumericColumns rows(boolean swapped, int seed) {
    double[][] x = columns(seed);
    return swapped
        ? NumericColumns.of(x[1], x[0]).withFeatures("b", "a")
        : NumericColumns.of(x[0], x[1]).withFeatures("a", "b");
  }

  private static CategoryStatistics categories(boolean swapped, int seed, String... classes) {
    int[][] codes = new int[2][ROWS];
    double[][] x = columns(seed);
    for (int row = 0; row < ROWS; row++) {
      codes[swapped ? 1 : 0][row] = (int) x[0][row];
      codes[swapped ? 0 : 1][row] = (int) x[1][row];
    }
    List<CategoryDictionary> dictionaries = swapped ? DICTIONARIES.reversed() : DICTIONARIES;
    return CategoryStatistics.of(
        CategoryColumns.of(dictionaries, codes).withFeatures(names(swapped)), labels(classes));
  }

  private static String[] names(boolean swapped) {
    return swapped ? new String[] {"b", "a"} : new String[] {"a", "b"};
  }

  static List<Kind> kinds() {
    return List.of(
        (swapped, seed, classes) -> GaussianStatistics.of(rows(swapped, seed), labels(classes)),
        (swapped, seed, classes) -> VarianceStatistics.of(rows(swapped, seed), labels(classes)),
        (swapped, seed, classes) -> {
          double[][] x = columns(seed);
          x[0][7] = Double.NaN;
          NumericColumns rows =
              swapped
                  ? NumericColumns.of(x[1], x[0]).withFeatures("b", "a")
                  : NumericColumns.of(x[0], x[1]).withFeatures("a", "b");
          return VarianceStatistics.of(rows, labels(classes), MissingValues.ALLOW);
        },
        (swapped, seed, classes) ->
            BernoulliStatistics.of(
                BitColumns.copyOf(rows(swapped, seed)).withFeatures(names(swapped)),
                labels(classes)),
        (swapped, seed, classes) ->
            new BernoulliStatistics(Features.of(names(swapped)), labels(classes).classes())
                .add(
                    CategoryColumns.copyOfBinary(rows(swapped, seed)).withFeatures(names(swapped)),
                    labels(classes)),
        (swapped, seed, classes) ->
            CountStatistics.of(
                rows(swapped, seed), labels(classes).withWeights(columns(seed + 9)[0])),
        (swapped, seed, classes) -> CountStatistics.of(rows(swapped, seed), labels(classes)),
        NamedFeaturesTest::categories,
        (swapped, seed, classes) ->
            new MixedStatistics(
                GaussianStatistics.of(rows(swapped, seed), labels(classes)),
                CategoryStatistics.of(
                    CategoryColumns.of(
                            List.of(CategoryDictionary.sorted(List.of("0"))), new int[1][ROWS])
                        .withFeatures("c"),
                    labels(classes))));
  }

  private static byte[] bytes(Statistics statistics) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new StatisticsFile(statistics).write(bytes);
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void mergesFeaturesByName(Kind kind) throws IOException {
    byte[] same = bytes(kind.of(false, 1, "x", "y").merge(kind.of(false, 2, "z", "x")));
    byte[] swapped = bytes(kind.of(false, 1, "x", "y").merge(kind.of(true, 2, "z", "x")));
    assertArrayEquals(same, swapped);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void subtractsFeaturesByName(Kind kind) {
    Statistics whole = kind.of(false, 1, "x", "y").merge(kind.of(false, 2, "z", "x"));
    Statistics part = kind.of(true, 2, "z", "x");
    try {
      whole.subtract(part);
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage().contains("weights or fractions"), e.getMessage());
      return;
    }
    assertEquals(ROWS, whole.rowCount());
    assertEquals(List.of("x", "y"), whole.withoutEmptyClasses().classes().names());
    assertEquals(List.of("x", "y", "z"), whole.classes().names());
    assertEquals(whole.features(), whole.withoutEmptyClasses().features());
  }

  @Test
  void refusesOtherNamesAndOtherKinds() {
    Statistics known = GaussianStatistics.of(rows(false, 1), labels("x", "y"));
    Statistics other =
        GaussianStatistics.of(rows(false, 1).withFeatures("a", "c"), labels("x", "y"));
    assertEquals(
        "feature 1 of the statistics to merge is 'c'; 'b' is expected",
        assertThrows(IllegalArgumentException.class, () -> known.merge(other)).getMessage());
    Statistics counts = CountStatistics.of(rows(false, 1), labels("x", "y"));
    assertEquals(
        "the other statistics are CountStatistics; GaussianStatistics are expected",
        assertThrows(IllegalArgumentException.class, () -> known.merge(counts)).getMessage());
    assertEquals(
        "the other statistics are CountStatistics; GaussianStatistics are expected",
        assertThrows(IllegalArgumentException.class, () -> known.subtract(counts)).getMessage());
  }

  @Test
  void fitsAfterTheLastRowsOfAClassWereSubtracted() throws IOException {
    GaussianStatistics whole = GaussianStatistics.of(rows(false, 1), labels("x", "y"));
    whole.merge(GaussianStatistics.of(rows(false, 2), labels("z")));
    whole.subtract(GaussianStatistics.of(rows(false, 2), labels("z")));
    LinearDiscriminant rest =
        LinearDiscriminant.recipe().fit((GaussianStatistics) whole.withoutEmptyClasses());
    assertEquals(List.of("x", "y"), rest.classes().names());
    assertSame(whole.getClass(), whole.withoutEmptyClasses().getClass());
  }

  /// Features that grow are gathered by the order of their arrival, and put in order in the end.
  @Test
  void namesAndOrdersFeaturesInTheEnd() throws IOException {
    SparseRows byArrival = SparseRows.of(new int[] {0, 2, 3}, new int[] {0, 1, 2}, 4);
    Labels labels = Labels.of("x", "y");
    Features words = Features.words(List.of("a", "b", "c"));
    SparseRows sorted =
        SparseRows.of(new int[] {0, 2, 3}, new int[] {1, 2, 0}, 3).withFeatures(words);
    assertArrayEquals(
        bytes(CountStatistics.of(sorted, labels)),
        bytes(CountStatistics.of(byArrival, labels).withFeatures(words, 2, 0, 1)));
    assertArrayEquals(
        bytes(BernoulliStatistics.of(sorted, labels)),
        bytes(BernoulliStatistics.of(byArrival, labels).withFeatures(words, 2, 0, 1)));
    CountStatistics grown =
        CountStatistics.of(byArrival, labels).withFeatures(Features.unnamed(6), 0, 1, 2, 3, -1, -1);
    assertEquals(6, grown.featureCount());
    assertEquals(0, grown.count(0, 5));
    assertEquals(1, grown.count(1, 2));
    assertEquals(
        "the place 9 is out of range or given twice; distinct ones from 0 to 5 are expected, or -1"
            + " for none",
        assertThrows(
                IllegalArgumentException.class, () -> grown.withFeatures(Features.unnamed(2), 0, 9))
            .getMessage());
    assertEquals(
        "1 places were given; 2 are expected, one for each",
        assertThrows(
                IllegalArgumentException.class, () -> grown.withFeatures(Features.unnamed(2), 0))
            .getMessage());
  }

  @Test
  void takesSparseRowsAmongMoreFeatures() throws IOException {
    Labels labels = Labels.of("x", "y");
    SparseRows few = SparseRows.of(new int[] {0, 2, 3}, new int[] {0, 1, 2}, 3);
    SparseRows many = SparseRows.of(new int[] {0, 2, 3}, new int[] {0, 1, 2}, 7);
    assertArrayEquals(
        bytes(CountStatistics.of(many, labels)),
        bytes(CountStatistics.of(few.withFeatureCount(7), labels)));
    assertEquals(
        "2 features were asked for of rows of 3 features; more, and none with names, are expected",
        assertThrows(IllegalArgumentException.class, () -> few.withFeatureCount(2)).getMessage());
  }

  @Test
  void namesAndOrdersCategoriesInTheEnd() throws IOException {
    Labels labels = Labels.of("x", "y", "x");
    CategoryStatistics byArrival =
        CategoryStatistics.of(
            CategoryColumns.of(List.of(CategoryDictionary.ofSize(8)), new int[][] {{0, 1, 0}}),
            labels);
    CategoryDictionary names = CategoryDictionary.sorted(List.of("blue", "red"));
    CategoryStatistics ordered =
        byArrival.withDictionaries(Features.of("c"), List.of(names), new int[] {1, 0});
    assertArrayEquals(
        bytes(
            CategoryStatistics.of(
                CategoryColumns.of(List.of(names), new int[][] {{1, 0, 1}}).withFeatures("c"),
                labels)),
        bytes(ordered));
  }

  @Test
  void tellsAFileOfStatisticsFromAModel(@TempDir Path folder) throws IOException {
    GaussianStatistics statistics = GaussianStatistics.of(rows(false, 1), labels("x", "y"));
    Path file = folder.resolve("all.stats");
    StatisticsFile.write(statistics, file);
    assertTrue(StatisticsFile.isOne(file));
    ModelFile.write(LinearDiscriminant.recipe().fit(statistics), folder.resolve("model"));
    assertEquals(false, StatisticsFile.isOne(folder.resolve("model")));
    assertEquals(false, StatisticsFile.isOne(folder.resolve("none")));
    assertEquals(false, StatisticsFile.isOne(folder));
    assertEquals(
        false, StatisticsFile.isOne(Files.writeString(folder.resolve("short"), "LANEWISE")));
  }
}
