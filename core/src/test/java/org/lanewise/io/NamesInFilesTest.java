package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.MixedStatistics;

/// What classes, features and categories are called, and what may join them, comes back from a
/// file.
@Tag("once")
class NamesInFilesTest {

  private static final NumericColumns ROWS =
      NumericColumns.fromRows(new double[][] {{1, 2}, {2, 4}, {5, 9}, {6, 8}});

  @TempDir Path folder;

  @Test
  void classesKeepTheirOrderAndWhetherTheyHaveNames() throws Exception {
    for (Classes classes :
        List.of(
            Classes.sorted(List.of("a", "b")),
            Classes.of("a", "b"),
            Classes.of("b", "a"),
            Classes.of("1", "-1"),
            Classes.unnamed(2))) {
      Labels labels = Labels.ofIndices(new int[] {0, 0, 1, 1}, classes);
      Path file = folder.resolve("file");
      StatisticsFile.write(GaussianStatistics.of(ROWS, labels), file);
      assertEquals(classes, StatisticsFile.read(file, GaussianStatistics.class).classes());
      LinearDiscriminant model = LinearDiscriminant.fit(ROWS, labels);
      ModelFile.write(model, file);
      assertEquals(classes, ModelFile.read(file, LinearDiscriminant.class).classes());
    }
  }

  @Test
  void namesOfFeaturesAndWordsComeBack() throws Exception {
    Path file = folder.resolve("file");
    Labels labels = Labels.of("x", "x", "y", "y");
    ModelFile.write(LinearDiscriminant.fit(ROWS.withFeatures("length", "width"), labels), file);
    assertEquals(
        Features.of("length", "width"), ModelFile.read(file, LinearDiscriminant.class).features());
    SparseRows words =
        SparseRows.copyOf(ROWS).withFeatures(Features.words(List.of("free", "lunch")));
    StatisticsFile.write(CountStatistics.of(words, labels), file);
    CountStatistics read = StatisticsFile.read(file, CountStatistics.class);
    read.add(
        SparseRows.of(new int[] {0, 1}, new int[] {0}, 1)
            .withFeatures(Features.words(List.of("hello"))),
        Labels.of("x"));
    assertEquals(List.of("free", "hello", "lunch"), read.features().names());
    assertEquals(1, read.count(0, 1));
    assertEquals(11, read.count(1, 0));
    assertEquals(3, MultinomialNaiveBayes.recipe().fit(read).featureCount());
  }

  @Test
  void wordsWithTheNamesOfColumnsComeBackWithoutTheirQuotes() throws Exception {
    Path file = folder.resolve("file");
    Labels labels = Labels.of("x", "x", "y", "y");
    List<String> tokens = List.of("'", "''age''", "'age'", "'odd'", "'zoo'", "age", "odd", "zoo");
    for (Features words :
        List.of(
            Features.words(tokens),
            Features.words(tokens).withText("chars,ngrams=1-7"),
            Features.of(tokens).withText("chars,ngrams=1-7,min-documents=1"))) {
      SparseRows counts =
          SparseRows.of(new int[] {0, 1, 2, 3, 4}, new int[] {0, 2, 5, 7}, tokens.size())
              .withFeatures(words);
      MixedColumns rows = MixedColumns.of(ROWS.withFeatures("age", "'odd'"), counts);
      MixedStatistics statistics = MixedStatistics.of(rows, labels);
      StatisticsFile.write(statistics, file);
      MixedStatistics read = StatisticsFile.read(file, MixedStatistics.class);
      assertEquals(
          List.of(
              "age",
              "'odd'",
              "'",
              "'''age'''",
              "''age''",
              "''odd''",
              "'zoo'",
              "'age'",
              "odd",
              "zoo"),
          read.features().names());
      assertEquals(statistics.features(), read.features());
      assertEquals(words, read.block(1).features());
      ModelFile.write(MixedNaiveBayes.recipe().fit(statistics), file);
      MixedNaiveBayes model = ModelFile.read(file, MixedNaiveBayes.class);
      assertEquals(words, model.blocks().getLast().features());
    }
    assertThrows(
        IllegalArgumentException.class,
        () ->
            MixedColumns.features(List.of(Features.of("a", "'a'"), Features.words(List.of("a")))));
  }

  @Test
  void openDictionariesTakeMoreCategoriesAndClosedOnesDoNot() throws Exception {
    Path file = folder.resolve("file");
    CategoryStatistics open =
        CategoryStatistics.of(
            CategoryColumns.fromRows(new String[][] {{"red"}, {"blue"}}), Labels.of("x", "y"));
    StatisticsFile.write(open, file);
    CategoryStatistics read = StatisticsFile.read(file, CategoryStatistics.class);
    read.add(CategoryColumns.fromRows(new String[][] {{"green"}}), Labels.of("x"));
    assertEquals(List.of("blue", "green", "red"), names(read));
    assertEquals(1, read.count(0, 0, 1));
    assertEquals(1, read.count(0, 0, 2));
    assertEquals(1, read.count(1, 0, 0));
  }

  private static List<String> names(CategoryStatistics statistics) {
    return java.util.stream.IntStream.range(0, statistics.dictionaries().get(0).size())
        .mapToObj(v -> statistics.dictionaries().get(0).name(v))
        .toList();
  }

  @Test
  void anotherKindThanAskedForIsSaid() throws Exception {
    Path file = folder.resolve("file");
    ModelFile.write(LinearDiscriminant.fit(ROWS, Labels.of("x", "x", "y", "y")), file);
    assertEquals(
        "'" + file + "' holds a LinearDiscriminant; a QuadraticDiscriminant is expected",
        assertThrows(
                UnusableFileException.class,
                () -> ModelFile.read(file, QuadraticDiscriminant.class))
            .getMessage());
    assertTrue(
        assertThrows(
                UnusableFileException.class,
                () -> StatisticsFile.read(file, GaussianStatistics.class))
            .getMessage()
            .contains("holds a model"));
  }

  @Test
  void statisticsThatKnowNoClassCannotBeWritten() {
    Path file = folder.resolve("file");
    assertEquals(
        "the statistics know no class yet; at least one is expected in a file",
        assertThrows(
                IllegalArgumentException.class,
                () -> StatisticsFile.write(new GaussianStatistics(2), file))
            .getMessage());
    assertFalse(file.toFile().exists());
  }

  @Test
  void notesAreAMap() throws Exception {
    Path file = folder.resolve("file");
    LinearDiscriminant model = LinearDiscriminant.fit(ROWS, Labels.of("x", "x", "y", "y"));
    new ModelFile(model, Map.of("threshold", "0.5")).write(file);
    assertEquals(Map.of("threshold", "0.5"), ModelFile.read(file).notes());
  }
}
