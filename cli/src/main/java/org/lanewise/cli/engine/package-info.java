/// The interface of an engine that reads and writes rows that are not text, such as Parquet. The
/// engine itself is a service on the class path, and optional.
package org.lanewise.cli.engine;
