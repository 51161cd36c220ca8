package org.lanewise.duckdb.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lanewise.cli.table.DataException;
import org.lanewise.duckdb.library.Database;

/// Checks of files before DuckDB reads them.
///
/// @param name the name of the files in messages
/// @param files a file, or a pattern that several match
record DataFiles(String name, String files) {

  /// The characters that make a name a pattern.
  private static final Pattern SIGNS = Pattern.compile("[*?\\[{]");

  /// A scheme of one letter would be a drive. `Path` turns two slashes into one.
  private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  // Columns are those of the files: folder names add none. All rows are scanned for keys and types,
  // because DuckDB drops keys that the scanned rows lack, and rounds numbers to their type. However
  // many keys there are, and however rare each is, they are columns and not a map.
  private static final String JSON =
      "read_json(%s, format = 'newline_delimited', hive_partitioning = false, sample_size = -1,"
          + " maximum_sample_files = 2147483647, map_inference_threshold = -1,"
          + " field_appearance_threshold = 0)";

  private static final String JSON_OF_COLUMNS =
      "read_json(%s, format = 'newline_delimited', hive_partitioning = false, columns = {%s})";

  private static final String KEYS =
      "SELECT DISTINCT unnest(json_keys(json)) FROM read_ndjson_objects(%s)";

  /// DuckDB's names for columns with the same name.
  private static final Pattern NUMBERED = Pattern.compile("(.*)_[0-9]+");

  private static final String PARQUET = "read_parquet(%s, hive_partitioning = false)";

  /// Whether the name may stand for several files. A name of an existing file is not a pattern.
  boolean isPattern() {
    return SIGNS.matcher(files).find() && !Files.exists(Path.of(files));
  }

  boolean isParquet() {
    return files.toLowerCase(Locale.ROOT).endsWith(".parquet");
  }

  /// The files as an SQL string literal.
  String quoted() {
    return Database.quoted(isPattern() ? files : SIGNS.matcher(files).replaceAll("[$0]"));
  }

  /// The rows as a table in SQL.
  String source() {
    return (isParquet() ? PARQUET : JSON).formatted(quoted());
  }

  /// The rows of JSON lines with known columns, as a table in SQL.
  ///
  /// @param columns the type of each column, by its name
  String source(Map<String, String> columns) {
    List<String> types = new ArrayList<>();
    columns.forEach(
        (column, type) -> types.add(Database.name(column) + ": " + Database.quoted(type)));
    return JSON_OF_COLUMNS.formatted(quoted(), String.join(", ", types));
  }

  /// Refuses JSON lines with keys that differ only in case: DuckDB numbers their columns and then
  /// finds no key of that name.
  void requireDistinctKeys(Database database, List<String> columns) {
    Set<String> names = new HashSet<>();
    columns.forEach(column -> names.add(column.toLowerCase(Locale.ROOT)));
    for (String column : columns) {
      Matcher numbered = NUMBERED.matcher(column);
      if (numbered.matches() && names.contains(numbered.group(1).toLowerCase(Locale.ROOT))) {
        Set<String> keys = new HashSet<>();
        database.texts(KEYS.formatted(quoted())).forEach(row -> keys.add(row.getFirst()));
        if (!keys.contains(column)) {
          throw new DataException(
              "%s has two keys that differ from '%s' only in case; rename one"
                  .formatted(name, numbered.group(1)));
        }
      }
    }
  }

  /// Refuses a file that does not exist.
  void requireThere() {
    Path file = Path.of(files);
    if (isPattern()) {
      return;
    }
    if (!Files.exists(file)) {
      throw new DataException(
          ADDRESS.matcher(files).matches()
              ? "%s looks like a URL; expected a local file".formatted(name)
              : "%s does not exist".formatted(name));
    }
    if (Files.isDirectory(file)) {
      throw DataException.ofFolder(name);
    }
    if (!Files.isReadable(file)) {
      throw new DataException("cannot read %s: permission denied".formatted(name));
    }
  }

  /// The existing files, in the order in which they are read.
  List<Path> matching(Database database) {
    return database.texts("SELECT file FROM glob(%s)".formatted(quoted())).stream()
        .map(row -> Path.of(row.getFirst()))
        .toList();
  }

  /// Refuses files of a pattern whose columns differ: DuckDB reads those of the first from all
  /// Parquet files, and reads keys that JSON lines lack as NULL.
  void requireAlike(Database database) {
    if (!isPattern()) {
      return;
    }
    Map<String, Map<String, String>> found = isParquet() ? ofParquet(database) : ofJson(database);
    String first = null;
    for (String file : found.keySet()) {
      first = first == null ? file : first;
      requireAlike(first, found.get(first), file, found.get(file));
      requireAlike(file, found.get(file), first, found.get(first));
    }
  }

  private Map<String, Map<String, String>> ofParquet(Database database) {
    Map<String, Map<String, String>> found = new LinkedHashMap<>();
    String sql =
        "SELECT file_name, name, coalesce(duckdb_type, type, 'nested')"
            + " FROM parquet_schema(%s) WHERE column_id > 0 ORDER BY file_name, column_id";
    for (List<String> row : database.texts(sql.formatted(quoted()))) {
      found.computeIfAbsent(row.get(0), _ -> new LinkedHashMap<>()).put(row.get(1), row.get(2));
    }
    return found;
  }

  /// Keys without types, because a number may be whole in all rows of a file.
  private Map<String, Map<String, String>> ofJson(Database database) {
    Map<String, Map<String, String>> found = new LinkedHashMap<>();
    for (Path file : matching(database)) {
      DataFiles one = new DataFiles(file.toString(), file.toString());
      Map<String, String> columns = new LinkedHashMap<>();
      for (List<String> row : database.texts("DESCRIBE SELECT * FROM " + one.source())) {
        columns.put(row.getFirst(), "JSON");
      }
      found.put(file.toString(), columns);
    }
    return found;
  }

  private static void requireAlike(
      String first, Map<String, String> expected, String file, Map<String, String> found) {
    expected.forEach((column, type) -> {
      String other = found.get(column);
      if (other == null) {
        throw new DataException(
            "%s has no column '%s', but %s has; expected files with the same columns"
                .formatted(file, column, first));
      }
      if (!other.equals(type)) {
        throw new DataException(
            "%s, column '%s' has type %s, but type %s in %s; expected files with the same columns"
                .formatted(file, column, other, type, first));
      }
    });
  }
}
