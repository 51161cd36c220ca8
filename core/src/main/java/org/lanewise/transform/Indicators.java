package org.lanewise.transform;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.UnseenCategory;
import org.lanewise.internal.store.CodeStore;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.transform.IndicatorStore;

/// Categories as indicator columns, for models of numbers such as discriminants.
///
/// A feature of m categories becomes m − 1 columns, one for each category except the one left out:
/// the column of category v is 1 in rows of category v and 0 in all others. With a column for each
/// of the m categories, the columns would sum to 1 and every covariance would be singular.
///
/// ```java
/// Indicators indicators = Indicators.of(MixedColumns.of(numbers, categories));
/// NumericColumns columns = indicators.columns(MixedColumns.of(numbers, categories));
/// LinearDiscriminant discriminant = LinearDiscriminant.fit(columns, labels);
/// IndicatorClassifier model = IndicatorClassifier.of(indicators, discriminant);
/// ```
///
/// Rows have a block of numbers, which may be absent, and then a block of categories. Columns
/// follow in this order: the numbers, then the indicators feature by feature, ascending by code. A
/// column of the category `red` of the feature `colour` has the name `colour=red`.
///
/// Missing values and unseen categories are rejected unless a [RowFormat] allows them. A missing
/// number is NaN; a missing category is NaN in all columns of its feature, which Gaussian models
/// integrate out ([RowFormat#NUMBERS_WITH_MISSING]). [UnseenCategory#IGNORE] treats an unseen
/// category as missing. Immutable; equal if features, categories and the categories left out are
/// equal.
public final class Indicators {

  private final Features features;
  private final List<CategoryDictionary> dictionaries;
  private final int[] leftOut;
  private final int numberCount;

  /// The first column of each category feature, and at the end the number of columns.
  private final int[] first;

  private final Features outputs;

  private Indicators(Features features, List<CategoryDictionary> dictionaries, int[] leftOut) {
    this.features = features;
    this.dictionaries = dictionaries.stream().map(CategoryDictionary::closed).toList();
    this.leftOut = leftOut;
    numberCount = features.count() - leftOut.length;
    first = new int[leftOut.length + 1];
    first[0] = numberCount;
    for (int f = 0; f < leftOut.length; f++) {
      first[f + 1] = Math.addExact(first[f], dictionaries.get(f).size() - 1);
    }
    outputs =
        features.areNamed()
            ? Features.of(outputNames(features.names()))
            : Features.unnamed(first[leftOut.length]);
  }

  /// Creates indicators of the categories in the dictionaries of rows. Each feature leaves out its
  /// most frequent category; ties go to the lowest code.
  ///
  /// A category without rows has a column of zeros, which makes covariances singular.
  ///
  /// @param rows in the form that the class describes, such as the training rows
  /// @throws IllegalArgumentException if they have other blocks, if a feature has no category, or
  ///   if nothing but a single category is left
  public static Indicators of(MixedColumns rows) {
    CategoryColumns categories = categories(rows);
    CodeStore codes = Stores.of(categories);
    int[] leftOut = new int[categories.featureCount()];
    for (int f = 0; f < leftOut.length; f++) {
      long[] counts = new long[categories.dictionaries().get(f).size()];
      for (int row = 0; row < rows.rowCount(); row++) {
        int code = codes.code(row, f);
        if (code >= 0 && code < counts.length) {
          counts[code]++;
        }
      }
      for (int code = 1; code < counts.length; code++) {
        leftOut[f] = counts[code] > counts[leftOut[f]] ? code : leftOut[f];
      }
    }
    return of(rows.features(), categories.dictionaries(), leftOut);
  }

  /// Creates indicators of given categories.
  ///
  /// @param features the features of the rows: numbers first, then categories
  /// @param dictionaries one for each category feature
  /// @param leftOut for each category feature the code of the category that has no column
  /// @throws IllegalArgumentException if there is no category feature, if there are more than
  ///   features, if a dictionary lacks the category to leave out, if no column is left, or if two
  ///   columns have the same name
  public static Indicators of(
      Features features, List<CategoryDictionary> dictionaries, int... leftOut) {
    int count = dictionaries.size();
    if (count == 0 || count > features.count() || leftOut.length != count) {
      throw new IllegalArgumentException(
          "%d dictionaries and %d categories to leave out were given; one of each is expected for each category feature, at most %d"
              .formatted(count, leftOut.length, features.count()));
    }
    for (int f = 0; f < count; f++) {
      int size = dictionaries.get(f).size();
      if (leftOut[f] < 0 || leftOut[f] >= size) {
        throw new BadDataException(
            "%s has %s categories and is to leave out code %s; one of its categories is expected",
            Fact.feature(features.count() - count + f, features), size, Fact.value(leftOut[f]));
      }
    }
    if (count == features.count() && dictionaries.stream().allMatch(known -> known.size() == 1)) {
      throw new IllegalArgumentException(
          "every feature has a single category, so no indicator is left; two categories are"
              + " expected in one of them");
    }
    return new Indicators(features, dictionaries, leftOut.clone());
  }

  private static CategoryColumns categories(MixedColumns rows) {
    List<RowBatch> blocks = rows.blocks();
    boolean numbers = blocks.size() == 2 && blocks.getFirst() instanceof NumericColumns;
    if ((blocks.size() == 1 || numbers) && blocks.getLast() instanceof CategoryColumns found) {
      return found;
    }
    throw new IllegalArgumentException(
        "the rows have blocks of %s; NumericColumns and CategoryColumns are expected, or CategoryColumns alone"
            .formatted(blocks.stream().map(block -> kind(block)).toList()));
  }

  private static String kind(RowBatch block) {
    return switch (block) {
      case NumericColumns _ -> "NumericColumns";
      default -> block.getClass().getSimpleName();
    };
  }

  /// The features of the rows: numbers, then categories.
  public Features features() {
    return features;
  }

  /// The number of features that are numbers.
  public int numberCount() {
    return numberCount;
  }

  /// The categories of each category feature.
  public List<CategoryDictionary> dictionaries() {
    return dictionaries;
  }

  /// The code of the category without a column, for each category feature.
  public int[] leftOut() {
    return leftOut.clone();
  }

  /// The columns, named `feature=category` if the features have names.
  public Features outputs() {
    return outputs;
  }

  /// The names of the columns, given names of the features.
  ///
  /// @param names a name for each feature
  public List<String> outputNames(List<String> names) {
    List<String> all = new ArrayList<>(names.subList(0, numberCount));
    for (int f = 0; f < leftOut.length; f++) {
      for (int code = 0; code < dictionaries.get(f).size(); code++) {
        if (code != leftOut[f]) {
          all.add(names.get(numberCount + f) + "=" + dictionaries.get(f).name(code));
        }
      }
    }
    return all;
  }

  /// The feature of a column.
  ///
  /// @throws IndexOutOfBoundsException if there is no such column
  public int feature(int column) {
    Objects.checkIndex(column, outputs.count());
    int feature = column;
    if (column >= numberCount) {
      feature = numberCount;
      while (column >= first[feature - numberCount + 1]) {
        feature++;
      }
    }
    return feature;
  }

  /// Returns rows as columns of numbers: a view that reads the rows when it is read.
  ///
  /// @throws IllegalArgumentException as [#columns(MixedColumns, RowFormat)] with
  ///   [RowFormat#BLOCKS]
  public NumericColumns columns(MixedColumns rows) {
    return columns(rows, RowFormat.BLOCKS);
  }

  /// Returns rows as columns of numbers: a view that reads the rows when it is read. Categories are
  /// matched by name.
  ///
  /// @param format determines the treatment of missing values and unseen categories
  /// @throws IllegalArgumentException if the rows have other blocks or features, if the format is
  ///   for other rows or has smoothed unseen categories, or if a category is missing or unseen and
  ///   the format rejects it. Reading throws this exception for numbers that the format rejects
  public NumericColumns columns(MixedColumns rows, RowFormat<Object[], MixedColumns> format) {
    requireFormat(format);
    CategoryColumns categories = categories(rows);
    if (categories.featureCount() != leftOut.length) {
      throw new IllegalArgumentException(
          "the rows have %d category features; %d are expected"
              .formatted(categories.featureCount(), leftOut.length));
    }
    features.requireSame(rows.features(), ", as in the indicators");
    CategoryColumns known = categories.in(dictionaries);
    CodeStore codes = Stores.of(known);
    for (int row = 0; row < rows.rowCount(); row++) {
      for (int f = 0; f < leftOut.length; f++) {
        requireKnown(codes.code(row, f), row, f, format, known);
      }
    }
    NumericStore numbers =
        numberCount == 0 ? null : Stores.of((NumericColumns) rows.blocks().getFirst());
    boolean allowed = format.missing() == MissingValues.ALLOW;
    return Stores.view(
        new IndicatorStore(numbers, codes, first, leftOut, allowed, features), outputs);
  }

  private static void requireFormat(RowFormat<Object[], MixedColumns> format) {
    if (format.unseen() == UnseenCategory.SMOOTHED) {
      throw new IllegalArgumentException(
          "indicators of unseen categories cannot be smoothed, because a normal density has no"
              + " probability of a category; REFUSE or IGNORE is expected");
    }
  }

  /// @param row −1 for a row alone
  /// @param columns the categories of a batch, null for a row alone
  private void requireKnown(
      int code, int row, int f, RowFormat<Object[], MixedColumns> format, CategoryColumns columns) {
    boolean absent = code < 0 && format.missing() == MissingValues.REFUSE;
    CategoryDictionary dictionary = dictionaries.get(f);
    if (!absent && (code < dictionary.size() || format.unseen() != UnseenCategory.REFUSE)) {
      return;
    }
    Object feature = Fact.feature(numberCount + f, features);
    Object place =
        row < 0
            ? Fact.clause("%s of the row", feature)
            : Fact.clause("%s, %s", Fact.row(row), feature);
    if (absent) {
      throw new BadDataException("%s is missing; one of %s is expected", place, dictionary);
    }
    throw new BadDataException(
        "%s has the unseen category '%s'; one of %s is expected",
        place, Fact.value(columns == null ? code : columns.name(f, code)), dictionary);
  }

  /// Writes one row as numbers into `out[0 …]`. Allocates nothing.
  ///
  /// @param row a `double[]`, unless there are no numbers, and an `int[]` of codes of
  ///   [#dictionaries()], or [CategoryColumns#MISSING]
  /// @param format determines the treatment of missing values and unseen categories
  /// @throws IllegalArgumentException if the row has other blocks or sizes, if the format has
  ///   smoothed unseen categories, or if a value is not finite, missing or unseen and the format
  ///   rejects it
  public void row(Object[] row, RowFormat<Object[], MixedColumns> format, double[] out) {
    requireFormat(format);
    int blocks = numberCount == 0 ? 1 : 2;
    if (row.length != blocks
        || !(row[blocks - 1] instanceof int[] codes)
        || codes.length != leftOut.length
        || numberCount > 0
            && !(row[0] instanceof double[] values && values.length == numberCount)) {
      throw new IllegalArgumentException(
          "the row has other blocks; %sint[%d] is expected"
              .formatted(numberCount == 0 ? "" : "double[" + numberCount + "], ", leftOut.length));
    }
    if (numberCount > 0) {
      double[] numbers = (double[]) row[0];
      for (int j = 0; j < numberCount; j++) {
        double value = numbers[j];
        boolean allowed = Double.isNaN(value) && format.missing() == MissingValues.ALLOW;
        if (!Double.isFinite(value) && !allowed) {
          throw new BadDataException(
              "%s of the row is %s; a finite number is expected",
              Fact.feature(j, features), Fact.value(value));
        }
        out[j] = value;
      }
    }
    for (int f = 0; f < codes.length; f++) {
      int code = codes[f];
      if (code < 0 && code != CategoryColumns.MISSING) {
        throw new BadDataException(
            "%s of the row is the code %s; a code of at least 0 is expected, or MISSING",
            Fact.feature(numberCount + f, features), Fact.value(code));
      }
      requireKnown(code, -1, f, format, null);
      boolean known = code >= 0 && code < dictionaries.get(f).size();
      Arrays.fill(out, first[f], first[f + 1], known ? 0 : Double.NaN);
      if (known && code != leftOut[f]) {
        out[first[f] + (code < leftOut[f] ? code : code - 1)] = 1;
      }
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Indicators that
        && that.features.equals(features)
        && that.dictionaries.equals(dictionaries)
        && Arrays.equals(that.leftOut, leftOut);
  }

  @Override
  public int hashCode() {
    return Objects.hash(features, dictionaries, Arrays.hashCode(leftOut));
  }

  /// The categories left out, such as `Indicators[without colour=red, size=m]`.
  @Override
  public String toString() {
    return IntStream.range(0, leftOut.length)
        .mapToObj(f -> features.name(numberCount + f) + "=" + dictionaries.get(f).name(leftOut[f]))
        .toList()
        .toString()
        .replaceFirst("^\\[", "Indicators[without ");
  }
}
