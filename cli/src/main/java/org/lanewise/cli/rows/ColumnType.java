package org.lanewise.cli.rows;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The type of a column, in the order of the blocks of a mixed model.
public enum ColumnType {
  /// Numbers.
  NUMBER,
  /// 0 or 1.
  BIT,
  /// Texts, each a category.
  CATEGORY,
  /// Numbers of at least 0: how often something was there.
  COUNT,
  /// Texts whose words are counted; at most one column.
  TEXT;

  /// The name on the command line.
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The type of a name.
  public static Optional<ColumnType> named(String id) {
    return Stream.of(values()).filter(type -> type.id().equals(id)).findFirst();
  }

  /// The names of all types, divided by commas.
  public static String names() {
    return Stream.of(values()).map(ColumnType::id).collect(Collectors.joining(", "));
  }
}
