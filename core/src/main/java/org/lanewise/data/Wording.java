package org.lanewise.data;

/// The words for rows, features and classes in the message of a [LanewiseException]. A caller that
/// knows the lines of a file and the names of its columns provides them here.
public interface Wording {

  /// A row, by its index in its batch: `row 3`.
  default String row(int index) {
    return "row " + index;
  }

  /// A feature: `feature 2`.
  default String feature(int index) {
    return "feature " + index;
  }

  /// A class: `class 1`.
  default String label(int index) {
    return "class " + index;
  }

  /// Returns the library's words with the names of features and classes, if they have names.
  ///
  /// @param features of the rows or of the model
  /// @param classes of the labels or of the model
  static Wording of(Features features, Classes classes) {
    return new Wording() {
      @Override
      public String feature(int index) {
        return features.describe(index);
      }

      @Override
      public String label(int index) {
        return classes.describe(index);
      }
    };
  }
}
