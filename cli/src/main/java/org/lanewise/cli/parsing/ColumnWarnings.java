package org.lanewise.cli.parsing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.Roles;

/// Warnings about the features of a training table: features without names under a header, a
/// feature that counts the rows, such as the index that pandas and R write, and one that is called
/// like the label, while the last column is taken for it.
///
/// @param file what messages call the table
/// @param header the cells of the header; none without one
/// @param rows the first rows
public record ColumnWarnings(String file, List<String> header, List<List<String>> rows) {

  /// Rows from which on a column that counts them does so by intent.
  private static final int ENOUGH_ROWS = 10;

  /// Usual names of the label.
  private static final Pattern LABEL =
      Pattern.compile("(?i)class|label|target|outcome|species|diagnosis");

  /// Returns the warnings, sentences without their full stops.
  ///
  /// @param asked the requested roles: features that are named there cause no warning
  public List<String> of(Columns columns, Roles asked) {
    List<String> said = new ArrayList<>();
    if (columns.schema().text().exists() || !asked.choice().features().isEmpty()) {
      return said;
    }
    Optional<Integer> nameless =
        header.isEmpty() || columns.schema().named()
            ? Optional.empty()
            : features(columns)
                .filter(column -> columns.names().get(column).isEmpty())
                .boxed()
                .findFirst();
    nameless.ifPresent(column ->
        said.add(
            "%s: matching features by position, because column index %d has no name of its own; files to predict need the same column order"
                .formatted(file, column)));
    String label = columns.schema().label().name();
    if (asked.label().isEmpty() && !LABEL.matcher(label).matches()) {
      features(columns)
          .filter(column -> LABEL.matcher(columns.names().get(column)).matches())
          .findFirst()
          .ifPresent(column ->
              said.add(
                  "%s: %s is used as a feature, and the last column, '%s', is the label; use --label %s if it is the label"
                      .formatted(file, columns.describe(column), label, columns.choice(column))));
    }
    features(columns)
        .filter(this::countsRows)
        .findFirst()
        .ifPresent(column ->
            said.add(
                "%s: %s counts the rows and is used as a feature; use --drop %s to leave it out"
                    .formatted(file, columns.describe(column), columns.choice(column))));
    return said;
  }

  private static IntStream features(Columns columns) {
    return IntStream.range(0, columns.roles().length)
        .filter(column -> columns.roles()[column] >= 0);
  }

  private boolean countsRows(int column) {
    return rows.size() >= ENOUGH_ROWS
        && rows.stream().allMatch(row -> column < row.size())
        && isWhole(cell(0, column))
        && IntStream.range(0, rows.size())
            .allMatch(row ->
                cell(row, column).equals(Long.toString(Long.parseLong(cell(0, column)) + row)));
  }

  private String cell(int row, int column) {
    return Cell.decode(rows.get(row).get(column));
  }

  private static boolean isWhole(String cell) {
    return cell.matches("[0-9]{1,18}");
  }
}
