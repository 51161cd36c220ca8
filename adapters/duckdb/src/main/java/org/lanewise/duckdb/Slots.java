package org.lanewise.duckdb;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.table.Columns;

/// The columns that are read, of those that there are, and what SQL makes of each: DOUBLE of
/// numbers, VARCHAR of texts.
///
/// @param request what the rows are to be read as
/// @param columns the index of each in the rows
/// @param expressions each as SQL
record Slots(ColumnRequest request, int[] columns, List<String> expressions) {

  static Slots of(ColumnRequest request, List<QueriedColumn> found) {
    int[] roles = request.columns().roles();
    int[] read =
        IntStream.range(0, roles.length)
            .filter(column ->
                roles[column] != Columns.UNUSED
                    && (roles[column] != Columns.LABEL || request.labelled()))
            .toArray();
    List<String> expressions = new ArrayList<>();
    for (int column : read) {
      expressions.add(expression(found.get(column), isNumber(request, roles[column]), roles[column]));
    }
    return new Slots(request, read, expressions);
  }

  private static boolean isNumber(ColumnRequest request, int role) {
    return role == Columns.WEIGHT || (role >= 0 && !request.categorical());
  }

  private static String expression(QueriedColumn column, boolean asNumber, int role) {
    String name = Database.name(column.name());
    if (asNumber) {
      return column.type().equals("DOUBLE") ? name : "CAST(%s AS DOUBLE)".formatted(name);
    }
    if (column.isFloating() && role >= 0) {
      return "CASE WHEN isnan(%s) THEN NULL ELSE CAST(%s AS VARCHAR) END".formatted(name, name);
    }
    return column.type().equals("VARCHAR") ? name : "CAST(%s AS VARCHAR)".formatted(name);
  }

  int count() {
    return columns.length;
  }

  int role(int slot) {
    return request.columns().roles()[columns[slot]];
  }

  /// Whether a slot is read as numbers.
  boolean isNumber(int slot) {
    return isNumber(request, role(slot));
  }

  /// All of them, divided by commas.
  String list() {
    return expressions.stream().collect(Collectors.joining(", "));
  }
}
