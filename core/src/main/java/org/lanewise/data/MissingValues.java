package org.lanewise.data;

/// The meaning of NaN in rows of numbers.
///
/// A value that a validity bitmap marks as missing ([NumericColumns#withValidity(BitColumns)]) is
/// NaN, too. Infinities are always rejected.
public enum MissingValues {
  /// An error: the row is rejected with a message that names the feature. The default everywhere.
  REFUSE,

  /// A missing value, which is left out: the row counts with its observed values.
  ALLOW
}
