package org.lanewise.cli.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;

/// Takes the types that `--column` asks for.
///
/// @param schema the columns
/// @param types gets a type for each feature that has one asked for; null for the others
record AskedTypes(Schema schema, ColumnType[] types) {

  /// Takes a list such as `age=number,3=count`. A name may contain commas: a part without a type
  /// continues after the comma, unless it is in quotes, `"a,b"=count`.
  ///
  /// @throws DataException if a part is invalid, no feature has that name or index, or one is asked
  ///   for twice
  void ask(String list) {
    StringBuilder name = new StringBuilder();
    for (String item : items(list)) {
      name.append(name.isEmpty() ? "" : ",").append(item);
      if (type(item).isPresent()) {
        take(name.toString());
        name.setLength(0);
      }
    }
    if (!name.isEmpty()) {
      throw new DataException(
          "invalid value '%s' for --column; expected NAME=TYPE, with a type of %s"
              .formatted(name, ColumnType.names()));
    }
  }

  /// Splits at commas outside of quotes.
  private static List<String> items(String list) {
    List<String> items = new ArrayList<>();
    int begin = 0;
    while (true) {
      // A quote within a name, such as of inches, does not quote.
      int closing = list.startsWith("\"", begin) ? list.indexOf("\"=", begin + 1) : -1;
      int comma = list.indexOf(',', Math.max(begin, closing));
      if (comma < 0) {
        items.add(list.substring(begin));
        return items;
      }
      items.add(list.substring(begin, comma));
      begin = comma + 1;
    }
  }

  private static Optional<ColumnType> type(String item) {
    int sign = item.lastIndexOf('=');
    return sign < 0 ? Optional.empty() : ColumnType.named(item.substring(sign + 1));
  }

  private void take(String part) {
    String name = part.substring(0, part.lastIndexOf('='));
    ColumnType type = type(part).orElseThrow();
    int feature = feature(name);
    if (feature < 0 && name.matches("\".*\"")) {
      feature = feature(name.substring(1, name.length() - 1));
    }
    if (feature < 0) {
      throw new DataException(
          "--column %s: %s; expected one of the %d features"
              .formatted(
                  part,
                  name.equals(schema.label().name())
                      ? "this is the label, unless --label names another column"
                      : "no feature column has that name or 0-based index",
                  types.length));
    }
    if (types[feature] != null) {
      throw new DataException(
          "--column gives %s two types, %s and %s"
              .formatted(schema.describe(feature), types[feature].id(), type.id()));
    }
    types[feature] = type;
  }

  private int feature(String name) {
    int index = name.matches("[0-9]{1,9}") ? Integer.parseInt(name) : -1;
    return IntStream.range(0, types.length)
        .filter(f -> schema.indexOf(f) == index)
        .findFirst()
        .orElse(schema.named() ? schema.featureNames().indexOf(name) : -1);
  }
}
