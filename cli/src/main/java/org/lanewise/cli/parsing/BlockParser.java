package org.lanewise.cli.parsing;

import java.util.List;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;

/// Makes rows of blocks, one block after another; of the blocks of a file several of these make
/// rows at once.
public interface BlockParser {

  /// Parses a block.
  ///
  /// @throws LineProblem at its first row that is wrong; the rows are then those before it
  void parse(Block block);

  /// How many rows the block has.
  int rowCount();

  /// How many lines it has.
  long lineCount();

  /// Whether any cell that was read as a text was not UTF-8, in this block or one before.
  boolean hasOtherBytes();

  /// The first quoted cell of several lines in this block; null if it has none.
  QuotedLines quotedLines();

  /// The lines of this block that repeat the header, and are no rows.
  default List<Long> repeatedHeaders() {
    return List.of();
  }

  /// Counts of what was left out of the rows, of this block and those before.
  LeftOut leftOut();

  /// The first line of the file with the index 0 in sparse lines, in the blocks whose rows were
  /// asked for; 0 if there is none.
  default long zeroLine() {
    return 0;
  }

  /// Its rows.
  ///
  /// @param linesBefore how many lines of the file come before the block
  Table rows(long linesBefore);

  /// Where in the block a row begins.
  int rowStart(int row);

  /// Where it ends, without the line end.
  int rowEnd(int row);
}
