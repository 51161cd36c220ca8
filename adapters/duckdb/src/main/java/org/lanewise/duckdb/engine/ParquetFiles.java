package org.lanewise.duckdb.engine;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.lanewise.duckdb.library.Database;

/// The number of rows in Parquet files, in the order in which they are read.
///
/// @param firstRows the index of the first row of each file, then the number of rows
/// @param groups the number of row groups; one thread reads a group
record ParquetFiles(long[] firstRows, long groups) {

  /// The fewest row groups per thread: with fewer, some threads would have nothing to read while
  /// others still do.
  private static final int MIN_GROUPS = 2;

  /// Reads the metadata of the files; empty if it does not contain the positions of rows.
  static Optional<ParquetFiles> of(Database database, DataFiles files) {
    Map<Path, long[]> known = new HashMap<>();
    for (List<String> row :
        database.texts(
            "SELECT file_name, CAST(num_rows AS VARCHAR), CAST(num_row_groups AS VARCHAR)"
                + " FROM parquet_file_metadata(%s)".formatted(files.quoted()))) {
      known.put(
          Path.of(row.getFirst()),
          new long[] {Long.parseLong(row.get(1)), Long.parseLong(row.get(2))});
    }
    List<Path> order = files.matching(database);
    long[] firstRows = new long[order.size() + 1];
    long groups = 0;
    for (int i = 0; i < order.size(); i++) {
      long[] counts = known.get(order.get(i));
      if (counts == null) {
        return Optional.empty();
      }
      firstRows[i + 1] = firstRows[i] + counts[0];
      groups += counts[1];
    }
    return Optional.of(new ParquetFiles(firstRows, groups));
  }

  /// The number of rows.
  long rowCount() {
    return firstRows[firstRows.length - 1];
  }

  /// The index of the first row of a file; for the number of files, the number of rows.
  long firstRow(long file) {
    return firstRows[Math.toIntExact(file)];
  }

  /// The largest distance between rows that threads read at the same time; empty if there are too
  /// few groups for so many threads.
  OptionalLong reach(int threads) {
    return groups < (long) MIN_GROUPS * threads
        ? OptionalLong.empty()
        : OptionalLong.of(rowCount() / groups * threads);
  }
}
