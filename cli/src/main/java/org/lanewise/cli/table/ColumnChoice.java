package org.lanewise.cli.table;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/// Which columns of a table may be features, as the user says: those that are named, or all but
/// those that are named; by default all.
///
/// Each text is a column's name, or names, 0-based indices and ranges of them such as `3-7`,
/// divided by commas; a name that holds a comma is in quotes. What could be a name and an index is
/// an index.
///
/// @param features the columns that may be features, all if there are none
/// @param dropped the columns that are left out
/// @param groups a column that says more of each row, such as its group, also left out
/// @param option the option that names that column
public record ColumnChoice(
    List<String> features, List<String> dropped, Optional<String> groups, String option) {

  /// All columns.
  public static final ColumnChoice ALL = new ColumnChoice(List.of(), List.of());

  /// Copies the texts.
  public ColumnChoice {
    features = List.copyOf(features);
    dropped = List.copyOf(dropped);
  }

  /// A choice without such a column.
  public ColumnChoice(List<String> features, List<String> dropped) {
    this(features, dropped, Optional.empty(), "");
  }

  /// A column as a list of columns names it.
  public static String quoted(String column) {
    return column.contains(",") ? '"' + column + '"' : column;
  }

  /// The same with a column that an option names.
  public ColumnChoice withGroups(String newOption, String column) {
    return new ColumnChoice(features, dropped, Optional.of(column), newOption);
  }

  /// Whether all columns may be features.
  public boolean isAll() {
    return features.isEmpty() && dropped.isEmpty() && groups.isEmpty();
  }

  /// Returns the requested feature columns; empty if none were named.
  ///
  /// @throws DataException if one is not there
  BitSet features(ColumnFinder finder) {
    return finder.listed("--features", features);
  }

  /// The columns that are asked to be left out.
  ///
  /// @throws DataException if one is not there
  BitSet dropped(ColumnFinder finder) {
    BitSet columns = finder.listed("--drop", dropped);
    if (groups.isPresent()) {
      columns.set(finder.asked(option, groups).index());
    }
    return columns;
  }
}
