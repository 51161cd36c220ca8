package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CategoryDictionaryTest {

  private static CategoryDictionary open(String... names) {
    return CategoryDictionary.sorted(List.of(names));
  }

  private static CategoryDictionary closed(String... names) {
    return CategoryDictionary.of(List.of(names));
  }

  @Test
  void dictionariesOfDataAreOpenAndThoseGivenAreClosed() {
    assertTrue(open("a").isOpen());
    assertFalse(closed("a").isOpen());
    assertFalse(CategoryDictionary.ofSize(3).isOpen());
    assertFalse(CategoryDictionary.BINARY.isOpen());
    assertTrue(CategoryColumns.of(new byte[] {1}).dictionaries().get(0).isOpen());
    assertTrue(CategoryColumns.fromRows(new String[] {"x"}).dictionaries().get(0).isOpen());
    assertFalse(
        CategoryColumns.of(List.of(closed("x")), new byte[1]).dictionaries().get(0).isOpen());
    assertTrue(CategoryColumns.of(new byte[] {1}).atLeast(4).dictionaries().get(0).isOpen());
    assertTrue(closed("a").opened().isOpen());
    assertFalse(open("a").closed().isOpen());
    assertEquals(open("a", "b"), closed("a", "b"));
  }

  @Test
  void categoriesAreAddedByNameInTheirNaturalOrder() {
    assertEquals(closed("a", "b", "c"), open("b", "a").with(closed("c", "a")));
    assertEquals(closed("9", "10", "11"), open("10", "9").with(open("11")));
    assertTrue(open("b").with(closed("c", "a")).isOpen());
    CategoryDictionary all = closed("c", "a", "b").opened();
    assertSame(all, all.with(open("a", "c")));
    assertEquals(open("a").with(open("b")), open("b").with(open("a")));
  }

  @Test
  void categoriesWithoutNamesAreTheMoreOfBoth() {
    CategoryDictionary two = CategoryDictionary.ofSize(2).opened();
    CategoryDictionary three = CategoryDictionary.ofSize(3);
    assertEquals(three, two.with(three));
    assertTrue(two.with(three).isOpen());
    assertSame(three, three.with(two));
  }

  @Test
  void aClosedDictionaryRefusesWhatItLacks() {
    assertRefused(
        () -> closed("a", "b").with(open("a", "x")),
        "the category 'x' was given; one of [a, b] is expected");
    assertRefused(
        () -> CategoryDictionary.ofSize(2).with(CategoryDictionary.ofSize(3)),
        "the category '2' was given; one of [0 to 1]");
    CategoryDictionary closed = closed("a", "b");
    assertSame(closed, closed.with(open("b")));
  }

  @Test
  void namedCategoriesMixWithNoneButEmptyOnes() {
    CategoryDictionary two = CategoryDictionary.ofSize(2).opened();
    assertRefused(
        () -> two.with(open("a")), "the categories [a] have names and [0 to 1] have none");
    assertRefused(
        () -> open("a").with(two), "the categories [a] have names and [0 to 1] have none");
    CategoryDictionary none = CategoryDictionary.ofSize(0).opened();
    assertEquals(closed("a"), none.with(open("a")));
    assertEquals(closed("a"), open("a").with(none));
    assertEquals(CategoryDictionary.ofSize(2), open().with(two));
    assertRefused(() -> CategoryDictionary.ofSize(0).with(open("a")), "'a' was given");
  }

  @Test
  void codesInAnotherDictionaryAreByName() {
    assertArrayEquals(new int[] {2, -1, 0}, closed("a", "b", "c").codesIn(closed("c", "x", "a")));
    assertArrayEquals(
        new int[] {0, 1, -1}, CategoryDictionary.ofSize(3).codesIn(CategoryDictionary.ofSize(2)));
    assertArrayEquals(new int[] {0, -1}, closed("a", "b").codesIn(CategoryDictionary.ofSize(1)));
  }

  private static void assertRefused(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
