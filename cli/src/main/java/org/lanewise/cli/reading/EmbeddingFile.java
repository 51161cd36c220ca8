package org.lanewise.cli.reading;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.lanewise.cli.engine.Answers;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.engine.QueriedRows;
import org.lanewise.cli.parsing.Decimal;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.cli.table.Table.LeftOut;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// Rows of floats in a file of numpy or a raw one, with labels in a file of their own. The columns
/// have no names, and the label is one of them.
///
/// @param files the file itself, and that of the labels if there is one
/// @param labels null if there are none
/// @param labelColumn the index of the column of the labels
record EmbeddingFile(
    Path file,
    FileChannel channel,
    EmbeddingFormat format,
    List<Path> files,
    LabelLines labels,
    int labelColumn)
    implements QueriedRows {

  /// Rows of a part, as for rows of other engines; of wide rows fewer are as many values.
  private static final int MAX_ROWS = 1 << 14;

  private static final int MAX_VALUES = 1 << 21;

  private static final QueriedColumn FEATURE = new QueriedColumn("", "FLOAT", "");
  private static final QueriedColumn LABEL = new QueriedColumn("", "VARCHAR", "");

  /// Opens a file.
  ///
  /// @param schema the columns of the file that was learned from, if it is read like one
  /// @param isLabelled whether there must be labels
  /// @throws DataException if it is no such file, or not what the options say
  static EmbeddingFile open(
      Path file, ReadOptions options, Optional<Schema> schema, boolean isLabelled) {
    requireNumbers(file, options, schema);
    EmbeddingOptions given = options.embeddings();
    if (isLabelled && given.labels().isEmpty()) {
      throw new DataException(
          "%s holds no labels; give one for each row with --labels FILE".formatted(file));
    }
    if (Files.isDirectory(file)) {
      throw DataException.ofFolder(file.toString());
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new DataException("%s is not a regular file".formatted(file));
    }
    EmbeddingOptions known =
        schema.map(columns -> given.orWidth(columns.fileFeatureCount())).orElse(given);
    FileChannel channel = null;
    try {
      channel = FileChannel.open(file);
      EmbeddingFormat format = EmbeddingFormat.of(file, channel, known.width());
      LabelLines labels =
          known
              .labels()
              .map(lines -> LabelLines.read(lines, options.missing().given(), format.rows(), file))
              .orElse(null);
      int labelColumn =
          schema
              .filter(columns -> columns.label().exists())
              .map(Schema::labelPlace)
              .filter(place -> place < format.width())
              .orElse(format.width());
      List<Path> files = known.labels().map(lines -> List.of(file, lines)).orElse(List.of(file));
      return new EmbeddingFile(file, channel, format, files, labels, labelColumn);
    } catch (IOException e) {
      close(channel);
      throw Source.problem(file.toString(), e);
    } catch (RuntimeException | Error e) {
      close(channel);
      throw e;
    }
  }

  private static void requireNumbers(Path file, ReadOptions options, Optional<Schema> schema) {
    Roles roles = options.roles();
    if (options.categorical() || schema.filter(columns -> columns.text().exists()).isPresent()) {
      throw new DataException(
          "%s holds embeddings; expected a table of categories or messages".formatted(file));
    }
    if (roles.label().isPresent() || roles.weight().isPresent() || roles.text().isPresent()) {
      throw new DataException(
          "%s holds embeddings; use --labels FILE instead of --label, --weight or --text"
              .formatted(file));
    }
  }

  @Override
  public List<QueriedColumn> columns() {
    List<QueriedColumn> columns = new ArrayList<>(Collections.nCopies(format.width(), FEATURE));
    if (labels != null) {
      columns.add(labelColumn, LABEL);
    }
    return columns;
  }

  @Override
  public void read(ColumnRequest request, int threads, Consumer<Table> taker) {
    int most = Math.clamp(MAX_VALUES / format.width(), 1, MAX_ROWS);
    int room = (int) Math.min(most, format.rows());
    byte[] bytes = new byte[room * format.width() * format.element().bytes()];
    for (long first = 0; first < format.rows(); first += most) {
      int count = (int) Math.min(most, format.rows() - first);
      taker.accept(table(request, first, rows(first, count, bytes)));
    }
  }

  private NumericColumns rows(long first, int count, byte[] bytes) {
    try {
      return format.read(channel, first, count, bytes);
    } catch (IOException e) {
      throw Source.problem(file.toString(), e);
    }
  }

  private Table table(ColumnRequest request, long first, NumericColumns rows) {
    boolean isLabelled = request.labelled();
    int[] kept = isLabelled ? labels.kept(first, rows.rowCount()) : new int[rows.rowCount()];
    int[] roles = request.columns().roles();
    double missing = missing(request);
    Schema schema = request.columns().schema();
    double[][] columns = new double[schema.featureNames().size()][kept.length];
    long[] places = new long[kept.length];
    double[] row = new double[format.width()];
    int to = 0;
    for (int r = 0; r < rows.rowCount(); r++) {
      long place = first + r;
      if (isLabelled && labels.indices()[(int) place] == LabelLines.MISSING) {
        continue;
      }
      rows.row(r, row);
      for (int j = 0; j < row.length; j++) {
        int column = labels != null && j >= labelColumn ? j + 1 : j;
        if (roles[column] >= 0) {
          double value = row[j] == missing ? Double.NaN : row[j];
          boolean isUsable =
              Double.isFinite(value) || (Double.isNaN(value) && request.missing().isPresent());
          if (!isUsable) {
            throw request.badNumber(place, column, value);
          }
          columns[roles[column]][to] = value;
        }
      }
      places[to++] = ~place;
    }
    return new Table(
        request.file(),
        schema,
        new NumberFeatures(kept.length, columns),
        isLabelled ? Labels.ofIndices(kept, labels.classes()) : Table.NO_LABELS,
        places,
        new LeftOut(rows.rowCount() - kept.length, 0, 0));
  }

  /// The number that stands for a missing value; NaN if none does.
  private double missing(ColumnRequest request) {
    byte[] text = request.missing().orElse("").getBytes(StandardCharsets.UTF_8);
    return format.element().nearest(Decimal.parse(text, 0, text.length));
  }

  @Override
  public OptionalLong reach(int threads) {
    return OptionalLong.empty();
  }

  @Override
  public void readParts(ColumnRequest request, int threads, int partRows, PartTaker taker) {
    throw new UnsupportedOperationException("embeddings are read in their order");
  }

  @Override
  public long write(ColumnRequest request, Answers answers, boolean keep, int threads, Path out) {
    throw new UnsupportedOperationException("answers to embeddings are text");
  }

  @Override
  public void close() {
    close(channel);
  }

  private static void close(FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Everything wanted from it has been read.
      return;
    }
  }
}
