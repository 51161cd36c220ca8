package org.lanewise.cli.table;

/// The features of all rows, in one of the four forms in which files hold them.
public sealed interface Features
    permits NumberFeatures, CategoryFeatures, TextFeatures, SparseFeatures {

  /// The number of rows.
  int rowCount();

  /// The features of the given rows only, in that order.
  ///
  /// @throws IndexOutOfBoundsException if a row is out of range
  Features select(int[] rows);
}
