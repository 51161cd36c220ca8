/// The engine of the command for Parquet and SQL: reads files and queries as tables, and writes
/// answers as Parquet.
package org.lanewise.duckdb.engine;
