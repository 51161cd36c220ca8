package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabelsTest {

  @Test
  void classesAreFoundInNamesAndIntegers() {
    Labels names = Labels.of("spam", "ham", "spam");
    assertEquals(Classes.sorted(List.of("ham", "spam")), names.classes());
    assertArrayEquals(new int[] {1, 0, 1}, names.toArray());
    assertEquals("spam", names.name(0));
    Labels signs = Labels.of(1, -1, 1);
    assertEquals(List.of("-1", "1"), signs.classes().names());
    assertArrayEquals(new int[] {1, 0, 1}, signs.toArray());
    // All 64 bits tell classes apart.
    assertEquals(2, Labels.of(9007199254740993L, 9007199254740992L).classCount());
    assertArrayEquals(new long[] {1, 2}, names.counts());
  }

  @Test
  void givenClassesKeepTheirOrder() {
    Labels labels = Labels.of(Classes.of("spam", "ham", "other"), "ham", "spam");
    assertArrayEquals(new int[] {1, 0}, labels.toArray());
    assertEquals(3, labels.classCount());
    refused(
        "the label of row 1 is 'eggs'; one of the classes [spam, ham] is expected",
        () -> Labels.of(Classes.of("spam", "ham"), "ham", "eggs"));
    refused("the label of row 1 is null; a name is expected", () -> Labels.of("a", null));
  }

  @Test
  void indicesAreOfClassesWithoutNamesUnlessTheseAreGiven() {
    assertFalse(Labels.ofIndices(new int[] {0, 1}, 2).classes().areNamed());
    assertEquals("b", Labels.ofIndices(new int[] {0, 1}, Classes.of("a", "b")).name(1));
    refused(
        "the label of row 1 is 2; 0 to 1 is expected", () -> Labels.ofIndices(new int[] {0, 2}, 2));
    refused(
        "the label of row 0 is -1; 0 to 1 is expected",
        () -> Labels.ofIndices(new int[] {-1, 0}, 2));
  }

  @Test
  void weightsGoWithTheRows() {
    Labels labels = Labels.of("a", "b", "a").withWeights(1, 0, 2.5);
    assertTrue(labels.areWeighted());
    assertEquals(2.5, labels.weight(2));
    assertEquals(1, Labels.of("a").weight(0));
    Labels selected = labels.select(2, 0);
    assertArrayEquals(new double[] {2.5, 1}, selected.weights());
    assertEquals(labels.classes(), selected.classes());
    assertFalse(labels.withWeights(null).areWeighted());
    refused("there is 1 weight for 3 rows; one weight", () -> labels.withWeights(1));
    refused("the weight of row 1 is -1.0; a finite", () -> labels.withWeights(1, -1, 1));
    refused("the weight of row 2 is NaN; a finite", () -> labels.withWeights(1, 1, Double.NaN));
    refused("the weight of row 0 is Infinity", () -> labels.withWeights(1 / 0.0, 1, 1));
  }

  @Test
  void rowsThatAreNotThereCannotBeSelected() {
    Labels labels = Labels.of("a", "b");
    refused("row 2 was asked for; 0 to 1 is expected", () -> labels.select(0, 2));
    refused("row -1 was asked for; 0 to 1 is expected", () -> labels.select(-1));
  }

  private static void refused(String part, Runnable action) {
    String message = assertThrows(IllegalArgumentException.class, action::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
