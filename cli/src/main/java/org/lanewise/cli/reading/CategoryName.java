package org.lanewise.cli.reading;

import org.lanewise.cli.parsing.Truth;

/// Names of categories from other programs.
public final class CategoryName {

  private CategoryName() {}

  /// The name that a cell with this text has.
  ///
  /// @throws IllegalArgumentException if such a cell is empty, which is a missing value
  public static String ofCell(String text) {
    String name = Truth.named(text);
    if (name.isEmpty()) {
      throw new IllegalArgumentException(
          "there is the category '%s', which in a table is a missing value; a name is expected"
              .formatted(text));
    }
    return name;
  }
}
