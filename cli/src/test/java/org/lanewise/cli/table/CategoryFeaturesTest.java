package org.lanewise.cli.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CategoryFeaturesTest {

  private final CategoryFeatures features =
      new CategoryFeatures(
          4,
          new int[][] {{0, 1, 2, -1}, {0, 0, 1, 1}},
          List.of(List.of("b", "a", "c"), List.of("10", "9")));

  @Test
  void sortsTheCategoriesThatOccur() {
    assertEquals(
        List.of(List.of("a", "b", "c"), List.of("9", "10")), features.sortedDictionaries());
  }

  @Test
  void someRowsHaveTheirOwnCategoriesOnly() {
    CategoryFeatures some = features.select(new int[] {3, 2, 0});
    assertEquals(List.of(List.of("b", "c"), List.of("10", "9")), some.dictionaries());
    assertArrayEquals(new int[][] {{-1, 1, 0}, {1, 1, 0}}, some.codes());
  }

  @Test
  void recodesIntoAnotherDictionary() {
    CategoryFeatures recoded =
        features.recode(List.of(List.of("a", "b"), List.of("9", "10", "11")));
    assertArrayEquals(
        new int[][] {{1, 0, CategoryFeatures.UNSEEN, CategoryFeatures.MISSING}, {1, 1, 0, 0}},
        recoded.codes());
  }
}
