package org.lanewise.cli.reading;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.lanewise.cli.parsing.BlockCutter;
import org.lanewise.cli.parsing.BlockParser;
import org.lanewise.cli.parsing.Cell;
import org.lanewise.cli.parsing.ColumnWarnings;
import org.lanewise.cli.parsing.DelimitedText;
import org.lanewise.cli.parsing.Header;
import org.lanewise.cli.parsing.SparseParser;
import org.lanewise.cli.parsing.TableParser;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table.LeftOut;
import org.lanewise.data.Workers;

/// Reads a text file, a delimited table or sparse lines, plain or gzipped.
final class FileReader implements DataReader {

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

  /// Whether lines that repeat the header are rows all the same.
  private final boolean keepsHeaders;

  /// The first cells of a column that is taken for the label by its place.
  private List<String> labelsByPlace = List.of();

  private int blockBytes = BLOCK_BYTES;
  private Consumer<String> notes = note -> {};

  private FileReader(
      Input input,
      Schema schema,
      DelimitedText text,
      Optional<String> header,
      List<String> headerCells,
      List<String> remarks,
      boolean keepsHeaders,
      Supplier<BlockParser> parsers) {
    this.source = input.source;
    this.file = input.file;
    this.snapshot = input.snapshot;
    this.schema = schema;
    this.text = text;
    this.header = header;
    this.headerCells = headerCells;
    this.remarks = List.copyOf(remarks);
    this.keepsHeaders = keepsHeaders;
    this.parsers = parsers;
  }

  /// A file that was opened, and what it was then.
  private record Input(Path file, Optional<FileSnapshot> snapshot, Source source) {

    static Input open(Path file, ReadProgress progress) {
      // Before anything is read.
      Optional<FileSnapshot> snapshot = FileSnapshot.of(file);
      return new Input(file, snapshot, Source.open(file, progress));
    }
  }

  /// Opens a file to learn from, with its labels.
  ///
  /// @param isChoosable whether it is of use without some of its columns
  /// @throws DataException if the file cannot be read as the options ask
  static DataReader open(
      Path file, ReadOptions options, ReadProgress progress, boolean isChoosable) {
    return looked(Input.open(file, progress), input -> toLearnFrom(input, options, isChoosable));
  }

  /// Opens a file like one that was learned from, as [DataReader#openLike].
  static DataReader openLike(
      Schema schema,
      int featureLimit,
      Path file,
      ReadOptions options,
      LabelUse labelUse,
      ReadProgress progress) {
    return looked(
        Input.open(file, progress), input -> like(schema, featureLimit, input, options, labelUse));
  }

  private static FileReader toLearnFrom(Input input, ReadOptions options, boolean isChoosable) {
    Source source = input.source;
    if (isSparse(source, options)) {
      return sparse(input, LabelUse.REQUIRED, Schema.SPARSE, NO_FEATURE_LIMIT);
    }
    TableFormat format = TableFormat.find(source, options, Optional.empty());
    Columns columns = Columns.of(source.name(), format.names(), format.index(), options.roles());
    List<String> remarks = new ArrayList<>(format.remarks());
    remarks.addAll(columns.indexDoubts(source.name(), options.roles()));
    if (!format.hasRowNames()) {
      columns.indexNote(source.name(), format.index(), options.roles()).ifPresent(remarks::add);
    }
    remarks.addAll(
        new ColumnWarnings(source.name(), format.header(), format.firstRows())
            .of(columns, options.roles()));
    return table(input, format, remarks, columns, options, LabelUse.REQUIRED, isChoosable);
  }

  private static FileReader like(
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
    remarks.addAll(columns.indexDoubts(source.name(), options.roles()));
    boolean byPlace = !schema.named() || format.names().stream().allMatch(String::isEmpty);
    if (byPlace
        && !schema.dropped().isEmpty()
        && schema.label().exists()
        && !columns.schema().label().exists()) {
      remarks.add(
          "%s: matching columns by position to those of the training file without the label, where index %s was left out"
              .formatted(source.name(), schema.dropped()));
    }
    FileReader reader = table(input, format, remarks, columns, options, labelUse, false);
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
  private static FileReader looked(Input input, Function<Input, FileReader> look) {
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

  private static FileReader table(
      Input input,
      TableFormat format,
      List<String> remarks,
      Columns columns,
      ReadOptions options,
      LabelUse labelUse,
      boolean isChoosable) {
    Source source = input.source;
    Header cells = new Header(format.firstCells());
    // A row of numbers may be the same by chance, and each row gets an answer.
    boolean keepsHeaders =
        labelUse == LabelUse.IGNORED && format.firstCells().stream().noneMatch(Cell::isName);
    return new FileReader(
        input,
        columns.schema(),
        format.text(),
        format.firstLine(),
        format.header(),
        remarks,
        keepsHeaders,
        () ->
            new TableParser(
                source.name(),
                format.text(),
                cells,
                keepsHeaders,
                columns,
                options.categorical(),
                options.missing(),
                labelUse,
                isChoosable,
                isChoosable && options.mayIndicate(),
                options.hasOtherTokens()));
  }

  private static FileReader sparse(
      Input input, LabelUse labelUse, Schema schema, int featureLimit) {
    Source source = input.source;
    boolean labelled = SparseParser.isLabelled(source.sample());
    return new FileReader(
        input,
        schema,
        LINES,
        Optional.empty(),
        List.of(),
        List.of(),
        false,
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

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public boolean isText() {
    return true;
  }

  @Override
  public List<String> headerCells() {
    return headerCells;
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
  public Optional<String> labelDoubt(List<String> classes) {
    List<String> cells = labelsByPlace.stream().filter(cell -> !cell.isBlank()).toList();
    return cells.isEmpty()
            || cells.stream().anyMatch(cell -> classes.stream().anyMatch(cell::equalsIgnoreCase))
        ? Optional.empty()
        : Optional.of(
            "%s: assuming column index %d is the label, but '%s' is not a class of the model; use --label to name the label column"
                .formatted(source.name(), schema.label().index(), cells.getFirst()));
  }

  @Override
  public RowText rowText() {
    if (schema.isSparse()) {
      throw new DataException("%s has sparse lines; --keep needs a table".formatted(source.name()));
    }
    return new RowText(source.name(), header, text);
  }

  @Override
  public DataReader withBlocks(int bytes) {
    blockBytes = bytes;
    return this;
  }

  @Override
  public DataReader withFewRowsOf(int classCount) {
    // A cell and what divides it from the next are two bytes at least.
    long bytesOfRow = 2L * (schema.featureNames().size() + 1);
    long bytes = MAX_SCORES / Math.max(1, classCount) * bytesOfRow;
    blockBytes = Math.clamp(bytes, MIN_BLOCK, blockBytes);
    return this;
  }

  @Override
  public <T> long forEach(
      Workers workers, RowBlock.Size size, Function<RowBlock, T> work, Consumer<T> taker) {
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
    rows.headerNote(keepsHeaders).ifPresent(notes);
    String other = TableFormat.otherBytes(source.name());
    if (!remarks.contains(other) && made.stream().anyMatch(BlockParser::hasOtherBytes)) {
      notes.accept(other);
    }
    snapshot.ifPresent(before -> before.requireSame(file, source.name()));
    LeftOut leftOut = made.stream().map(BlockParser::leftOut).reduce(LeftOut.NONE, LeftOut::and);
    String emptyLabel =
        "; the cells of column %s, the label, are empty; use --label to name the class column"
            .formatted(
                schema.label().name().isEmpty()
                    ? "index " + schema.label().index()
                    : "'" + schema.label().name() + "'");
    leftOut.requireRows(source.name(), emptyLabel, rowCount);
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

  @Override
  public void close() {
    source.close();
  }
}
