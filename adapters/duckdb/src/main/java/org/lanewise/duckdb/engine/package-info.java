/// The engine of the command: files and queries as tables of rows, and answers written as Parquet.
package org.lanewise.duckdb.engine;
