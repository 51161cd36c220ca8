package org.lanewise.duckdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.lanewise.cli.table.DataException;

/// What is known of files before DuckDB reads them.
final class DataFiles {

  private DataFiles() {}

  /// Whether a name may be of several files.
  static boolean isPattern(String files) {
    return !Files.exists(Path.of(files)) && files.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
  }

  /// Refuses a file that is not there.
  static void requireThere(String name, String files) {
    Path file = Path.of(files);
    if (isPattern(files) || files.matches("[a-z0-9]+://.*")) {
      return;
    }
    if (!Files.exists(file)) {
      throw new DataException("%s does not exist; a data file was expected".formatted(name));
    }
    if (Files.isDirectory(file)) {
      throw new DataException(
          "%s is a directory; a data file was expected, or a pattern such as '%s/*.parquet'"
              .formatted(name, name));
    }
    if (!Files.isReadable(file)) {
      throw new DataException("%s may not be read: permission denied".formatted(name));
    }
  }

  /// Refuses Parquet files whose columns differ, which DuckDB would read as those of the first.
  static void requireAlike(Database database, String pattern) {
    if (!pattern.toLowerCase(java.util.Locale.ROOT).endsWith(".parquet")) {
      return;
    }
    Map<String, Map<String, String>> files = new LinkedHashMap<>();
    Chunk.Nulls nulls = new Chunk.Nulls();
    String sql =
        "SELECT file_name, name, coalesce(duckdb_type, type, 'nested')"
            + " FROM parquet_schema(%s) WHERE column_id > 0 ORDER BY file_name, column_id";
    try (Chunks chunks = database.query(sql.formatted(Database.quoted(pattern)))) {
      for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        byte[][] names = chunk.texts(0, nulls);
        byte[][] columns = chunk.texts(1, nulls);
        byte[][] types = chunk.texts(2, nulls);
        for (int row = 0; row < chunk.rowCount(); row++) {
          files
              .computeIfAbsent(text(names[row]), _ -> new LinkedHashMap<>())
              .put(text(columns[row]), text(types[row]));
        }
      }
    }
    String first = null;
    for (String file : files.keySet()) {
      first = first == null ? file : first;
      requireAlike(first, files.get(first), file, files.get(file));
      requireAlike(file, files.get(file), first, files.get(first));
    }
  }

  private static void requireAlike(
      String first, Map<String, String> expected, String file, Map<String, String> found) {
    expected.forEach((column, type) -> {
      String other = found.get(column);
      if (other == null) {
        throw new DataException(
            "%s has no column '%s' and %s has one; files with the same columns were expected"
                .formatted(file, column, first));
      }
      if (!other.equals(type)) {
        throw new DataException(
            "%s, column '%s' is of type %s, and of type %s in %s; files with the same columns were expected"
                .formatted(file, column, other, type, first));
      }
    });
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
