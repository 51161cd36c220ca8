package org.lanewise.cli.resampling;

import java.math.BigDecimal;
import java.util.List;
import org.lanewise.cli.gathering.Learner;
import org.lanewise.cli.model.ClassifierKind;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.options.Arguments;
import org.lanewise.cli.options.StatisticsOptions;
import org.lanewise.cli.options.UsageException;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Workers;

/// Options that predict rows before they are learned.
public final class PrequentialOptions implements Arguments.Group {

  private static final int MOST = 999_999_999;

  /// The windows if no size is given.
  private static final int WINDOWS = 20;

  private List<String> given = List.of();
  private boolean asked;
  private int blockRows = 1;
  private int warmUpRows;
  private int windowRows;
  private double halfLife = Double.POSITIVE_INFINITY;

  @Override
  public void addTo(Arguments arguments) {
    given = arguments.given();
    arguments.flag(
        "--prequential",
        () -> asked = true,
        "Test, then learn: rows are in the order of time, the oldest first; each is predicted by a"
            + " model of the rows before it, then learned. Rows before the first model are learned"
            + " only. Types of columns, categories and words are those of all rows.");
    arguments.number(
        "--block",
        "N",
        1,
        MOST,
        value -> blockRows = value,
        "With --prequential: predict N rows, then learn them; 1 by default.");
    arguments.number(
        "--warm-up",
        "N",
        0,
        MOST,
        value -> warmUpRows = value,
        "With --prequential: only learn the first N rows; 0 by default.");
    arguments.halfLife(
        "rows",
        "1000",
        value -> halfLife = value,
        "With --prequential: forget old rows. A row counts half as much as one that comes so many"
            + " rows later; rows of a block count the same.");
    arguments.number(
        "--every",
        "N",
        1,
        MOST,
        value -> windowRows = value,
        "With --prequential: show the figures of every N predicted rows; a twentieth of the rows by"
            + " default.");
  }

  /// Whether rows are predicted before they are learned.
  public boolean areAsked() {
    return asked;
  }

  /// Whether something was given.
  boolean areGiven() {
    return !given.isEmpty();
  }

  /// Checks what was given, before any work.
  ///
  /// @throws UsageException if rows are not predicted before they are learned
  void check() {
    if (!asked && areGiven()) {
      throw new UsageException("%s needs --prequential".formatted(given.getFirst()));
    }
  }

  /// A learner of the rows of a file.
  ///
  /// @throws UsageException if the fit needs all rows at once
  public Learner learner(ClassifierKind kind, FitOptions options, Table rows, Workers workers) {
    StatisticsOptions.firstOfAllRows(kind, options)
        .ifPresent(option -> {
          throw new UsageException(
              "--prequential cannot be used with %s, which needs all training rows at once"
                  .formatted(option));
        });
    return new Learner(kind, options, rows, StrictMath.pow(0.5, 1 / halfLife), workers);
  }

  /// The rows in blocks, in their order.
  public Iterable<Table> blocks(Table rows) {
    return rows.chunks(blockRows);
  }

  /// The number of rows that are only learned.
  public int warmUpRows() {
    return warmUpRows;
  }

  /// How many predicted rows are in a window.
  public int windowRows(int rowCount) {
    return windowRows == 0 ? (rowCount + WINDOWS - 1) / WINDOWS : windowRows;
  }

  /// Describes how rows are learned, for people.
  public String describe() {
    return "that of the file, the oldest first; blocks of %d row%s%s"
        .formatted(
            blockRows,
            blockRows == 1 ? "" : "s",
            halfLife > Double.MAX_VALUE
                ? ""
                : ", a row counts half after %s rows"
                    .formatted(BigDecimal.valueOf(halfLife).stripTrailingZeros().toPlainString()));
  }
}
