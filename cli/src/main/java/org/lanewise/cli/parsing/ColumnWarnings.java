package org.lanewise.cli.parsing;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.Roles;

/// What is to be said of the features of a table that is learned from: that they go without names,
/// though there is a header, and that one counts the rows, as the index that pandas and R write.
///
/// @param file what messages call the table
/// @param header the cells of the header; none without one
/// @param rows the first rows
public record ColumnWarnings(String file, List<String> header, List<List<String>> rows) {

  /// Rows from which on a column that counts them does so by intent.
  private static final int ENOUGH_ROWS = 10;

  /// What is to be said, sentences without their full stops.
  ///
  /// @param asked what was asked of the columns: of features that are named nothing is said
  public List<String> of(Columns columns, Roles asked) {
    List<String> said = new ArrayList<>();
    if (columns.schema().text().exists() || !asked.choice().features().isEmpty()) {
      return said;
    }
    Optional<Integer> nameless =
        header.isEmpty() || columns.schema().named() || countsTheTable() || areIndices(columns)
            ? Optional.empty()
            : features(columns)
                .filter(column -> !Cell.isName(header.get(column)))
                .boxed()
                .findFirst();
    nameless.ifPresent(column ->
        said.add(
            "%s: features are known by their places, as column index %d %s; a file to be labelled needs its columns in this order"
                .formatted(file, column, why(header.get(column)))));
    features(columns)
        .filter(this::countsRows)
        .findFirst()
        .ifPresent(column ->
            said.add(
                "%s: %s counts its rows and is a feature now; --drop %s leaves it out"
                    .formatted(file, columns.describe(column), columns.choice(column))));
    return said;
  }

  private static IntStream features(Columns columns) {
    return IntStream.range(0, columns.roles().length)
        .filter(column -> columns.roles()[column] >= 0);
  }

  private static String why(String cell) {
    return cell.isEmpty()
        ? "has no name"
        : "is called %s, and a number is no name".formatted(Cell.show(cell));
  }

  /// Whether the header has the number of rows and of features before the names of the classes, as
  /// scikit-learn's sets have it.
  private boolean countsTheTable() {
    return header.size() > 2
        && isWhole(header.get(0))
        && header.get(1).equals(Integer.toString(header.size() - 1));
  }

  /// Whether the header has the places of the features, from 0 or 1 on.
  private boolean areIndices(Columns columns) {
    return IntStream.of(0, 1)
        .anyMatch(first ->
            features(columns)
                .allMatch(column -> header.get(column).equals(Integer.toString(column + first))));
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
