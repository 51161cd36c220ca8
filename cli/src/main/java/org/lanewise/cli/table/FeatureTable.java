package org.lanewise.cli.table;

import java.util.List;

/// The features of all rows, in one of the four forms in which files hold them.
public sealed interface FeatureTable
    permits NumberFeatures, CategoryFeatures, MessageFeatures, SparseFeatures {

  /// The number of rows.
  int rowCount();

  /// The features of the given rows only, in that order.
  ///
  /// @throws IndexOutOfBoundsException if a row is out of range
  FeatureTable select(int[] rows);

  /// Some of the features, in that order.
  ///
  /// @throws UnsupportedOperationException if the features are no columns
  default FeatureTable of(int... features) {
    throw new UnsupportedOperationException("messages and sparse lines have no columns");
  }

  /// The features of tables of one file that follow one another. These are used up.
  ///
  /// @param parts at least one, all of the same form
  static FeatureTable join(List<FeatureTable> parts) {
    return switch (parts.getFirst()) {
      case NumberFeatures _ -> NumberFeatures.join(all(NumberFeatures.class, parts));
      case CategoryFeatures _ -> CategoryFeatures.join(all(CategoryFeatures.class, parts));
      case MessageFeatures _ -> MessageFeatures.join(all(MessageFeatures.class, parts));
      case SparseFeatures _ -> SparseFeatures.join(all(SparseFeatures.class, parts));
    };
  }

  /// How many rows parts have together.
  ///
  /// @throws ArithmeticException if these are more than an array holds
  static int rowCount(List<? extends FeatureTable> parts) {
    int count = 0;
    for (FeatureTable part : parts) {
      count = Math.addExact(count, part.rowCount());
    }
    return count;
  }

  private static <F extends FeatureTable> List<F> all(Class<F> form, List<FeatureTable> parts) {
    return parts.stream().map(form::cast).toList();
  }
}
