package org.lanewise.duckdb.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.duckdb.library.Database;

/// Finds the names that columns have in their files. DuckDB ignores case in names and numbers
/// repeated ones: `X` and `x` become `X` and `x_1`.
///
/// @param files the files with these columns
record GivenNames(List<Path> files, Database database) {

  private static final Pattern NUMBERED = Pattern.compile("(.*)_[0-9]+");

  private static final String OF_PARQUET =
      "SELECT name FROM parquet_schema(%s) WHERE column_id > 0";

  private static final String FIRST_LINE =
      "SELECT * FROM read_csv(%s, header = false, all_varchar = true) LIMIT 1";

  static GivenNames in(List<Path> files, Database database) {
    return new GivenNames(files, database);
  }

  /// The columns with their names in the files, if DuckDB's differ.
  List<QueriedColumn> of(List<QueriedColumn> columns) {
    Set<String> known = new HashSet<>();
    columns.forEach(column -> known.add(column.given().toLowerCase(Locale.ROOT)));
    List<QueriedColumn> named = new ArrayList<>();
    for (QueriedColumn column : columns) {
      Matcher numbered = NUMBERED.matcher(column.given());
      boolean isNumbered =
          numbered.matches()
              && known.contains(numbered.group(1).toLowerCase(Locale.ROOT))
              && isTwiceInAFile(numbered.group(1), column.given());
      named.add(
          isNumbered
              ? new QueriedColumn(column.name(), column.type(), numbered.group(1).strip())
              : column);
    }
    return List.copyOf(named);
  }

  /// Whether a file has a name twice, and no column with DuckDB's name for the second.
  private boolean isTwiceInAFile(String name, String second) {
    for (Path file : files) {
      List<String> names = ofFile(file);
      if (names.stream().filter(name::equalsIgnoreCase).count() > 1 && !names.contains(second)) {
        return true;
      }
    }
    return false;
  }

  private List<String> ofFile(Path file) {
    DataFiles one = new DataFiles(file.toString(), file.toString());
    try {
      return one.isParquet()
          ? database.texts(OF_PARQUET.formatted(one.quoted())).stream().map(List::getFirst).toList()
          : database.texts(FIRST_LINE.formatted(one.quoted())).stream()
              .flatMap(List::stream)
              .map(String::strip)
              .toList();
    } catch (Database.RefusedException e) {
      // Not a text file.
      return List.of();
    }
  }
}
