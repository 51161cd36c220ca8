/// Bytes in memory to rows: blocks of whole records, their cells and lines, numbers and texts; what
/// their header and first rows leave in doubt.
package org.lanewise.cli.parsing;
