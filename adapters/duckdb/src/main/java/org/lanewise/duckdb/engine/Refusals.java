package org.lanewise.duckdb.engine;

import java.nio.file.Path;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.table.DataException;
import org.lanewise.duckdb.library.Database;

/// DuckDB's errors, in the words of the command.
final class Refusals {

  private Refusals() {}

  /// For rows that cannot be read.
  static DataException reading(RowQuery query, Database.RefusedException e) {
    String why = reason(e);
    if (why.startsWith("No files found")) {
      return new DataException("%s matches no file".formatted(query.name()), e);
    }
    return new DataException("cannot read %s: %s".formatted(query.name(), why), e);
  }

  /// For rows that cannot be copied to a file, because the disk is full or the rows cannot be read.
  ///
  /// @param file the file as given to DuckDB
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

  /// The first line, without the kind of error at its start.
  private static String reason(Database.RefusedException e) {
    return e.getMessage()
        .strip()
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^[A-Za-z ]+ Error: ", "");
  }
}
