package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FeaturesTest {

  @Test
  void namesAreInTheOrderOfTheColumnsAndWordsAscend() {
    assertEquals(List.of("width", "length"), Features.of("width", "length").names());
    assertEquals(List.of("a", "b"), Features.words(List.of("b", "a", "b")).names());
    assertTrue(Features.words(List.of("b")).areWords());
    assertFalse(Features.of("b").areWords());
    assertEquals("1", Features.unnamed(3).name(1));
    assertEquals("feature 1", Features.unnamed(3).describe(1));
    assertEquals("feature 'length'", Features.of("width", "length").describe(1));
    assertEquals(-1, Features.unnamed(3).indexOf("1"));
    assertArrayEquals(new int[] {1, -1}, Features.of("b", "c").indicesIn(Features.of("a", "b")));
  }

  @Test
  void rowsOfOtherFeaturesAreRefusedWhereBothSidesHaveNames() {
    Features model = Features.of("length", "width");
    model.requireSame(Features.unnamed(2), ", as in the model");
    Features.unnamed(2).requireSame(model, "");
    refused(
        "feature 1 of the rows is 'height'; 'width' is expected, as in the model",
        () -> model.requireSame(Features.of("length", "height"), ", as in the model"));
    refused(
        "the rows have 3 features; 2 are expected, as in the model",
        () -> model.requireSame(Features.unnamed(3), ", as in the model"));
  }

  @Test
  void everyViewTakesNamesForItsColumns() {
    Features names = Features.of("a", "b");
    double[][] rows = {{0, 1}, {1, 0}, {1, 1}};
    assertEquals(names, NumericColumns.fromRows(rows).withFeatures("a", "b").features());
    assertEquals(
        names, BitColumns.copyOf(NumericColumns.fromRows(rows).withFeatures(names)).features());
    assertEquals(
        names, SparseRows.copyOf(NumericColumns.fromRows(rows).withFeatures(names)).features());
    assertEquals(
        names, CategoryColumns.fromRows(new int[][] {{0, 1}}).withFeatures(names).features());
    refused(
        "3 features were given for 2 columns; one for each is expected",
        () -> NumericColumns.fromRows(rows).withFeatures("a", "b", "c"));
    refused("the feature 'a' is given twice", () -> Features.of("a", "a"));
  }

  @Test
  void rowsOfWordsGoIntoALargerVocabulary() {
    SparseRows rows =
        SparseRows.of(new int[] {0, 2}, new int[] {0, 1}, 2)
            .withFeatures(Features.words(List.of("b", "d")));
    SparseRow row = new SparseRow();
    rows.in(Features.words(List.of("a", "b", "c", "d"))).row(0, row);
    assertArrayEquals(new int[] {1, 3}, row.indices());
    refused(
        "the word 'd' is not in the vocabulary; one that holds it is expected",
        () -> rows.in(Features.words(List.of("a", "b"))));
  }

  private static void refused(String part, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
