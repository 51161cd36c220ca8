package org.lanewise.duckdb.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.table.DataException;
import org.lanewise.duckdb.library.Database;

/// Columns of lists of floats, such as embeddings: each becomes columns `name[0]`, `name[1]` … as
/// many as the first list has numbers. A row whose list has another length is refused when it is
/// read.
final class ListColumns {

  private static final Pattern FLOATS = Pattern.compile("(?:FLOAT|DOUBLE)\\[([0-9]*)\\]");

  /// More would make a query that is too long.
  private static final int MAX_LENGTH = 1 << 16;

  private ListColumns() {}

  /// Replaces columns of lists by columns of their numbers. A column that has no list with a number
  /// stays as it is.
  ///
  /// @param name what messages call the rows
  /// @param source the rows as a table of SQL
  static List<QueriedColumn> spread(
      String name, Database database, String source, List<QueriedColumn> columns) {
    List<QueriedColumn> spread = new ArrayList<>();
    for (QueriedColumn column : columns) {
      Matcher floats = FLOATS.matcher(column.type());
      int length = floats.matches() ? length(database, source, column, floats.group(1)) : 0;
      if (length > MAX_LENGTH) {
        throw new DataException(
            "%s, column '%s' has lists of %d numbers; expected at most %d"
                .formatted(name, column.given(), length, MAX_LENGTH));
      }
      for (int element = 0; element < length; element++) {
        spread.add(column.element(element, length));
      }
      if (length == 0) {
        spread.add(column);
      }
    }
    return List.copyOf(spread);
  }

  private static int length(
      Database database, String source, QueriedColumn column, String declared) {
    if (!declared.isEmpty()) {
      return Integer.parseInt(declared);
    }
    String list = Database.name(column.name());
    List<List<String>> first =
        database.texts(
            "SELECT CAST(len(%s) AS VARCHAR) FROM %s WHERE %s IS NOT NULL LIMIT 1"
                .formatted(list, source, list));
    return first.isEmpty() ? 0 : Integer.parseInt(first.getFirst().getFirst());
  }

  /// A number of a list in SQL.
  static String value(QueriedColumn column) {
    return "%s[%d]".formatted(Database.name(column.name()), column.element() + 1);
  }

  /// An expression that refuses a row whose list has another length than the first.
  ///
  /// @param value its value where the length is right
  static String checked(QueriedColumn column, String value) {
    String list = Database.name(column.name());
    String named = "column '" + column.name() + "'";
    return "CASE WHEN len(%s) = %d THEN %s ELSE error(CASE WHEN %s IS NULL THEN %s ELSE %s || len(%s) || ' numbers' END || %s) END"
        .formatted(
            list,
            column.length(),
            value,
            list,
            Database.quoted(named + " is NULL"),
            Database.quoted(named + " has a list of "),
            list,
            Database.quoted(
                "; expected a list of %d, as in the first row".formatted(column.length())));
  }
}
