package org.lanewise.cli.table;

import java.util.Optional;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.validation.Folds;
import org.lanewise.validation.IdenticalRows;

/// The identical rows of a file as it was read: equal numbers, texts, messages or entries, and the
/// same class.
///
/// @param file the file's name, for notes
/// @param identical the identical rows
public record RowCopies(String file, IdenticalRows identical) {

  /// Finds the identical rows of a table.
  ///
  /// @param together whether they are left out of fits together
  public static RowCopies of(Table rows, boolean together) {
    RowBatch batch =
        switch (rows.features()) {
          case NumberFeatures numbers -> NumericColumns.of(numbers.columns());
          case CategoryFeatures categories ->
              CategoryColumns.withMissing(CategoryFeatures.MISSING, categories.codes());
          case SparseFeatures sparse ->
              SparseRows.of(
                  sparse.rowStarts(), sparse.indices(), sparse.values(), sparse.featureCount());
          case MessageFeatures texts ->
              CategoryColumns.fromRows(
                  texts.messages().stream()
                      .map(message -> new String[] {message})
                      .toArray(String[][]::new));
        };
    IdenticalRows identical = IdenticalRows.of(batch, rows.labels());
    return new RowCopies(rows.file(), together ? identical.together() : identical);
  }

  /// A note if rows are left out of fits in which their copies stay.
  public Optional<String> noteOfLeftOut() {
    return note(
        identical.areTogether() ? 0 : identical.count(),
        identical.rowCount(),
        "rows are identical to another row of their class, which stays in the fit that they are"
            + " left out of; if they are copies of one measurement, use --copies together");
  }

  /// A note if rows are ranked.
  public Optional<String> noteOfRanks() {
    return identical.areTogether()
        ? note(
            identical.count(),
            identical.rowCount(),
            "rows are identical to another row of their class, and are left out of fits together"
                + " to be ranked; --copies apart leaves them out one by one")
        : noteOfLeftOut();
  }

  /// A note if test rows have copies among the training rows of their fold.
  ///
  /// @param instead what to do if they are copies of one measurement
  public Optional<String> noteOf(Folds folds, String instead) {
    long seen = 0;
    long tested = 0;
    for (int fold = 0; identical.count() > 0 && fold < folds.count(); fold++) {
      int[] testRows = folds.testRows(fold);
      seen += identical.countSeen(folds.trainRows(fold), testRows);
      tested += testRows.length;
    }
    return noteOfTested(seen, tested, instead);
  }

  /// A note if test rows have copies among training rows.
  public Optional<String> noteOf(int[] trainRows, int[] testRows) {
    return noteOfTested(
        identical.countSeen(trainRows, testRows), testRows.length, "keep only one of them");
  }

  private Optional<String> noteOfTested(long seen, long tested, String instead) {
    return note(
        seen,
        tested,
        "test rows are identical to a training row of their class; if they are copies of one"
            + " measurement, "
            + instead);
  }

  private Optional<String> note(long count, long all, String what) {
    return count == 0
        ? Optional.empty()
        : Optional.of("%s: %d of %d %s".formatted(file, count, all, what));
  }
}
