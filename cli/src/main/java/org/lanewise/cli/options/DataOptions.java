package org.lanewise.cli.options;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.output.Progress;
import org.lanewise.cli.reading.DataReader;
import org.lanewise.cli.reading.EmbeddingOptions;
import org.lanewise.cli.reading.ReadOptions;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import picocli.CommandLine.Model.CommandSpec;

/// Options that name the rows.
public final class DataOptions implements Arguments.Group {

  private Path data;
  private String sql;
  private OptionalInt width = OptionalInt.empty();
  private Path labels;
  private final boolean areLabelled;
  private CommandSpec command;

  private DataOptions(boolean areLabelled) {
    this.areLabelled = areLabelled;
  }

  /// Options for rows whose labels are read.
  public static DataOptions labelled() {
    return new DataOptions(true);
  }

  /// Options for rows whose columns a model knows and whose labels are not read.
  public static DataOptions unlabelled() {
    return new DataOptions(false);
  }

  @Override
  public void addTo(Arguments arguments) {
    command = arguments.spec();
    arguments.dataFile(
        "--data",
        "FILE",
        value -> data = value,
        "The data file; - is standard input. DuckDB reads names ending in .parquet, .jsonl or"
            + " .ndjson, and patterns such as 'part-*.parquet'. Names ending in .npy (numpy), .f16"
            + " or .f32 (raw, little-endian) are embeddings, row by row.");
    arguments.text(
        "--sql",
        "QUERY",
        value -> sql = value,
        "Instead of --data: the rows of a DuckDB query, such as \"select * from 'rows.parquet'"
            + " where x > 0\".");
    if (areLabelled) {
      arguments.file(
          "--labels",
          "FILE",
          value -> labels = value,
          "With embeddings: a text file with the label of each row, one a line.");
      arguments.number(
          "--width",
          "N",
          1,
          EmbeddingOptions.MAX_WIDTH,
          value -> width = OptionalInt.of(value),
          "With .f16 and .f32: how many numbers a row has; with --model the model tells.");
    }
  }

  /// Whether rows are asked for.
  public boolean isGiven() {
    return data != null || sql != null;
  }

  /// Whether options of embeddings were given.
  public boolean describeEmbeddings() {
    return labels != null || width.isPresent();
  }

  /// Checks that rows are asked for, in one way.
  ///
  /// @throws UsageException if not
  public void check() {
    if (data == null && sql == null) {
      throw new UsageException("Missing required option: '--data=FILE'");
    }
    if (data != null && sql != null) {
      throw new UsageException("--data and --sql cannot be used together");
    }
    boolean areEmbeddings = data != null && RowQuery.isEmbeddings(data);
    if (!areEmbeddings && describeEmbeddings()) {
      throw new UsageException(
          "%s applies to embeddings, and the name of %s does not end in .npy, .f16 or .f32"
              .formatted(labels != null ? "--labels" : "--width", name()));
    }
  }

  private EmbeddingOptions embeddings() {
    return new EmbeddingOptions(width, Optional.ofNullable(labels));
  }

  /// Returns the query for an engine; none if the rows are text.
  public Optional<RowQuery> query() {
    if (sql != null) {
      return Optional.of(RowQuery.of(sql));
    }
    return RowQuery.isOf(data) ? Optional.of(RowQuery.of(data)) : Optional.empty();
  }

  /// The file of the rows; none where they are those of a query.
  public Optional<Path> file() {
    return Optional.ofNullable(data);
  }

  /// Returns the name of the rows for messages.
  public String name() {
    return sql == null ? StandardInput.nameOf(data) : "--sql";
  }

  /// The refusal of rows that are read as text where Parquet is asked for.
  public RuntimeException isText(Path out) {
    if (Files.isDirectory(data)) {
      return DataException.ofFolder(name());
    }
    if (RowQuery.isEmbeddings(data)) {
      return new UsageException(
          "--out is %s, but --data holds embeddings, whose answers cannot be Parquet"
              .formatted(out));
    }
    return new UsageException(
        "--out is %s, but --data is read as text; use %sanother --out"
            .formatted(
                out,
                comeOnce()
                    ? ""
                    : "--sql \"from read_csv('%s', sample_size = -1)\" or ".formatted(name())));
  }

  /// Returns the name of the rows for lines of progress.
  public String shortName() {
    return sql == null ? StandardInput.shortNameOf(data) : "--sql";
  }

  /// Whether the rows can be read once only.
  public boolean comeOnce() {
    return sql == null
        && (StandardInput.is(data)
            || (Files.exists(data) && !Files.isRegularFile(data) && !Files.isDirectory(data)));
  }

  /// Refuses rows that can be read only once.
  ///
  /// @param need what reads them again, for the message
  /// @throws UsageException if they are such
  public void requireAgain(String need) {
    if (comeOnce()) {
      throw new UsageException(
          "%s, and %s can be read only once; use a file".formatted(need, name()));
    }
  }

  /// Opens rows to learn from.
  public DataReader open(ReadOptions options, Progress progress) {
    progress.reading(shortName());
    return requireOther(
        command,
        sql == null
            ? DataReader.open(data, options.withEmbeddings(embeddings()), progress::share)
            : DataReader.open(RowQuery.of(sql), options));
  }

  /// Opens rows like those learned from.
  DataReader openLike(
      Schema schema, int featureLimit, ReadOptions options, LabelUse labelUse, Progress progress) {
    progress.reading(shortName());
    return requireOther(
        command,
        sql == null
            ? DataReader.openLike(
                schema,
                featureLimit,
                data,
                options.withEmbeddings(embeddings()),
                labelUse,
                progress::share)
            : DataReader.openLike(schema, RowQuery.of(sql), options, labelUse));
  }

  /// The reader, unless it turns out to read what is also written: it is closed then.
  ///
  /// @param command the command that writes
  public static DataReader requireOther(CommandSpec command, DataReader reader) {
    try {
      Arguments.requireOther(command, reader.files().stream());
      return reader;
    } catch (RuntimeException e) {
      reader.close();
      throw e;
    }
  }
}
