package org.lanewise.cli.reading;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lanewise.cli.parsing.Block;
import org.lanewise.cli.parsing.BlockParser;
import org.lanewise.cli.parsing.Truth;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;

/// Rows that follow one another in a file. Valid until what the work made of them has been taken.
public final class RowBlock {

  /// The best size of parts that are read in parallel.
  ///
  /// @param rows the rows of each, but the last
  /// @param valuesHeld how many numbers there are in what is made of one, about
  public record Size(int rows, long valuesHeld) {

    private static final int ROWS = 1 << 13;

    /// That of blocks that are held themselves.
    public static Size ofColumns(int count) {
      return new Size(ROWS, (long) ROWS * (count + 1));
    }
  }

  /// The result of a block, with the count of numbers that it holds until it is taken.
  public interface Holding {

    long values();
  }

  private final String file;
  private final long linesBefore;
  private final long firstRow;
  private final Block block;
  private final BlockParser parser;
  private final Workers workers;

  private Table rows;

  /// @param linesBefore how many lines of the file come before them
  /// @param firstRow how many rows do
  RowBlock(
      String file,
      long linesBefore,
      long firstRow,
      Block block,
      BlockParser parser,
      Workers workers) {
    this.file = file;
    this.linesBefore = linesBefore;
    this.firstRow = firstRow;
    this.block = block;
    this.parser = parser;
    this.workers = workers;
  }

  /// Rows that are no text.
  RowBlock(Table rows, long firstRow, Workers workers) {
    this(rows.file(), 0, firstRow, null, null, workers);
    this.rows = rows;
  }

  /// The name of the file.
  public String file() {
    return file;
  }

  /// The rows as a table, which stays valid; to be asked for by one thread.
  public Table rows() {
    if (rows == null) {
      rows = parser.rows(linesBefore);
    }
    return rows;
  }

  /// The same with the classes of the labels by their names in a model. One that was not fitted to
  /// a file may have names that no cell has as they are, such as `True`, which is read as `true`.
  public Table rows(Classes ofModel) {
    Table read = rows();
    Labels labels = read.labels();
    List<String> names = labels.classes().names();
    if (names.stream().allMatch(name -> ofModel.indexOf(name) >= 0)) {
      return read;
    }
    Map<String, String> ofCells = new HashMap<>();
    ofModel.names().forEach(name -> ofCells.putIfAbsent(Truth.named(name), name));
    List<String> renamed =
        names.stream()
            .map(name -> ofModel.indexOf(name) >= 0 ? name : ofCells.getOrDefault(name, name))
            .toList();
    return read.withLabels(Labels.ofIndices(labels.toArray(), Classes.of(renamed)));
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
