package org.lanewise.duckdb.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.lanewise.cli.engine.QueriedRows.PartTaker;
import org.lanewise.duckdb.library.Chunk;
import org.lanewise.duckdb.library.Database;
import org.lanewise.duckdb.library.DuckDbLibrary;
import org.lanewise.duckdb.library.ScalarFunction;

/// An SQL function that collects rows of Parquet files into parts, by their positions in the files.
/// DuckDB's threads call it as they reach the rows, and process a part when it is full.
final class PartsFunction {

  /// Columns that DuckDB adds: the file, and the row in it.
  static final List<String> PLACE = List.of("file_index", "file_row_number");

  private final Slots slots;
  private final ParquetFiles files;
  private final int partRows;
  private final PartTaker taker;
  private final Map<Long, Part> parts = new ConcurrentHashMap<>();
  private final LongAdder rowCount = new LongAdder();
  private final ScalarFunction function;

  /// A part that is being filled.
  private final class Part {

    private final long firstRow;
    private final int capacity;
    private final TableFiller filler;

    Part(long index) {
      firstRow = index * partRows;
      capacity = Math.toIntExact(Math.min(partRows, files.rowCount() - firstRow));
      filler = new TableFiller(slots, firstRow, capacity);
    }

    /// Puts rows in their places.
    ///
    /// @return whether the part is now full
    synchronized boolean put(Chunk chunk, int from, int count, int at) {
      filler.put(chunk, from, count, at);
      return filler.rowCount() == capacity;
    }
  }

  /// Registers the function with a database.
  PartsFunction(Database database, Slots slots, ParquetFiles files, int partRows, PartTaker taker) {
    this.slots = slots;
    this.files = files;
    this.partRows = partRows;
    this.taker = taker;
    int[] types = Arrays.copyOf(slots.types(), slots.count() + PLACE.size());
    Arrays.fill(types, slots.count(), types.length, DuckDbLibrary.BIGINT);
    // Only whether the results are NULL matters.
    int[] results = {DuckDbLibrary.BIGINT};
    function = new ScalarFunction(database, types, results, (rows, _) -> put(rows));
  }

  /// A query that calls it with all rows.
  String query(String source) {
    String call =
        function.call(
            "%s, CAST(%s AS BIGINT), %s"
                .formatted(slots.list(), PLACE.getFirst(), PLACE.getLast()));
    return "SELECT count(%s) FROM %s".formatted(call, source);
  }

  private void put(Chunk chunk) {
    int count = chunk.rowCount();
    if (count == 0) {
      return;
    }
    long file = chunk.first(slots.count(), 0);
    long first = files.firstRow(file) + chunk.first(slots.count() + 1, 1);
    if (first + count > files.firstRow(file + 1)) {
      throw new IllegalStateException("rows %d to %d of file %d".formatted(first, count, file));
    }
    int from = 0;
    while (from < count) {
      long index = (first + from) / partRows;
      int at = Math.toIntExact(first + from - index * partRows);
      int rows = Math.min(count - from, partRows - at);
      Part part = parts.computeIfAbsent(index, Part::new);
      if (part.put(chunk, from, rows, at)) {
        parts.remove(index);
        taker.take(part.firstRow, part.filler.table());
      }
      from += rows;
    }
    rowCount.add(count);
  }

  /// Returns the first exception of a call; null if there was none.
  Throwable thrown() {
    return function.thrown();
  }

  /// Checks that all rows were read.
  ///
  /// @throws IllegalStateException if some were not
  void requireAll() {
    if (rowCount.sum() != files.rowCount() || !parts.isEmpty()) {
      throw new IllegalStateException(
          "DuckDB read %d of %d rows, %d parts in part"
              .formatted(rowCount.sum(), files.rowCount(), parts.size()));
    }
  }
}
