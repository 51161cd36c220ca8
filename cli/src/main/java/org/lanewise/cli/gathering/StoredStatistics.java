package org.lanewise.cli.gathering;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.InputNotes;
import org.lanewise.cli.model.MixedBlocks;
import org.lanewise.cli.reading.StandardInput;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.table.DataException;
import org.lanewise.io.StatisticsFile;
import org.lanewise.io.UnusableFileException;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.Statistics;

/// [Gathered] statistics as a statistics file keeps them: what they do not know is in the file's
/// notes.
///
/// | note | value |
/// | --- | --- |
/// | `classifier` | the classifier that they were gathered for, by its name on the command line |
/// | `rows`, `label.index` … `dropped.columns` | the columns, as in a file of [org.lanewise.cli.model.StoredModel] |
/// | `class.rows` | how many rows of each class there were, divided by commas, if none had a weight |
/// | `half-life.seconds`, `half-life.latest` | how the weights of rows fall with their age ([Decay]), if they do |
/// | `incomplete.rows` | how many rows lacked values, if values could be missing |
/// | the name of an option such as `binarize`, `missing` | its text, if it was given |
///
/// A file without notes, as a program writes it, is taken for statistics of tables without a label.
public final class StoredStatistics {

  private static final String CLASSIFIER = "classifier";
  private static final String INCOMPLETE = "incomplete.rows";

  private StoredStatistics() {}

  /// Writes a statistics file, whole or not at all.
  ///
  /// @throws DataException if it cannot be written
  public static void write(Gathered gathered, Path path) {
    try {
      file(gathered).write(path);
    } catch (UnusableFileException e) {
      throw new DataException(e.getMessage(), e);
    }
  }

  /// A statistics file to be written.
  public static StatisticsFile file(Gathered gathered) {
    SortedMap<String, String> notes = new TreeMap<>();
    notes.put(CLASSIFIER, gathered.kind().id());
    InputNotes.add(gathered.inputs(), notes);
    gathered.options().forEach((option, text) -> notes.put(option.id(), text));
    InputNotes.addClassRows(gathered.rowsOfClasses(), notes);
    gathered.lacking().ifPresent(count -> notes.put(INCOMPLETE, Long.toString(count)));
    gathered.decay().ifPresent(decay -> decay.addTo(notes));
    return new StatisticsFile(gathered.statistics(), notes);
  }

  /// Reads a statistics file.
  ///
  /// @throws DataException if it cannot be read or holds none of this command's statistics
  public static Gathered read(Path path) {
    try {
      StatisticsFile file =
          StandardInput.is(path) ? StatisticsFile.read(System.in) : StatisticsFile.read(path);
      Statistics statistics = file.statistics();
      Map<String, String> notes = file.notes();
      Optional<ColumnTypes> types =
          statistics instanceof MixedStatistics mixed
              ? Optional.of(MixedBlocks.types(mixed, notes))
              : Optional.empty();
      List<Long> counts = InputNotes.classRows(notes, statistics.classCount());
      Gathered read =
          new Gathered(
              StandardInput.nameOf(path),
              ClassifierKind.LDA,
              statistics,
              InputNotes.inputs(
                  notes,
                  statistics.features(),
                  Gathered.words(statistics),
                  types,
                  Gathered.dictionaries(statistics),
                  Optional.empty()),
              InputNotes.options(notes),
              !counts.isEmpty(),
              Optional.ofNullable(notes.get(INCOMPLETE)).map(InputNotes::count),
              statistics.rowCount(),
              Decay.of(notes));
      return read.ofKind(kind(read, notes));
    } catch (UnusableFileException e) {
      throw new DataException(
          StandardInput.is(path)
              ? e.getMessage().replace("the stream", name(path))
              : e.getMessage(),
          e);
    } catch (IOException e) {
      throw new DataException("cannot read %s: %s".formatted(name(path), e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new DataException(
          "%s contains no usable statistics: %s".formatted(name(path), e.getMessage()), e);
    }
  }

  /// Returns the name of a file for messages.
  private static String name(Path path) {
    return StandardInput.is(path) ? StandardInput.nameOf(path) : "'" + path + "'";
  }

  /// Returns the classifier that the statistics were gathered for, or the first that they fit if a
  /// program wrote them.
  private static ClassifierKind kind(Gathered read, Map<String, String> notes) {
    List<ClassifierKind> served = read.classifiers();
    String name = notes.get(CLASSIFIER);
    if (name == null) {
      return served.getFirst();
    }
    return ClassifierKind.named(name)
        .filter(served::contains)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "they are %s, gathered for '%s'; expected one of %s"
                    .formatted(read.what(), name, Gathered.names(served))));
  }
}
