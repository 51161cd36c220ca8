package org.lanewise.duckdb;

import org.lanewise.cli.engine.ColumnEngine;
import org.lanewise.cli.engine.QueriedRows;
import org.lanewise.cli.engine.RowQuery;

/// DuckDB for the command: reads Parquet, JSON lines and queries, and writes Parquet.
public final class DuckDbEngine implements ColumnEngine {

  /// Made by whoever looks for services.
  public DuckDbEngine() {}

  @Override
  public QueriedRows open(RowQuery query) {
    JavaVersion.requireSafe();
    return DuckDbRows.open(query);
  }
}
