package org.lanewise.cli.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// The columns of a training file: all that is needed to find the features in another file.
///
/// @param named whether a header named the features; two files that both have names are matched by
///   them, else by position
/// @param featureNames the names of the feature columns, `x0`, `x1` … without a header; none for
///   messages and sparse lines
/// @param label the label's column
/// @param weight the weight's column, or [Column#NONE]
/// @param text the messages' column, or [Column#NONE]
/// @param dropped the columns that were left out, of a table of features
/// @param firstIndex the index of the first feature in sparse lines: 1 in those that begin with 1,
///   as libsvm writes them; 0 in others, in tables and as long as it is not known
public record Schema(
    boolean named,
    List<String> featureNames,
    Column label,
    Column weight,
    Column text,
    ColumnSet dropped,
    int firstIndex) {

  /// Sparse lines: the label is in front, features are numbered, from 0 as far as that is known.
  public static final Schema SPARSE = sparseFrom(0);

  /// Copies the names.
  public Schema {
    featureNames = List.copyOf(featureNames);
  }

  /// Sparse lines whose first feature has this index.
  public static Schema sparseFrom(int firstIndex) {
    return new Schema(
        false, List.of(), Column.NONE, Column.NONE, Column.NONE, ColumnSet.NONE, firstIndex);
  }

  /// The columns of a file without left-out columns.
  public Schema(
      boolean named, List<String> featureNames, Column label, Column weight, Column text) {
    this(named, featureNames, label, weight, text, ColumnSet.NONE, 0);
  }

  /// The same columns with the label of others whose name is known, if it is not known here.
  public Schema withLabelOf(Schema other) {
    boolean isNew = label.name().isEmpty() && !other.label.name().isEmpty();
    return isNew
        ? new Schema(named, featureNames, other.label, weight, text, dropped, firstIndex)
        : this;
  }

  /// The same columns with some of the features only, as if the others had been left out.
  ///
  /// @param kept the indices of these features, ascending
  Schema withFeatures(int... kept) {
    ColumnSet others = dropped;
    for (int feature = 0; feature < featureNames.size(); feature++) {
      if (Arrays.binarySearch(kept, feature) < 0) {
        others = others.with(indexOf(feature));
      }
    }
    List<String> names = named ? List.of(namesOf(kept)) : numbered(kept.length);
    return new Schema(named, names, label, weight, text, others, firstIndex);
  }

  /// The names of some features.
  public String[] namesOf(int... features) {
    return IntStream.of(features).mapToObj(featureNames::get).toArray(String[]::new);
  }

  /// A feature's column as messages name it: by its name, or by its 0-based index.
  public String describe(int feature) {
    return named
        ? "column '%s'".formatted(featureNames.get(feature))
        : "column index " + indexOf(feature);
  }

  /// A feature's column as an option names it: by its name, or by its 0-based index if it has none,
  /// or one that could be an index.
  public String choice(int feature) {
    String name = featureNames.get(feature);
    return named && !name.matches("[0-9]+")
        ? ColumnChoice.quoted(name)
        : Integer.toString(indexOf(feature));
  }

  /// The 0-based index of a feature's column in the fitted file.
  public int indexOf(int feature) {
    return noFeatures().outside(feature);
  }

  /// The columns of the fitted file that are no features.
  ColumnSet noFeatures() {
    return dropped.with(label.index()).with(weight.index());
  }

  /// How many columns of the fitted file are neither its label nor its weight.
  public int fileFeatureCount() {
    return featureNames.size() + dropped.size();
  }

  /// The index of the label's column in a file like the fitted one that has no weights.
  public int labelPlace() {
    boolean isShifted = weight.exists() && weight.index() < label.index();
    return isShifted ? label.index() - 1 : label.index();
  }

  /// Whether the file has sparse lines and no columns.
  public boolean isSparse() {
    return featureNames.isEmpty() && !text.exists();
  }

  /// The names `x0`, `x1` … of features without a header.
  public static List<String> numbered(int count) {
    List<String> names = new ArrayList<>(count);
    for (int feature = 0; feature < count; feature++) {
      names.add("x" + feature);
    }
    return names;
  }

  /// A column of a table.
  ///
  /// @param index its 0-based index
  /// @param name its name in the header, empty if it has none
  public record Column(int index, String name) {

    /// No column.
    public static final Column NONE = new Column(-1, "");

    /// Whether there is a column.
    public boolean exists() {
      return index >= 0;
    }
  }
}
