package org.lanewise.cli.reading;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.parsing.Cell;
import org.lanewise.cli.parsing.Header;
import org.lanewise.cli.parsing.Truth;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Roles;
import org.lanewise.cli.table.Schema;

/// Whether the first record of a table, or of messages, is a header above the others. It is one
/// where it has the names that were asked for, or those of the model. Otherwise two rules tell:
///
/// 1. A cell that does not cast to the type of its column, a text above numbers, makes a header.
/// 2. A line of texts alone is a header, and so is one whose numbers count, as libraries name
///    columns that have no names: `0,1,2,label`, `2021,2022`. Either is a guess, so it is noted. It
///    is a row if a text comes again in its column, if nothing repeats below, or where a model
///    tells the names.
///
/// Rows that equal the first record tell nothing, as long as they are few: they are headers too. So
/// are those that have its names in other capitals or in another order.
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

  /// So many rows tell whether numbers come again.
  private static final int ENOUGH_ROWS = 5;

  /// A header stands at most once above so many rows.
  private static final int ROWS_OF_A_HEADER = 3;

  private static final Pattern COUNT = Pattern.compile("[0-9]{1,9}");

  private static final Set<String> NO_NUMBERS_BUT_NO_NAMES =
      Set.of("nan", "inf", "infinity", "-inf", "-infinity", "+inf", "+infinity", "na", "?");

  /// Whether the first record is a header.
  ///
  /// @param remark what is assumed of the first line, if it might be meant otherwise
  record Answer(boolean isHeader, Optional<String> remark) {

    /// Without a doubt.
    static Answer of(boolean isHeader) {
      return new Answer(isHeader, Optional.empty());
    }

    private static Answer of(boolean isHeader, String why) {
      String said =
          isHeader
              ? "is a header, %s; use --no-header if it is a row"
              : "is a row, %s; use --header if it names the columns, --no-header if not";
      return new Answer(isHeader, Optional.of(said.formatted(why)));
    }
  }

  /// The same without some of the first records.
  HeaderLook from(int record) {
    return new HeaderLook(records.subList(record, records.size()), cells, options, like, messages);
  }

  /// Whether a record may stand above the table: a title, a comment, or what counts its rows.
  boolean isLoose(int record) {
    List<String> row = records.get(record);
    return row.size() != cells
        || row.getFirst().startsWith("#")
        || cells > 1 && row.stream().filter(cell -> !cell.isEmpty()).count() < 2;
  }

  /// Decides whether the first record is a header.
  ///
  /// @param more the first records of so many lines, for where a few do not tell
  Answer answer(IntFunction<List<List<String>>> more) {
    List<String> first = records.getFirst();
    if (isCertain()) {
      boolean isPlain =
          first.size() < cells
              || countsTheTable(first, cells)
              || first.stream().anyMatch(Cell::isName)
                  && (counts(first)
                      || like.map(schema -> isInOrder(schema, first)).orElseGet(this::hasNames));
      return first.stream()
          .filter(cell -> !isPlain && Cell.isNumber(cell))
          .findFirst()
          .map(cell -> Answer.of(true, "although %s is a number".formatted(Cell.show(cell))))
          .orElse(Answer.of(true));
    }
    if (records.size() == 1) {
      return Answer.of(
          !options.categorical() && !messages && first.stream().allMatch(this::isText));
    }
    return first.size() == cells ? guess(more) : Answer.of(false);
  }

  /// Whether the first record is a header without a doubt: by its names, or by the first rule.
  boolean isCertain() {
    List<List<String>> rows = others(records);
    return hasNames()
        || lacksRowNames()
        || records.getFirst().size() == cells
            && columns(this::isName).anyMatch(column -> isNumericBelow(column, rows));
  }

  private IntStream columns(IntPredicate which) {
    return IntStream.range(0, records.getFirst().size()).filter(which);
  }

  /// The answer of the second rule.
  private Answer guess(IntFunction<List<List<String>>> more) {
    List<String> first = records.getFirst();
    int[] names = columns(this::isName).toArray();
    int[] numbers =
        columns(column -> Cell.isNumber(first.get(column)) && !isMessage(column)).toArray();
    boolean counts = counts(first);
    long told = columns(column -> !first.get(column).isEmpty() && !isMessage(column)).count();
    if (names.length == 0 && !counts
        || names.length + numbers.length < told
        // Most rows have a class that comes again soon: then no more rows are read.
        || numbers.length > 0 && absence(names, others(records)).count < names.length) {
      return Answer.of(false);
    }
    List<List<String>> all = more.apply(ROWS + 1);
    List<List<String>> rows = others(all);
    boolean isWhole = absence(names, rows).count == names.length;
    rows = isWhole ? rows : all.subList(1, all.size());
    Absence absence = absence(names, rows);
    boolean mayBeNames = numbers.length == 0 && like.isEmpty();
    if (isWhole
        && (mayBeNames || counts && like.isEmpty())
        && first.stream().filter(String::isEmpty).count() < 2) {
      if (first.getFirst().isEmpty() && rows.stream().noneMatch(row -> row.getFirst().isEmpty())) {
        return Answer.of(true);
      }
      int absent = absence(numbers, rows).count;
      if (names.length > 0
          ? absence.aboveClasses || mayBeNames && absence.amongRepeating
          : numbers.length > 2 && first.get(numbers[0]).equals("0") && absent > 0
              || rows.size() >= ENOUGH_ROWS && absent == numbers.length) {
        return Answer.of(
            true, mayBeNames ? "because " + absence.shown(rows) : "because its numbers count");
      }
    }
    boolean isDoubtful =
        absence.amongRepeating
            ? isWhole || mayBeNames
            : isWhole && (mayBeNames || counts && names.length == 0);
    return isDoubtful
        ? Answer.of(
            false, "although " + (names.length == 0 ? "its numbers count" : absence.shown(rows)))
        : Answer.of(false);
  }

  /// The rows below the first record, without those that equal it if they are few.
  private static List<List<String>> others(List<List<String>> records) {
    List<List<String>> rows = records.subList(1, records.size());
    List<String> first = records.getFirst();
    boolean areNames = Header.areNames(first);
    List<String> names = lower(first).sorted().toList();
    List<List<String>> others =
        rows.stream()
            .filter(row ->
                !row.equals(first)
                    && !(areNames
                        && lower(row).limit(1).allMatch(names::contains)
                        && lower(row).sorted().toList().equals(names)))
            .toList();
    return (rows.size() - others.size()) * (1 + ROWS_OF_A_HEADER) <= rows.size() ? others : rows;
  }

  private static Stream<String> lower(List<String> row) {
    return row.stream().map(cell -> cell.toLowerCase(Locale.ROOT));
  }

  /// How cells of the first line are absent from the rows.
  ///
  /// @param count in how many of the columns the cell is in no row
  /// @param amongRepeating whether some other value is there twice in one of those
  /// @param aboveClasses whether another one is there too, as with classes
  /// @param cell the first of the cells that are absent, of those among others that repeat if there
  ///   are any
  private record Absence(int count, boolean amongRepeating, boolean aboveClasses, String cell) {

    /// Such as "'a' and 1 more of its cells appear in none of the next 9 rows".
    String shown(List<List<String>> rows) {
      return "%s in none of the next %d rows"
          .formatted(
              count == 1
                  ? Cell.show(cell) + " appears"
                  : "%s and %d more of its cells appear".formatted(Cell.show(cell), count - 1),
              rows.size());
    }
  }

  private Absence absence(int[] columns, List<List<String>> rows) {
    Absence all = new Absence(0, false, false, "");
    for (int column : columns) {
      String first = records.getFirst().get(column);
      Set<String> below = new HashSet<>();
      boolean repeats = false;
      for (List<String> row : rows) {
        String cell = column < row.size() ? row.get(column) : "";
        repeats |= !cell.isEmpty() && !isMissing(cell) && !below.add(cell);
      }
      if (!below.contains(first)) {
        all =
            new Absence(
                all.count + 1,
                all.amongRepeating || repeats,
                all.aboveClasses || repeats && below.size() > 1,
                all.count == 0 || repeats && !all.amongRepeating ? first : all.cell);
      }
    }
    return all;
  }

  /// Whether numbers of a line are 0, 1, 2 or the like, as libraries name columns that have no
  /// names.
  private static boolean counts(List<String> first) {
    List<String> numbers = first.stream().filter(Cell::isNumber).toList();
    for (int i = 0; i < numbers.size(); i++) {
      if (!COUNT.matcher(numbers.get(i)).matches()
          || Integer.parseInt(numbers.get(i)) != Integer.parseInt(numbers.getFirst()) + i) {
        return false;
      }
    }
    return numbers.size() > 1;
  }

  /// Whether a line has the number of rows and of features before the names of the classes, as
  /// scikit-learn's sets have it.
  static boolean countsTheTable(List<String> first, int cells) {
    return first.size() > 2
        && COUNT.matcher(first.getFirst()).matches()
        && first.get(1).equals(Integer.toString(cells - 1))
        && first.stream().skip(2).allMatch(Cell::isName)
        && !(first.size() == cells && counts(first));
  }

  /// Whether the first line names all columns but that of the names of the rows, as R writes it.
  boolean lacksRowNames() {
    List<String> first = records.getFirst();
    if (first.size() != cells - 1) {
      return false;
    }
    long texts = columns(this::isName).count();
    long counts = first.stream().filter(cell -> COUNT.matcher(cell).matches()).count();
    boolean areNames =
        first.size() > 1
            && texts + counts == first.size()
            && (counts == 0 || texts > 1 || texts > 0 && counts(first))
            && !countsTheTable(first, cells);
    return areNames || hasNames() || options.layout().header().isPresent();
  }

  /// Whether a delimiter ends each row, so that the last cell is empty.
  boolean endInEmptyCells() {
    return records.stream().skip(1).allMatch(row -> row.getLast().isEmpty());
  }

  /// Whether the first line has names that were asked for, or that the model has.
  boolean hasNames() {
    List<String> first = records.getFirst().stream().map(Cell::decode).toList();
    Roles roles = options.roles();
    return Stream.of(roles.label(), roles.weight(), roles.text(), like.map(s -> s.text().name()))
            .flatMap(Optional::stream)
            .filter(Cell::isName)
            .anyMatch(first::contains)
        || like.filter(schema -> schema.named() && areNamesOf(schema, first)).isPresent();
  }

  /// Whether a line has the names of the model's features, in any order, or at least two of them: a
  /// row whose categories equal names of features is unlikely. If the names are numbers, as cells
  /// of rows may be, all others must be columns of the fitted file.
  private static boolean areNamesOf(Schema schema, List<String> first) {
    Set<String> features = Set.copyOf(schema.featureNames());
    List<String> found = first.stream().filter(features::contains).toList();
    long texts = found.stream().filter(Cell::isName).count();
    List<String> known = List.of("", schema.label().name(), schema.weight().name());
    long unknown =
        first.stream().filter(cell -> !features.contains(cell) && !known.contains(cell)).count();
    return texts > 1
        || texts == first.size()
        || found.size() == features.size()
            && found.containsAll(features)
            && (texts > 0 || unknown <= schema.fileFeatureCount() - features.size());
  }

  private static boolean isInOrder(Schema schema, List<String> first) {
    Set<String> features = Set.copyOf(schema.featureNames());
    return first.stream().filter(features::contains).toList().equals(schema.featureNames());
  }

  /// Whether the cell of a column can be a name: a text, not of several lines, no number with a
  /// decimal comma, no mark of a missing value, and no message.
  private boolean isName(int column) {
    String cell = records.getFirst().get(column);
    return isText(cell)
        && !TableFormat.DECIMAL_COMMA.matcher(cell).matches()
        && cell.indexOf('\n') < 0
        && cell.indexOf('\r') < 0
        && !DataException.looksMissing(cell)
        && !isMessage(column);
  }

  private boolean isText(String cell) {
    return !cell.isEmpty()
        && !isNumberOrTruth(cell)
        && !NO_NUMBERS_BUT_NO_NAMES.contains(cell.toLowerCase(Locale.ROOT))
        && !isMissing(cell);
  }

  private boolean isNumberOrTruth(String cell) {
    return Cell.isNumber(options.layout().pointed(cell)) || Truth.isOne(cell);
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

  private boolean isNumericBelow(int column, List<List<String>> rows) {
    List<String> below =
        rows.stream()
            .map(row -> column < row.size() ? row.get(column) : "")
            .filter(cell -> !isMissing(cell))
            .toList();
    return below.stream().filter(this::isNumberOrTruth).count()
        > below.stream().filter(this::isText).count();
  }
}
