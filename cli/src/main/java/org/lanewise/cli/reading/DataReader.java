package org.lanewise.cli.reading;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.parsing.BlockCutter;
import org.lanewise.cli.parsing.BlockParser;
import org.lanewise.cli.parsing.ColumnWarnings;
import org.lanewise.cli.parsing.DelimitedText;
import org.lanewise.cli.parsing.SparseParser;
import org.lanewise.cli.parsing.TableParser;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;
import org.lanewise.data.Workers;

/// Reads a data file of any format, a delimited table or sparse lines, plain or gzipped: block by
/// block, or whole. It is read once.
public final class DataReader implements AutoCloseable {

  /// Any number of features, for [#openLike].
  public static final int NO_FEATURE_LIMIT = Integer.MAX_VALUE;

  /// Large enough that a block costs its rows and little else; a file that is no larger is read by
  /// one thread.
  private static final int BLOCK_BYTES = 1 << 20;

  /// Scores of a block.
  private static final long MAX_SCORES = 1 << 20;

  private static final int MIN_BLOCK = 1 << 12;

  private static final DelimitedText LINES =
      new DelimitedText(DelimitedText.NO_DELIMITER, Quote.NONE.character());

  private final Source source;
  private final Path file;
  private final Optional<FileSnapshot> snapshot;
  private final Schema schema;
  private final DelimitedText text;
  private final Optional<String> header;
  private final List<String> headerCells;
  private final List<String> remarks;
  private final Supplier<BlockParser> parsers;
  // In place of all but the schema where rows are no text; else null.
  private final QueriedReader queried;

  /// The first cells of a column that is taken for the label by its place.
  private List<String> labelsByPlace = List.of();

  private int blockBytes = BLOCK_BYTES;
  private Consumer<String> notes = note -> {};

  private DataReader(
      Input input,
      Schema schema,
      DelimitedText text,
      Optional<String> header,
      List<String> headerCells,
      List<String> remarks,
      Supplier<BlockParser> parsers) {
    this.source = input.source;
    this.file = input.file;
    this.snapshot = input.snapshot;
    this.schema = schema;
    this.text = text;
    this.header = header;
    this.headerCells = headerCells;
    this.remarks = List.copyOf(remarks);
    this.parsers = parsers;
    this.queried = null;
  }

  private DataReader(QueriedReader queried) {
    this.source = null;
    this.file = null;
    this.snapshot = Optional.empty();
    this.schema = queried.schema();
    this.text = null;
    this.header = Optional.empty();
    this.headerCells = List.of();
    this.remarks = queried.remarks();
    this.parsers = null;
    this.queried = queried;
  }

  /// A file that was opened, and what it was then.
  private record Input(Path file, Optional<FileSnapshot> snapshot, Source source) {

    static Input open(Path file, ReadProgress progress) {
      // Before anything is read.
      Optional<FileSnapshot> snapshot = FileSnapshot.of(file);
      return new Input(file, snapshot, Source.open(file, progress));
    }
  }

  private static boolean isQueried(Path file) {
    return RowQuery.isOf(file) || RowQuery.isEmbeddings(file);
  }

  /// Opens a file to learn from, with its labels.
  ///
  /// @throws DataException if the file cannot be read as the options ask
  public static DataReader open(Path file, ReadOptions options, ReadProgress progress) {
    return isQueried(file)
        ? open(RowQuery.of(file), options)
        : looked(Input.open(file, progress), input -> toLearnFrom(input, options, true));
  }

  /// The same of rows that an engine has.
  public static DataReader open(RowQuery query, ReadOptions options) {
    return new DataReader(QueriedReader.open(query, options, true));
  }

  /// The same of a file that is of use with all its columns only.
  public static DataReader openWhole(Path file, ReadOptions options, ReadProgress progress) {
    return isQueried(file)
        ? new DataReader(QueriedReader.open(RowQuery.of(file), options, false))
        : looked(Input.open(file, progress), input -> toLearnFrom(input, options, false));
  }

  private static DataReader toLearnFrom(Input input, ReadOptions options, boolean isChoosable) {
    Source source = input.source;
    if (isSparse(source, options)) {
      return sparse(input, LabelUse.REQUIRED, Schema.SPARSE, NO_FEATURE_LIMIT);
    }
    TableFormat format = TableFormat.find(source, options, Optional.empty());
    Columns columns = Columns.of(source.name(), format.names(), format.index(), options.roles());
    List<String> remarks = new ArrayList<>(format.remarks());
    if (!format.hasRowNames()) {
      columns.indexNote(source.name(), format.index(), options.roles()).ifPresent(remarks::add);
    }
    remarks.addAll(
        new ColumnWarnings(source.name(), format.header(), format.firstRows())
            .of(columns, options.roles()));
    return table(input, format, remarks, columns, options, LabelUse.REQUIRED, isChoosable);
  }

  /// Opens a file like one that was learned from: features are matched by name where both files
  /// have names, by position otherwise, and the label may be absent unless it is required.
  ///
  /// @param schema the columns of the file that was learned from
  /// @param featureLimit the number of features that indices of sparse lines may not exceed
  /// @throws DataException if the file cannot be read as the options ask, or is not like that one
  public static DataReader openLike(
      Schema schema,
      int featureLimit,
      Path file,
      ReadOptions options,
      LabelUse labelUse,
      ReadProgress progress) {
    return isQueried(file)
        ? openLike(schema, RowQuery.of(file), options, labelUse)
        : looked(
            Input.open(file, progress),
            input -> like(schema, featureLimit, input, options, labelUse));
  }

  /// The same of rows that an engine has.
  public static DataReader openLike(
      Schema schema, RowQuery query, ReadOptions options, LabelUse labelUse) {
    return new DataReader(QueriedReader.openLike(schema, query, options, labelUse));
  }

  private static DataReader like(
      Schema schema, int featureLimit, Input input, ReadOptions options, LabelUse labelUse) {
    Source source = input.source;
    boolean sparse = !schema.text().exists() && isSparse(source, options);
    if (sparse != schema.isSparse()) {
      throw new DataException(
          sparse
              ? "%s has sparse lines; expected a table with the columns of the training file"
                  .formatted(source.name())
              : "%s is a table; expected sparse lines (label index:value …), as in the training file"
                  .formatted(source.name()));
    }
    if (sparse) {
      return sparse(input, labelUse, schema, featureLimit);
    }
    TableFormat format = TableFormat.find(source, options, Optional.of(schema));
    Columns columns =
        Columns.like(
            schema, source.name(), format.names(), format.index(), options.roles(), labelUse);
    List<String> remarks = new ArrayList<>(format.remarks());
    boolean byPlace = !schema.named() || format.names().stream().allMatch(String::isEmpty);
    if (byPlace
        && !schema.dropped().isEmpty()
        && schema.label().exists()
        && !columns.schema().label().exists()) {
      remarks.add(
          "%s: matching columns by position to those of the training file without the label, where index %s was left out"
              .formatted(source.name(), schema.dropped()));
    }
    DataReader reader = table(input, format, remarks, columns, options, labelUse, false);
    int label = columns.schema().label().index();
    if (byPlace && columns.schema().label().exists() && options.roles().label().isEmpty()) {
      reader.labelsByPlace =
          format.firstRows().stream()
              .filter(row -> label < row.size())
              .map(row -> row.get(label))
              .toList();
    }
    return reader;
  }

  /// Looks at the beginning of a file; closes it if it is refused.
  private static DataReader looked(Input input, Function<Input, DataReader> look) {
    try {
      return look.apply(input);
    } catch (DataException e) {
      input.source.close();
      throw input.source.refusal(e);
    } catch (RuntimeException | Error e) {
      input.source.close();
      throw e;
    }
  }

  private static DataReader table(
      Input input,
      TableFormat format,
      List<String> remarks,
      Columns columns,
      ReadOptions options,
      LabelUse labelUse,
      boolean isChoosable) {
    Source source = input.source;
    return new DataReader(
        input,
        columns.schema(),
        format.text(),
        format.firstLine(),
        format.header(),
        remarks,
        () ->
            new TableParser(
                source.name(),
                format.text(),
                format.firstCells(),
                columns,
                options.categorical(),
                options.missing(),
                labelUse,
                isChoosable,
                isChoosable && options.mayIndicate()));
  }

  private static DataReader sparse(
      Input input, LabelUse labelUse, Schema schema, int featureLimit) {
    Source source = input.source;
    boolean labelled = SparseParser.isLabelled(source.sample());
    return new DataReader(
        input,
        schema,
        LINES,
        Optional.empty(),
        List.of(),
        List.of(),
        () ->
            new SparseParser(source.name(), labelUse, labelled, schema.firstIndex(), featureLimit));
  }

  private static boolean isSparse(Source source, ReadOptions options) {
    Roles roles = options.roles();
    if (roles.text().isPresent() || !options.layout().isAutomatic()) {
      return false;
    }
    boolean sparse = SparseParser.looksSparse(source.sample());
    if (sparse && options.categorical()) {
      throw new DataException(
          "%s has sparse lines (label index:value …); expected a table of categories"
              .formatted(source.name()));
    }
    if (sparse
        && (roles.label().isPresent()
            || roles.weight().isPresent()
            || !roles.choice().isAll()
            || options.missing().given().isPresent())) {
      throw new DataException(
          ("%s has sparse lines (label index:value …), which take no --label, --weight,"
                  + " --features, --drop, --groups or --missing")
              .formatted(source.name()));
    }
    return sparse;
  }

  /// Returns the columns.
  public Schema schema() {
    return schema;
  }

  /// The cells of the header, one for each column, also those that are no names of columns, such as
  /// numbers; none without a header.
  public List<String> headerCells() {
    return headerCells;
  }

  /// Returns the assumptions about the file that might be wrong, sentences without their full
  /// stops.
  List<String> remarks() {
    return remarks;
  }

  /// Tells what was assumed about the file and might be meant otherwise, sentences without their
  /// full stops: now, and what turns out while it is read.
  public void noteTo(Consumer<String> told) {
    remarks.forEach(told);
    notes = told;
  }

  /// A note that a column which is taken for the label by its place may be none, because its first
  /// cells are not among these classes; empty if there is no such column, or it has no cells.
  public Optional<String> labelDoubt(List<String> classes) {
    List<String> cells = labelsByPlace.stream().filter(cell -> !cell.isBlank()).toList();
    return cells.isEmpty()
            || cells.stream().anyMatch(cell -> classes.stream().anyMatch(cell::equalsIgnoreCase))
        ? Optional.empty()
        : Optional.of(
            "%s: assuming column index %d is the label, but '%s' is not a class of the model; use --label to name the label column"
                .formatted(source.name(), schema.label().index(), cells.getFirst()));
  }

  /// How rows are written, for cells that are put behind those they have.
  ///
  /// @throws DataException if there can be none
  public RowText rowText() {
    if (queried != null && RowQuery.isEmbeddings(Path.of(queried.name()))) {
      throw new DataException(
          "%s holds embeddings, to which --keep cannot add columns".formatted(queried.name()));
    }
    if (queried != null) {
      throw new DataException(
          "%s is not text, so --keep cannot add a column; use --out with a .parquet file"
              .formatted(queried.name()));
    }
    if (schema.isSparse()) {
      throw new DataException("%s has sparse lines; --keep needs a table".formatted(source.name()));
    }
    return new RowText(source.name(), header, text);
  }

  /// The same with blocks of another size.
  DataReader withBlocks(int bytes) {
    blockBytes = bytes;
    return this;
  }

  /// Takes blocks of fewer rows where there are so many classes that the scores of a block would
  /// take more memory than its text.
  public DataReader withFewRowsOf(int classCount) {
    // A cell and what divides it from the next are two bytes at least.
    long bytesOfRow = 2L * (schema.featureNames().size() + 1);
    long bytes = MAX_SCORES / Math.max(1, classCount) * bytesOfRow;
    blockBytes = Math.clamp(bytes, MIN_BLOCK, blockBytes);
    return this;
  }

  /// The reader of the rows of an engine; none where they are text.
  public Optional<QueriedReader> queried() {
    return Optional.ofNullable(queried);
  }

  /// Reads the file block by block, in memory for a few blocks.
  ///
  /// @param <T> what the work makes of a block
  /// @param workers parse blocks and do the work
  /// @param work is done on the rows of each block, by several threads at once
  /// @param taker gets what the work made, in the order of the file, in the calling thread
  /// @return the number of rows
  /// @throws DataException at the first row of the file that cannot be read; what is before it has
  ///   been taken
  public <T> long forEach(Workers workers, Function<RowBlock, T> work, Consumer<T> taker) {
    return forEach(workers, RowBlock.Size.ofColumns(schema.featureNames().size()), work, taker);
  }

  /// The same, where the work is best done on so many rows. Blocks of text have other sizes, and so
  /// may those of rows that are no text.
  public <T> long forEach(
      Workers workers, RowBlock.Size size, Function<RowBlock, T> work, Consumer<T> taker) {
    if (queried != null) {
      return queried.forEach(workers, size, work, taker, notes);
    }
    BlockCutter cutter = new BlockCutter(source.stream(), text, blockBytes);
    List<BlockParser> made = new ArrayList<>();
    Supplier<BlockParser> kept =
        () -> {
          BlockParser parser = parsers.get();
          made.add(parser);
          return parser;
        };
    BlockRows<T> rows = new BlockRows<>(source, cutter, kept, work, taker);
    long rowCount;
    try {
      rowCount = rows.run(workers);
    } finally {
      // What is refused may be so because of it.
      rows.quotedLines().map(cell -> cell.note(source.name())).ifPresent(notes);
    }
    rows.headerNote().ifPresent(notes);
    String other = TableFormat.otherBytes(source.name());
    if (!remarks.contains(other) && made.stream().anyMatch(BlockParser::hasOtherBytes)) {
      notes.accept(other);
    }
    snapshot.ifPresent(before -> before.requireSame(file, source.name()));
    LeftOut leftOut = made.stream().map(BlockParser::leftOut).reduce(LeftOut.NONE, LeftOut::and);
    leftOut.requireRows(source.name(), rowCount);
    leftOut.noteTo(notes, source.name(), rowCount);
    long zeroLine =
        made.stream().mapToLong(BlockParser::zeroLine).filter(line -> line > 0).min().orElse(0);
    if (zeroLine > 0) {
      notes.accept(
          "%s, line %d: an index is 0, so features are counted from 0, not from 1 as in libsvm"
              .formatted(source.name(), zeroLine));
    }
    return rowCount;
  }

  /// Reads the whole file.
  ///
  /// @throws DataException at the first row of the file that cannot be read
  public Table all(Workers workers) {
    return all(workers, rows -> {});
  }

  /// Reads the whole file.
  ///
  /// @param check throws a [DataException] at rows that cannot be used, by several threads at once
  /// @throws DataException at the first row of the file that cannot be read or used
  public Table all(Workers workers, Consumer<Table> check) {
    List<Table> blocks = new ArrayList<>();
    forEach(
        workers,
        block -> {
          check.accept(block.rows());
          return block.rows();
        },
        blocks::add);
    return Table.join(blocks);
  }

  @Override
  public void close() {
    if (queried != null) {
      queried.close();
    } else {
      source.close();
    }
  }
}
