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
import org.lanewise.cli.table.Columns;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;

/// Whether the first record of a table is a header above the others.
///
/// It is one when it holds the names that were asked for, or those of the model; when its number of
/// cells differs from the next one's; or when it has text in a column that is numeric below. Where
/// it and all columns are text, it is one when each of its cells is absent from the first [#ROWS]
/// rows below it, and some column repeats its values there. If that is so in some of the columns
/// that repeat theirs only, it is a row, and that is said. Where it has numbers too, or the model's
/// names are others, only the columns of text tell: if they do, it is a header, with a remark,
/// where its numbers count the columns, and else a row, which is said.
///
/// @param records the records at the beginning of the file
/// @param like the columns of the fitted file if this one is to be read like it
/// @param messages whether rows are messages
record HeaderLook(
    List<List<String>> records, ReadOptions options, Optional<Schema> like, boolean messages) {

  /// The rows below the first line among which its cells are looked for.
  static final int ROWS = 1000;

  private static final String NOTHING_REPEATS =
      "the first line is taken for a row, as no column has a value twice that would tell; --header"
          + " says that it names the columns, --no-header that it does not";

  private static final String NUMBERED =
      "the first line is taken for a header, though its numbers give features no names; --no-header"
          + " says that it is a row";

  private static final String COUNTS =
      "the first line is taken for a row, though it counts the columns; --header says that it is"
          + " none, --no-header that it is one";

  private static final Pattern COUNT = Pattern.compile("[0-9]{1,9}");

  private static final Set<String> NO_NUMBERS_BUT_NO_NAMES =
      Set.of("nan", "inf", "infinity", "-inf", "-infinity", "+inf", "+infinity", "na", "?");

  /// What the first record is.
  ///
  /// @param remark what was assumed, if it might be meant otherwise
  record Answer(boolean isHeader, Optional<String> remark) {

    /// Without a doubt.
    static Answer of(boolean isHeader) {
      return new Answer(isHeader, Optional.empty());
    }

    /// Names are not taken for granted where more than one cell has none: a column of row numbers
    /// has often none, two columns hardly ever.
    Answer knowing(long empty) {
      return isHeader && empty > 1
          ? new Answer(
              false,
              Optional.of(
                  "the first line is taken for a row, as %d of its cells are empty; --header says that it names the columns, --no-header that it does not"
                      .formatted(empty)))
          : this;
    }
  }

  /// What the first record is.
  ///
  /// @param more the first of the records and more rows, for where a few do not tell
  Answer answer(Supplier<List<List<String>>> more) {
    List<String> first = records.getFirst();
    if (hasNamesAskedFor(first)) {
      return Answer.of(true);
    }
    if (records.size() == 1) {
      return Answer.of(
          !options.categorical() && !messages && first.stream().allMatch(this::isText));
    }
    if (first.size() != records.get(1).size()) {
      return new Answer(true, otherSize(first));
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
    if (hasSomeNamesOfTheModel(first)) {
      return Answer.of(true);
    }
    boolean namesAreKnown = like.filter(Schema::named).isPresent();
    boolean mayBeNames =
        first.stream().anyMatch(this::isText)
            && first.stream().allMatch(cell -> cell.isEmpty() || isText(cell) && mayBeName(cell));
    return namesAreKnown || !mayBeNames
        ? ofSomeTexts(first, namesAreKnown, more)
        : ofTexts(more.get()).knowing(empty(first));
  }

  /// The answer where some cells are numbers, or no names, or the model has others.
  private Answer ofSomeTexts(
      List<String> first, boolean namesAreKnown, Supplier<List<List<String>>> more) {
    List<Integer> telling =
        IntStream.range(0, first.size())
            .filter(column -> mayTell(first.get(column), column))
            .boxed()
            .toList();
    boolean counts = countsColumns(first);
    if (telling.isEmpty()) {
      return counts && first.size() > 2 && areFractionsBelow()
          ? new Answer(false, Optional.of(COUNTS))
          : Answer.of(false);
    }
    // Most first rows have a cell that comes again soon: then no more rows are read.
    if (!isNew(first, telling, records)) {
      return Answer.of(false);
    }
    List<List<String>> rows = more.get();
    if (!isNew(first, telling, rows)) {
      return Answer.of(false);
    }
    return counts && !namesAreKnown
        ? new Answer(true, Optional.of(NUMBERED))
        : new Answer(
            false, Optional.of(absence(first.get(telling.getFirst()), telling.size(), rows)));
  }

  private boolean mayTell(String cell, int column) {
    return !cell.isEmpty()
        && !isMissing(cell)
        && !DataException.looksMissing(cell)
        && mayBeName(cell)
        && !isMessage(column)
        && (isText(cell) || isText(records.get(1).get(column)))
        && !isNumericBelow(column);
  }

  /// Whether no cell of some columns comes again, though one of the columns repeats its values.
  private boolean isNew(List<String> first, List<Integer> columns, List<List<String>> rows) {
    boolean repeats = false;
    for (int column : columns) {
      Set<String> below = new HashSet<>();
      for (List<String> row : rows.subList(1, rows.size())) {
        String cell = column < row.size() ? row.get(column) : "";
        repeats |= !cell.isEmpty() && !isMissing(cell) && !below.add(cell);
      }
      if (below.contains(first.get(column))) {
        return false;
      }
    }
    return repeats;
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

  private static long empty(List<String> first) {
    return first.stream().filter(String::isEmpty).count();
  }

  /// What is said of a first line with another number of cells, which may be a title, or a row that
  /// lacks one or has one too many. Names without one for the names of the rows, and numbers with
  /// names behind them, are written by some programs.
  private Optional<String> otherSize(List<String> first) {
    int cells = first.size();
    int next = records.get(1).size();
    long texts = first.stream().filter(this::isText).count();
    boolean isKnown =
        texts == cells && cells > 1 && cells == next - 1 || texts > 1 && texts < cells;
    return isKnown || messages
        ? Optional.empty()
        : Optional.of(
            "the first line, which has %s where the next has %d, is taken for a header without names; --no-header says that it is a row"
                .formatted(Columns.count(cells, "cell"), next));
  }

  /// The answer where all is text.
  private Answer ofTexts(List<List<String>> rows) {
    List<String> first = rows.getFirst();
    boolean anywhere = false;
    int repeating = 0;
    String absent = "";
    int absentCount = 0;
    for (int column = 0; column < first.size(); column++) {
      if (isMessage(column)) {
        continue;
      }
      Set<String> below = new HashSet<>();
      boolean repeats = false;
      for (List<String> row : rows.subList(1, rows.size())) {
        repeats |= column < row.size() && !below.add(row.get(column));
      }
      boolean here = below.contains(first.get(column));
      anywhere |= here;
      repeating += repeats ? 1 : 0;
      if (repeats && !here) {
        absent = absentCount == 0 ? first.get(column) : absent;
        absentCount++;
      }
    }
    if (!anywhere) {
      return repeating > 0 || messages
          ? Answer.of(repeating > 0)
          : new Answer(false, Optional.of(NOTHING_REPEATS));
    }
    if (absentCount == 0) {
      return Answer.of(false);
    }
    return new Answer(false, Optional.of(absence(absent, absentCount, rows)));
  }

  private static String absence(String absent, int count, List<List<String>> rows) {
    String others = count == 1 ? "" : " and %d more of its cells".formatted(count - 1);
    return "the first line is taken for a row, though %s%s appear%s in none of the next %d; --header says that it names the columns, --no-header that it does not"
        .formatted(Cell.show(absent), others, count == 1 ? "s" : "", rows.size() - 1);
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
            .filter(schema -> names.containsAll(schema.featureNames()))
            .isPresent();
  }

  /// Whether it has two names of the model's features, be it that others are called otherwise, or
  /// come twice: a row of categories that are called like features is none to be expected.
  private boolean hasSomeNamesOfTheModel(List<String> first) {
    Set<String> features =
        like.filter(Schema::named)
            .map(schema -> Set.copyOf(schema.featureNames()))
            .orElse(Set.of());
    return first.stream()
            .map(Cell::decode)
            .filter(Cell::isName)
            .filter(features::contains)
            .limit(2)
            .count()
        == 2;
  }

  private boolean isText(String cell) {
    return !cell.isEmpty()
        && !Cell.isNumber(cell)
        && !NO_NUMBERS_BUT_NO_NAMES.contains(cell.toLowerCase(Locale.ROOT))
        && !isMissing(cell);
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
      if (Cell.isNumber(cell)) {
        numbers++;
      } else if (isText(cell)) {
        texts++;
      }
    }
    return numbers > texts;
  }
}
