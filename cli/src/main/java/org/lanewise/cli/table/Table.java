package org.lanewise.cli.table;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.text.Vocabulary;

/// The rows of a data file.
///
/// @param file the file's name, for messages
/// @param schema what the columns were
/// @param features the features of all rows
/// @param labels the class of each row, with its weight if there is such a column; [#NO_LABELS] if
///   labels were ignored
/// @param lines the 1-based line on which each row begins; of rows that are no lines of a text, `~`
///   of their 0-based index
/// @param leftOut what was left out as these rows were read
public record Table(
    String file,
    Schema schema,
    FeatureTable features,
    Labels labels,
    long[] lines,
    LeftOut leftOut) {

  /// The labels of rows whose labels were ignored.
  public static final Labels NO_LABELS = Labels.of(List.of());

  /// Checks that every row has a line, and labels are for all rows or none.
  public Table {
    int rowCount = features.rowCount();
    if (lines.length != rowCount || (hasLabels(labels) && labels.rowCount() != rowCount)) {
      throw new IllegalArgumentException(
          "%d rows have %d lines, %d labels".formatted(rowCount, lines.length, labels.rowCount()));
    }
  }

  /// Rows without any left out.
  public Table(String file, Schema schema, FeatureTable features, Labels labels, long[] lines) {
    this(file, schema, features, labels, lines, LeftOut.NONE);
  }

  /// Counts of what was left out of the rows of a file as they were read.
  ///
  /// @param rows how many rows have no label where labels are read; they are not among the rows
  /// @param characters how many characters of messages are in no word, as
  ///   [org.lanewise.text.Vocabulary#dropped] counts them
  /// @param least the one of them with the lowest code point; 0 if there are none
  public record LeftOut(long rows, long characters, int least) {

    /// Nothing.
    public static final LeftOut NONE = new LeftOut(0, 0, 0);

    /// Both of these.
    public LeftOut and(LeftOut other) {
      return new LeftOut(
          rows + other.rows,
          characters + other.characters,
          least == 0 || other.least == 0
              ? Math.max(least, other.least)
              : Math.min(least, other.least));
    }

    /// The same and a message.
    public LeftOut andOf(String message) {
      LeftOut all = this;
      for (int c : Vocabulary.dropped(message)) {
        all = all.and(new LeftOut(0, 1, c));
      }
      return all;
    }

    /// Tells what was left out of a file, sentences without their full stops.
    ///
    /// @param rowCount how many rows are left
    public void noteTo(Consumer<String> notes, String file, long rowCount) {
      if (rows > 0) {
        notes.accept(
            "%s: leaving out %d of %d rows, which have no label"
                .formatted(file, rows, rows + rowCount));
      }
      if (characters > 0) {
        notes.accept(
            "%s: leaving out %d character%s of messages, such as '%s', that belong to no word (a run of letters, marks and digits)"
                .formatted(
                    file, characters, characters == 1 ? "" : "s", Character.toString(least)));
      }
    }

    /// Refuses a file that has nothing left.
    ///
    /// @param rowCount how many rows are left
    /// @param why why no row has a label, to end a sentence
    /// @throws DataException if none is
    public void requireRows(String file, String why, long rowCount) {
      if (rowCount == 0) {
        throw new DataException(
            rows > 0
                ? "%s has no labelled rows%s".formatted(file, why)
                : "%s has no rows".formatted(file));
      }
    }
  }

  /// Where a row is, for messages: its line, or its 0-based index among rows that are no lines.
  public String place(int row) {
    return lines[row] < 0 ? "row " + ~lines[row] : "line " + lines[row];
  }

  /// A table of numbers that has no rows yet.
  public static Table ofNoRows(String file, Schema schema) {
    double[][] columns = new double[schema.featureNames().size()][0];
    return new Table(file, schema, new NumberFeatures(0, columns), NO_LABELS, new long[0]);
  }

  /// The number of rows.
  public int rowCount() {
    return features.rowCount();
  }

  /// The same rows with their features in another form.
  private Table withFeatures(FeatureTable newFeatures) {
    return new Table(file, schema, newFeatures, labels, lines);
  }

  /// The same rows with other labels, as many.
  public Table withLabels(Labels others) {
    return new Table(file, schema, features, others, lines, leftOut);
  }

  /// The same rows with the categories of each feature coded in the order of classes; this if its
  /// features are no categories.
  public Table withSortedCategories() {
    return features instanceof CategoryFeatures own
        ? withFeatures(own.recode(own.sortedDictionaries()))
        : this;
  }

  /// The same rows, if they are sparse, with as many features as there are in them or in those of
  /// another table, which was read like this one.
  public Table withFeaturesOf(Table other) {
    return features instanceof SparseFeatures own && other.features instanceof SparseFeatures more
        ? withFeatures(own.withFeaturesOf(more))
        : this;
  }

  /// The same rows with some of the features only, as if the other columns had been left out.
  ///
  /// @param kept the indices of these features, ascending
  /// @throws UnsupportedOperationException if the features are no columns
  public Table withFeatures(int... kept) {
    return new Table(file, schema.withFeatures(kept), features.of(kept), labels, lines);
  }

  /// The given rows only, in that order; the classes of the labels stay those of all rows.
  ///
  /// @throws IndexOutOfBoundsException if a row is out of range
  public Table select(int[] rows) {
    long[] selectedLines = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      selectedLines[i] = lines[rows[i]];
    }
    return new Table(
        file,
        schema,
        features.select(rows),
        hasLabels(labels) ? labels.select(rows) : labels,
        selectedLines);
  }

  /// These rows in parts of at most `mostRows`, in order; each part is made when it is its turn,
  /// and a table that is no larger is its own only part.
  public Iterable<Table> chunks(int mostRows) {
    int rowCount = rowCount();
    return rowCount <= mostRows
        ? List.of(this)
        : chunks(IntStream.range(0, rowCount).toArray(), mostRows);
  }

  /// Some of these rows in parts of at most `mostRows`, in that order; each part is made when it is
  /// its turn.
  public Iterable<Table> chunks(int[] rows, int mostRows) {
    return () ->
        IntStream.iterate(0, from -> from < rows.length, from -> from + mostRows)
            .mapToObj(from ->
                select(Arrays.copyOfRange(rows, from, Math.min(rows.length, from + mostRows))))
            .iterator();
  }

  /// The rows of tables that follow one another in a file, as one table. The tables are used up:
  /// their columns are released one by one, so that all rows are in memory once.
  ///
  /// @param parts at least one
  public static Table join(List<Table> parts) {
    Table first = parts.getFirst();
    if (parts.size() == 1) {
      return first;
    }
    long[] lines = parts.stream().map(Table::lines).flatMapToLong(LongStream::of).toArray();
    return new Table(
        first.file,
        first.schema,
        FeatureTable.join(parts.stream().map(Table::features).toList()),
        joinLabels(parts.stream().map(Table::labels).toList(), lines.length),
        lines);
  }

  private static Labels joinLabels(List<Labels> parts, int rowCount) {
    if (!hasLabels(parts.getFirst())) {
      return NO_LABELS;
    }
    Classes classes =
        Classes.sorted(parts.stream().flatMap(part -> part.classes().names().stream()).toList());
    int[] indices = new int[rowCount];
    double[] weights = new double[parts.getFirst().areWeighted() ? rowCount : 0];
    int next = 0;
    for (Labels part : parts) {
      int[] to = part.classes().indicesIn(classes);
      for (int row = 0; row < part.rowCount(); row++) {
        if (weights.length > 0) {
          weights[next] = part.weight(row);
        }
        indices[next++] = to[part.index(row)];
      }
    }
    Labels joined = Labels.ofIndices(indices, classes);
    return weights.length > 0 ? joined.withWeights(weights) : joined;
  }

  private static boolean hasLabels(Labels labels) {
    return labels.rowCount() > 0;
  }
}
