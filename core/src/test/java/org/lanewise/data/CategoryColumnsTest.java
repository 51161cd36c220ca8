package org.lanewise.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
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
    CategoryColumns ints =
        CategoryColumns.withMissing(-1, new int[] {0, -1, 127}, new int[] {2, 1, 0});
    for (CategoryColumns columns : List.of(bytes, ints)) {
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
  void aMissingValueHasTheCodeThatIsNamed() {
    for (int missing : new int[] {-1, -7, 5, 99}) {
      byte m = (byte) missing;
      byte[] bytes = {0, m, 7, 1};
      int[] ints = {0, missing, 7, 1};
      for (CategoryColumns columns :
          List.of(
              CategoryColumns.withMissing(missing, bytes),
              CategoryColumns.withMissing(missing, ints))) {
        assertEquals(8, columns.dictionaries().get(0).size());
        assertEquals(CategoryColumns.MISSING, columns.code(1, 0));
        int[] codes = new int[4];
        Stores.of(columns).copy(0, 0, 4, codes, 0);
        assertArrayEquals(new int[] {0, -1, 7, 1}, codes);
        byte[] few = new byte[4];
        Stores.of(columns).copy(0, 0, 4, few, 0);
        assertArrayEquals(new byte[] {0, -1, 7, 1}, few);
      }
    }
    assertNames(
        () -> CategoryColumns.withMissing(9, new int[] {9, -1}),
        "row 1, feature 0 has the code -1; at least 0 is expected, or 9 for a missing value");
  }

  @Test
  void rowsAreRowsAsScorersTakeThem() {
    int[][] rows = {{0, CategoryColumns.MISSING, 2}, {1, 1, 0}};
    CategoryColumns columns = CategoryColumns.fromRows(rows);
    assertEquals(3, columns.featureCount());
    int[] row = new int[3];
    for (int i = 0; i < 2; i++) {
      columns.row(i, row);
      assertArrayEquals(rows[i], row);
    }
    assertNames(
        () -> CategoryColumns.fromRows(new int[] {0, -1}), "row 0, feature 1 has the code -1");
    assertNames(() -> CategoryColumns.fromRows(new int[1], new int[2]), "row 1 has 2 features; 1");
    CategoryColumns names =
        CategoryColumns.fromRows(
            new String[] {"red", "small"}, new String[] {null, "large"}, new String[] {"blue", ""});
    assertEquals(CategoryDictionary.of(List.of("blue", "red")), names.dictionaries().get(0));
    assertEquals("red", names.name(0, names.code(0, 0)));
    assertEquals(CategoryColumns.MISSING, names.code(1, 0));
    CategoryColumns again =
        CategoryColumns.copyOfColumns(
            names.dictionaries(),
            List.of(""),
            new String[] {"red", "new"},
            new String[] {"", null});
    assertEquals(1, again.code(0, 0));
    assertEquals(CategoryColumns.MISSING, again.code(0, 1));
    assertEquals("new", again.name(0, again.code(1, 0)));
  }

  @Test
  void oneRowOfNamesHasTheCodesOfDictionaries() {
    List<CategoryDictionary> dictionaries =
        List.of(CategoryDictionary.of(List.of("red", "blue")), CategoryDictionary.of(List.of("1")));
    assertArrayEquals(
        new int[] {1, CategoryColumns.MISSING}, CategoryColumns.codes(dictionaries, "blue", null));
    assertArrayEquals(new int[] {2, 0}, CategoryColumns.codes(dictionaries, "green", "1"));
    assertNames(() -> CategoryColumns.codes(dictionaries, "red"), "2 dictionaries were given");
    assertNames(
        () -> CategoryColumns.codes(List.of(CategoryDictionary.ofSize(2)), "0"),
        "feature 0 have no names");
  }

  @Test
  void rowsByOtherDictionariesAreTheSameCategories() {
    CategoryColumns columns =
        CategoryColumns.withMissing(
            -1,
            List.of(
                CategoryDictionary.of(List.of("a", "b", "c")),
                CategoryDictionary.of(List.of("x")),
                CategoryDictionary.ofSize(3)),
            new int[] {2, 0, 1, -1, 5},
            new int[] {0, 0, 0, -1, 1},
            new int[] {0, 1, 2, -1, 7});
    List<CategoryDictionary> others =
        List.of(
            CategoryDictionary.of(List.of("c", "d", "a")),
            CategoryDictionary.of(List.of("x", "y")),
            CategoryDictionary.ofSize(9));
    CategoryColumns found = columns.in(others).withFeatures("p", "q", "r");
    assertEquals(
        List.of(
            CategoryDictionary.of(List.of("c", "d", "a", "b")),
            CategoryDictionary.of(List.of("x", "y")),
            CategoryDictionary.ofSize(9)),
        found.dictionaries());
    // Codes beyond their dictionaries are of no category of the others either.
    int[][] expected = {
      {0, 0, 0},
      {2, 0, 1},
      {3, 0, 2},
      {CategoryColumns.MISSING, CategoryColumns.MISSING, CategoryColumns.MISSING},
      {6, 2, 7}
    };
    int[] row = new int[3];
    for (int i = 0; i < expected.length; i++) {
      found.row(i, row);
      assertArrayEquals(expected[i], row);
    }
    assertEquals("b", found.name(0, 3));
    assertEquals("5", found.name(0, 6));
    assertEquals("1", found.name(1, 2));
    assertEquals(6, Stores.of(found).largest(0));
    int[] codes = new int[3];
    Stores.of(found).copy(0, 1, 3, codes, 0);
    assertArrayEquals(new int[] {2, 3, -1}, codes);
    byte[] few = new byte[3];
    Stores.of(found).copy(0, 1, 3, few, 0);
    assertArrayEquals(new byte[] {2, 3, -1}, few);
    assertSame(columns, columns.in(columns.dictionaries()));
    assertEquals(List.of("p", "q", "r"), found.in(columns.dictionaries()).features().names());
    assertNames(() -> columns.in(others.subList(0, 2)), "2 dictionaries were given");
  }

  @Test
  void codesBeyondAllIntsStayUnseen() {
    CategoryColumns columns =
        CategoryColumns.of(
            List.of(CategoryDictionary.of(List.of("a"))), new int[] {0, Integer.MAX_VALUE});
    CategoryColumns found = columns.in(List.of(CategoryDictionary.of(List.of("b", "c", "a"))));
    assertEquals(2, found.code(0, 0));
    assertEquals(Integer.MAX_VALUE, found.code(1, 0));
  }

  @Test
  void refusesWhatIsNoColumnOfCodes() {
    assertNames(
        () -> CategoryColumns.of(new int[] {0, -2}),
        "row 1, feature 0 has the code -2; at least 0 is expected, or withMissing");
    assertNames(() -> CategoryColumns.of(new byte[] {0, -1}), "row 1, feature 0 has the code -1");
    assertNames(
        () -> CategoryColumns.of(new int[] {0, 1}, new int[] {0, Integer.MAX_VALUE}),
        "feature 1 has the code 2147483647; codes below 2^31 - 1");
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
