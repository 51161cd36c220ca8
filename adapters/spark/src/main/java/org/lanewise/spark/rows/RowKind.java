package org.lanewise.spark.rows;

/// The meaning of the values of a vector to a model.
public enum RowKind {
  /// Real numbers.
  NUMBERS,
  /// 0 or 1, or greater than a threshold or not.
  BITS,
  /// Counts, or other amounts of at least 0.
  COUNTS,
  /// Codes of categories: whole numbers from 0 on.
  CATEGORIES
}
