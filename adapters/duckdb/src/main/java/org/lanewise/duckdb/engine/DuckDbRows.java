package org.lanewise.duckdb;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.lanewise.cli.engine.Answers;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.engine.QueriedRows;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;

/// Rows of files or of a query, in a database of their own.
final class DuckDbRows implements QueriedRows {

  /// Rows of a part: statistics share out batches of many rows only.
  private static final int MOST_ROWS = 1 << 15;

  /// Rows of a chunk at most, `STANDARD_VECTOR_SIZE`.
  private static final int CHUNK_ROWS = 2048;

  /// Of wide rows fewer are as many values.
  private static final int MOST_VALUES = 1 << 21;

  // Columns are those of the files: names of folders add none.
  private static final String JSON =
      "read_json(%s, format = 'newline_delimited', hive_partitioning = false)";

  private static final String PARQUET = "read_parquet(%s, hive_partitioning = false)";

  private final RowQuery query;
  private final Database database;
  private final String source;
  private final List<QueriedColumn> columns;

  private DuckDbRows(
      RowQuery query, Database database, String source, List<QueriedColumn> columns) {
    this.query = query;
    this.database = database;
    this.source = source;
    this.columns = List.copyOf(columns);
  }

  static DuckDbRows open(RowQuery query) {
    query.files().ifPresent(files -> DataFiles.requireThere(query.name(), files));
    Database database = new Database();
    try {
      String source = source(query);
      if (query.files().filter(DataFiles::isPattern).isPresent()) {
        DataFiles.requireAlike(database, query.files().get());
      }
      return new DuckDbRows(query, database, source, describe(database, source));
    } catch (Database.RefusedException e) {
      database.close();
      throw Refusals.reading(query, e);
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private static String source(RowQuery query) {
    if (query.sql().isPresent()) {
      // On lines of their own: the query may end in a comment.
      return "(\n%s\n)".formatted(query.sql().get().strip().replaceFirst(";\\s*$", ""));
    }
    String files = query.files().orElseThrow();
    boolean parquet = files.toLowerCase(Locale.ROOT).endsWith(".parquet");
    return (parquet ? PARQUET : JSON).formatted(Database.quoted(files));
  }

  private static List<QueriedColumn> describe(Database database, String source) {
    List<QueriedColumn> columns = new ArrayList<>();
    Chunk.Nulls nulls = new Chunk.Nulls();
    try (Chunks chunks = database.query("DESCRIBE SELECT * FROM " + source)) {
      for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
        byte[][] names = chunk.texts(0, nulls);
        byte[][] types = chunk.texts(1, nulls);
        for (int row = 0; row < chunk.rowCount(); row++) {
          columns.add(
              new QueriedColumn(
                  new String(names[row], StandardCharsets.UTF_8),
                  new String(types[row], StandardCharsets.UTF_8)));
        }
      }
    }
    return columns;
  }

  @Override
  public List<QueriedColumn> columns() {
    return columns;
  }

  @Override
  public void read(ColumnRequest request, int threads, Consumer<Table> taker) {
    Slots slots = Slots.of(request, columns);
    int perPart = Math.clamp(MOST_VALUES / slots.count(), CHUNK_ROWS, MOST_ROWS);
    int capacity = perPart / CHUNK_ROWS * CHUNK_ROWS;
    long rows = 0;
    try {
      database.useThreads(threads);
      try (Chunks chunks = database.query("SELECT %s FROM %s".formatted(slots.list(), source))) {
        TableFiller filler = new TableFiller(slots, rows, capacity);
        for (Chunk chunk = chunks.next(); chunk != null; chunk = chunks.next()) {
          if (filler.rowCount() + chunk.rowCount() > capacity) {
            taker.accept(filler.table());
            rows += filler.rowCount();
            filler = new TableFiller(slots, rows, capacity);
          }
          filler.add(chunk);
        }
        if (filler.rowCount() > 0) {
          taker.accept(filler.table());
        }
      }
    } catch (Database.RefusedException e) {
      throw Refusals.reading(query, e);
    }
  }

  @Override
  public long write(
      ColumnRequest request, Answers answers, boolean keep, int threads, Path file) {
    Slots slots = Slots.of(request, columns);
    try (AnswerFunction function = new AnswerFunction(slots, answers)) {
      database.useThreads(threads);
      function.register(database);
      String rows =
          "SELECT %s%s AS %s FROM %s"
              .formatted(
                  keep ? "*, " : "", function.call(), Database.name(AnswerFunction.NAME), source);
      try {
        database.execute(
            "COPY (SELECT %s%s FROM (%s)) TO %s (FORMAT parquet, USE_TMP_FILE false)"
                .formatted(
                    keep
                        ? "* EXCLUDE (%s), ".formatted(Database.name(AnswerFunction.NAME))
                        : "",
                    function.columns(),
                    rows,
                    Database.quoted(file.toString())));
      } catch (Database.RefusedException e) {
        function.throwRefused();
        throw Refusals.copying(query, file, e);
      }
      return function.rowCount();
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
