package org.lanewise.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.lanewise.internal.file.AtomicFile;
import org.lanewise.statistics.Statistics;

/// A file of statistics, with the names of classes and features.
///
/// Rows added to statistics read from a file give the same bits as without the file; this includes
/// the rows of an open range. Files are written, validated and framed like a [ModelFile], with the
/// sections `classes`, `features`, `notes` and `orders` first. Then follow, for kind 256, Gaussian
/// statistics, where S is 1 for the pooled form and otherwise k,
///
/// | tag | content |
/// | --- | --- |
/// | `rows` | 6 integers of 8 bytes: rows, rows of the open range, 1 if pooled, else 0, rows of a range, of a chunk and of a tile that is added: 8192, 256 and 128, or 8192, 1 and 1 if pooled |
/// | `weights` | k doubles: the weight of each class in the complete ranges |
/// | `anchors`, `means` | k rows of d doubles each: a row of each class, and the class mean minus that row |
/// | `held` | S integers of 8 bytes: 1 if a scatter is held, 0 if it is 0 |
/// | `scatters` | the scatters that are held: entries (0,0), (0,1), (1,1), (0,2) … (d−1,d−1) |
/// | `errors` | S rows of d doubles: bounds of the error of the diagonals; absent if nothing was subtracted |
/// | `oweights`, `oanchors`, `omeans`, `oheld`, `oscatter`, `oerrors` | the same for the open range |
/// | `waiting` | k integers of 8 bytes: the number of waiting rows of each class, n in all |
/// | `wweights`, `wrows` | n doubles, n rows of d doubles: the weights of the waiting rows, and the rows |
///
/// and for kind 257, Bernoulli statistics,
///
/// | tag | content |
/// | --- | --- |
/// | `rows`, `classrow` | 1 and k integers of 8 bytes: the number of all rows, and of the complete rows of each class without weights |
/// | `counts` | k rows of d integers of 8 bytes: the number of these in which each feature is set |
/// | `weights`, `wcounts` | k doubles, k rows of d doubles: the same for complete rows with weights; absent if there were none |
/// | `mrows`, `mclass`, `mcounts`, `mweights`, `msums` | for rows that may have missing values, the sections of category statistics (below) for the categories 0 and 1 of each feature; absent if there were none |
///
/// and for kinds 258, count statistics, and 259, category statistics, where K_j is the number of
/// categories of feature j and D is d or Σ K_j,
///
/// | tag | content |
/// | --- | --- |
/// | `sizes`, `category` | kind 259 only: the categories, as in a [ModelFile] |
/// | `rows`, `classrow` | 1 and k integers of 8 bytes: the number of all rows, and of the rows of each class without weights |
/// | `counts` | k rows of D integers of 8 bytes: sums of whole counts in rows without weights |
/// | `weights` | k doubles: the weight of rows with weights; absent if there were none |
/// | `sums` | k rows of D doubles: sums of fractions and of weighted counts; absent if there were none |
///
/// and for kind 260, diagonal statistics, where n rows wait,
///
/// | tag | content |
/// | --- | --- |
/// | `rows` | 4 integers of 8 bytes: rows, rows of the open range, rows of a range and of a chunk: 32768 and 1024 |
/// | `weights` | k doubles: the weight of each class in the complete ranges |
/// | `anchors`, `means` | k rows of d doubles each: a value near the class, and the class mean minus that value |
/// | `squares` | k rows of d doubles: sums of squared deviations |
/// | `errors` | k rows of d doubles: bounds of their error; absent if nothing was subtracted |
/// | `oweights`, `oanchors`, `omeans`, `osquares`, `oerrors` | the same for the open range |
/// | `waiting` | an integer of 8 bytes: n |
/// | `wlabels`, `wweights`, `wrows` | n integers of 8 bytes, n doubles, n rows of d doubles: classes, weights, and the rows |
///
/// and for kind 261, diagonal statistics of rows with missing values,
///
/// | tag | content |
/// | --- | --- |
/// | `parts` | an integer of 8 bytes: d + 1 |
/// | `rows` … `wrows` | the sections of kind 260 for one feature, d + 1 times: first for all rows, with a feature that is 0, then for each feature, from the rows in which it is observed |
///
/// and for kind 262, statistics of blocks,
///
/// | tag | content |
/// | --- | --- |
/// | `blocks` | an integer of 8 bytes: the number B of blocks |
/// | `kinds` | B rows of 3 integers of 8 bytes: the kind of each block, its number of features, 1 if these are words, else 0 |
/// | … | the sections of each block's kind, one block after the other; d is then the number of features of the block |
///
/// and for kind 263, statistics of transformed rows,
///
/// | tag | content |
/// | --- | --- |
/// | `steps` … `inner` | the transform, as in a [ModelFile] of kind 11; `inner` has the kind of the statistics of transformed rows |
/// | … | the sections of that kind; d is then its number of features |
///
/// @param statistics the statistics; the file gets their contents at the time of writing
/// @param notes further information under keys of the caller's choice
public record StatisticsFile(Statistics statistics, SortedMap<String, String> notes) {

  /// Checks and copies the notes.
  ///
  /// @throws IllegalArgumentException if a note is null
  public StatisticsFile {
    Objects.requireNonNull(statistics, "statistics");
    notes = StoredNames.sorted(notes);
  }

  /// Creates a file without notes.
  public StatisticsFile(Statistics statistics) {
    this(statistics, new TreeMap<>());
  }

  /// Writes statistics without notes. An existing file is replaced once the new file is complete
  /// and on disk; if writing fails, it does not change.
  ///
  /// @throws UnusableFileException if the file cannot be written
  /// @throws IllegalArgumentException if no class is known yet, if a name contains half a surrogate
  ///   pair, or if a sum has overflowed
  public static void write(Statistics statistics, Path path) throws UnusableFileException {
    new StatisticsFile(statistics).write(path);
  }

  /// Reads the statistics of a file; they must have the given class.
  ///
  /// @throws UnusableFileException if there is no such file, if it cannot be read, if it is not
  ///   complete and valid, or if it holds other statistics
  public static <S extends Statistics> S read(Path path, Class<S> kind)
      throws UnusableFileException {
    Statistics statistics = read(path).statistics;
    if (!kind.isInstance(statistics)) {
      throw new UnusableFileException(
          "'%s' holds %s; %s are expected"
              .formatted(path, statistics.getClass().getSimpleName(), kind.getSimpleName()));
    }
    return kind.cast(statistics);
  }

  /// Writes the file. An existing file is replaced once the new file is complete and on disk; if
  /// writing fails, it does not change.
  ///
  /// @throws UnusableFileException if the file cannot be written
  /// @throws IllegalArgumentException if no class is known yet, if a name or note contains half a
  ///   surrogate pair, or if a sum has overflowed
  public void write(Path path) throws UnusableFileException {
    List<Section> sections = sections();
    AtomicFile.write(path, stream -> write(sections, stream));
  }

  /// Writes the bytes of the file to a stream, which is flushed and not closed.
  ///
  /// @throws IOException if the stream throws it
  /// @throws IllegalArgumentException if no class is known yet, if a name or note contains half a
  ///   surrogate pair, or if a sum has overflowed
  public void write(OutputStream stream) throws IOException {
    write(sections(), stream);
  }

  private List<Section> sections() {
    if (statistics.classCount() == 0) {
      throw new IllegalArgumentException(
          "the statistics know no class yet; at least one is expected in a file");
    }
    List<Section> sections =
        new StoredNames(statistics.classes(), statistics.features(), notes).sections();
    sections.addAll(StatisticsCodec.encode(statistics));
    return sections;
  }

  private void write(List<Section> sections, OutputStream stream) throws IOException {
    FileOutput.write(
        StatisticsCodec.of(statistics).kind(),
        statistics.featureCount(),
        statistics.classCount(),
        sections,
        stream);
  }

  /// Whether the first bytes of a file are those of statistics. False for models and other files,
  /// for unreadable files, and for pipes, which can be read only once.
  public static boolean isOne(Path path) {
    return Files.isRegularFile(path) && StatisticsCodec.nameOf(FileInput.kind(path)) != null;
  }

  /// Reads a file.
  ///
  /// @throws UnusableFileException if there is no such file, if it cannot be read, or if it is not
  ///   complete and valid
  public static StatisticsFile read(Path path) throws UnusableFileException {
    return FileInput.read(path, StatisticsFile::read);
  }

  /// Reads a file from a stream, to the stream's end.
  ///
  /// @throws UnusableFileException if the bytes are not a complete and valid file
  /// @throws IOException if the stream throws it
  public static StatisticsFile read(InputStream stream) throws IOException {
    return read(stream, "the stream");
  }

  private static StatisticsFile read(InputStream stream, String source) throws IOException {
    SectionReader in = FileInput.read(stream, source);
    StatisticsCodec codec = StatisticsCodec.of(in, in.kind());
    try {
      StoredNames names = StoredNames.read(in);
      Statistics statistics = codec.read(in, names);
      in.finish();
      return new StatisticsFile(statistics, names.notes());
    } catch (IllegalArgumentException | ArithmeticException e) {
      // Arithmetic: shapes whose arrays would be too large.
      throw new UnusableFileException(
          "%s holds no valid %s: %s".formatted(source, codec.name(), e.getMessage()), e);
    }
  }
}
