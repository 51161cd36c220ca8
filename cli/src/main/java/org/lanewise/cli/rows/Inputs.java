package org.lanewise.cli.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Schema;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Features;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.UnseenCategory;
import org.lanewise.text.TextFeatures;
import org.lanewise.text.Vocabulary;

/// The features of a model, and how the rows of a file become them.
///
/// @param schema the columns of the file that was learned from
/// @param features the features: columns, by name if the file had a header, words, or indices
/// @param vocabulary the words that are features, if rows are messages or have a text column
/// @param threshold the threshold above which a value is 1, if one was given
/// @param categories the categories of each feature, if rows are categories
/// @param missing the text of a missing value, if one was given
/// @param types the types of the columns, if they differ; features are then those of a type after
///   another, and last the words of a text column
public record Inputs(
    Schema schema,
    Features features,
    Optional<Vocabulary> vocabulary,
    OptionalDouble threshold,
    Optional<Categories> categories,
    Optional<String> missing,
    Optional<ColumnTypes> types) {

  /// The content of sparse lines without a feature.
  public static final String NO_VALUE = "no value";

  /// The content of messages without a feature.
  public static final String NO_WORD = "no word (a run of letters, marks and digits)";

  /// Inputs whose columns are all of one kind.
  public Inputs(
      Schema schema,
      Features features,
      Optional<Vocabulary> vocabulary,
      OptionalDouble threshold,
      Optional<Categories> categories,
      Optional<String> missing) {
    this(schema, features, vocabulary, threshold, categories, missing, Optional.empty());
  }

  /// The inputs of a model of several kinds of columns, or of numbers and indicator columns of
  /// categories, that is fitted to these rows.
  ///
  /// @param missing the text of a missing value, if one was given
  /// @param unseen what becomes of categories that were not learned
  /// @param texts how the messages of a text column become features
  /// @throws DataException if the rows are no table of columns, or a text column has no feature
  public static Inputs of(
      Table training,
      ColumnTypes types,
      Optional<String> missing,
      UnseenCategory unseen,
      TextFeatures texts) {
    CategoryFeatures cells = ColumnTypes.cells(training);
    List<List<String>> dictionaries = cells.dictionaries();
    Schema schema = training.schema();
    int[] categories = types.of(ColumnType.CATEGORY);
    int[] columns = types.columns();
    List<Features> features = new ArrayList<>();
    if (columns.length > 0) {
      features.add(types.features(schema, columns));
    }
    Optional<Vocabulary> vocabulary = Optional.empty();
    for (int text : types.of(ColumnType.TEXT)) {
      if (texts.isHashed()) {
        throw new DataException(
            "%s, %s: the words of a text column need names; leave --hash out"
                .formatted(training.file(), schema.describe(text)));
      }
      MessageFeatures messages = cells.messages(text);
      require(
          messages.hasAny(texts),
          "%s, %s".formatted(training.file(), schema.describe(text)),
          NO_WORD);
      vocabulary = Optional.of(texts.vocabulary(messages.messages()));
      features.add(vocabulary.get().features());
    }
    return new Inputs(
        schema,
        MixedColumns.features(features),
        vocabulary,
        OptionalDouble.empty(),
        categories.length == 0
            ? Optional.empty()
            : Optional.of(
                new Categories(
                    IntStream.of(categories).mapToObj(dictionaries::get).toList(), unseen)),
        missing,
        Optional.of(types));
  }

  /// The features of a model by name; where a model of several kinds has none, by their place among
  /// the columns, which it has in another order, and in sparse lines by their index.
  public Features shown(Features ofModel) {
    if (ofModel.areNamed() || (types.isEmpty() && schema.firstIndex() == 0)) {
      return ofModel;
    }
    IntStream shown =
        types
            .map(known -> IntStream.of(known.order()))
            .orElseGet(() ->
                IntStream.range(0, ofModel.count()).map(feature -> feature + schema.firstIndex()));
    return Features.of(shown.mapToObj(Integer::toString).toArray(String[]::new));
  }

  /// Whether the cells of a file are read as texts.
  public boolean areTexts() {
    return categories.isPresent() || types.isPresent();
  }

  /// The inputs of a model that is fitted to these rows.
  ///
  /// @param threshold the threshold above which a value is 1, if one was given
  /// @param missing the text of a missing value, if one was given
  /// @param unseen what becomes of categories that were not learned
  /// @param texts how messages become features
  /// @throws DataException if they have no feature
  public static Inputs of(
      Table training,
      OptionalDouble threshold,
      Optional<String> missing,
      UnseenCategory unseen,
      TextFeatures texts) {
    Schema schema = training.schema();
    Optional<Vocabulary> vocabulary = Optional.empty();
    Optional<Categories> categories = Optional.empty();
    Features features;
    switch (training.features()) {
      case NumberFeatures _ -> features = columns(schema);
      case CategoryFeatures found -> {
        features = columns(schema);
        categories = Optional.of(new Categories(found.dictionaries(), unseen));
      }
      case SparseFeatures sparse -> {
        schema = Schema.sparseFrom(sparse.firstIndex());
        int count = sparse.featureCount() - sparse.firstIndex();
        require(count > 0, training.file(), NO_VALUE);
        features = Features.unnamed(count);
      }
      case MessageFeatures text -> {
        require(text.hasAny(texts), training.file(), NO_WORD);
        vocabulary = Optional.of(texts.vocabulary(text.messages()));
        features = vocabulary.get().features();
      }
    }
    return new Inputs(schema, features, vocabulary, threshold, categories, missing);
  }

  /// The inputs of a model that is fitted to rows of numbers, which a file may have many of.
  ///
  /// @param schema the columns of the file, a table
  /// @param threshold the threshold above which a value is 1, if one was given
  /// @param missing the text of a missing value, if one was given
  public static Inputs ofNumbers(
      Schema schema, OptionalDouble threshold, Optional<String> missing) {
    return new Inputs(
        schema, columns(schema), Optional.empty(), threshold, Optional.empty(), missing);
  }

  /// The inputs of a model that is fitted to rows of categories, which a file may have many of.
  ///
  /// @param schema the columns of the file, a table
  /// @param missing the text of a missing value, if one was given
  public static Inputs ofCategories(
      Schema schema, Categories categories, Optional<String> missing) {
    return new Inputs(
        schema,
        columns(schema),
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.of(categories),
        missing);
  }

  private static Features columns(Schema schema) {
    List<String> names = schema.featureNames();
    return schema.named() ? Features.of(names) : Features.unnamed(names.size());
  }

  /// Refuses rows to learn from that have no feature.
  ///
  /// @param any whether they have one
  /// @param found [#NO_VALUE] or [#NO_WORD]
  /// @throws DataException if they have none
  public static void require(boolean any, String file, String found) {
    if (!any) {
      throw new DataException("%s has %s in the training rows".formatted(file, found));
    }
  }

  /// Whether rows have few features that are not 0: sparse lines, or messages.
  public boolean isSparse() {
    return schema.isSparse() || vocabulary.isPresent();
  }

  /// Returns the treatment of unseen categories.
  public UnseenCategory unseen() {
    return categories.map(Categories::unseen).orElse(UnseenCategory.REFUSE);
  }

  /// The categories of each feature in the order of their codes; none if rows are no categories.
  public List<List<String>> categoryNames() {
    return categories.map(Categories::names).orElse(List.of());
  }

  /// The same with another treatment of categories that were not learned.
  ///
  /// @throws DataException if there are no categories
  public Inputs withUnseen(UnseenCategory unseen) {
    if (categories.isEmpty()) {
      throw new DataException("--unseen does not apply to a model without categories");
    }
    return new Inputs(
        schema,
        features,
        vocabulary,
        threshold,
        Optional.of(new Categories(categories.get().names(), unseen)),
        missing,
        types);
  }

  /// The same with another text for a missing value.
  public Inputs withMissing(String text) {
    return new Inputs(
        schema, features, vocabulary, threshold, categories, Optional.of(text), types);
  }

  /// A feature as messages name it.
  public String describe(int feature) {
    return describe(feature, schema);
  }

  /// A feature as messages about a file name it.
  ///
  /// @param file the columns of that file
  String describe(int feature, Schema file) {
    int columns = types.map(known -> known.columns().length).orElse(0);
    if (vocabulary.isPresent() && feature >= columns) {
      Features words = vocabulary.get().features();
      return "the %s '%s'"
          .formatted(words.areNamed() ? "word" : "place", words.name(feature - columns));
    }
    if (schema.isSparse()) {
      return "feature index " + (feature + schema.firstIndex());
    }
    return file.describe(types.map(known -> known.order()[feature]).orElse(feature));
  }
}
