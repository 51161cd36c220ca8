package org.lanewise.duckdb.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.lanewise.cli.engine.Answers;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.engine.QueriedRows;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Table;
import org.lanewise.duckdb.library.Chunk;
import org.lanewise.duckdb.library.Chunks;
import org.lanewise.duckdb.library.Database;

/// Rows of files or of a query, in a separate database.
final class DuckDbRows implements QueriedRows {

  /// The rows of a part: only batches of many rows are distributed over workers, and twice as many
  /// took twice the memory and no less time.
  private static final int MAX_ROWS = 1 << 14;

  /// The most rows of a chunk, `STANDARD_VECTOR_SIZE`.
  private static final int CHUNK_ROWS = 2048;

  /// The most values of a part, which limits the number of wide rows.
  private static final int MAX_VALUES = 1 << 21;

  private final RowQuery query;
  private final Database database;
  private final String source;
  private final List<QueriedColumn> columns;
  private Optional<ParquetFiles> files = Optional.empty();

  private DuckDbRows(
      RowQuery query, Database database, String source, List<QueriedColumn> columns) {
    this.query = query;
    this.database = database;
    this.source = source;
    this.columns = ListColumns.spread(query.name(), database, source, columns);
  }

  static DuckDbRows open(RowQuery query) {
    Optional<DataFiles> files = query.files().map(file -> new DataFiles(query.name(), file));
    files.ifPresent(DataFiles::requireThere);
    Database database = new Database();
    try {
      return files.isPresent()
          ? ofFiles(query, files.get(), database)
          : ofSql(query, query.sql().orElseThrow(), database);
    } catch (Database.RefusedException e) {
      database.close();
      throw Refusals.reading(query, e);
    } catch (RuntimeException | Error e) {
      database.close();
      throw e;
    }
  }

  private static DuckDbRows ofFiles(RowQuery query, DataFiles files, Database database) {
    // First, because it reports that no file matches.
    List<QueriedColumn> columns = describe(database, files.source());
    files.requireAlike(database);
    if (files.isParquet()) {
      List<Path> read = files.matching(database);
      return new DuckDbRows(
          query, database, files.source(), GivenNames.in(read, database).of(columns));
    }
    files.requireDistinctKeys(database, columns.stream().map(QueriedColumn::name).toList());
    // Types are not guessed from strings: they are texts.
    List<QueriedColumn> known =
        columns.stream()
            .map(column ->
                column.isText() && !column.isNumber()
                    ? new QueriedColumn(column.name(), "VARCHAR", column.given())
                    : column)
            .toList();
    Map<String, String> types = new LinkedHashMap<>();
    known.forEach(column -> types.put(column.name(), column.type()));
    return new DuckDbRows(query, database, files.source(types), known);
  }

  private static DuckDbRows ofSql(RowQuery query, String sql, Database database) {
    // On separate lines, because the query may end in a comment.
    String source = "(\n%s\n)".formatted(sql.strip().replaceFirst(";\\s*$", ""));
    List<QueriedColumn> columns = describe(database, source);
    QueryFiles files = QueryFiles.of(database, sql);
    files.requireSeen(query.name());
    // A table of the query numbers names that the query alone has twice.
    List<QueriedColumn> alone = columns(database.texts("DESCRIBE " + source.strip()));
    List<QueriedColumn> given = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      QueriedColumn column = columns.get(i);
      given.add(new QueriedColumn(column.name(), column.type(), alone.get(i).given()));
    }
    return new DuckDbRows(
        query, database, source, GivenNames.in(files.files(), database).of(given));
  }

  private static List<QueriedColumn> describe(Database database, String source) {
    return columns(database.texts("DESCRIBE SELECT * FROM " + source));
  }

  private static List<QueriedColumn> columns(List<List<String>> described) {
    return described.stream()
        .map(row -> new QueriedColumn(row.get(0), row.get(1), row.get(0).strip()))
        .toList();
  }

  @Override
  public List<Path> files() {
    return query.files().isPresent()
        ? new DataFiles(query.name(), query.files().get()).matching(database)
        : QueryFiles.of(database, query.sql().orElseThrow()).files();
  }

  @Override
  public List<QueriedColumn> columns() {
    return columns;
  }

  @Override
  public void read(ColumnRequest request, int threads, Consumer<Table> taker) {
    Slots slots = Slots.of(request, columns);
    int perPart = Math.clamp(MAX_VALUES / slots.count(), CHUNK_ROWS, MAX_ROWS);
    int capacity = perPart / CHUNK_ROWS * CHUNK_ROWS;
    long rows = 0;
    try {
      // Several threads deliver Parquet in order more slowly than one.
      database.useThreads(parquet().isPresent() ? 1 : threads);
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
      throw refusal(slots, e).orElseGet(() -> Refusals.reading(query, e));
    }
  }

  /// The exception for a row with a refused list, if that is the error.
  private Optional<DataException> refusal(Slots slots, Database.RefusedException e) {
    return ListColumns.refusal(
        query.name(), database, source, IntStream.of(slots.columns()).mapToObj(columns::get), e);
  }

  /// The files, if they are Parquet.
  private Optional<DataFiles> parquet() {
    return query
        .files()
        .map(file -> new DataFiles(query.name(), file))
        .filter(DataFiles::isParquet);
  }

  @Override
  public OptionalLong reach(int threads) {
    // A column of that name hides the position of a row.
    boolean isHidden =
        columns.stream()
            .anyMatch(
                column -> PartsFunction.PLACE.contains(column.name().toLowerCase(Locale.ROOT)));
    Optional<DataFiles> parquet = parquet().filter(_ -> !isHidden);
    try {
      files = parquet.flatMap(named -> ParquetFiles.of(database, named));
    } catch (Database.RefusedException e) {
      throw Refusals.reading(query, e);
    }
    return files.isPresent() ? files.get().reach(threads) : OptionalLong.empty();
  }

  @Override
  public void readParts(ColumnRequest request, int threads, int partRows, PartTaker taker) {
    Slots slots = Slots.of(request, columns);
    PartsFunction parts = new PartsFunction(database, slots, files.orElseThrow(), partRows, taker);
    try {
      database.useThreads(threads);
      database.execute(parts.query(source));
      parts.requireAll();
    } catch (Database.RefusedException e) {
      switch (parts.thrown()) {
        case null -> throw refusal(slots, e).orElseGet(() -> Refusals.reading(query, e));
        case RuntimeException refused -> throw refused;
        case Error error -> throw error;
        case Throwable other -> throw new IllegalStateException(other);
      }
    }
  }

  @Override
  public long write(ColumnRequest request, Answers answers, boolean keep, int threads, Path file) {
    Slots slots = Slots.of(request, columns);
    AnswerFunction function = new AnswerFunction(database, slots, answers);
    String rows =
        "SELECT %s%s AS %s FROM %s"
            .formatted(
                keep ? "*, " : "", function.call(), Database.name(AnswerFunction.NAME), source);
    try {
      database.useThreads(threads);
      database.execute(
          "COPY (SELECT %s%s FROM (%s)) TO %s (FORMAT parquet, USE_TMP_FILE false)"
              .formatted(
                  keep ? "* EXCLUDE (%s), ".formatted(Database.name(AnswerFunction.NAME)) : "",
                  function.columns(),
                  rows,
                  Database.quoted(file.toString())));
    } catch (Database.RefusedException e) {
      function.throwRefused();
      throw refusal(slots, e).orElseGet(() -> Refusals.copying(query, file, e));
    }
    return function.rowCount();
  }

  @Override
  public void close() {
    database.close();
  }
}
