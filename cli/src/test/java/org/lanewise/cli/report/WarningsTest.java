package org.lanewise.cli.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Schema.Column;

class WarningsTest {

  private static final Schema NAMED =
      new Schema(true, List.of("x", "y"), new Column(2, "k"), Column.NONE, Column.NONE);

  private static List<String> texts(int count, IntFunction<String> text) {
    return IntStream.range(0, count).mapToObj(text).toList();
  }

  private static List<String> ofLabels(List<String> classes, long rows) {
    return Warnings.of(NAMED, classes, List.of(), rows);
  }

  @Test
  void fewClassesAndManyRowsOfEachAreNoReasonToDoubt() {
    assertEquals(List.of(), ofLabels(List.of("a", "b"), 2));
    assertEquals(List.of(), ofLabels(texts(10, i -> "0." + i), 10));
    assertEquals(List.of(), ofLabels(texts(100, i -> "" + i), 1000));
    assertEquals(List.of(), ofLabels(texts(500, i -> "c" + i), 1000));
  }

  @Test
  void numbersWithFractionsAreMeasurements() {
    assertEquals(
        List.of(
            "the label, column 'k', looks like a measurement: it has 35 different values in 150"
                + " rows, such as '4.0', and each becomes a class; use --label to name the class"
                + " column"),
        ofLabels(texts(35, i -> 4 + i / 10 + "." + i % 10), 150));
    assertEquals(1, ofLabels(texts(11, i -> i + ".5"), 1_000_000).size());
  }

  @Test
  void manyWholeNumbersOfFewRowsEachAreMeasurements() {
    assertEquals(1, ofLabels(texts(101, i -> "" + i), 1000).size());
    assertEquals(1, ofLabels(texts(11, i -> "" + i), 20).size());
  }

  @Test
  void textsThatDifferInMostRowsAreIdentifiers() {
    assertEquals(
        List.of(
            "the label looks like an identifier: it has 501 different values in 1000 rows, such"
                + " as 'c0', and each becomes a class; expected names of classes"),
        Warnings.of(Schema.SPARSE, texts(501, i -> "c" + i), List.of(), 1000));
  }

  @Test
  void labelsThatDifferOnlyInHowTheyAreWrittenAreNoted() {
    for (List<String> alike :
        List.of(
            List.of("A", "a"),
            List.of("1", "1.0"),
            List.of("+1", "1"),
            List.of("0.0", "-0"),
            List.of("01", "1e0"),
            List.of("No", "a", "no"),
            List.of("x", "x\u00a0"))) {
      assertEquals(1, ofLabels(alike, 20).size(), alike::toString);
    }
    assertEquals(
        List.of(
            "the labels '1' and '1.0' look alike, but each is a class; write them in the same way"),
        ofLabels(List.of("1", "1.0"), 20));
    assertEquals(List.of(), ofLabels(List.of("1", "1d", "-1", "a", "b", "1.01"), 20));
  }

  @Test
  void aLabelThatLooksMissingIsNoted() {
    for (String label : List.of("NA", "?", "nan", "NULL", "n/a", "#N/A")) {
      assertEquals(
          List.of(
              "the label '%s' looks like a missing value, but is a class; to leave its rows out, use --missing or empty cells"
                  .formatted(label)),
          ofLabels(List.of("a", label), 20));
    }
    assertEquals(List.of(), ofLabels(List.of("-", "+", "none", "."), 20));
  }

  @Test
  void aCategoryThatLooksMissingIsNotedUnlessOthersAreNumbers() {
    List<String> classes = List.of("yes", "no");
    assertEquals(
        List.of(
            "column 'y' has the category '?', which looks like a missing value; use --missing if"
                + " it is one"),
        Warnings.of(NAMED, classes, List.of(classes, List.of("?", "b")), 100));
    assertEquals(
        List.of(), Warnings.of(NAMED, classes, List.of(classes, List.of("?", "1", "2")), 100));
  }

  @Test
  void categoriesThatDifferOnlyInHowTheyAreWrittenAreNotedForTheFirstColumn() {
    List<String> classes = List.of("yes", "no");
    for (List<String> alike :
        List.of(List.of("Red", "red"), List.of("1", "01", "x"), List.of("a\0", "a"))) {
      assertEquals(
          List.of(
              "column 'x' has the categories '%s' and '%s', which look alike"
                  .formatted(alike.get(0).replace("\0", "\\u0000"), alike.get(1))),
          Warnings.of(NAMED, classes, List.of(alike, alike), 100));
    }
    assertEquals(List.of(), Warnings.of(NAMED, classes, List.of(List.of("1", "2", "a")), 100));
  }

  @Test
  void columnsOfCategoriesAreDoubtedInOneSentence() {
    List<String> names = texts(90, i -> "id" + i);
    List<String> few = List.of("yes", "no");
    assertEquals(
        List.of(
            "column 'y' looks like an identifier: it has 90 different categories in 100 rows,"
                + " such as 'id0'; use --drop to leave columns out"),
        Warnings.of(NAMED, few, List.of(few, names), 100));
    assertEquals(
        List.of(
            "column 'x' looks like an identifier: it has 90 different categories in 100 rows,"
                + " such as 'id0', and so does 1 more column; use --drop to leave columns out"),
        Warnings.of(NAMED, few, List.of(names, names), 100));
  }

  @Test
  void covariancesOfManyFeaturesAreAnnounced() {
    assertEquals(Optional.empty(), Warnings.ofSize(ClassifierKind.LDA, 1999));
    assertEquals(Optional.empty(), Warnings.ofSize(ClassifierKind.GAUSSIAN_NB, 100_000));
    assertEquals(
        "qda estimates covariances of 7800 features, 464 MB each, and the work grows with the cube"
            + " of the features, so it may take minutes; gaussian-nb, classifiers of counts, or"
            + " fewer features are faster",
        Warnings.ofSize(ClassifierKind.QDA, 7800).orElseThrow());
  }
}
