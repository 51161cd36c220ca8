package org.lanewise.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Categorical features, column by column: feature j of row i is a code, an index into the
/// feature's dictionary, or [#MISSING].
///
/// Codes may be bytes, shorts or ints. A code beyond the dictionary stands for a category that is
/// not known: statistics refuse it, scorers treat it as they are told. Arrays of codes that were
/// given are borrowed: they are not copied and must not change while they are in use.
public final class CategoryColumns implements Samples {

  /// The code of a missing value.
  public static final int MISSING = -1;

  private final CategoryCodes[] columns;
  private final List<CategoryDictionary> dictionaries;
  private final Features features;

  private CategoryColumns(CategoryCodes[] columns, List<CategoryDictionary> dictionaries) {
    this(columns, dictionaries, Features.unnamed(columns.length));
  }

  private CategoryColumns(
      CategoryCodes[] columns, List<CategoryDictionary> dictionaries, Features features) {
    this.columns = columns;
    this.dictionaries = dictionaries;
    this.features = features;
  }

  /// Borrows codes; the dictionary of a feature has the categories from 0 to its largest code.
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, one is null or of another length, or a
  ///   code is below −1
  public static CategoryColumns of(byte[]... columns) {
    return sized(CategoryCodes.of(columns));
  }

  /// Borrows codes, as [#of(byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException likewise
  public static CategoryColumns of(short[]... columns) {
    return sized(CategoryCodes.of(columns));
  }

  /// Borrows codes, as [#of(byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException likewise
  public static CategoryColumns of(int[]... columns) {
    return sized(CategoryCodes.of(columns));
  }

  /// Borrows codes into given dictionaries. Codes may lie beyond them.
  ///
  /// @param dictionaries one for each feature
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException as above, or if there is not one dictionary for each feature
  public static CategoryColumns of(List<CategoryDictionary> dictionaries, byte[]... columns) {
    return of(CategoryCodes.of(columns), dictionaries);
  }

  /// Borrows codes into given dictionaries, as [#of(List, byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException likewise
  public static CategoryColumns of(List<CategoryDictionary> dictionaries, short[]... columns) {
    return of(CategoryCodes.of(columns), dictionaries);
  }

  /// Borrows codes into given dictionaries, as [#of(List, byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException likewise
  public static CategoryColumns of(List<CategoryDictionary> dictionaries, int[]... columns) {
    return of(CategoryCodes.of(columns), dictionaries);
  }

  /// Codes binary features with missing values: 0 and 1 are themselves, NaN is missing. The
  /// dictionary of every feature is [CategoryDictionary#BINARY].
  ///
  /// @throws IllegalArgumentException if a value is not 0, 1 or NaN
  public static CategoryColumns ofBinary(NumericColumns columns) {
    return binary(columns, Double.NaN);
  }

  /// Codes numeric features as 1 where the value is greater than the threshold, else 0, and as
  /// missing where it is NaN. The dictionary of every feature is [CategoryDictionary#BINARY].
  ///
  /// @param threshold a finite number
  /// @throws IllegalArgumentException if the threshold is not finite or a value infinite
  public static CategoryColumns ofBinary(NumericColumns columns, double threshold) {
    if (!Double.isFinite(threshold)) {
      throw new IllegalArgumentException(
          "the threshold is " + threshold + "; a finite number is expected");
    }
    return binary(columns, threshold);
  }

  private static CategoryColumns binary(NumericColumns columns, double threshold) {
    byte[][] codes = new byte[columns.featureCount()][columns.rowCount()];
    for (int feature = 0; feature < codes.length; feature++) {
      for (int row = 0; row < codes[feature].length; row++) {
        double value = columns.value(row, feature);
        boolean fits = Double.isNaN(threshold) ? value == 0 || value == 1 : Double.isFinite(value);
        if (!fits && !Double.isNaN(value)) {
          throw new IllegalArgumentException(
              "row %d, feature %d is %s; %s is expected, or NaN where it is missing"
                  .formatted(
                      row, feature, value, Double.isNaN(threshold) ? "0 or 1" : "a finite number"));
        }
        codes[feature][row] =
            (byte)
                (Double.isNaN(value)
                    ? MISSING
                    : value > (Double.isNaN(threshold) ? 0 : threshold) ? 1 : 0);
      }
    }
    return of(Collections.nCopies(codes.length, CategoryDictionary.BINARY), codes);
  }

  /// Codes names; the dictionary of a feature has its distinct names in the order of
  /// [Classes#sorted], so that it does not depend on the order of the rows.
  ///
  /// @param missing the names that stand for a missing value, as null always does
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or of another length
  public static CategoryColumns of(Collection<String> missing, String[]... columns) {
    requireColumns(columns);
    List<CategoryDictionary> dictionaries = new ArrayList<>();
    for (String[] column : columns) {
      Set<String> names = new LinkedHashSet<>(Arrays.asList(column));
      names.remove(null);
      names.removeAll(Set.copyOf(missing));
      dictionaries.add(CategoryDictionary.of(NaturalOrder.of(names)));
    }
    return of(dictionaries, missing, columns);
  }

  /// Codes names by given dictionaries, such as a model's; names that are not in them are appended
  /// to these columns' own.
  ///
  /// @param dictionaries one for each feature, with names
  /// @param missing the names that stand for a missing value, as null always does
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, one is null or of another length, or
  ///   there is not one dictionary with names for each feature
  public static CategoryColumns of(
      List<CategoryDictionary> dictionaries, Collection<String> missing, String[]... columns) {
    requireColumns(columns);
    requireDictionaries(dictionaries, columns.length);
    Set<String> absent = Set.copyOf(missing);
    CategoryCodes[] codes = new CategoryCodes[columns.length];
    List<CategoryDictionary> extended = new ArrayList<>();
    for (int feature = 0; feature < columns.length; feature++) {
      CategoryDictionary dictionary = dictionaries.get(feature);
      if (!dictionary.isNamed() && dictionary.size() > 0) {
        throw new IllegalArgumentException(
            "the categories of feature %d have no names; a dictionary with names is expected"
                .formatted(feature));
      }
      String[] column = columns[feature];
      Map<String, Integer> more = new LinkedHashMap<>();
      int[] coded = new int[column.length];
      for (int row = 0; row < coded.length; row++) {
        String name = column[row];
        if (name == null || absent.contains(name)) {
          coded[row] = MISSING;
        } else {
          int code = dictionary.code(name);
          coded[row] =
              code >= 0
                  ? code
                  : more.computeIfAbsent(name, unseen -> dictionary.size() + more.size());
        }
      }
      codes[feature] = new CategoryCodes.OfInts(coded, dictionary.size() + more.size() - 1);
      extended.add(more.isEmpty() ? dictionary : append(dictionary, more.keySet()));
    }
    return new CategoryColumns(codes, List.copyOf(extended));
  }

  private static CategoryDictionary append(CategoryDictionary dictionary, Set<String> more) {
    List<String> names = new ArrayList<>();
    for (int code = 0; code < dictionary.size(); code++) {
      names.add(dictionary.name(code));
    }
    names.addAll(more);
    return CategoryDictionary.of(names);
  }

  /// These rows with dictionaries of at least the given numbers of categories: categories that no
  /// row has are then known, with a count of 0.
  ///
  /// @param categoryCounts one number for every feature, or one for all
  /// @throws IllegalArgumentException if there are others
  public CategoryColumns atLeast(int... categoryCounts) {
    if (categoryCounts.length != 1 && categoryCounts.length != columns.length) {
      throw new IllegalArgumentException(
          "%d numbers of categories were given; 1 or %d are expected"
              .formatted(categoryCounts.length, columns.length));
    }
    List<CategoryDictionary> extended = new ArrayList<>();
    for (int feature = 0; feature < columns.length; feature++) {
      extended.add(
          dictionaries
              .get(feature)
              .extend(categoryCounts[categoryCounts.length == 1 ? 0 : feature]));
    }
    return new CategoryColumns(columns, List.copyOf(extended), features);
  }

  @Override
  public int rowCount() {
    return columns[0].length();
  }

  @Override
  public Features features() {
    return features;
  }

  /// These rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public CategoryColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// These rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public CategoryColumns withFeatures(Features features) {
    return new CategoryColumns(columns, dictionaries, Names.requireCount(features, columns.length));
  }

  /// The dictionaries of the features.
  public List<CategoryDictionary> dictionaries() {
    return dictionaries;
  }

  /// These rows in other dictionaries.
  public CategoryColumns in(List<CategoryDictionary> others) {
    return this;
  }

  /// The code of a feature in a row, or [#MISSING].
  public int code(int row, int feature) {
    return columns[feature].code(row);
  }

  /// The largest code of a feature, or −1 if there is none.
  public int largestCode(int feature) {
    return columns[feature].largest();
  }

  /// The name of the category that a code stands for in these columns.
  public String name(int feature, int code) {
    CategoryDictionary dictionary = dictionaries.get(feature);
    return code < dictionary.size() ? dictionary.name(code) : Integer.toString(code);
  }

  /// Copies one row into `out[0 … d−1]`.
  public void row(int row, int[] out) {
    for (int feature = 0; feature < columns.length; feature++) {
      out[feature] = columns[feature].code(row);
    }
  }

  /// Copies rows `firstRow` to `firstRow + count − 1` of one feature into `out`, beginning at
  /// `offset`. Bounds are the caller's to keep.
  public void copy(int feature, int firstRow, int count, int[] out, int offset) {
    columns[feature].copy(firstRow, count, out, offset);
  }

  /// Copies rows `firstRow` to `firstRow + count − 1` of one feature into `out`, beginning at
  /// `offset`, codes above 127 as 127. Bounds are the caller's to keep.
  public void copy(int feature, int firstRow, int count, byte[] out, int offset) {
    columns[feature].copy(firstRow, count, out, offset);
  }

  private static CategoryColumns sized(CategoryCodes[] columns) {
    List<CategoryDictionary> dictionaries = new ArrayList<>();
    for (CategoryCodes column : columns) {
      dictionaries.add(CategoryDictionary.ofSize(Math.addExact(column.largest(), 1)));
    }
    return new CategoryColumns(columns, List.copyOf(dictionaries));
  }

  private static CategoryColumns of(
      CategoryCodes[] columns, List<CategoryDictionary> dictionaries) {
    requireDictionaries(dictionaries, columns.length);
    return new CategoryColumns(columns, List.copyOf(dictionaries));
  }

  private static void requireColumns(String[][] columns) {
    Objects.requireNonNull(columns, "columns");
    ColumnShapes.rowCount(
        columns.length, feature -> columns[feature] == null ? -1 : columns[feature].length);
  }

  private static void requireDictionaries(List<CategoryDictionary> dictionaries, int count) {
    if (dictionaries.size() != count) {
      throw new IllegalArgumentException(
          "%d dictionaries were given; one for each of %d features is expected"
              .formatted(dictionaries.size(), count));
    }
  }
}
