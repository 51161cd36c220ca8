/// Bytes in memory to rows: blocks of whole records, their cells and lines, numbers and texts.
package org.lanewise.cli.parsing;
