package org.lanewise.cli.table;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lanewise.cli.table.Schema.Column;

/// Finds the columns of one file by name or 0-based index.
final class ColumnFinder {

  private static final int MAX_NAMES_SHOWN = 10;
  private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})");

  /// Instead of the index of a name that stands twice.
  private static final int TWICE = -1;

  private final String file;
  private final List<String> names;
  private final Map<String, Integer> indices = new HashMap<>();

  /// Finds columns of one file.
  ///
  /// @param names for each column its name, empty if it has none
  ColumnFinder(String file, List<String> names) {
    this.file = file;
    this.names = names;
    for (int column = 0; column < names.size(); column++) {
      Integer before = indices.put(names.get(column), column);
      if (before != null) {
        indices.put(names.get(column), TWICE);
      }
    }
    indices.remove("");
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
    return named(name, "use its 0-based index");
  }

  /// The column of the feature of that name, if there is one.
  ///
  /// @throws DataException if there are more
  Optional<Column> feature(String name) {
    return named(name, "expected a distinct name for each feature");
  }

  private Optional<Column> named(String name, String expected) {
    Integer index = indices.get(name);
    if (index != null && index == TWICE) {
      throw new DataException(
          "%s has more than one column named '%s'; %s".formatted(file, name, expected));
    }
    return Optional.ofNullable(index).map(this::at);
  }

  /// The column that an option asks for by name or index, [Column#NONE] if it asks for none.
  ///
  /// @throws DataException if there is no such column
  Column asked(String option, Optional<String> nameOrIndex) {
    if (nameOrIndex.isEmpty()) {
      return Column.NONE;
    }
    String asked = nameOrIndex.get();
    return found(asked)
        .orElseThrow(() ->
            new DataException(
                "%s has no column '%s' for %s; expected %s"
                    .formatted(file, asked, option, choices())));
  }

  /// The column of an index, or of a name, which may be a number that is no index.
  private Optional<Column> found(String asked) {
    return indexed(asked).or(() -> named(asked));
  }

  /// Returns a note on each index of an option that is the name of another column.
  ///
  /// @param lists what the option was given, each one column or, after commas, more
  List<String> doubts(String option, List<String> lists) {
    List<String> notes = new ArrayList<>();
    for (String item : lists.stream().flatMap(list -> items(list).stream()).distinct().toList()) {
      int named = indices.getOrDefault(item, TWICE);
      indexed(item)
          .filter(column -> named >= 0 && named != column.index())
          .ifPresent(column ->
              notes.add(
                  "%s: %s %s is an index, that of %s; the column named '%s' has the index %d"
                      .formatted(
                          file,
                          option,
                          item,
                          column.name().isEmpty()
                              ? "a column without a name"
                              : "column '" + column.name() + "'",
                          item,
                          named)));
    }
    return notes;
  }

  /// The columns that an option lists: names, indices and ranges of indices, divided by commas. The
  /// name of a column of lists is that of all its numbers, `name[0]`, `name[1]` …
  ///
  /// @throws DataException if one is not there
  BitSet listed(String option, List<String> lists) {
    BitSet columns = new BitSet();
    for (String list : lists) {
      // A name that holds a comma may be a list of its own.
      List<String> items = named(list).isPresent() ? List.of(list) : items(list);
      for (String item : items) {
        Matcher range = RANGE.matcher(item);
        Optional<Column> column = found(item);
        if (column.isPresent()) {
          columns.set(column.get().index());
        } else if (range.matches()
            && indexed(range.group(1)).isPresent()
            && indexed(range.group(2)).isPresent()
            && Integer.parseInt(range.group(1)) <= Integer.parseInt(range.group(2))) {
          columns.set(Integer.parseInt(range.group(1)), Integer.parseInt(range.group(2)) + 1);
        } else if (element(item, 0) >= 0) {
          for (int i = 0; element(item, i) >= 0; i++) {
            columns.set(element(item, i));
          }
        } else {
          throw new DataException(
              "%s has no column '%s' for %s; expected %s, or a range such as 0-%d"
                  .formatted(file, item, option, choices(), columnCount() - 1));
        }
      }
    }
    return columns;
  }

  /// The column of a number of lists; negative if there is none, or there are more.
  private int element(String list, int index) {
    return indices.getOrDefault("%s[%d]".formatted(list, index), -1);
  }

  /// Splits at commas outside of quotes.
  private static List<String> items(String list) {
    List<String> items = new ArrayList<>();
    StringBuilder item = new StringBuilder();
    boolean quoted = false;
    for (char c : list.toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        items.add(item.toString().strip());
        item.setLength(0);
      } else {
        item.append(c);
      }
    }
    items.add(item.toString().strip());
    return items;
  }

  /// Refuses a label or a weight that is asked to be something else.
  void requireNoneOf(String role, BitSet columns, Column label, Column weight) {
    if (label.exists() && columns.get(label.index())) {
      requireDistinct("the label", label, role, label);
    }
    if (weight.exists() && columns.get(weight.index())) {
      requireDistinct("the weight", weight, role, weight);
    }
  }

  /// Refuses a column that has two roles.
  void requireDistinct(Column label, Column weight, Column text) {
    requireDistinct("the label", label, "the weight", weight);
    requireDistinct("the label", label, "the text", text);
    requireDistinct("the weight", weight, "the text", text);
  }

  void requireDistinct(String role, Column column, String otherRole, Column other) {
    if (column.exists() && column.index() == other.index()) {
      throw new DataException(
          "column index %d of %s cannot be both %s and %s"
              .formatted(column.index(), file, role, otherRole));
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
