package org.lanewise.data;

/// The treatment of NaN in rows of numbers.
///
/// A value that a validity bitmap marks as missing ([NumericColumns#withValidity(BitColumns)]) is
/// NaN, too. Infinities are always rejected.
public enum MissingValues {
  /// NaN is an error: the row is rejected with a message that names the feature. This is the
  /// default everywhere.
  REFUSE,

  /// NaN is a missing value and is left out: only the observed values of the row count.
  ALLOW
}
