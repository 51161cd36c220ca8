package org.lanewise.duckdb.engine;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.lanewise.cli.table.DataException;
import org.lanewise.duckdb.library.Database;

/// The files that a query names in its string literals. Files whose names the query puts together
/// are not known.
///
/// @param files those that exist
/// @param guessed text files whose columns DuckDB would infer from their first rows
record QueryFiles(List<Path> files, List<Path> guessed) {

  /// DuckDB's default of `sample_size`.
  private static final int SAMPLE_ROWS = 20_480;

  /// Options of `read_csv` and `read_json` that leave less to infer. `a = b` may be an option or a
  /// comparison; only running the query would tell.
  private static final Set<String> OPTIONS =
      Set.of("sample_size", "columns", "types", "dtypes", "column_types", "all_varchar");

  private static final Pattern JSON = Pattern.compile("\\.(json|jsonl|ndjson)$");

  private static final Set<String> COLUMNAR = Set.of(".parquet", ".db", ".duckdb");

  /// Names of tables, arguments of table functions, and names of options.
  private static final String TEXTS =
      "SELECT DISTINCT CASE WHEN key = 'table_name' THEN 'table' WHEN key = 'text' THEN 'argument'"
          + " ELSE 'option' END, atom ->> '$' FROM json_tree(json_serialize_sql(%s))"
          + " WHERE type = 'VARCHAR' AND (key IN ('table_name', 'name')"
          + " OR (key = 'text' AND fullkey LIKE '%%.function.%%') OR path LIKE '%%.column_names')";

  private static final String IS_UNKNOWN = "SELECT json_serialize_sql(%s) ->> 'error'";

  static QueryFiles of(Database database, String sql) {
    String quoted = Database.quoted(sql);
    if (database.texts(IS_UNKNOWN.formatted(quoted)).getFirst().getFirst().equals("true")) {
      throw new DataException(
          "cannot find the files that the query reads; expected a SELECT without PIVOT");
    }
    List<Path> files = new ArrayList<>();
    List<Path> guessed = new ArrayList<>();
    List<List<String>> texts = database.texts(TEXTS.formatted(quoted));
    boolean hasOption =
        texts.stream()
            .anyMatch(text ->
                text.getFirst().equals("option")
                    && OPTIONS.contains(text.getLast().toLowerCase(Locale.ROOT)));
    for (List<String> text : texts) {
      if (!text.getFirst().equals("option")) {
        List<Path> named = named(database, text.getLast());
        files.addAll(named);
        if (text.getFirst().equals("table") || !hasOption) {
          named.stream().filter(file -> !isColumnar(file)).forEach(guessed::add);
        }
      }
    }
    return new QueryFiles(List.copyOf(files), List.copyOf(guessed));
  }

  private static List<Path> named(Database database, String text) {
    try {
      return new DataFiles(text, text)
          .matching(database).stream().filter(Files::isRegularFile).toList();
    } catch (InvalidPathException | Database.RefusedException e) {
      // A text that does not name a file.
      return List.of();
    }
  }

  private static boolean isColumnar(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return COLUMNAR.stream().anyMatch(name::endsWith);
  }

  /// Refuses a file with more rows than DuckDB scans: it would round the numbers of later rows to
  /// the type of the first ones, and drop keys that only later rows have.
  ///
  /// @param name the name of the query in messages
  /// @param name what messages call the query
  void requireSeen(String name) {
    for (Path file : guessed) {
      if (isLong(file)) {
        String function = file.toString().contains(".csv") ? "read_csv" : "read_json or read_csv";
        throw new DataException(
            "%s: DuckDB infers the columns of %s from its first %d rows, and may round numbers or drop keys of later rows; use %s with sample_size = -1, types or columns"
                .formatted(name, file, SAMPLE_ROWS, function));
      }
    }
  }

  /// Whether there may be more rows. A compressed file may have fewer line ends than rows: a
  /// kilobyte of it may be any number of rows.
  private static boolean isLong(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    boolean isCompressed = name.endsWith(".gz") || name.endsWith(".zst");
    try (InputStream bytes = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      if (isCompressed) {
        return bytes.skip(SAMPLE_ROWS) == SAMPLE_ROWS;
      }
      // JSON objects may share a line, but each has at least one brace.
      boolean isJson = JSON.matcher(name).find();
      int rows = 0;
      int before = 0;
      for (int b = bytes.read(); b >= 0 && rows <= SAMPLE_ROWS; b = bytes.read()) {
        boolean ends = isJson ? b == '}' : b == '\r' || (b == '\n' && before != '\r');
        rows += ends ? 1 : 0;
        before = b;
      }
      return rows > SAMPLE_ROWS;
    } catch (IOException e) {
      // DuckDB reports the problem.
      return false;
    }
  }
}
