/// DuckDB's C interface by `java.lang.foreign`: a database, the rows of a query as they lie in its
/// memory, and the texts in them. It knows nothing of the command.
package org.lanewise.duckdb.library;
