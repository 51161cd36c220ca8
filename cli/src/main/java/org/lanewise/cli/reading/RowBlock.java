package org.lanewise.cli.reading;

import org.lanewise.cli.parsing.Block;
import org.lanewise.cli.parsing.BlockParser;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// Rows that follow one another in a file. Valid until the work on them is done.
public final class RowBlock {

  private final Table rows;
  private final long firstRow;
  private final Block block;
  private final BlockParser parser;
  private final Workers workers;

  RowBlock(Table rows, long firstRow, Block block, BlockParser parser, Workers workers) {
    this.rows = rows;
    this.firstRow = firstRow;
    this.block = block;
    this.parser = parser;
    this.workers = workers;
  }

  /// The rows; they stay valid.
  public Table rows() {
    return rows;
  }

  /// The index in the file of the first of them, from 0.
  public long firstRow() {
    return firstRow;
  }

  /// Who may share in the work on these rows: the calling thread alone, where other blocks are
  /// worked on at the same time.
  public Workers workers() {
    return workers;
  }

  /// The bytes that hold the rows as they were written.
  public byte[] bytes() {
    return block.bytes();
  }

  /// Where in [#bytes] a row begins.
  ///
  /// @param row its index in this block
  public int rowStart(int row) {
    return parser.rowStart(row);
  }

  /// Where in [#bytes] a row ends, without its line end.
  ///
  /// @param row its index in this block
  public int rowEnd(int row) {
    return parser.rowEnd(row);
  }
}
