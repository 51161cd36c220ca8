package org.lanewise.cli.resampling;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.gathering.BlockGathering;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.table.RowCopies;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.Workers;

/// Rows to learn from and rows to predict, perhaps of one table.
public final class Part {

  /// Rows that are copied at once for a fit.
  private static final int FIT_ROWS = 1 << 16;

  private final Table training;
  private final int[] trainRows;
  private final Table test;
  private final int[] testRows;

  private Part(Table training, int[] trainRows, Table test, int[] testRows) {
    this.training = training;
    this.trainRows = trainRows;
    this.test = test;
    this.testRows = testRows;
  }

  /// Rows of one table.
  static Part of(Table rows, int[] trainRows, int[] testRows) {
    return new Part(rows, trainRows, rows, testRows);
  }

  /// All rows of two tables, sparse ones with the features of both. What type a column is and what
  /// categories it has, the rows to learn from say alone, as for a model that is kept.
  static Part of(Table training, Table test) {
    return new Part(
        training.withFeaturesOf(test), all(training), test.withFeaturesOf(training), all(test));
  }

  private static int[] all(Table rows) {
    return IntStream.range(0, rows.rowCount()).toArray();
  }

  /// The same rows with some of the features only.
  ///
  /// @param kept the indices of these features, ascending
  public Part withFeatures(int... kept) {
    return new Part(training.withFeatures(kept), trainRows, test.withFeatures(kept), testRows);
  }

  /// How many rows there are to learn from.
  public int trainCount() {
    return trainRows.length;
  }

  /// The classes and weights of the rows to learn from.
  public Labels trainLabels() {
    return training.labels().select(trainRows);
  }

  /// How many rows there are to predict.
  public int testCount() {
    return testRows.length;
  }

  /// The indices of the rows to predict.
  public int[] testRows() {
    return testRows.clone();
  }

  /// The rows to predict whose class no row to learn from has.
  Table untaught() {
    Classes learned = FittedModel.ofClassesWithRows(trainLabels()).classes();
    int[] known = test.labels().classes().indicesIn(learned);
    return test.select(
        IntStream.of(testRows).filter(row -> known[test.labels().index(row)] < 0).toArray());
  }

  /// A note if rows to predict have copies among the rows to learn from.
  ///
  /// @param isOne whether both are rows of one table
  Optional<String> copies(boolean isOne) {
    if (isOne) {
      return RowCopies.of(training, false).noteOf(trainRows, testRows);
    }
    Table both = Table.join(List.of(training.select(trainRows), test.select(testRows)));
    int learned = trainRows.length;
    return new RowCopies(test.file(), RowCopies.of(both, false).identical())
        .noteOf(
            IntStream.range(0, learned).toArray(),
            IntStream.range(learned, learned + testRows.length).toArray());
  }

  /// All rows to learn from, copied.
  public Table trainingTable() {
    return training.select(trainRows);
  }

  /// Rows to learn from, copied: all, or as many, evenly spaced.
  public Table trainingTable(int most) {
    int count = trainRows.length;
    return count <= most
        ? trainingTable()
        : training.select(
            IntStream.range(0, most)
                .map(i -> trainRows[(int) ((long) i * count / most)])
                .toArray());
  }

  /// The rows to learn from, copied as they are asked for.
  public Iterable<Table> training() {
    return training.chunks(trainRows, FIT_ROWS);
  }

  /// The rows to predict, copied as they are asked for.
  ///
  /// @param most how many there are at most in each table
  public Iterable<Table> test(int most) {
    return test.chunks(testRows, most);
  }

  /// Fits to the rows to learn from, without a copy of all of them where that is possible.
  ///
  /// @throws org.lanewise.cli.table.DataException if the rows are refused
  public FittedModel fit(ClassifierKind kind, FitOptions options, Workers workers) {
    Optional<BlockGathering> blocks = BlockGathering.of(kind, options, training.schema(), workers);
    if (blocks.isEmpty() || options.inSpan()) {
      return FittedModel.fit(kind, options, trainingTable(), training, workers);
    }
    training().forEach(blocks.get()::add);
    return blocks.get().gathered().fit(kind, options);
  }
}
