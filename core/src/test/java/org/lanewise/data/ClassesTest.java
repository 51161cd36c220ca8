package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClassesTest {

  @Test
  void naturalOrderDoesNotDependOnTheOrderOfArrival() {
    assertEquals(List.of("-1", "9", "10"), Classes.sorted(List.of("10", "-1", "9", "10")).names());
    assertEquals(List.of("10", "9", "a"), Classes.sorted(List.of("a", "9", "10")).names());
    assertEquals(Classes.sorted(List.of("b", "a")), Classes.sorted(List.of("a", "b")));
    // Beyond 64 bits, and beyond the basic plane.
    assertEquals(
        List.of("99999999999999999999", "100000000000000000000"),
        Classes.sorted(List.of("100000000000000000000", "99999999999999999999")).names());
    assertEquals(List.of("\uffff", "😀"), Classes.sorted(List.of("😀", "\uffff")).names());
  }

  @Test
  void givenClassesKeepTheirOrderAndAreClosed() {
    Classes given = Classes.of("spam", "ham");
    assertEquals(List.of("spam", "ham"), given.names());
    assertFalse(given.areOpen());
    assertTrue(Classes.sorted(List.of("ham")).areOpen());
    assertNotEquals(given, Classes.of("ham", "spam"));
    assertNotEquals(Classes.of("ham", "spam"), Classes.sorted(List.of("ham", "spam")));
  }

  @Test
  void openedClassesKeepTheirOrderAndTakeNewOnesLast() {
    Classes opened = Classes.of("spam", "ham").opened();
    assertTrue(opened.areOpen());
    assertFalse(opened.areNatural());
    assertNotEquals(Classes.of("spam", "ham"), opened);
    assertEquals(
        List.of("spam", "ham", "news", "a"), opened.with(List.of("news", "ham", "a")).names());
    assertSame(opened, opened.with(List.of("ham")));
    assertEquals(Classes.of("ham").opened(), opened.select(1));
    Classes natural = Classes.sorted(List.of("b", "c"));
    assertSame(natural, natural.opened());
    assertEquals(Classes.sorted(List.of("a", "b", "c")), natural.with(List.of("a")));
    assertEquals(Classes.of("ham", "spam"), Classes.of("spam", "ham").select(1, 0));
    assertArrayEquals(new int[] {0, 2}, Classes.of("a", "b", "c").others("b"));
    assertEquals(
        "the classes [spam, ham] are closed; opened ones are expected, to be joined by others",
        assertThrows(
                IllegalStateException.class, () -> Classes.of("spam", "ham").with(List.of("news")))
            .getMessage());
    assertEquals(
        "the class 'a' is given twice; distinct names are expected",
        assertThrows(
                IllegalArgumentException.class, () -> Classes.of("a", "b", "c").others("a", "a"))
            .getMessage());
  }

  @Test
  void indicesAreFoundByName() {
    Classes given = Classes.of("spam", "ham");
    assertEquals(0, given.indexOf("spam"));
    assertEquals(-1, given.indexOf("Spam"));
    assertArrayEquals(new int[] {2, -1}, given.indicesIn(Classes.of("a", "b", "spam")));
    assertArrayEquals(new int[] {0, 1, -1}, Classes.unnamed(3).indicesIn(Classes.unnamed(2)));
    assertEquals(-1, Classes.unnamed(3).indexOf("0"));
  }

  @Test
  void integersAreClassesByTheirDigits() {
    Classes signs = Classes.of("-1", "1");
    assertTrue(signs.areIntegers());
    assertEquals(-1, signs.integer(0));
    assertEquals("class -1", signs.describe(0));
    assertFalse(Classes.of("+1", "1").areIntegers());
    assertFalse(Classes.of("01").areIntegers());
    assertFalse(Classes.of("2147483648").areIntegers());
    assertEquals(
        "the classes [ham, spam] are not all integers of 32 bits; ask for their names",
        assertThrows(IllegalStateException.class, () -> Classes.of("ham", "spam").integer(0))
            .getMessage());
    assertEquals("class 'ham'", Classes.of("ham", "spam").describe(0));
  }

  @Test
  void badNamesAreRefused() {
    refused(
        "the class 'a' is given twice; distinct names are expected", () -> Classes.of("a", "a"));
    refused("class 1 is null; a name is expected", () -> Classes.of("a", null));
    refused("no class was given; at least one is expected", () -> Classes.of(List.of()));
    refused("classCount is 0; at least 1 is expected", () -> Classes.unnamed(0));
  }

  @Test
  void manyNamesAreShownShort() {
    List<String> names = IntStream.range(0, 12).mapToObj(i -> "c" + i).toList();
    assertEquals(
        "[c0, c1, c2, c3, c4, c5, c6, c7, c8, c9] and 2 more", Classes.of(names).toString());
    assertEquals("0 to 4", Classes.unnamed(5).toString());
  }

  private static void refused(String message, Runnable action) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, action::run).getMessage());
  }
}
