package org.lanewise.duckdb.engine;

import org.lanewise.cli.engine.ColumnEngine;
import org.lanewise.cli.engine.QueriedRows;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.table.DataException;
import org.lanewise.duckdb.library.JavaVersion;

/// DuckDB for the command: reads Parquet, JSON lines and queries, and writes Parquet.
public final class DuckDbEngine implements ColumnEngine {

  /// For `ServiceLoader`.
  public DuckDbEngine() {}

  @Override
  public QueriedRows open(RowQuery query) {
    try {
      JavaVersion.requireSafe();
    } catch (IllegalStateException e) {
      throw new DataException(e.getMessage(), e);
    }
    try {
      return DuckDbRows.open(query);
    } catch (ExceptionInInitializerError e) {
      throw new DataException(String.valueOf(e.getCause().getMessage()), e);
    }
  }
}
