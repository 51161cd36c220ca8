package org.lanewise.cli.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Features;

/// The type of each feature's column, in the order of the file.
///
/// Types that were not given are inferred from all observed cells of the column: bits if each is
/// `0` or `1`, else numbers if each is a finite number, else categories. Counts are never inferred,
/// because a whole number may be an age; nor are texts.
///
/// @param types a type for each feature
public record ColumnTypes(List<ColumnType> types) {

  /// 12.5 % and $1,234.50.
  private static final Pattern WITH_SIGN =
      Pattern.compile("(?=.*[%‰\\p{Sc}])[+-]?\\p{Sc}?\\s?[+-]?[0-9][0-9.,']*\\s?[%‰\\p{Sc}]?");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  /// How many columns of a type are named in a sentence.
  private static final int MAX_NAMED = 8;

  /// Copies the types.
  public ColumnTypes {
    types = List.copyOf(types);
  }

  /// The types of the columns of a table.
  ///
  /// @param asked what was asked for, as `age=number,3=count`
  /// @param missing the text of a missing value, if one was given
  /// @throws DataException if the rows are no table of columns, a column has no value, or what was
  ///   asked for is invalid
  public static ColumnTypes of(Table rows, Optional<String> asked, Optional<String> missing) {
    CategoryFeatures cells = cells(rows);
    Schema schema = rows.schema();
    ColumnType[] types = new ColumnType[cells.dictionaries().size()];
    if (asked.isPresent()) {
      new AskedTypes(schema, types).ask(asked.get());
    }
    for (int feature = 0; feature < types.length; feature++) {
      if (types[feature] == null) {
        types[feature] = guess(cells.dictionaries().get(feature), missing, rows, feature);
      }
    }
    ColumnTypes all = new ColumnTypes(Arrays.asList(types));
    int[] texts = all.of(ColumnType.TEXT);
    if (texts.length > 1) {
      throw new DataException(
          "%s and %s are both text; expected one text column, so join them or leave one out with --drop"
              .formatted(schema.describe(texts[0]), schema.describe(texts[1])));
    }
    return all;
  }

  /// The cells of a table that was read by texts.
  ///
  /// @throws DataException if the rows are no table of columns
  static CategoryFeatures cells(Table rows) {
    if (rows.features() instanceof CategoryFeatures cells) {
      return cells;
    }
    throw new DataException(
        "%s has no feature columns; columns of several types need a table".formatted(rows.file()));
  }

  private static ColumnType guess(
      List<String> all, Optional<String> missing, Table rows, int feature) {
    List<String> texts = all.stream().filter(text -> !isMissing(text, missing)).toList();
    if (texts.isEmpty()) {
      throw new DataException(
          "%s, %s: every cell is missing; leave the column out with --drop"
              .formatted(rows.file(), rows.schema().describe(feature)));
    }
    if (texts.stream().allMatch(text -> text.equals("0") || text.equals("1"))) {
      return ColumnType.BIT;
    }
    return texts.stream().noneMatch(text -> Double.isNaN(number(text)))
        ? ColumnType.NUMBER
        : ColumnType.CATEGORY;
  }

  /// Whether a cell that may be a number is the one that means a missing value, however both are
  /// written.
  static boolean isMissing(String text, Optional<String> missing) {
    return missing.isPresent() && number(text) == number(missing.get());
  }

  /// The number that a cell is, NaN if it is no finite one.
  public static double number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return Double.NaN;
    }
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? value : Double.NaN;
  }

  /// The features of a type, ascending.
  public int[] of(ColumnType type) {
    return IntStream.range(0, types.size()).filter(j -> types.get(j) == type).toArray();
  }

  /// Whether there is a column of a type.
  public boolean has(ColumnType type) {
    return types.contains(type);
  }

  /// The columns in the order of a model, which has those of a type together.
  public int[] order() {
    return Stream.of(ColumnType.values()).flatMapToInt(type -> IntStream.of(of(type))).toArray();
  }

  /// The columns that are a feature each, in the order of a model: all but a text.
  int[] columns() {
    return Arrays.copyOf(order(), types.size() - of(ColumnType.TEXT).length);
  }

  /// Reorders values of the columns of a model into the order of the file.
  public <T> List<T> inFileOrder(List<T> ofModel) {
    int[] order = order();
    List<T> ordered = new ArrayList<>(ofModel);
    for (int at = 0; at < order.length; at++) {
      ordered.set(order[at], ofModel.get(at));
    }
    return ordered;
  }

  /// Some columns as features: by name, by their index in the file next to words, else unnamed.
  Features features(Schema schema, int... columns) {
    if (schema.named() || !has(ColumnType.TEXT)) {
      return schema.named()
          ? Features.of(schema.namesOf(columns))
          : Features.unnamed(columns.length);
    }
    return Features.of(
        IntStream.of(columns).map(schema::indexOf).mapToObj(Integer::toString).toList());
  }

  /// Returns these types with bits and counts as numbers.
  ///
  /// @throws DataException if no column has categories, or one is text
  public ColumnTypes ofNumbersAndCategories(Table rows) {
    if (has(ColumnType.TEXT)) {
      throw new DataException(
          "%s is text, and --categories indicator takes numbers and categories; use mixed-nb for a text column next to others"
              .formatted(rows.schema().describe(of(ColumnType.TEXT)[0])));
    }
    if (!has(ColumnType.CATEGORY)) {
      throw new DataException(
          "%s has no category column for --categories indicator; leave the option out, or declare a column with --column NAME=category"
              .formatted(rows.file()));
    }
    return new ColumnTypes(
        types.stream()
            .map(type -> type == ColumnType.CATEGORY ? type : ColumnType.NUMBER)
            .toList());
  }

  /// The columns of each type, for people.
  public String describe(Schema schema) {
    List<String> groups = new ArrayList<>();
    for (ColumnType type : ColumnType.values()) {
      int[] columns = of(type);
      if (columns.length > 0) {
        String named =
            IntStream.of(columns)
                .limit(MAX_NAMED)
                .mapToObj(j ->
                    schema.named()
                        ? schema.featureNames().get(j)
                        : Integer.toString(schema.indexOf(j)))
                .collect(Collectors.joining(", "));
        int more = columns.length - MAX_NAMED;
        groups.add(
            "%s: %s%s".formatted(type.id(), named, more > 0 ? " and %d more".formatted(more) : ""));
      }
    }
    return String.join("; ", groups);
  }

  /// Returns a warning for each column whose type, or use, looks wrong.
  ///
  /// @param missing the text of a missing value, if one was given
  public List<String> warnings(Table rows, Optional<String> missing) {
    return new TypeWarnings(rows, missing).of(this);
  }

  /// A warning about the first column of categories that are numbers except for a few texts.
  ///
  /// @param missing the text of a missing value, if one was given
  public static Optional<String> numbersWithTexts(Table rows, Optional<String> missing) {
    TypeWarnings warnings = new TypeWarnings(rows, missing);
    return IntStream.of(of(rows, Optional.empty(), missing).of(ColumnType.CATEGORY))
        .mapToObj(warnings::numbersWithTexts)
        .flatMap(Optional::stream)
        .findFirst();
  }

  /// Parses the output of [#toString].
  ///
  /// @throws IllegalArgumentException if it is nothing like that
  public static ColumnTypes parse(String text) {
    return new ColumnTypes(
        Stream.of(text.split(",", -1))
            .map(part ->
                ColumnType.named(part)
                    .orElseThrow(() ->
                        new IllegalArgumentException(
                            "the type of a column is '%s'; expected one of %s"
                                .formatted(part, ColumnType.names()))))
            .toList());
  }

  /// Such as `number,number,category`.
  @Override
  public String toString() {
    return types.stream().map(ColumnType::id).collect(Collectors.joining(","));
  }

  /// A sentence about a column of numbers with signs, such as those of per cent, if it is one.
  ///
  /// @param texts its cells that are no numbers
  public static Optional<String> ofSigns(String column, List<String> texts) {
    return texts.isEmpty() || !texts.stream().allMatch(text -> WITH_SIGN.matcher(text).matches())
        ? Optional.empty()
        : Optional.of(
            "%s looks like numbers with signs, such as '%s', which are not read as numbers; remove the signs to use it"
                .formatted(column, texts.getFirst()));
  }
}
