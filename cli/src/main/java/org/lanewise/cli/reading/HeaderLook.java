package org.lanewise.cli.reading;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.lanewise.cli.parsing.Cell;
import org.lanewise.cli.parsing.Truth;
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;

/// Whether the first record of a table, or of messages, is a header above the others. The rules, of
/// which the first that applies decides:
///
/// 1. It is one where it holds the names that were asked for, or those of the model.
/// 2. It is one where its number of cells is not that of the rows: names without one for the names
///    of the rows, or a title, which is noted. Among messages only the former is one.
/// 3. It is one where it has a text in a column that is numeric below, or begins with an empty cell
///    above an index of the rows, as pandas writes it, and goes on with names or the numbers of the
///    columns.
/// 4. Else the columns of text tell: all of its cells absent from the first [#ROWS] rows, in which
///    some column repeats its values, make a header of names, or of names and numbers that count
///    the columns. That is a guess, so it is noted.
/// 5. It is a row otherwise; that is noted where it may be a header all the same.
///
/// Where the file is read like a fitted one whose names are known, or with its messages, rule 4
/// makes a row, which is noted: the names would be others. The messages themselves tell nothing.
///
/// @param records the records at the beginning of the file
/// @param cells how many cells most of the rows have
/// @param like the columns of the fitted file if this one is to be read like it
/// @param messages whether rows are messages
record HeaderLook(
    List<List<String>> records,
    int cells,
    ReadOptions options,
    Optional<Schema> like,
    boolean messages) {

  /// The rows below the first line among which its cells are looked for.
  static final int ROWS = 1000;

  private static final String OR_NOT = "; use --header if it names the columns, --no-header if not";

  private static final String NOTHING_REPEATS =
      "assuming the first line is a row, because no column repeats a value" + OR_NOT;

  private static final String NUMBERED =
      "assuming the first line is a header, although its numbers do not name features; use"
          + " --no-header if it is a row";

  private static final String COUNTS =
      "assuming the first line is a row, although it counts the columns; use --header if it is a"
          + " header, --no-header if it is a row";

  private static final Pattern COUNT = Pattern.compile("[0-9]{1,9}");

  private static final Set<String> NO_NUMBERS_BUT_NO_NAMES =
      Set.of("nan", "inf", "infinity", "-inf", "-infinity", "+inf", "+infinity", "na", "?");

  /// Whether the first record is a header.
  ///
  /// @param remark what was assumed, if it might be meant otherwise
  record Answer(boolean isHeader, Optional<String> remark) {

    /// Without a doubt.
    static Answer of(boolean isHeader) {
      return new Answer(isHeader, Optional.empty());
    }

    private static Answer of(boolean isHeader, String remark) {
      return new Answer(isHeader, Optional.of(remark));
    }
  }

  /// Decides whether the first record is a header.
  ///
  /// @param more the first of the records and more rows, for where a few do not tell
  Answer answer(Supplier<List<List<String>>> more) {
    List<String> first = records.getFirst();
    if (hasNames()) {
      return Answer.of(true);
    }
    if (records.size() == 1) {
      return Answer.of(
          !options.categorical() && !messages && first.stream().allMatch(this::isText));
    }
    if (first.size() != cells) {
      // Among messages, a line with a mark that divides others is refused where it is a row.
      return messages && !lacksRowNames() ? Answer.of(false) : new Answer(true, otherSize());
    }
    for (int column = 0; column < first.size(); column++) {
      // A mark of a missing value above numbers is no name.
      String cell = first.get(column);
      if (isText(cell)
          && mayBeName(cell)
          && !DataException.looksMissing(cell)
          && !isMessage(column)
          && isNumericBelow(column)) {
        return Answer.of(true);
      }
    }
    return isAboveAnIndex(first) ? Answer.of(true) : ofTexts(first, more);
  }

  private boolean isAboveAnIndex(List<String> first) {
    List<String> rest = first.subList(1, first.size());
    return first.getFirst().isEmpty()
        && !rest.isEmpty()
        && records.stream().skip(1).noneMatch(row -> row.getFirst().isEmpty())
        && rest.stream().allMatch(cell -> Cell.isNumber(cell) || isText(cell) && mayBeName(cell))
        && (rest.stream().noneMatch(Cell::isNumber) || countsColumns(first));
  }

  /// The answer where only columns of text can tell.
  private Answer ofTexts(List<String> first, Supplier<List<List<String>>> more) {
    int[] telling =
        IntStream.range(0, first.size())
            .filter(column -> mayTell(first.get(column), column))
            .toArray();
    boolean counts = countsColumns(first);
    if (telling.length == 0) {
      return counts && first.size() > 2 && areFractionsBelow()
          ? Answer.of(false, COUNTS)
          : Answer.of(false);
    }
    boolean namesAreKnown = like.filter(s -> s.named() || s.text().exists()).isPresent();
    boolean mayBeNames =
        !namesAreKnown
            && IntStream.range(0, first.size())
                .allMatch(column ->
                    isMessage(column)
                        || first.get(column).isEmpty()
                        || isText(first.get(column)) && mayBeName(first.get(column)));
    // Most first rows have a cell that comes again soon: then no more rows are read.
    if (!mayBeNames && !Absence.of(first, telling, this, records).isWhole()) {
      return Answer.of(false);
    }
    List<List<String>> rows = more.get();
    Absence absence = Absence.of(first, telling, this, rows);
    if (!absence.anyRepeats) {
      return mayBeNames && absence.count == telling.length
          ? Answer.of(false, NOTHING_REPEATS)
          : Answer.of(false);
    }
    if (!absence.isWhole()) {
      return mayBeNames && absence.amongRepeating > 0
          ? Answer.of(false, absence.doubt(rows.size() - 1))
          : Answer.of(false);
    }
    long empty = first.stream().filter(String::isEmpty).count();
    // One column, of the names of rows, has often no name; two hardly ever.
    if (mayBeNames && empty > 1) {
      return Answer.of(
          false,
          "assuming the first line is a row, because %d of its cells are empty%s"
              .formatted(empty, OR_NOT));
    }
    if (mayBeNames) {
      return Answer.of(
          true,
          "assuming the first line is a header, because %s in none of the next %d rows; use --no-header if it is a row"
              .formatted(absence.shown(), rows.size() - 1));
    }
    return counts && !namesAreKnown
        ? Answer.of(true, NUMBERED)
        : Answer.of(false, absence.doubt(rows.size() - 1));
  }

  /// How the cells of the first line are absent from the rows.
  ///
  /// @param columns how many columns were looked at
  /// @param count in how many of them the cell is in no row
  /// @param amongRepeating in how many of those some other value is there twice
  /// @param anyRepeats whether a value is there twice in any column
  /// @param cell the first of the cells that are absent, from a column that repeats
  private record Absence(
      int columns, int count, int amongRepeating, boolean anyRepeats, String cell) {

    static Absence of(List<String> first, int[] columns, HeaderLook look, List<List<String>> rows) {
      int count = 0;
      int amongRepeating = 0;
      boolean anyRepeats = false;
      String shown = "";
      for (int column : columns) {
        Set<String> below = new HashSet<>();
        boolean repeats = false;
        for (List<String> row : rows.subList(1, rows.size())) {
          String cell = column < row.size() ? row.get(column) : "";
          repeats |= !cell.isEmpty() && !look.isMissing(cell) && !below.add(cell);
        }
        anyRepeats |= repeats;
        if (!below.contains(first.get(column))) {
          count++;
          shown = repeats && amongRepeating == 0 ? first.get(column) : shown;
          amongRepeating += repeats ? 1 : 0;
        }
      }
      return new Absence(columns.length, count, amongRepeating, anyRepeats, shown);
    }

    /// Whether no cell comes again, though values do.
    boolean isWhole() {
      return anyRepeats && count == columns;
    }

    /// Such as "'a' and 1 more of its cells appear".
    String shown() {
      int others = (isWhole() ? count : amongRepeating) - 1;
      return others == 0
          ? Cell.show(cell) + " appears"
          : "%s and %d more of its cells appear".formatted(Cell.show(cell), others);
    }

    String doubt(int rows) {
      return "assuming the first line is a row, although %s in none of the next %d rows%s"
          .formatted(shown(), rows, OR_NOT);
    }
  }

  private boolean mayTell(String cell, int column) {
    return !cell.isEmpty()
        && !isMissing(cell)
        && !DataException.looksMissing(cell)
        && mayBeName(cell)
        && !isMessage(column)
        && (isText(cell) || column < records.get(1).size() && isText(records.get(1).get(column)))
        && !isNumericBelow(column);
  }

  /// Whether its numbers are 0, 1, 2 or the like, as libraries name columns that have no names.
  private static boolean countsColumns(List<String> first) {
    List<String> numbers = first.stream().filter(Cell::isNumber).toList();
    for (int i = 0; i < numbers.size(); i++) {
      if (!COUNT.matcher(numbers.get(i)).matches()
          || Integer.parseInt(numbers.get(i)) != Integer.parseInt(numbers.getFirst()) + i) {
        return false;
      }
    }
    return numbers.size() > 1;
  }

  /// Whether a column has a fraction in every row.
  private boolean areFractionsBelow() {
    return IntStream.range(0, records.getFirst().size())
        .anyMatch(column ->
            records.stream()
                .skip(1)
                .allMatch(row -> column < row.size() && row.get(column).indexOf('.') >= 0));
  }

  /// Whether the first line names all columns but that of the names of the rows, as R writes it.
  boolean lacksRowNames() {
    List<String> first = records.getFirst();
    if (first.size() != cells - 1) {
      return false;
    }
    long texts = first.stream().filter(this::isText).filter(HeaderLook::mayBeName).count();
    long counts = first.stream().filter(cell -> COUNT.matcher(cell).matches()).count();
    boolean areNames =
        first.size() > 1
            && texts + counts == first.size()
            && (counts == 0 || texts > 1 || texts > 0 && countsColumns(first))
            // scikit-learn's sets begin with how many rows and features they have.
            && !first.get(1).equals(Integer.toString(cells - 1));
    return areNames
        || hasNames()
        || options.layout().header().isPresent()
        || first.size() == 1 && namesOfTheModel(first) == 1;
  }

  /// Whether a delimiter ends each row, so that a cell behind it is empty.
  boolean endInEmptyCells() {
    return records.stream().skip(1).allMatch(row -> row.getLast().isEmpty());
  }

  /// Returns the remark on a first line with another number of cells, which may be a title, or a
  /// row that lacks one or has one too many. Some programs write names of classes after numbers.
  Optional<String> otherSize() {
    List<String> first = records.getFirst();
    long texts = first.stream().filter(this::isText).count();
    return lacksRowNames() || texts > 1 && texts < first.size()
        ? Optional.empty()
        : Optional.of(
            "assuming the first line is a header without names, because it has %s and the rows have %d; use --no-header if it is a row"
                .formatted(Columns.count(first.size(), "cell"), cells));
  }

  /// Whether the first line has names that were asked for, or that the model has.
  boolean hasNames() {
    return hasNamesAskedFor(records.getFirst()) || hasSomeNamesOfTheModel(records.getFirst());
  }

  private boolean hasNamesAskedFor(List<String> first) {
    Set<String> names =
        first.stream().map(Cell::decode).filter(Cell::isName).collect(Collectors.toSet());
    Roles roles = options.roles();
    return roles.label().filter(names::contains).isPresent()
        || roles.weight().filter(names::contains).isPresent()
        || roles.text().filter(names::contains).isPresent()
        || like.map(schema -> schema.text().name()).filter(names::contains).isPresent()
        || like.filter(Schema::named)
            .filter(schema ->
                first.stream()
                    .map(Cell::decode)
                    .collect(Collectors.toSet())
                    .containsAll(schema.featureNames()))
            .isPresent();
  }

  /// Whether it has two names of the model's features, be it that others are called otherwise, or
  /// come twice: a row of categories that are called like features is none to be expected.
  private boolean hasSomeNamesOfTheModel(List<String> first) {
    return namesOfTheModel(first) > 1;
  }

  private long namesOfTheModel(List<String> first) {
    Set<String> features =
        like.filter(Schema::named)
            .map(schema -> Set.copyOf(schema.featureNames()))
            .orElse(Set.of());
    return first.stream().map(Cell::decode).filter(Cell::isName).filter(features::contains).count();
  }

  private boolean isText(String cell) {
    return !cell.isEmpty()
        && !isNumberOrTruth(cell)
        && !NO_NUMBERS_BUT_NO_NAMES.contains(cell.toLowerCase(Locale.ROOT))
        && !isMissing(cell);
  }

  private static boolean isNumberOrTruth(String cell) {
    return Cell.isNumber(cell) || Truth.isOne(cell);
  }

  /// Whether a text can be a name: numbers with a decimal comma and texts of several lines cannot.
  private static boolean mayBeName(String cell) {
    return !TableFormat.DECIMAL_COMMA.matcher(cell).matches()
        && cell.indexOf('\n') < 0
        && cell.indexOf('\r') < 0;
  }

  private boolean isMissing(String cell) {
    return options.missing().given().filter(Cell.decode(cell)::equals).isPresent();
  }

  private boolean isMessage(int column) {
    return options.roles().text().filter(Integer.toString(column)::equals).isPresent()
        || like.filter(schema -> schema.text().index() == column).isPresent()
        // The only column there is, of a file without labels.
        || messages && records.getFirst().size() == 1;
  }

  private boolean isNumericBelow(int column) {
    int texts = 0;
    int numbers = 0;
    for (List<String> record : records.subList(1, records.size())) {
      String cell = column < record.size() ? record.get(column) : "";
      if (isMissing(cell)) {
        continue;
      }
      if (isNumberOrTruth(cell)) {
        numbers++;
      } else if (isText(cell)) {
        texts++;
      }
    }
    return numbers > texts;
  }
}
