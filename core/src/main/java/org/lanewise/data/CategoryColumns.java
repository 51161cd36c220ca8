package org.lanewise.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.lanewise.internal.store.CodeColumn;
import org.lanewise.internal.store.CodeStore;
import org.lanewise.internal.store.Stores;

/// Categorical features, column by column: feature j of row i is either missing or a code, which is
/// an index into the feature's dictionary.
///
/// Codes may be bytes or ints. A code beyond the dictionary stands for an unseen category:
/// statistics reject it, and scorers treat it as their [RowFormat] specifies. Negative codes are
/// rejected, unless [#withMissing] names one as the code of missing values. Arrays of codes are
/// borrowed: they are not copied and must not change while they are in use.
///
/// **One row**, for a scorer, is an `int[]` with a code or [#MISSING] for each feature; [#codes]
/// creates it from names.
public final class CategoryColumns implements RowBatch {

  /// The code of a missing value in a single row; no valid code equals it.
  public static final int MISSING = Integer.MIN_VALUE;

  static {
    StoreAccess.give();
  }

  final CodeStore store;
  private final List<CategoryDictionary> dictionaries;
  private final Features features;

  private CategoryColumns(
      CodeColumn[] columns, List<CategoryDictionary> dictionaries, Features features) {
    Shapes.requireDictionaries(dictionaries, columns.length);
    store = new CodeStore(columns);
    this.dictionaries = List.copyOf(dictionaries);
    this.features = Names.requireCount(features, columns.length);
  }

  private CategoryColumns(CodeColumn[] columns, List<CategoryDictionary> dictionaries) {
    this(columns, dictionaries, Features.unnamed(columns.length));
  }

  private CategoryColumns(Coded coded) {
    this(coded.columns(), coded.dictionaries());
  }

  /// Borrows codes. The dictionary of a feature has the categories from 0 to its largest code and
  /// is open: more categories may be added ([CategoryDictionary]).
  ///
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, if one is null or differs in length,
  ///   or if a code is negative
  public static CategoryColumns of(byte[]... columns) {
    return new CategoryColumns(Coded.sized(Codes.of(columns, Codes.Missing.NONE)));
  }

  /// Borrows codes, like [#of(byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException for the same reasons, or if a code is 2³¹ − 1
  public static CategoryColumns of(int[]... columns) {
    return new CategoryColumns(Coded.sized(Codes.of(columns, Codes.Missing.NONE)));
  }

  /// Borrows codes into given dictionaries. Codes may lie beyond them.
  ///
  /// @param dictionaries one for each feature
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException as [#of(byte\[\]\[\])], or if there is not one dictionary for
  ///   each feature
  public static CategoryColumns of(List<CategoryDictionary> dictionaries, byte[]... columns) {
    return new CategoryColumns(Codes.of(columns, Codes.Missing.NONE), dictionaries);
  }

  /// Borrows codes into given dictionaries, like [#of(List, byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException for the same reasons
  public static CategoryColumns of(List<CategoryDictionary> dictionaries, int[]... columns) {
    return new CategoryColumns(Codes.of(columns, Codes.Missing.NONE), dictionaries);
  }

  /// Borrows codes, like [#of(byte\[\]\[\])], with a code for missing values.
  ///
  /// @param missingCode the code of missing values, any number
  /// @throws IllegalArgumentException for the same reasons; `missingCode` itself is never rejected
  public static CategoryColumns withMissing(int missingCode, byte[]... columns) {
    return new CategoryColumns(Coded.sized(Codes.of(columns, Codes.Missing.of(missingCode))));
  }

  /// Borrows codes, like [#withMissing(int, byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException for the same reasons
  public static CategoryColumns withMissing(int missingCode, int[]... columns) {
    return new CategoryColumns(Coded.sized(Codes.of(columns, Codes.Missing.of(missingCode))));
  }

  /// Borrows codes into given dictionaries, like [#of(List, byte\[\]\[\])], with a code for missing
  /// values.
  ///
  /// @param missingCode the code of missing values, any number
  /// @throws IllegalArgumentException for the same reasons; `missingCode` itself is never rejected
  public static CategoryColumns withMissing(
      int missingCode, List<CategoryDictionary> dictionaries, byte[]... columns) {
    return new CategoryColumns(Codes.of(columns, Codes.Missing.of(missingCode)), dictionaries);
  }

  /// Borrows codes into given dictionaries, like [#withMissing(int, List, byte\[\]\[\])].
  ///
  /// @throws IllegalArgumentException for the same reasons
  public static CategoryColumns withMissing(
      int missingCode, List<CategoryDictionary> dictionaries, int[]... columns) {
    return new CategoryColumns(Codes.of(columns, Codes.Missing.of(missingCode)), dictionaries);
  }

  /// Copies rows of codes, with [#MISSING] for missing values. The dictionary of a feature has the
  /// categories from 0 to its largest code and is open: more categories may be added
  /// ([CategoryDictionary]).
  ///
  /// @throws IllegalArgumentException if there is no row, if a row is null, empty, or differs in
  ///   length from row 0, or if a code other than [#MISSING] is negative or 2³¹ − 1
  public static CategoryColumns fromRows(int[]... rows) {
    return new CategoryColumns(Coded.sized(Codes.ofRows(rows)));
  }

  /// Encodes rows of names, with null for missing values, in the same way as
  /// [#copyOfColumns(Collection, String\[\]\[\])] encodes columns.
  ///
  /// @param rows `rows[i][j]` is feature j of row i
  /// @throws IllegalArgumentException if there is no row, or a row is null, empty, or differs in
  ///   length from row 0
  public static CategoryColumns fromRows(String[]... rows) {
    return fromRows(Set.of(), rows);
  }

  /// Encodes rows of names in the same way as [#copyOfColumns(Collection, String\[\]\[\])] encodes
  /// columns.
  ///
  /// @param missing the names of missing values, in addition to null
  /// @throws IllegalArgumentException as [#fromRows(String\[\]\[\])]
  public static CategoryColumns fromRows(Collection<String> missing, String[]... rows) {
    return copyOfColumns(missing, Codes.columnsOf(rows));
  }

  /// Encodes columns of names. The dictionary of a feature has its distinct names in natural order,
  /// independent of the order of the rows, and is open.
  ///
  /// @param missing the names of missing values, in addition to null
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, or one is null or differs in length
  public static CategoryColumns copyOfColumns(Collection<String> missing, String[]... columns) {
    return new CategoryColumns(Coded.names(missing, columns));
  }

  /// Encodes columns of names with given dictionaries, such as those of a model. Names that are not
  /// in them are appended to the dictionaries of the result.
  ///
  /// @param dictionaries one for each feature, with names
  /// @param missing the names of missing values, in addition to null
  /// @param columns one array per feature, all of the same length (the number of rows, 0 allowed)
  /// @throws IllegalArgumentException if there is no column, if one is null or differs in length,
  ///   or if there is not one dictionary with names for each feature
  public static CategoryColumns copyOfColumns(
      List<CategoryDictionary> dictionaries, Collection<String> missing, String[]... columns) {
    return new CategoryColumns(Coded.names(dictionaries, missing, columns));
  }

  /// Encodes binary features with missing values: 0 and 1 are their own codes, NaN is missing. The
  /// dictionary of every feature is [CategoryDictionary#BINARY].
  ///
  /// @throws IllegalArgumentException if a value is not 0, 1 or NaN
  public static CategoryColumns copyOfBinary(NumericColumns columns) {
    return binary(columns, Double.NaN);
  }

  /// Encodes numeric features: 1 if the value is greater than the threshold, missing if it is NaN,
  /// else 0. The dictionary of every feature is [CategoryDictionary#BINARY].
  ///
  /// @param threshold a finite number
  /// @throws IllegalArgumentException if the threshold is not finite or a value is infinite
  public static CategoryColumns copyOfBinary(NumericColumns columns, double threshold) {
    Shapes.requireThreshold(threshold);
    return binary(columns, threshold);
  }

  private static CategoryColumns binary(NumericColumns columns, double threshold) {
    byte[][] codes = Codes.binary(Stores.of(columns), threshold);
    List<CategoryDictionary> dictionaries =
        Collections.nCopies(codes.length, CategoryDictionary.BINARY);
    return withMissing(CodeColumn.MISSING, dictionaries, codes).withFeatures(columns.features());
  }

  /// Returns the codes of one row of names, for a scorer: codes of each feature's dictionary,
  /// [#MISSING] for null, and a code beyond the dictionary for a category that it lacks.
  ///
  /// @param dictionaries one for each feature, with names, such as those of a model
  /// @param names a name or null for each feature
  /// @throws IllegalArgumentException if `names` and `dictionaries` differ in length, or a
  ///   dictionary has no names
  public static int[] codes(List<CategoryDictionary> dictionaries, String... names) {
    Shapes.requireDictionaries(dictionaries, names.length);
    int[] codes = new int[names.length];
    for (int feature = 0; feature < codes.length; feature++) {
      CategoryDictionary dictionary = dictionaries.get(feature);
      Coded.requireNames(dictionary, feature);
      int code = names[feature] == null ? MISSING : dictionary.code(names[feature]);
      codes[feature] = code == -1 ? dictionary.size() : code;
    }
    return codes;
  }

  /// Returns these rows with dictionaries of at least the given numbers of categories, so that
  /// categories without rows are known, with a count of 0.
  ///
  /// @param categoryCounts one number for every feature, or one for all
  /// @throws IllegalArgumentException if the number of counts is neither 1 nor d
  public CategoryColumns atLeast(int... categoryCounts) {
    if (categoryCounts.length != 1 && categoryCounts.length != dictionaries.size()) {
      throw new IllegalArgumentException(
          "%d numbers of categories were given; 1 or %d are expected"
              .formatted(categoryCounts.length, dictionaries.size()));
    }
    List<CategoryDictionary> extended = new ArrayList<>();
    for (CategoryDictionary dictionary : dictionaries) {
      int count = categoryCounts[categoryCounts.length == 1 ? 0 : extended.size()];
      extended.add(dictionary.extend(count));
    }
    return new CategoryColumns(store.columns(), extended, features);
  }

  /// Returns these rows with other dictionaries, such as those of a model. Categories are matched
  /// by name; one that the other dictionary lacks gets a code beyond it. If the old or the new
  /// dictionary of a feature has no names, its codes do not change. Codes are not copied.
  ///
  /// @param others one dictionary for each feature
  /// @throws IllegalArgumentException if there is not one dictionary for each feature
  public CategoryColumns in(List<CategoryDictionary> others) {
    Shapes.requireDictionaries(others, dictionaries.size());
    if (areIn(others)) {
      return this;
    }
    Coded coded = new Coded(store.columns(), dictionaries).in(others);
    return new CategoryColumns(coded.columns(), coded.dictionaries(), features);
  }

  /// Called for every batch, therefore by index: an iterator is an object if calls are not inlined.
  private boolean areIn(List<CategoryDictionary> others) {
    for (int j = 0; j < others.size(); j++) {
      if (!others.get(j).equals(dictionaries.get(j))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int rowCount() {
    return store.rowCount();
  }

  @Override
  public Features features() {
    return features;
  }

  /// Returns these rows with names for their features.
  ///
  /// @throws IllegalArgumentException if there are not d names, or one is null or given twice
  public CategoryColumns withFeatures(String... names) {
    return withFeatures(Features.of(names));
  }

  /// Returns these rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public CategoryColumns withFeatures(Features features) {
    return new CategoryColumns(store.columns(), dictionaries, features);
  }

  /// The dictionaries of the features.
  public List<CategoryDictionary> dictionaries() {
    return dictionaries;
  }

  /// The code of a feature in a row, or [#MISSING].
  ///
  /// @throws IndexOutOfBoundsException if there is no such row or feature
  public int code(int row, int feature) {
    int code = store.code(row, feature);
    return code == CodeColumn.MISSING ? MISSING : code;
  }

  /// The name of the category that a code stands for in these columns; for a code beyond the
  /// dictionary, the code as text.
  ///
  /// @throws IndexOutOfBoundsException if the code is negative or there is no such feature
  public String name(int feature, int code) {
    CategoryDictionary dictionary = dictionaries.get(feature);
    return code < dictionary.size()
        ? dictionary.name(code)
        : Integer.toString(store.given(feature, code));
  }

  /// Copies the codes of one row into `out[0 … d−1]`, with [#MISSING] for missing values.
  ///
  /// @throws IndexOutOfBoundsException if there is no such row, or `out` is too short
  public void row(int row, int[] out) {
    for (int feature = 0; feature < dictionaries.size(); feature++) {
      out[feature] = code(row, feature);
    }
  }
}
