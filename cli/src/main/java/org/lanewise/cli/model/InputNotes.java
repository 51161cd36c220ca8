package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.cli.rows.Categories;
import org.lanewise.cli.rows.ColumnType;
import org.lanewise.cli.rows.ColumnTypes;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.ColumnSet;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.Schema.Column;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Features;
import org.lanewise.data.UnseenCategory;
import org.lanewise.text.TextFeatures;
import org.lanewise.text.TokenTable;
import org.lanewise.text.Vocabulary;

/// The notes of a model or statistics file that say how rows become features: the lines `rows` to
/// `dropped.columns`, `class.rows` and the options of [StoredModel].
public final class InputNotes {

  /// How many rows of each class were learned from.
  static final String CLASS_ROWS = "class.rows";

  private static final String ROWS = "rows";
  private static final String TABLE = "table";
  private static final String SPARSE = "sparse";
  private static final String TEXT = "text";
  private static final String TEXT_NAME = "text.name";
  private static final String FIRST_INDEX = "first.index";
  private static final String LABEL = "label";
  private static final String WEIGHT = "weight";
  private static final String TYPES = "column.types";
  private static final String DROPPED = "dropped.columns";

  private InputNotes() {}

  /// Adds notes of inputs but their options.
  public static void add(Inputs inputs, SortedMap<String, String> notes) {
    Schema schema = inputs.schema();
    notes.put(ROWS, schema.isSparse() ? SPARSE : schema.text().exists() ? TEXT : TABLE);
    if (schema.isSparse()) {
      notes.put(FIRST_INDEX, Integer.toString(schema.firstIndex()));
    }
    put(LABEL, schema.label(), notes);
    put(WEIGHT, schema.weight(), notes);
    put(TEXT, schema.text(), notes);
    inputs
        .types()
        .ifPresent(types -> {
          notes.put(TYPES, types.toString());
          if (schema.named() && types.has(ColumnType.TEXT)) {
            notes.put(TEXT_NAME, schema.featureNames().get(types.of(ColumnType.TEXT)[0]));
          }
        });
    if (!schema.dropped().isEmpty()) {
      notes.put(DROPPED, schema.dropped().toString());
    }
  }

  /// Adds how many rows of each class there were; nothing where that is not known.
  public static void addClassRows(List<Long> classRows, SortedMap<String, String> notes) {
    add(CLASS_ROWS, classRows, notes);
  }

  /// Adds numbers as one note, if there are any.
  static void add(String note, List<?> numbers, SortedMap<String, String> notes) {
    if (!numbers.isEmpty()) {
      notes.put(note, numbers.stream().map(Object::toString).collect(Collectors.joining(",")));
    }
  }

  /// The types of columns, if they are noted.
  ///
  /// @throws IllegalArgumentException if they are invalid
  static Optional<ColumnTypes> types(Map<String, String> notes) {
    return Optional.ofNullable(notes.get(TYPES)).map(ColumnTypes::parse);
  }

  /// The inputs that notes tell of.
  ///
  /// @param features those of the model or the statistics
  /// @param words those of its last block, if it has blocks
  /// @param types the types of the columns, if they differ
  /// @param dictionaries the categories of the features that have some
  /// @param table the table of messages, if a file has one
  /// @throws IllegalArgumentException if they are invalid
  public static Inputs inputs(
      Map<String, String> notes,
      Features features,
      Features words,
      Optional<ColumnTypes> types,
      Optional<List<CategoryDictionary>> dictionaries,
      Optional<TokenTable> table) {
    String rows = notes.getOrDefault(ROWS, TABLE);
    Optional<Vocabulary> vocabulary = Optional.empty();
    List<String> columns = List.of();
    boolean named = false;
    switch (rows) {
      case TABLE -> {
        List<String> names = new ArrayList<>(features.names());
        named = features.areNamed();
        if (types.filter(known -> known.has(ColumnType.TEXT)).isPresent()) {
          vocabulary = Optional.of(Vocabulary.of(words));
          named &= notes.containsKey(TEXT_NAME);
          if (named) {
            names.subList(names.size() - words.count(), names.size()).clear();
            names.add(notes.get(TEXT_NAME));
          }
        }
        columns =
            named
                ? types.map(known -> known.inFileOrder(names)).orElse(names)
                : Schema.numbered(
                    types.map(known -> known.types().size()).orElse(features.count()));
      }
      case TEXT -> {
        if (!features.areNamed() && features.text().isEmpty()) {
          throw new IllegalArgumentException(
              "its rows are messages, but it has no words; expected one for each feature");
        }
        vocabulary =
            Optional.of(
                table
                    .map(TextFeatures::of)
                    .or(() ->
                        Optional.ofNullable(notes.get(Parameter.TOKENS.id()))
                            .filter(TokenTables::isOne)
                            .map(TokenTables::features))
                    .map(texts -> texts.vocabulary(List.of()))
                    .orElseGet(() -> Vocabulary.of(features)));
        features.requireSame(vocabulary.get().features(), "");
      }
      case SPARSE -> {}
      default ->
          throw new IllegalArgumentException(
              "its rows are '%s'; expected table, sparse or text".formatted(rows));
    }
    Column text = column(TEXT, notes);
    if (text.exists() != rows.equals(TEXT)) {
      throw new IllegalArgumentException(
          "it has %s; expected both or none"
              .formatted(
                  text.exists() ? "a text column but no words" : "words but no text column"));
    }
    Schema schema =
        new Schema(
            named,
            columns,
            column(LABEL, notes),
            column(WEIGHT, notes),
            text,
            dropped(notes),
            rows.equals(SPARSE) ? firstIndex(notes) : 0);
    OptionalDouble threshold =
        notes.containsKey(Parameter.BINARIZE.id())
            ? OptionalDouble.of(number("threshold", notes.get(Parameter.BINARIZE.id())))
            : OptionalDouble.empty();
    return new Inputs(
        schema,
        features,
        vocabulary,
        threshold,
        dictionaries.map(known -> categories(known, notes)),
        Optional.ofNullable(notes.get(Parameter.MISSING.id())),
        types);
  }

  private static Categories categories(
      List<CategoryDictionary> dictionaries, Map<String, String> notes) {
    List<List<String>> names = new ArrayList<>();
    for (CategoryDictionary dictionary : dictionaries) {
      names.add(IntStream.range(0, dictionary.size()).mapToObj(dictionary::name).toList());
    }
    String unseen = notes.getOrDefault(Parameter.UNSEEN.id(), "error");
    UnseenCategory treatment =
        switch (unseen) {
          case "error" -> UnseenCategory.REFUSE;
          case "ignore" -> UnseenCategory.IGNORE;
          case "smoothed" -> UnseenCategory.SMOOTHED;
          default ->
              throw new IllegalArgumentException(
                  "its treatment of unseen categories is '%s'; expected error, ignore or smoothed"
                      .formatted(unseen));
        };
    return new Categories(names, treatment);
  }

  /// The options among notes, with their texts.
  public static Map<Parameter, String> options(Map<String, String> notes) {
    Map<Parameter, String> options = new EnumMap<>(Parameter.class);
    for (Parameter parameter : Parameter.values()) {
      String text = notes.get(parameter.id());
      if (text != null) {
        options.put(parameter, text);
      }
    }
    return options;
  }

  /// How many rows of each class there were; none where that is not known.
  ///
  /// @throws IllegalArgumentException if they are not for as many classes
  public static List<Long> classRows(Map<String, String> notes, int classCount) {
    String counts = notes.get(CLASS_ROWS);
    List<Long> classRows =
        counts == null
            ? List.of()
            : Stream.of(counts.split(",", -1)).map(InputNotes::count).toList();
    if (counts != null && classRows.size() != classCount) {
      throw new IllegalArgumentException(
          "it has row counts for %d classes; expected %d".formatted(classRows.size(), classCount));
    }
    return classRows;
  }

  /// A number of rows or values.
  ///
  /// @throws IllegalArgumentException if it is none
  public static long count(String text) {
    if (!text.matches("[0-9]{1,18}")) {
      throw new IllegalArgumentException(
          "its number of rows or values is '%s'; expected a number".formatted(text));
    }
    return Long.parseLong(text);
  }

  private static void put(String role, Column column, Map<String, String> notes) {
    if (column.exists()) {
      notes.put(role + ".index", Integer.toString(column.index()));
      notes.put(role + ".name", column.name());
    }
  }

  private static ColumnSet dropped(Map<String, String> notes) {
    String text = notes.get(DROPPED);
    return text == null ? ColumnSet.NONE : ColumnSet.parse(text);
  }

  private static Column column(String role, Map<String, String> notes) {
    String index = notes.get(role + ".index");
    if (index == null) {
      return Column.NONE;
    }
    if (!index.matches("[0-9]{1,9}")) {
      throw new IllegalArgumentException(
          "its %s column is '%s'; expected a 0-based index".formatted(role, index));
    }
    return new Column(Integer.parseInt(index), notes.getOrDefault(role + ".name", ""));
  }

  private static int firstIndex(Map<String, String> notes) {
    return switch (notes.getOrDefault(FIRST_INDEX, "0")) {
      case "0" -> 0;
      case "1" -> 1;
      case String other ->
          throw new IllegalArgumentException(
              "its features are counted from '%s'; expected 0 or 1".formatted(other));
    };
  }

  /// A finite number in a note.
  ///
  /// @throws IllegalArgumentException if it is none
  public static double number(String what, String text) {
    double value = FitOptions.parse(text);
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "its %s is '%s'; expected a finite number".formatted(what, text));
    }
    return value;
  }
}
