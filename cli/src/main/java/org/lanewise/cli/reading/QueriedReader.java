package org.lanewise.cli.reading;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.lanewise.cli.engine.Answers;
import org.lanewise.cli.engine.ColumnEngine;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.engine.QueriedRows;
import org.lanewise.cli.engine.RefusedRowException;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;
import org.lanewise.data.Workers;

/// Reads rows of an engine, or a file of embeddings.
final class QueriedReader implements DataReader {

  /// Values of what was made of parts before their turn: 128 MB.
  private static final long MAX_HELD = 1 << 24;

  /// Values of a part that several threads read each: 32 MB.
  private static final long MAX_READ = 1 << 22;

  /// Parts that are read ahead are numbered. Two may wait, because the work on one part may take
  /// longer than that on the next.
  private static final RowBlock.Size AHEAD = new RowBlock.Size(1, 1);

  private final QueriedRows rows;
  private final ColumnRequest request;
  private final Map<Path, Optional<FileSnapshot>> snapshots;
  private List<String> remarks = List.of();
  private LeftOut leftOut = LeftOut.NONE;
  private Consumer<String> notes = note -> {};

  private QueriedReader(
      QueriedRows rows, ColumnRequest request, Map<Path, Optional<FileSnapshot>> snapshots) {
    this.rows = rows;
    this.request = request;
    this.snapshots = snapshots;
  }

  /// Looks at rows to learn from.
  ///
  /// @throws DataException if there are none, or they are not what the options ask
  static QueriedReader open(RowQuery query, ReadOptions options, boolean isChoosable) {
    QueriedReader reader =
        looked(
            query,
            options,
            LabelUse.REQUIRED,
            isChoosable,
            Optional.empty(),
            names -> Columns.of(query.name(), names, Columns.index(names), options.roles()));
    Columns columns = reader.request.columns();
    reader.remarks = columns.indexDoubts(query.name(), options.roles());
    columns
        .indexNote(query.name(), Columns.index(columns.names()), options.roles())
        .ifPresent(reader.remarks::add);
    return reader;
  }

  /// Looks at rows that are like those learned from.
  ///
  /// @throws DataException if there are none, or they are not like those
  static QueriedReader openLike(
      Schema schema, RowQuery query, ReadOptions options, LabelUse labelUse) {
    if (schema.isSparse()) {
      throw new DataException(
          "%s has columns; expected sparse lines (label index:value …), as in the training file"
              .formatted(query.name()));
    }
    return looked(
        query,
        options,
        labelUse,
        false,
        Optional.of(schema),
        names ->
            Columns.like(
                schema, query.name(), names, Columns.index(names), options.roles(), labelUse));
  }

  private static QueriedReader looked(
      RowQuery query,
      ReadOptions options,
      LabelUse labelUse,
      boolean isChoosable,
      Optional<Schema> like,
      Function<List<String>, Columns> find) {
    if (!options.layout().isAutomatic()) {
      throw new DataException(
          "%s is not text; --delimiter, --header, --quote and --decimal do not apply"
              .formatted(query.name()));
    }
    Optional<Path> embeddings = query.files().map(Path::of).filter(RowQuery::isEmbeddings);
    QueriedRows rows =
        embeddings.isPresent()
            ? EmbeddingFile.open(embeddings.get(), options, like, labelUse == LabelUse.REQUIRED)
            : ColumnEngine.find(query.name()).open(query);
    try {
      Map<Path, Optional<FileSnapshot>> snapshots = new LinkedHashMap<>();
      rows.files().forEach(file -> snapshots.put(file, FileSnapshot.of(file)));
      Columns columns = find.apply(rows.columns().stream().map(QueriedColumn::given).toList());
      requireOneCase(query, columns);
      ColumnRequest request =
          new ColumnRequest(
              query.name(),
              columns,
              options.categorical(),
              options.missing().given(),
              options.missing().mayBeGiven(),
              labelUse == LabelUse.REQUIRED);
      for (int column = 0; column < columns.roles().length; column++) {
        requireType(
            request, column, rows.columns().get(column), isChoosable, options.mayIndicate());
      }
      return new QueriedReader(rows, request, snapshots);
    } catch (RuntimeException | Error e) {
      rows.close();
      throw e;
    }
  }

  /// Refuses a feature whose name another column has but for case: they have one name to an engine.
  private static void requireOneCase(RowQuery query, Columns columns) {
    Map<String, Integer> places = new HashMap<>();
    for (int column = 0; column < columns.roles().length; column++) {
      String name = columns.names().get(column);
      Integer other = places.putIfAbsent(name.toLowerCase(Locale.ROOT), column);
      if (other != null
          && !name.isEmpty()
          && (columns.roles()[column] >= 0 || columns.roles()[other] >= 0)) {
        throw new DataException(
            "%s has the columns '%s' and '%s', which SQL cannot tell apart; expected a distinct name for each feature"
                .formatted(query.name(), columns.names().get(other), name));
      }
    }
  }

  private static void requireType(
      ColumnRequest request,
      int column,
      QueriedColumn found,
      boolean isChoosable,
      boolean mayIndicate) {
    int role = request.columns().roles()[column];
    boolean isFeature = role >= 0;
    boolean asNumber = role == Columns.WEIGHT || (isFeature && !request.categorical());
    boolean isRead = role != Columns.UNUSED && (role != Columns.LABEL || request.labelled());
    if (!isRead || (asNumber ? found.isNumber() : found.isText())) {
      return;
    }
    // The numbers of a list are refused as the list that they are.
    String name = found.isElement() ? found.name() : request.columns().choice(column);
    String remedy =
        isFeature && isChoosable ? ", or --drop %s to leave it out".formatted(name) : "";
    String indicating =
        asNumber && isFeature && isChoosable && mayIndicate ? DataException.OR_INDICATORS : "";
    throw new DataException(
        "%s, %s has type %s; expected %s; cast it with --sql%s"
            .formatted(
                request.file(),
                found.isElement()
                    ? "column '%s'".formatted(name)
                    : request.columns().describe(column),
                found.type(),
                asNumber ? "a numeric type" : "text, numbers or dates",
                remedy + indicating));
  }

  @Override
  public List<String> remarks() {
    return remarks;
  }

  @Override
  public void noteTo(Consumer<String> told) {
    remarks.forEach(told);
    notes = told;
  }

  @Override
  public boolean isText() {
    return false;
  }

  @Override
  public RowText rowText() {
    throw new DataException(
        RowQuery.isEmbeddings(Path.of(name()))
            ? "%s holds embeddings, to which --keep cannot add columns".formatted(name())
            : "%s is not text, so --keep cannot add a column; use --out with a .parquet file"
                .formatted(name()));
  }

  @Override
  public Schema schema() {
    return request.columns().schema();
  }

  /// If the engine reads several parts at once, the thread that read a part does the work on it;
  /// otherwise the workers share the work.
  @Override
  public <T> long forEach(
      Workers workers, RowBlock.Size size, Function<RowBlock, T> work, Consumer<T> taker) {
    OptionalLong reach = workers.count() == 1 ? OptionalLong.empty() : rows.reach(workers.count());
    // What is made of a part waits until it is its turn: there has to be room for so much.
    boolean isApart =
        reach.isPresent()
            && (reach.getAsLong() / size.rows() + 1) * size.valuesHeld() <= MAX_HELD
            && size.rows() * (schema().featureNames().size() + 1L) <= MAX_READ;
    long count = isApart ? apart(workers, size, work, taker) : inOrder(workers, work, taker);
    requireSame();
    leftOut.requireRows(request.file(), "", count);
    leftOut.noteTo(notes, request.file(), count);
    return count;
  }

  private <T> long inOrder(Workers workers, Function<RowBlock, T> work, Consumer<T> taker) {
    Consumer<QueriedRows.PartTaker> reading =
        ahead -> {
          long[] index = {0};
          rows.read(request, workers.count(), part -> ahead.take(index[0]++, part));
        };
    long count = 0;
    Throwable failure;
    try (PartsInOrder<Table> parts =
        new PartsInOrder<>(request.file(), AHEAD, AHEAD.valuesHeld(), RowBlock::rows, reading)) {
      for (PartsInOrder.Part<Table> part = parts.next(); part != null; part = parts.next()) {
        leftOut = leftOut.and(part.leftOut());
        if (part.rowCount() > 0) {
          taker.accept(work.apply(new RowBlock(part.get(), count, workers)));
          count += part.rowCount();
        }
      }
      failure = parts.failure();
    }
    if (failure != null) {
      throw PartsInOrder.unchecked(failure);
    }
    return count;
  }

  private <T> long apart(
      Workers workers, RowBlock.Size size, Function<RowBlock, T> work, Consumer<T> taker) {
    Consumer<QueriedRows.PartTaker> reading =
        parts ->
            rows.readParts(
                request,
                workers.count(),
                size.rows(),
                (firstRow, part) -> {
                  if (part.leftOut().rows() > 0) {
                    throw new IllegalStateException(
                        "rows are left out, and those behind lie elsewhere");
                  }
                  parts.take(firstRow, part);
                });
    long count = 0;
    Throwable failure;
    try (PartsInOrder<T> parts =
        new PartsInOrder<>(request.file(), size, MAX_HELD, work, reading)) {
      for (PartsInOrder.Part<T> part = parts.next(); part != null; part = parts.next()) {
        taker.accept(part.get());
        leftOut = leftOut.and(part.leftOut());
        count += part.rowCount();
      }
      failure = parts.failure();
    }
    if (failure instanceof RuntimeException && !(failure instanceof CancellationException)) {
      // Another row may be the first that is refused: reading in order after the rows that were
      // taken finds it. If rows were left out, later rows are in other ranges.
      return inOrderFrom(count, work, taker);
    }
    if (failure != null) {
      throw PartsInOrder.unchecked(failure);
    }
    return count;
  }

  private <T> long inOrderFrom(long first, Function<RowBlock, T> work, Consumer<T> taker) {
    long[] count = {0};
    leftOut = LeftOut.NONE;
    rows.read(
        request,
        1,
        part -> {
          long before = count[0];
          count[0] += part.rowCount();
          leftOut = leftOut.and(part.leftOut());
          if (count[0] > first) {
            int from = Math.toIntExact(Math.max(0, first - before));
            Table rest =
                from == 0 ? part : part.select(IntStream.range(from, part.rowCount()).toArray());
            taker.accept(work.apply(new RowBlock(rest, before + from, Workers.CALLER)));
          }
        });
    return count[0];
  }

  @Override
  public long write(Answers answers, boolean keep, int threads, Path file) {
    requireDistinctNames(answers);
    if (keep) {
      requireOtherNames(answers);
    }
    try {
      long count = requireRows(rows.write(request, answers, keep, threads, file));
      requireSame();
      return count;
    } catch (RefusedRowException e) {
      rows.read(
          request,
          threads,
          part -> {
            Object unused = answers.of().apply(part);
          });
      throw e.refusal();
    }
  }

  @Override
  public Set<Path> files() {
    return Collections.unmodifiableSet(snapshots.keySet());
  }

  /// Refuses files that changed, or came, since they were looked at.
  private void requireSame() {
    snapshots.forEach((file, snapshot) ->
        snapshot.ifPresent(before -> before.requireSame(file, file.toString())));
    for (Path file : rows.files()) {
      if (!snapshots.containsKey(file)) {
        throw new DataException("%s appeared while %s was read".formatted(file, name()));
      }
    }
  }

  /// Refuses classes whose columns have names that differ in case only.
  private static void requireDistinctNames(Answers answers) {
    Map<String, String> names = new HashMap<>();
    for (Answers.Answer answer : answers.columns()) {
      String other = names.put(answer.name().toLowerCase(Locale.ROOT), answer.name());
      if (other != null) {
        throw new DataException(
            "DuckDB cannot tell the output columns '%s' and '%s' apart; use --out with a .csv file"
                .formatted(other, answer.name()));
      }
    }
  }

  private void requireOtherNames(Answers answers) {
    for (Answers.Answer answer : answers.columns()) {
      for (String name : request.columns().names()) {
        if (name.equalsIgnoreCase(answer.name())) {
          throw new DataException(
              "%s already has a column '%s', the name of an output column; for --keep, rename it with --sql"
                  .formatted(request.file(), name));
        }
      }
    }
  }

  private long requireRows(long count) {
    if (count == 0) {
      throw new DataException("%s has no rows".formatted(request.file()));
    }
    return count;
  }

  private String name() {
    return request.file();
  }

  @Override
  public void close() {
    rows.close();
  }
}
