/// DuckDB's C interface through `java.lang.foreign`: a database, the rows of a query in its memory,
/// and their texts. It does not depend on the command.
package org.lanewise.duckdb.library;
