/// Lanewise and DuckDB: [org.lanewise.duckdb.LanewiseFunctions] makes functions of SQL of a model,
/// and the command reads and writes Parquet by the rest, which is found as a service.
package org.lanewise.duckdb;
