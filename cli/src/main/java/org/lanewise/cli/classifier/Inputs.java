package org.lanewise.cli.classifier;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.lanewise.cli.data.CategoryFeatures;
import org.lanewise.cli.data.DataException;
import org.lanewise.cli.data.Features;
import org.lanewise.cli.data.NumberFeatures;
import org.lanewise.cli.data.Schema;
import org.lanewise.cli.data.SparseFeatures;
import org.lanewise.cli.data.Table;
import org.lanewise.cli.data.TextFeatures;
import org.lanewise.cli.text.Vocabulary;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Samples;
import org.lanewise.data.SparseRows;
import org.lanewise.score.UnseenCategory;
import org.lanewise.statistics.CountStatistics;

/// What the features of a model are and how the rows of a file become them.
///
/// @param schema the columns of the file that was learned from
/// @param featureCount the number of features d
/// @param vocabulary the words that are features, if rows are messages
/// @param threshold the threshold above which a value is 1, if one was given
/// @param categories the categories of each feature, if rows are categories
/// @param missing the text of a missing value, if one was given
public record Inputs(
    Schema schema,
    int featureCount,
    Optional<Vocabulary> vocabulary,
    OptionalDouble threshold,
    Optional<Categories> categories,
    Optional<String> missing) {

  /// The inputs that rows to learn from have.
  ///
  /// @throws DataException if they have no feature
  public static Inputs of(Table training, FitOptions options) {
    Optional<Vocabulary> vocabulary = Optional.empty();
    Optional<Categories> categories = Optional.empty();
    int featureCount;
    switch (training.features()) {
      case NumberFeatures numbers -> featureCount = numbers.columns().length;
      case CategoryFeatures found -> {
        categories = Optional.of(new Categories(found.dictionaries(), options.unseen()));
        featureCount = found.codes().length;
      }
      case SparseFeatures sparse -> featureCount = sparse.featureCount();
      case TextFeatures text -> {
        vocabulary = Optional.of(Vocabulary.of(text));
        featureCount = vocabulary.get().words().size();
      }
    }
    if (featureCount == 0) {
      throw new DataException(
          "%s has %s in the rows to learn from; at least one was expected"
              .formatted(
                  training.file(),
                  vocabulary.isPresent() ? "no word, a run of letters or digits," : "no value"));
    }
    return new Inputs(
        training.schema(),
        featureCount,
        vocabulary,
        options.binarize(),
        categories,
        options.missing());
  }

  /// What becomes of categories that were not learned.
  public UnseenCategory unseen() {
    return categories.map(Categories::unseen).orElse(UnseenCategory.ERROR);
  }

  /// The categories of each feature in the order of their codes; none if rows are no categories.
  public List<List<String>> categoryNames() {
    return categories.map(Categories::names).orElse(List.of());
  }

  /// The same with another treatment of categories that were not learned.
  ///
  /// @throws DataException if there are no categories
  Inputs withUnseen(UnseenCategory unseen) {
    if (categories.isEmpty()) {
      throw new DataException(
          "--unseen was given and the model has no categories; a model of categorical-nb was"
              + " expected");
    }
    return new Inputs(
        schema,
        featureCount,
        vocabulary,
        threshold,
        Optional.of(new Categories(categories.get().names(), unseen)),
        missing);
  }

  /// The same with another text for a missing value.
  Inputs withMissing(String text) {
    return new Inputs(schema, featureCount, vocabulary, threshold, categories, Optional.of(text));
  }

  /// The names of the features: those of columns, or words; none for sparse lines.
  public List<String> featureNames() {
    return vocabulary.map(Vocabulary::words).orElse(schema.featureNames());
  }

  /// A feature as messages name it.
  public String describe(int feature) {
    if (vocabulary.isPresent()) {
      return "the word '%s'".formatted(vocabulary.get().words().get(feature));
    }
    if (schema.isSparse()) {
      return "the feature of index " + feature;
    }
    if (schema.named()) {
      return "column '%s'".formatted(schema.featureNames().get(feature));
    }
    int column = feature;
    // In the order in which they come.
    int first = Math.min(schema.label().index(), schema.weight().index());
    int second = Math.max(schema.label().index(), schema.weight().index());
    column += first >= 0 && first <= column ? 1 : 0;
    column += second >= 0 && second <= column ? 1 : 0;
    return "column " + (column + 1);
  }

  /// Rows as columns of doubles; of messages, how often each word occurs.
  ///
  /// @throws DataException if they do not fit into memory
  NumericColumns numbers(Table rows) {
    if (rows.features() instanceof NumberFeatures numbers) {
      return DoubleColumns.of(numbers.columns());
    }
    SparseFeatures sparse = sparse(rows);
    Memory.requireColumns(rows.file(), sparse.rowCount(), featureCount);
    return DoubleColumns.of(sparse.toNumbers().columns());
  }

  /// Rows as bits: 1 where a value is greater than the threshold, a word occurs more often than it,
  /// by default at all. Where values may be missing, as categories 0 and 1.
  ///
  /// @throws DataException if there is no threshold and a value is neither 0 nor 1, or they do not
  ///   fit into memory
  Samples bits(Table rows) {
    if (rows.features() instanceof NumberFeatures numbers) {
      DoubleColumns columns = DoubleColumns.of(numbers.columns());
      if (threshold.isPresent()) {
        return missing.isPresent()
            ? CategoryColumns.copyOfBinary(columns, threshold.getAsDouble())
            : BitColumns.copyOf(columns, threshold.getAsDouble());
      }
      requireBinary(rows, numbers);
      return missing.isPresent()
          ? CategoryColumns.copyOfBinary(columns)
          : BitColumns.copyOf(columns);
    }
    if (missing.isPresent()) {
      throw new DataException(
          "%s is to be read as messages; a table of numbers was expected with --missing"
              .formatted(rows.file()));
    }
    SparseFeatures sparse = sparse(rows);
    if (threshold.isEmpty() && vocabulary.isEmpty()) {
      requireBinary(rows, sparse);
    }
    double above = threshold.orElse(0);
    if (above < 0) {
      // What is absent is 0, and so 1.
      Memory.requireBits(rows.file(), sparse.rowCount(), featureCount);
      return dense(sparse, above);
    }
    return SparseRows.of(sparse.rowStarts(), sparse.indices(), sparse.values(), featureCount)
        .binarize(above);
  }

  /// Rows as counts: sparse where the file is, or rows are messages.
  ///
  /// @throws DataException if a value is negative or too large
  Samples counts(Table rows) {
    if (rows.features() instanceof NumberFeatures numbers) {
      requireCounts(rows, numbers);
      return DoubleColumns.of(numbers.columns());
    }
    SparseFeatures sparse = sparse(rows);
    requireCounts(rows, sparse);
    return SparseRows.of(sparse.rowStarts(), sparse.indices(), sparse.values(), featureCount);
  }

  /// Rows as codes of categories; those that were not learned are beyond the dictionary.
  ///
  /// @throws DataException if there is such a category and it is not to be there, or the rows are
  ///   no table of categories
  CategoryColumns categories(Table rows) {
    if (categories.isEmpty() || !(rows.features() instanceof CategoryFeatures found)) {
      throw new DataException(
          "%s is to be read as messages; a table of categories was expected for categorical-nb"
              .formatted(rows.file()));
    }
    List<List<String>> names = categories.get().names();
    int[][] codes = found.recode(names).codes();
    int firstRow = rows.rowCount();
    int firstFeature = 0;
    for (int feature = 0; feature < featureCount; feature++) {
      int[] column = codes[feature];
      for (int row = 0; row < column.length; row++) {
        if (column[row] == CategoryFeatures.UNSEEN) {
          column[row] = names.get(feature).size();
          if (row < firstRow) {
            firstRow = row;
            firstFeature = feature;
          }
        }
      }
    }
    List<CategoryDictionary> dictionaries = names.stream().map(CategoryDictionary::of).toList();
    if (firstRow < rows.rowCount() && unseen() == UnseenCategory.ERROR) {
      int code = found.codes()[firstFeature][firstRow];
      throw new DataException(
          "%s, line %d, %s: '%s' is not among the categories that were learned; one of %s was expected, or --unseen ignore or smoothed"
              .formatted(
                  rows.file(),
                  rows.lines()[firstRow],
                  describe(firstFeature),
                  found.dictionaries().get(firstFeature).get(code),
                  dictionaries.get(firstFeature)));
    }
    return CategoryColumns.withMissing(CategoryFeatures.MISSING, dictionaries, codes);
  }

  private SparseFeatures sparse(Table rows) {
    return switch (rows.features()) {
      case SparseFeatures sparse -> sparse.withFeatureCount(featureCount);
      case TextFeatures text when vocabulary.isPresent() -> vocabulary.get().counts(text);
      case Features other ->
          throw new IllegalStateException(
              "%s cannot be scored".formatted(other.getClass().getSimpleName()));
    };
  }

  private BitColumns dense(SparseFeatures sparse, double above) {
    long[][] words = new long[featureCount][(sparse.rowCount() + Long.SIZE - 1) / Long.SIZE];
    for (long[] column : words) {
      Arrays.fill(column, -1L);
    }
    for (int row = 0; row < sparse.rowCount(); row++) {
      for (int i = sparse.rowStarts()[row]; i < sparse.rowStarts()[row + 1]; i++) {
        if (sparse.values()[i] <= above) {
          words[sparse.indices()[i]][row / Long.SIZE] &= ~(1L << row);
        }
      }
    }
    return BitColumns.of(words, sparse.rowCount());
  }

  private void requireBinary(Table rows, NumberFeatures numbers) {
    int firstRow = numbers.rowCount();
    int firstFeature = 0;
    for (int feature = 0; feature < featureCount; feature++) {
      double[] column = numbers.columns()[feature];
      for (int row = 0; row < firstRow; row++) {
        if (column[row] != 0 && column[row] != 1 && !Double.isNaN(column[row])) {
          firstRow = row;
          firstFeature = feature;
        }
      }
    }
    if (firstRow < numbers.rowCount()) {
      throw notBinary(rows, firstRow, firstFeature, numbers.columns()[firstFeature][firstRow]);
    }
  }

  private void requireBinary(Table rows, SparseFeatures sparse) {
    for (int row = 0; row < sparse.rowCount(); row++) {
      for (int i = sparse.rowStarts()[row]; i < sparse.rowStarts()[row + 1]; i++) {
        if (sparse.values()[i] != 1) {
          throw notBinary(rows, row, sparse.indices()[i], sparse.values()[i]);
        }
      }
    }
  }

  private void requireCounts(Table rows, NumberFeatures numbers) {
    int firstRow = numbers.rowCount();
    int firstFeature = 0;
    for (int feature = 0; feature < featureCount; feature++) {
      double[] column = numbers.columns()[feature];
      for (int row = 0; row < firstRow; row++) {
        if (!isCount(column[row])) {
          firstRow = row;
          firstFeature = feature;
        }
      }
    }
    if (firstRow < numbers.rowCount()) {
      throw notCount(rows, firstRow, firstFeature, numbers.columns()[firstFeature][firstRow]);
    }
  }

  private void requireCounts(Table rows, SparseFeatures sparse) {
    for (int row = 0; row < sparse.rowCount(); row++) {
      for (int i = sparse.rowStarts()[row]; i < sparse.rowStarts()[row + 1]; i++) {
        if (!isCount(sparse.values()[i])) {
          throw notCount(rows, row, sparse.indices()[i], sparse.values()[i]);
        }
      }
    }
  }

  private static boolean isCount(double value) {
    return value >= 0 && value <= CountStatistics.LARGEST;
  }

  private DataException notCount(Table rows, int row, int feature, double value) {
    return new DataException(
        "%s, line %d, %s: the value is %s; a count, a number from 0 to 2^500, was expected"
            .formatted(rows.file(), rows.lines()[row], describe(feature), value));
  }

  private DataException notBinary(Table rows, int row, int feature, double value) {
    return new DataException(
        "%s, line %d, %s: the value is %s; bernoulli-nb takes 0 and 1, or numbers with --binarize T at the fit, which makes 1 of those above T"
            .formatted(rows.file(), rows.lines()[row], describe(feature), value));
  }
}
