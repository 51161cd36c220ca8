package org.lanewise.duckdb.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.lanewise.cli.engine.QueriedColumn;
import org.lanewise.cli.table.DataException;
import org.lanewise.duckdb.library.Database;

/// Columns of lists of floats, such as embeddings: each becomes columns `name[0]`, `name[1]` …, one
/// for each number of the first list. A row whose list has another length is refused when it is
/// read.
final class ListColumns {

  private static final Pattern FLOATS = Pattern.compile("(?:FLOAT|DOUBLE)\\[([0-9]*)\\]");

  /// A longer list would make the query too long.
  private static final int MAX_LENGTH = 1 << 16;

  /// The beginning of the error of [#checked].
  private static final String REFUSED = "a list in column";

  private ListColumns() {}

  /// Replaces columns of lists by columns of their numbers. A column whose lists contain no number
  /// is unchanged.
  ///
  /// @param name the name of the rows in messages
  /// @param source the rows as a table in SQL
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

  /// A number of a list, in SQL.
  static String value(QueriedColumn column) {
    return "%s[%d]".formatted(Database.name(column.name()), column.element() + 1);
  }

  /// An expression that refuses a row whose list has another length than the first.
  ///
  /// @param value its value if the length is right
  static String checked(QueriedColumn column, String value) {
    return "CASE WHEN len(%s) = %d THEN %s ELSE error(%s) END"
        .formatted(
            Database.name(column.name()),
            column.length(),
            value,
            Database.quoted(
                "%s '%s' is NULL or not of length %d"
                    .formatted(REFUSED, column.given(), column.length())));
  }

  /// Finds the row that [#checked] refused: the first one if there are several.
  ///
  /// @param name the name of the rows in messages
  /// @param source the rows as a table in SQL
  /// @param read the columns that were read
  /// @return empty if another error occurred, or if the rows have changed since
  static Optional<DataException> refusal(
      String name,
      Database database,
      String source,
      Stream<QueriedColumn> read,
      Database.RefusedException e) {
    if (!e.getMessage().contains(REFUSED)) {
      return Optional.empty();
    }
    database.useThreads(1);
    return read.filter(column -> column.element() == 0)
        .flatMap(column ->
            first(database, source, column).map(row -> refusal(name, column, row)).stream())
        .findFirst();
  }

  /// The index of the first row whose list is refused, and the length of this list; empty if it is
  /// NULL.
  private static Optional<List<String>> first(
      Database database, String source, QueriedColumn column) {
    return database
        .texts(
            "SELECT CAST(i AS VARCHAR), CAST(n AS VARCHAR) FROM (SELECT row_number() OVER () - 1 AS i, len(%s) AS n FROM %s) WHERE n IS DISTINCT FROM %d LIMIT 1"
                .formatted(Database.name(column.name()), source, column.length()))
        .stream()
        .findFirst();
  }

  private static DataException refusal(String name, QueriedColumn column, List<String> row) {
    String list = column.given().substring(0, column.given().lastIndexOf('['));
    return new DataException(
        "%s, row %s, column '%s': the list %s; expected one of %d numbers, as in the first list"
            .formatted(
                name,
                row.getFirst(),
                list,
                row.getLast().isEmpty() ? "is NULL" : "has %s numbers".formatted(row.getLast()),
                column.length()));
  }
}
