package org.lanewise.cli.reading;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.lanewise.cli.engine.Answers;
import org.lanewise.cli.engine.RowQuery;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.LabelUse;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// Reads the rows of a file or of an engine, block by block or whole. They are read once.
public interface DataReader extends AutoCloseable {

  /// Any number of features, for [#openLike].
  int NO_FEATURE_LIMIT = Integer.MAX_VALUE;

  /// Opens a file to learn from, with its labels.
  ///
  /// @throws DataException if the file cannot be read as the options ask
  static DataReader open(Path file, ReadOptions options, ReadProgress progress) {
    return isQueried(file)
        ? open(RowQuery.of(file), options)
        : FileReader.open(file, options, progress, true);
  }

  /// Opens rows of an engine to learn from.
  ///
  /// @throws DataException as [#open(Path, ReadOptions, ReadProgress)]
  static DataReader open(RowQuery query, ReadOptions options) {
    return QueriedReader.open(query, options, true);
  }

  /// Opens a file to learn from that is of use with all its columns only.
  ///
  /// @throws DataException as [#open(Path, ReadOptions, ReadProgress)]
  static DataReader openWhole(Path file, ReadOptions options, ReadProgress progress) {
    return isQueried(file)
        ? QueriedReader.open(RowQuery.of(file), options, false)
        : FileReader.open(file, options, progress, false);
  }

  /// Opens a file like one that was learned from: features are matched by name if both files have
  /// names, by position otherwise, and the label may be absent unless it is required.
  ///
  /// @param schema the columns of the file that was learned from
  /// @param featureLimit the number of features that indices of sparse lines may not exceed
  /// @throws DataException if the file cannot be read as the options ask, or is not like that one
  static DataReader openLike(
      Schema schema,
      int featureLimit,
      Path file,
      ReadOptions options,
      LabelUse labelUse,
      ReadProgress progress) {
    return isQueried(file)
        ? openLike(schema, RowQuery.of(file), options, labelUse)
        : FileReader.openLike(schema, featureLimit, file, options, labelUse, progress);
  }

  /// Opens rows of an engine like those of a file that was learned from.
  ///
  /// @throws DataException as [#openLike(Schema, int, Path, ReadOptions, LabelUse, ReadProgress)]
  static DataReader openLike(
      Schema schema, RowQuery query, ReadOptions options, LabelUse labelUse) {
    return QueriedReader.openLike(schema, query, options, labelUse);
  }

  private static boolean isQueried(Path file) {
    return RowQuery.isOf(file) || RowQuery.isEmbeddings(file);
  }

  /// Returns the columns.
  Schema schema();

  /// Whether the rows are text, otherwise those of an engine or embeddings.
  boolean isText();

  /// The cells of the header, one for each column, even if they are not names of columns, such as
  /// numbers; empty without a header.
  default List<String> headerCells() {
    return List.of();
  }

  /// Returns the assumptions about the rows that might be wrong, sentences without their full
  /// stops.
  List<String> remarks();

  /// Reports assumptions that might be wrong, sentences without their full stops: those of
  /// [#remarks] now, and others while rows are read.
  void noteTo(Consumer<String> told);

  /// A note that a column which is taken for the label by its position may not be the label,
  /// because its first cells are not among these classes; empty if there is no such column, or it
  /// has no cells.
  default Optional<String> labelDoubt(List<String> classes) {
    return Optional.empty();
  }

  /// Returns how rows are written, for appending cells to them.
  ///
  /// @throws DataException if cells cannot be appended
  RowText rowText();

  /// The files that are read and may turn out to be written too: those of a query or a pattern.
  default Set<Path> files() {
    return Set.of();
  }

  /// Reads text in blocks of this size.
  default DataReader withBlocks(int bytes) {
    return this;
  }

  /// Reads text in blocks of fewer rows if there are so many classes that the scores of a block
  /// would take more memory than its text.
  default DataReader withFewRowsOf(int classCount) {
    return this;
  }

  /// Reads the rows block by block; a few blocks are in memory at a time.
  ///
  /// @param <T> the result of the work on a block
  /// @param workers parse blocks and do the work
  /// @param work is done on the rows of each block, by several threads at once
  /// @param taker gets the results, in the order of the file, in the calling thread
  /// @return the number of rows
  /// @throws DataException at the first row of the file that cannot be read; results of earlier
  ///   rows have been taken
  default <T> long forEach(Workers workers, Function<RowBlock, T> work, Consumer<T> taker) {
    return forEach(workers, RowBlock.Size.ofColumns(schema().featureNames().size()), work, taker);
  }

  /// Reads the rows in blocks of this size, if possible. Blocks of text have other sizes, and so
  /// may those of an engine.
  <T> long forEach(
      Workers workers, RowBlock.Size size, Function<RowBlock, T> work, Consumer<T> taker);

  /// Reads all rows.
  ///
  /// @throws DataException at the first row that cannot be read
  default Table all(Workers workers) {
    return all(workers, rows -> {});
  }

  /// Reads all rows.
  ///
  /// @param check throws a [DataException] at rows that cannot be used, by several threads at once
  /// @throws DataException at the first row that cannot be read or used
  default Table all(Workers workers, Consumer<Table> check) {
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

  /// Writes a Parquet file of answers to the rows of an engine, as
  /// [org.lanewise.cli.engine.QueriedRows#write] does. If several rows are refused, the first is
  /// reported.
  ///
  /// @return the number of rows
  /// @throws UnsupportedOperationException if the rows are text
  default long write(Answers answers, boolean keep, int threads, Path file) {
    throw new UnsupportedOperationException("answers to rows of text are text");
  }

  @Override
  void close();
}
