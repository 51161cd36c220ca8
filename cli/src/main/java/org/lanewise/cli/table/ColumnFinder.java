package org.lanewise.cli.table;

import java.util.List;
import java.util.Optional;
import org.lanewise.cli.table.Schema.Column;

/// Finds the columns of one file by name or 0-based index.
final class ColumnFinder {

  private static final int MAX_NAMES_SHOWN = 10;

  private final String file;
  private final List<String> names;

  /// Finds columns of one file.
  ///
  /// @param names for each column its name, empty if it has none
  ColumnFinder(String file, List<String> names) {
    this.file = file;
    this.names = names;
  }

  /// For each column its name, empty if it has none.
  List<String> names() {
    return names;
  }

  int columnCount() {
    return names.size();
  }

  boolean hasNames() {
    return names.stream().anyMatch(name -> !name.isEmpty());
  }

  Column at(int index) {
    return new Column(index, names.get(index));
  }

  /// The column of that name, if there is one.
  ///
  /// @throws DataException if there are more
  Optional<Column> named(String name) {
    int index = name.isEmpty() ? -1 : names.indexOf(name);
    if (index != names.lastIndexOf(name) && index >= 0) {
      throw new DataException(
          "%s has more than one column named '%s'; one was expected, or its 0-based index"
              .formatted(file, name));
    }
    return index < 0 ? Optional.empty() : Optional.of(at(index));
  }

  /// The column that an option asks for by name or index, [Column#NONE] if it asks for none.
  ///
  /// @throws DataException if there is no such column
  Column asked(String option, Optional<String> nameOrIndex) {
    if (nameOrIndex.isEmpty()) {
      return Column.NONE;
    }
    String asked = nameOrIndex.get();
    return named(asked)
        .or(() -> indexed(asked))
        .orElseThrow(() ->
            new DataException(
                "%s has no column '%s' as %s asks; %s was expected"
                    .formatted(file, asked, option, choices())));
  }

  /// Refuses a column that has two roles.
  void requireDistinct(Column label, Column weight, Column text) {
    requireDistinct("label", label, "weight", weight);
    requireDistinct("label", label, "text", text);
    requireDistinct("weight", weight, "text", text);
  }

  private void requireDistinct(String role, Column column, String otherRole, Column other) {
    if (column.exists() && column.index() == other.index()) {
      throw new DataException(
          "column %d of %s is asked to be both the %s and the %s; two columns were expected"
              .formatted(column.index() + 1, file, role, otherRole));
    }
  }

  private Optional<Column> indexed(String asked) {
    if (!asked.matches("[0-9]{1,9}")) {
      return Optional.empty();
    }
    int index = Integer.parseInt(asked);
    return index < columnCount() ? Optional.of(at(index)) : Optional.empty();
  }

  private String choices() {
    String indices =
        columnCount() == 1 ? "index 0" : "an index from 0 to %d".formatted(columnCount() - 1);
    List<String> given = names.stream().filter(name -> !name.isEmpty()).toList();
    if (given.isEmpty()) {
      return indices;
    }
    return given.size() <= MAX_NAMES_SHOWN
        ? "%s or one of the names %s".formatted(indices, given)
        : "%s or one of the names %s and %d more"
            .formatted(indices, given.subList(0, MAX_NAMES_SHOWN), given.size() - MAX_NAMES_SHOWN);
  }
}
