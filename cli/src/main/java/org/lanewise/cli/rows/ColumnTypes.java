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

/// The type of each feature's column, in the order of the file.
///
/// What was not asked for is guessed, by all cells of the column in the rows that were read but
/// those of missing values: bits if each is `0` or `1`, else numbers if each is a finite number,
/// else categories. Counts are never guessed, for a whole number may be an age.
///
/// @param types a type for each feature
public record ColumnTypes(List<ColumnType> types) {

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  /// The comma behind a type; another one belongs to the name of a column.
  private static final Pattern BETWEEN = Pattern.compile("(?<==[a-z]{0,20}),");

  /// So few texts among so many numbers are hardly categories.
  private static final int FEW_TEXTS = 3;

  private static final int MANY_NUMBERS = 10;

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
  ///   asked for makes no sense
  public static ColumnTypes of(Table rows, Optional<String> asked, Optional<String> missing) {
    CategoryFeatures cells = cells(rows);
    Schema schema = rows.schema();
    ColumnType[] types = new ColumnType[cells.dictionaries().size()];
    if (asked.isPresent()) {
      for (String part : BETWEEN.split(asked.get(), -1)) {
        ask(part, schema, types);
      }
    }
    for (int feature = 0; feature < types.length; feature++) {
      if (types[feature] == null) {
        types[feature] = guess(cells.dictionaries().get(feature), missing, rows, feature);
      }
    }
    return new ColumnTypes(Arrays.asList(types));
  }

  /// The cells of a table that was read by texts.
  ///
  /// @throws DataException if the rows are no table of columns
  static CategoryFeatures cells(Table rows) {
    if (rows.features() instanceof CategoryFeatures cells) {
      return cells;
    }
    throw new DataException(
        "%s has no columns of features; a table of columns was expected for mixed-nb"
            .formatted(rows.file()));
  }

  private static void ask(String part, Schema schema, ColumnType[] types) {
    int sign = part.lastIndexOf('=');
    Optional<ColumnType> type =
        sign < 0 ? Optional.empty() : ColumnType.named(part.substring(sign + 1));
    if (type.isEmpty()) {
      throw new DataException(
          "--column is '%s'; a column and its type, NAME=TYPE, one of %s, was expected"
              .formatted(part, ColumnType.names()));
    }
    String name = part.substring(0, sign);
    int feature = schema.named() ? schema.featureNames().indexOf(name) : -1;
    if (feature < 0 && schema.named() && name.matches("\".+\"")) {
      feature = schema.featureNames().indexOf(name.substring(1, name.length() - 1));
    }
    if (feature < 0 && name.matches("[0-9]{1,9}")) {
      int index = Integer.parseInt(name);
      feature =
          IntStream.range(0, types.length)
              .filter(f -> schema.indexOf(f) == index)
              .findFirst()
              .orElse(-1);
    }
    if (feature < 0) {
      throw new DataException(
          "--column is '%s' and no feature's column has that name or 0-based index; one of the %d features was expected"
              .formatted(part, types.length));
    }
    if (types[feature] != null) {
      throw new DataException(
          "--column is '%s' and %s was asked to be a %s before; one type was expected"
              .formatted(part, schema.describe(feature), types[feature].id()));
    }
    types[feature] = type.get();
  }

  private static ColumnType guess(
      List<String> all, Optional<String> missing, Table rows, int feature) {
    double missingNumber = missingNumber(missing);
    List<String> texts = all.stream().filter(text -> number(text) != missingNumber).toList();
    if (texts.isEmpty()) {
      throw new DataException(
          "%s, %s: all its cells are missing; values were expected, or --drop, which leaves it out"
              .formatted(rows.file(), rows.schema().describe(feature)));
    }
    if (texts.stream().allMatch(text -> text.equals("0") || text.equals("1"))) {
      return ColumnType.BIT;
    }
    return texts.stream().noneMatch(text -> Double.isNaN(number(text)))
        ? ColumnType.NUMBER
        : ColumnType.CATEGORY;
  }

  /// The number that a cell is, NaN if it is no finite one.
  static double number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return Double.NaN;
    }
    double value = Double.parseDouble(text);
    return Double.isFinite(value) ? value : Double.NaN;
  }

  /// The number that stands for a missing value among numbers; NaN where the text is none.
  static double missingNumber(Optional<String> missing) {
    return missing.map(ColumnTypes::number).orElse(Double.NaN);
  }

  /// The features of a type, ascending.
  public int[] of(ColumnType type) {
    return IntStream.range(0, types.size()).filter(j -> types.get(j) == type).toArray();
  }

  /// Whether there is a column of a type.
  public boolean has(ColumnType type) {
    return types.contains(type);
  }

  /// The features in the order of a model, which has those of a type together.
  public int[] order() {
    return Stream.of(ColumnType.values()).flatMapToInt(type -> IntStream.of(of(type))).toArray();
  }

  /// What belongs to the features of a model, in the order of the file.
  public <T> List<T> inFileOrder(List<T> ofModel) {
    int[] order = order();
    List<T> ordered = new ArrayList<>(ofModel);
    for (int at = 0; at < order.length; at++) {
      ordered.set(order[at], ofModel.get(at));
    }
    return ordered;
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

  /// What looks as if another type was meant, or none: a sentence for each column of categories
  /// that are numbers but for a few texts, of dates, and of the numbers of the rows.
  public List<String> doubts(Table rows) {
    List<String> doubts = new ArrayList<>();
    for (int feature : of(ColumnType.CATEGORY)) {
      List<String> all = cells(rows).dictionaries().get(feature);
      List<String> texts = all.stream().filter(text -> Double.isNaN(number(text))).toList();
      int numbers = all.size() - texts.size();
      if (!texts.isEmpty() && texts.size() <= FEW_TEXTS && numbers >= MANY_NUMBERS) {
        doubts.add(
            "%s is taken for categories because of '%s', and %d other values are numbers; --missing takes a text for a missing value, --column %s=number says where it stands"
                .formatted(
                    rows.schema().describe(feature),
                    texts.getFirst(),
                    numbers,
                    rows.schema().named()
                        ? rows.schema().featureNames().get(feature)
                        : Integer.toString(rows.schema().indexOf(feature))));
      }
    }
    doubts.addAll(Keys.doubts(rows, this));
    return doubts;
  }

  /// What [#toString] wrote.
  ///
  /// @throws IllegalArgumentException if it is nothing like that
  public static ColumnTypes parse(String text) {
    return new ColumnTypes(
        Stream.of(text.split(",", -1))
            .map(part ->
                ColumnType.named(part)
                    .orElseThrow(() ->
                        new IllegalArgumentException(
                            "the type of a column is '%s'; one of %s was expected"
                                .formatted(part, ColumnType.names()))))
            .toList());
  }

  /// Such as `number,number,category`.
  @Override
  public String toString() {
    return types.stream().map(ColumnType::id).collect(Collectors.joining(","));
  }
}
