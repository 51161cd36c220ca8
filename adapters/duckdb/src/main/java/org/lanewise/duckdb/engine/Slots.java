package org.lanewise.duckdb.engine;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.engine.ColumnRequest;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.parsing.Decimal;
import org.lanewise.cli.table.Columns;
import org.lanewise.duckdb.library.Database;
import org.lanewise.duckdb.library.DuckDbLibrary;

/// The columns that are read, and their SQL expressions: DOUBLE for numbers, VARCHAR for texts.
///
/// @param request the requested roles of the columns
/// @param columns the index of each column in the rows
/// @param expressions each column in SQL
record Slots(ColumnRequest request, int[] columns, List<String> expressions) {

  private static final String EXACT = "DECIMAL(38, 9)";

  static Slots of(ColumnRequest request, List<QueriedColumn> found) {
    int[] roles = request.columns().roles();
    int[] read =
        IntStream.range(0, roles.length)
            .filter(column ->
                roles[column] != Columns.UNUSED
                    && (roles[column] != Columns.LABEL || request.labelled()))
            .toArray();
    List<String> expressions = new ArrayList<>();
    Set<String> lists = new HashSet<>();
    for (int column : read) {
      QueriedColumn of = found.get(column);
      String value = expression(of, isNumber(request, roles[column]));
      if (of.isElement() && lists.add(of.name())) {
        value = ListColumns.checked(of, value);
      }
      boolean isLabel = roles[column] == Columns.LABEL;
      boolean isText = isLabel || request.categorical();
      expressions.add(
          (roles[column] >= 0 || isLabel) && of.isNumber()
              ? withoutMissing(request, of, value, isText)
              : value);
    }
    return new Slots(request, read, expressions);
  }

  private static boolean isNumber(ColumnRequest request, int role) {
    return role == Columns.WEIGHT || (role >= 0 && !request.categorical());
  }

  /// The expression with NULL instead of the number that marks missing values. A FLOAT is compared
  /// with the nearest FLOAT.
  private static String withoutMissing(
      ColumnRequest request, QueriedColumn column, String expression, boolean isText) {
    byte[] text = request.missing().orElse("").getBytes(StandardCharsets.UTF_8);
    double given = Decimal.parse(text, 0, text.length);
    double missing = column.type().startsWith("FLOAT") ? (float) given : given;
    if (!Double.isFinite(missing) || (isText && column.type().equals("BOOLEAN"))) {
      return expression;
    }
    if (isText && !column.isFloating()) {
      // Integers with more digits than a DOUBLE holds.
      return "CASE WHEN TRY_CAST(%s AS %s) = TRY_CAST(%s AS %s) THEN NULL ELSE %s END"
          .formatted(
              Database.name(column.name()),
              EXACT,
              Database.quoted(request.missing().orElse("")),
              EXACT,
              expression);
    }
    return "CASE WHEN CAST(%s AS DOUBLE) = CAST('%s' AS DOUBLE) THEN NULL ELSE %s END"
        .formatted(value(column), missing, expression);
  }

  private static String value(QueriedColumn column) {
    return column.isElement() ? ListColumns.value(column) : Database.name(column.name());
  }

  private static String expression(QueriedColumn column, boolean asNumber) {
    String name = value(column);
    if (asNumber) {
      return column.type().equals("DOUBLE") ? name : "CAST(%s AS DOUBLE)".formatted(name);
    }
    if (column.isFloating()) {
      return "CASE WHEN isnan(%s) THEN NULL ELSE CAST(%s AS VARCHAR) END".formatted(name, name);
    }
    return column.type().equals("VARCHAR") ? name : "CAST(%s AS VARCHAR)".formatted(name);
  }

  int count() {
    return columns.length;
  }

  /// The slot of the label, if labels are read.
  int labelSlot() {
    return IntStream.range(0, count())
        .filter(slot -> role(slot) == Columns.LABEL)
        .findFirst()
        .orElseThrow();
  }

  int role(int slot) {
    return request.columns().roles()[columns[slot]];
  }

  /// Whether a slot is read as numbers.
  boolean isNumber(int slot) {
    return isNumber(request, role(slot));
  }

  /// The DuckDB types in which they are read.
  int[] types() {
    return IntStream.range(0, count())
        .map(slot -> isNumber(slot) ? DuckDbLibrary.DOUBLE : DuckDbLibrary.VARCHAR)
        .toArray();
  }

  /// All expressions, separated by commas.
  String list() {
    return expressions.stream().collect(Collectors.joining(", "));
  }
}
