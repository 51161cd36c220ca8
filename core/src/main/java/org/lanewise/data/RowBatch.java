package org.lanewise.data;

/// n rows by d features, whatever their layout in memory.
public sealed interface RowBatch
    permits BitColumns, CategoryColumns, MixedColumns, NumericColumns, SparseRows {

  /// The number of rows n, at least 0.
  int rowCount();

  /// The number of features d, at least 1.
  default int featureCount() {
    return features().count();
  }

  /// The features, with their names where they have been given.
  Features features();
}
