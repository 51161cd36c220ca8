package org.lanewise.cli.table;

import java.util.ArrayList;
import java.util.List;

/// What the columns of a fitted file were: all that is needed to find the features in another file.
///
/// @param named whether a header named the features; two files that both have names are matched by
///   them, else by position
/// @param featureNames the names of the feature columns, `x0`, `x1` … without a header; none for
///   messages and sparse lines
/// @param label the label's column
/// @param weight the weight's column, or [Column#NONE]
/// @param text the messages' column, or [Column#NONE]
public record Schema(
    boolean named, List<String> featureNames, Column label, Column weight, Column text) {

  /// Sparse lines: the label is in front, features are numbered.
  public static final Schema SPARSE =
      new Schema(false, List.of(), Column.NONE, Column.NONE, Column.NONE);

  /// Copies the names.
  public Schema {
    featureNames = List.copyOf(featureNames);
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
