package org.lanewise.cli.rows;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.lanewise.cli.table.CategoryFeatures;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.table.MessageFeatures;
import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.SparseFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.statistics.CountStatistics;

/// The rows of a file in the forms that models take, with the model's features.
public final class Rows {

  /// The values of `--unseen` that accept unseen categories.
  static final String UNSEEN_OPTIONS = "ignore or smoothed";

  private Rows() {}

  /// Rows as columns of doubles; of messages, how often each word occurs.
  ///
  /// @throws DataException if they do not fit into memory
  public static NumericColumns numbers(Inputs inputs, Table rows) {
    if (rows.features() instanceof NumberFeatures numbers) {
      return NumericColumns.of(numbers.columns()).withFeatures(inputs.features());
    }
    SparseRows sparse = sparse(inputs, rows);
    Memory.requireColumns(rows.file(), sparse.rowCount(), sparse.featureCount());
    return dense(sparse).withFeatures(inputs.features());
  }

  /// Sparse rows with their zeros.
  public static NumericColumns dense(SparseRows sparse) {
    double[][] columns = new double[sparse.featureCount()][sparse.rowCount()];
    forEach(sparse, (row, feature, value) -> columns[feature][row] = value);
    return NumericColumns.of(columns);
  }

  /// Rows as bits: 1 where a value is greater than the threshold. What sparse rows lack is 0, and
  /// so 1 for a threshold below 0.
  ///
  /// @throws DataException if there is no threshold and a value is neither 0 nor 1, or they do not
  ///   fit into memory
  public static BitColumns bits(Inputs inputs, Table rows) {
    if (!(rows.features() instanceof NumberFeatures numbers)) {
      return sparseAsColumns(inputs, rows);
    }
    NumericColumns columns = NumericColumns.of(numbers.columns());
    if (inputs.threshold().isPresent()) {
      return BitColumns.copyOf(columns, inputs.threshold().getAsDouble())
          .withFeatures(inputs.features());
    }
    requireBinary(inputs, rows, numbers);
    return BitColumns.copyOf(columns).withFeatures(inputs.features());
  }

  /// Rows of bits that may be missing, as categories 0 and 1.
  ///
  /// @throws DataException if there is no threshold and a value is neither 0 nor 1, or the rows are
  ///   no table
  public static CategoryColumns incompleteBits(Inputs inputs, Table rows) {
    if (!(rows.features() instanceof NumberFeatures numbers)) {
      throw new DataException(
          "%s is read as messages; --missing needs a table of numbers".formatted(rows.file()));
    }
    NumericColumns columns = NumericColumns.of(numbers.columns());
    if (inputs.threshold().isPresent()) {
      return CategoryColumns.copyOfBinary(columns, inputs.threshold().getAsDouble())
          .withFeatures(inputs.features());
    }
    requireBinary(inputs, rows, numbers);
    return CategoryColumns.copyOfBinary(columns).withFeatures(inputs.features());
  }

  /// Sparse rows as bits: 1 where a value is greater than the threshold, a word occurs more often
  /// than it, by default at all.
  ///
  /// @throws DataException if there is no threshold and a value of sparse lines is not 1
  public static SparseRows sparseBits(Inputs inputs, Table rows) {
    SparseRows sparse = sparse(inputs, rows);
    if (inputs.threshold().isEmpty() && inputs.vocabulary().isEmpty()) {
      forEach(
          sparse,
          (row, feature, value) -> {
            if (value != 1) {
              throw notBinary(inputs, rows, row, feature, value);
            }
          });
    }
    return sparse.binarize(inputs.threshold().orElse(0));
  }

  /// Rows as columns of counts.
  ///
  /// @throws DataException if a value is negative or too large
  public static NumericColumns counts(Inputs inputs, Table rows) {
    NumericColumns columns = numbers(inputs, rows);
    if (rows.features() instanceof NumberFeatures numbers) {
      int[] place = find(numbers, value -> !isCount(value));
      if (place.length > 0) {
        double value = numbers.columns()[place[1]][place[0]];
        throw notCount(inputs, rows, place[0], place[1], value);
      }
    }
    return columns;
  }

  /// Sparse rows as counts; of messages, how often each word occurs.
  ///
  /// @throws DataException if a value is negative or too large
  public static SparseRows sparseCounts(Inputs inputs, Table rows) {
    SparseRows sparse = sparse(inputs, rows);
    forEach(
        sparse,
        (row, feature, value) -> {
          if (!isCount(value)) {
            throw notCount(inputs, rows, row, feature, value);
          }
        });
    return sparse;
  }

  /// Rows as codes of categories; those that were not learned are beyond the dictionary.
  ///
  /// @throws DataException if there is such a category and it is not to be there, or the rows are
  ///   no table of categories
  public static CategoryColumns categories(Inputs inputs, Table rows) {
    if (inputs.categories().isEmpty() || !(rows.features() instanceof CategoryFeatures found)) {
      throw new DataException(
          "%s is read as messages; categorical-nb needs a table of categories"
              .formatted(rows.file()));
    }
    int[] columns = IntStream.range(0, found.codes().length).toArray();
    return categories(inputs, rows, UNSEEN_OPTIONS, columns).withFeatures(inputs.features());
  }

  /// Some columns of a table as codes of categories, without names.
  ///
  /// @param unseen the values of `--unseen` that accept a category that was not learned
  /// @param columns those of the categories of the inputs, in this order
  /// @throws DataException if there is a category that was not learned and it is not to be there
  static CategoryColumns categories(Inputs inputs, Table rows, String unseen, int... columns) {
    CategoryFeatures found = ColumnTypes.cells(rows).of(columns);
    List<List<String>> names = inputs.categories().orElseThrow().names();
    int[][] codes = found.recode(names).codes();
    int firstRow = rows.rowCount();
    int firstFeature = 0;
    for (int feature = 0; feature < codes.length; feature++) {
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
    if (firstRow < rows.rowCount() && inputs.unseen() == UnseenCategory.REFUSE) {
      int code = found.codes()[firstFeature][firstRow];
      throw new DataException(
          "%s, %s, %s: '%s' is an unseen category; expected one of %s, or use --unseen %s"
              .formatted(
                  rows.file(),
                  rows.place(firstRow),
                  rows.schema().describe(columns[firstFeature]),
                  found.dictionaries().get(firstFeature).get(code),
                  dictionaries.get(firstFeature),
                  unseen));
    }
    return CategoryColumns.withMissing(CategoryFeatures.MISSING, dictionaries, codes);
  }

  /// Sparse rows as numbers; of messages, how often each word occurs.
  public static SparseRows sparse(Inputs inputs, Table rows) {
    if (rows.features() instanceof SparseFeatures sparse) {
      int first = inputs.schema().firstIndex();
      int[] indices =
          first == 0
              ? sparse.indices()
              : IntStream.of(sparse.indices()).map(index -> index - first).toArray();
      return SparseRows.of(sparse.rowStarts(), indices, sparse.values(), inputs.features().count())
          .withFeatures(inputs.features());
    }
    if (rows.features() instanceof MessageFeatures text && inputs.vocabulary().isPresent()) {
      return inputs.vocabulary().get().counts(text.messages());
    }
    throw new IllegalStateException(
        "%s cannot be scored".formatted(rows.features().getClass().getSimpleName()));
  }

  private static BitColumns sparseAsColumns(Inputs inputs, Table rows) {
    double above = inputs.threshold().orElse(0);
    boolean absentIsOne = above < 0;
    SparseRows sparse = absentIsOne ? sparse(inputs, rows) : sparseBits(inputs, rows);
    int n = sparse.rowCount();
    Memory.requireBits(rows.file(), n, sparse.featureCount());
    long[][] words = new long[sparse.featureCount()][(n + Long.SIZE - 1) / Long.SIZE];
    if (absentIsOne) {
      for (long[] column : words) {
        Arrays.fill(column, -1L);
      }
    }
    forEach(
        sparse,
        (row, feature, value) -> {
          if (!absentIsOne) {
            words[feature][row / Long.SIZE] |= 1L << row;
          } else if (value <= above) {
            words[feature][row / Long.SIZE] &= ~(1L << row);
          }
        });
    return BitColumns.of(words, n).withFeatures(inputs.features());
  }

  /// Takes a value that is not 0.
  private interface Value {
    void at(int row, int feature, double value);
  }

  private static void forEach(SparseRows rows, Value value) {
    SparseRow view = new SparseRow();
    for (int row = 0; row < rows.rowCount(); row++) {
      rows.row(row, view);
      for (int i = view.from(); i < view.to(); i++) {
        // Bits have no values.
        value.at(row, view.indices()[i], view.values() == null ? 1 : view.values()[i]);
      }
    }
  }

  private static void requireBinary(Inputs inputs, Table rows, NumberFeatures numbers) {
    int[] place = find(numbers, value -> value != 0 && value != 1 && !Double.isNaN(value));
    if (place.length > 0) {
      double value = numbers.columns()[place[1]][place[0]];
      throw notBinary(inputs, rows, place[0], place[1], value);
    }
  }

  /// The row and the feature of the first value, row by row, that is wrong; none if there is none.
  private static int[] find(NumberFeatures numbers, DoublePredicate wrong) {
    int firstRow = numbers.rowCount();
    int firstFeature = 0;
    for (int feature = 0; feature < numbers.columns().length; feature++) {
      double[] column = numbers.columns()[feature];
      for (int row = 0; row < firstRow; row++) {
        if (wrong.test(column[row])) {
          firstRow = row;
          firstFeature = feature;
        }
      }
    }
    return firstRow < numbers.rowCount() ? new int[] {firstRow, firstFeature} : new int[0];
  }

  private static boolean isCount(double value) {
    return value >= 0 && value <= CountStatistics.MAX;
  }

  private static DataException notCount(
      Inputs inputs, Table rows, int row, int feature, double value) {
    return new DataException(
        "%s, %s, %s: the value is %s; expected a count from 0 to 2^500"
            .formatted(
                rows.file(),
                rows.place(row),
                inputs.describe(feature, rows.schema()),
                Double.isNaN(value) ? "missing" : value));
  }

  private static DataException notBinary(
      Inputs inputs, Table rows, int row, int feature, double value) {
    return new DataException(
        "%s, %s, %s: the value is %s; bernoulli-nb expects 0 or 1; to turn numbers above T into 1, fit with --binarize T"
            .formatted(
                rows.file(), rows.place(row), inputs.describe(feature, rows.schema()), value));
  }
}
