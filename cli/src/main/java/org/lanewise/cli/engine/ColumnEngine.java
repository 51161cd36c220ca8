package org.lanewise.cli.engine;

import java.util.Optional;
import java.util.ServiceLoader;
import org.lanewise.cli.table.DataException;

/// Reads rows that are not text. A service, found on the class path.
public interface ColumnEngine {

  /// Looks at what columns rows have.
  ///
  /// @throws DataException if there are no such rows
  QueriedRows open(RowQuery query);

  /// The engine.
  ///
  /// @param what what needs it, for the message
  /// @throws DataException if there is none on the class path
  static ColumnEngine find(String what) {
    Optional<ColumnEngine> found = ServiceLoader.load(ColumnEngine.class).findFirst();
    return found.orElseThrow(() ->
        new DataException(
            "%s needs DuckDB, which is not in this distribution; use the distribution whose name ends in -duckdb, or add lanewise-duckdb and duckdb_jdbc to the class path"
                .formatted(what)));
  }
}
