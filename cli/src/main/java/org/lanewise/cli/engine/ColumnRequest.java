package org.lanewise.cli.engine;

import java.util.Optional;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;

/// The types in which an engine reads rows.
///
/// @param file what messages call the rows
/// @param columns what each column is
/// @param categorical whether every feature is a category; a number otherwise
/// @param missing the text of a missing value, if there is one: then NULL, NaN and an empty text
///   are missing values too. Among categories they always are
/// @param mayBeMissing whether `--missing` is an option here, so that a refusal names it
/// @param labelled whether labels are read
public record ColumnRequest(
    String file,
    Columns columns,
    boolean categorical,
    Optional<String> missing,
    boolean mayBeMissing,
    boolean labelled) {

  /// Refuses a cell that is not a finite number.
  ///
  /// @param row the 0-based index of the row
  /// @param value the number, NaN also where it is NULL
  public DataException badNumber(long row, int column, double value) {
    boolean isFeature = columns.roles()[column] >= 0;
    boolean hint = isFeature && mayBeMissing && missing.isEmpty() && Double.isNaN(value);
    return refusal(
        row,
        column,
        "the value is %s; expected a finite number%s"
            .formatted(
                Double.isNaN(value) ? "NULL or NaN" : Double.toString(value),
                hint ? "; use --missing '' if NULL and NaN are missing values" : ""));
  }

  /// Refuses a weight that is negative.
  public DataException badWeight(long row, int column, double weight) {
    return refusal(row, column, "the weight %s is negative; expected 0 or more".formatted(weight));
  }

  /// Refuses a message that is not there.
  public DataException noMessage(long row, int column) {
    return refusal(row, column, "the message is NULL; expected text");
  }

  private DataException refusal(long row, int column, String found) {
    return new DataException(
        "%s, row %d, %s: %s".formatted(file, row, columns.describe(column), found));
  }
}
