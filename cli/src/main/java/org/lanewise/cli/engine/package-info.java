/// The door to an engine that reads and writes rows which are no text, such as Parquet: what it is
/// asked for and what it answers. The engine itself is found on the class path, or is not there.
package org.lanewise.cli.engine;
