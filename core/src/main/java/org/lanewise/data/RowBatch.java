package org.lanewise.data;

/// A batch of n rows by d features, in any memory layout.
public sealed interface RowBatch
    permits BitColumns, CategoryColumns, MixedColumns, NumericColumns, SparseRows {

  /// The number of rows n, at least 0.
  int rowCount();

  /// The number of features d, at least 1.
  default int featureCount() {
    return features().count();
  }

  /// The features, with names if they have been given.
  Features features();
}
