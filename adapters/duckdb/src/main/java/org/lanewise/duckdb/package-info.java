/// Lanewise and DuckDB: [org.lanewise.duckdb.LanewiseFunctions] registers a model as SQL functions.
/// The other packages let the command read and write Parquet, as a service provider.
package org.lanewise.duckdb;
