package org.lanewise.cli.engine;

import java.util.Set;

/// A column as an engine knows it.
///
/// @param name its name to the engine
/// @param type its type as SQL writes it, such as `DECIMAL(18,3)`
/// @param given its name where the rows come from, without blanks around it: other columns may have
///   the same, which the engine then calls otherwise
/// @param element the index of a number in the lists of a column of lists, from 0; −1 where the
///   column is none
/// @param length how many numbers each of these lists has; 0 where the column is none
public record QueriedColumn(String name, String type, String given, int element, int length) {

  private static final Set<String> NUMBERS =
      Set.of(
          "BOOLEAN",
          "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "UHUGEINT",
          "FLOAT",
          "DOUBLE",
          "DECIMAL");

  private static final Set<String> TEXTS =
      Set.of(
          "VARCHAR",
          "ENUM",
          "UUID",
          "DATE",
          "TIME",
          "TIMESTAMP",
          "TIMESTAMP_S",
          "TIMESTAMP_MS",
          "TIMESTAMP_NS",
          "TIMESTAMP WITH TIME ZONE");

  /// A column whose values are no lists.
  public QueriedColumn(String name, String type, String given) {
    this(name, type, given, -1, 0);
  }

  /// The numbers at one index of the lists of this column, as a column.
  ///
  /// @param length how many numbers each list has
  public QueriedColumn element(int index, int length) {
    return new QueriedColumn(name, type, "%s[%d]".formatted(given, index), index, length);
  }

  /// Whether its values are those at one index of lists of floats.
  public boolean isElement() {
    return element >= 0;
  }

  /// The type without its parameters. A list or an array, whose type ends in brackets, stays one.
  private String plainType() {
    int parameters = type.indexOf('(');
    return parameters > 0 && type.endsWith(")") ? type.substring(0, parameters) : type;
  }

  /// Whether its values are taken as numbers: of any numeric type, or true and false as 1 and 0.
  public boolean isNumber() {
    return isElement() || NUMBERS.contains(plainType());
  }

  /// Whether its values are taken as texts: classes, categories or messages.
  public boolean isText() {
    return !isElement() && (isNumber() || TEXTS.contains(plainType()));
  }

  /// Whether its values may be NaN.
  public boolean isFloating() {
    return type.equals("DOUBLE") || type.equals("FLOAT");
  }
}
