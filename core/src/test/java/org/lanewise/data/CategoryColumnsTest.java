package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.internal.store.Stores;

final class CategoryColumnsTest {

  @Test
  void codesOfEveryWidthAreTheSame() {
    CategoryColumns bytes =
        CategoryColumns.withMissing(-1, new byte[] {0, -1, 127}, new byte[] {2, 1, 0});
    CategoryColumns shorts =
        CategoryColumns.withMissing(-1, new short[] {0, -1, 127}, new short[] {2, 1, 0});
    CategoryColumns ints =
        CategoryColumns.withMissing(-1, new int[] {0, -1, 127}, new int[] {2, 1, 0});
    for (CategoryColumns columns : List.of(bytes, shorts, ints)) {
      assertEquals(3, columns.rowCount());
      assertEquals(2, columns.featureCount());
      assertEquals(128, columns.dictionaries().get(0).size());
      assertEquals(3, columns.dictionaries().get(1).size());
      int[] row = new int[2];
      columns.row(2, row);
      assertArrayEquals(new int[] {127, 0}, row);
      int[] column = {9, 9, 9, 9};
      Stores.of(columns).copy(0, 1, 2, column, 1);
      assertArrayEquals(new int[] {9, -1, 127, 9}, column);
      assertEquals("127", columns.name(0, 127));
    }
  }

  @Test
  void namesAreCodedInAnOrderThatDoesNotDependOnTheRows() {
    CategoryColumns columns =
        CategoryColumns.copyOfColumns(
            List.of("?", ""),
            new String[] {"b", null, "a", "?"},
            new String[] {"10", "9", "", "10"});
    assertEquals(
        List.of(
            CategoryDictionary.of(List.of("a", "b")), CategoryDictionary.of(List.of("9", "10"))),
        columns.dictionaries());
    assertEquals(1, columns.code(0, 0));
    assertEquals(CategoryColumns.MISSING, columns.code(1, 0));
    assertEquals(CategoryColumns.MISSING, columns.code(3, 0));
    assertEquals(CategoryColumns.MISSING, columns.code(2, 1));
    assertEquals("10", columns.name(1, columns.code(3, 1)));
  }

  @Test
  void namesBeyondADictionaryAreAppended() {
    List<CategoryDictionary> known = List.of(CategoryDictionary.of(List.of("a", "b")));
    CategoryColumns columns =
        CategoryColumns.copyOfColumns(known, List.of(), new String[][] {{"z", "b", "y", "z"}});
    assertEquals(2, columns.code(0, 0));
    assertEquals(1, columns.code(1, 0));
    assertEquals(3, columns.code(2, 0));
    assertEquals(2, columns.code(3, 0));
    assertEquals("z", columns.name(0, 2));
  }

  @Test
  void dictionariesMayBeMadeLarger() {
    CategoryColumns columns = CategoryColumns.of(new int[] {0, 1}, new int[] {3, 0});
    assertEquals(3, columns.atLeast(3).dictionaries().get(0).size());
    assertEquals(4, columns.atLeast(3).dictionaries().get(1).size());
    assertEquals(5, columns.atLeast(2, 5).dictionaries().get(1).size());
    assertNames(() -> columns.atLeast(1, 2, 3), "3 numbers of categories");
  }

  @Test
  void refusesWhatIsNoColumnOfCodes() {
    assertNames(() -> CategoryColumns.of(new int[] {0, -2}), "row 1, feature 0 has the code -2");
    assertNames(() -> CategoryColumns.of(new byte[1], new byte[2]), "column 1 has 2 rows; 1");
    assertNames(() -> CategoryColumns.of(new int[][] {null}), "column 0 is null");
    assertNames(() -> CategoryColumns.of(new int[0][]), "no columns");
    assertNames(
        () -> CategoryColumns.of(List.of(CategoryDictionary.ofSize(1)), new int[1], new int[1]),
        "1 dictionaries");
    assertNames(() -> CategoryDictionary.of(List.of("a", "a")), "'a' is null or given twice");
    assertNames(() -> CategoryDictionary.ofSize(-1), "-1 categories");
    assertNames(
        () ->
            CategoryColumns.copyOfColumns(
                List.of(CategoryDictionary.ofSize(1)), List.of(), new String[][] {{"a"}}),
        "feature 0 have no names");
  }

  private static void assertNames(Runnable refused, String part) {
    String message = assertThrows(IllegalArgumentException.class, refused::run).getMessage();
    assertTrue(message.contains(part), message);
  }
}
