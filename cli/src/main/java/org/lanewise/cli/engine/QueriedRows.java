package org.lanewise.cli.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.lanewise.cli.table.Table;

/// Rows whose columns are known and that can be read, once or more.
public interface QueriedRows extends AutoCloseable {

  /// The columns, in their order.
  List<QueriedColumn> columns();

  /// The files that rows are read from, as far as that is known: of a query those that its texts
  /// name.
  List<Path> files();

  /// Reads all rows in their order.
  ///
  /// @param threads how many threads may work
  /// @param taker gets the rows in parts, in the calling thread
  /// @throws org.lanewise.cli.table.DataException at the first row that cannot be read
  void read(ColumnRequest request, int threads, Consumer<Table> taker);

  /// How many rows apart parts may lie that [#readParts] reads at once; none where it is of no use.
  ///
  /// @param threads how many threads may work
  OptionalLong reach(int threads);

  /// Takes a part of the rows.
  interface PartTaker {

    /// @param firstRow the index of the first of them, from 0
    void take(long firstRow, Table part);
  }

  /// Reads all rows in parts of so many rows, the last one of what is left: in any order, several
  /// at once.
  ///
  /// @param threads how many threads work, which wait for the taker
  /// @param taker gets each part once, in those threads; what it throws ends the reading
  /// @throws org.lanewise.cli.table.DataException at a row that cannot be read, any of them: which
  ///   is the first, [#read] tells
  void readParts(ColumnRequest request, int threads, int partRows, PartTaker taker);

  /// Writes a Parquet file of a row for each of these, in their order.
  ///
  /// @param answers the columns, made of parts of the rows by several threads at once
  /// @param keep whether the columns of the rows come before these
  /// @param threads how many threads may work
  /// @param file where to write; what is there is written over
  /// @return how many rows were written
  /// @throws org.lanewise.cli.table.DataException if rows cannot be read, or the file not be
  ///   written
  /// @throws RefusedRowException if a row is refused
  long write(ColumnRequest request, Answers answers, boolean keep, int threads, Path file);

  @Override
  void close();
}
