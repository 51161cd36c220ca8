package org.lanewise.data;

/// What rows, features and classes are called in the sentence of a [LanewiseException]: a caller
/// who knows the lines of a file and the names of its columns says so here, and need not look for
/// indices in a text.
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

  /// The library's words with the names of features and classes, where these have names.
  ///
  /// @param features those of the rows or of the model that refused
  /// @param classes those of the labels or of the model that refused
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
