package org.lanewise.duckdb.engine;

import java.nio.file.Path;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.table.DataException;
import org.lanewise.duckdb.library.Database;

/// Errors of DuckDB, in the words of the command.
final class Refusals {

  private Refusals() {}

  /// Of rows that cannot be read.
  static DataException reading(RowQuery query, Database.RefusedException e) {
    String why = reason(e);
    if (why.startsWith("No files found")) {
      return new DataException("%s matches no file".formatted(query.name()), e);
    }
    return new DataException("cannot read %s: %s".formatted(query.name(), why), e);
  }

  /// Of rows that cannot be copied to a file: that is full, or they cannot be read.
  ///
  /// @param file the file as DuckDB was given it
  static DataException copying(RowQuery query, Path file, Database.RefusedException e) {
    String why = reason(e);
    return why.contains(file.toString())
        ? new DataException(
            "cannot write the file of --out: %s"
                .formatted(
                    why.replace("\"" + file + "\"", "its part")
                        .replace(file.toString(), "its part")),
            e)
        : reading(query, e);
  }

  /// The first line, without the kind of error before it.
  private static String reason(Database.RefusedException e) {
    return e.getMessage()
        .strip()
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^[A-Za-z ]+ Error: ", "");
  }
}
