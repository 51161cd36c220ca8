package org.lanewise.data;

/// What NaN means in rows of numbers.
///
/// A value that a bitmap says is not there ([NumericColumns#withValidity(BitColumns)]) is NaN too.
/// An infinity is refused always.
public enum MissingValues {
  /// A mistake: the row is refused, naming the feature. The default everywhere.
  REFUSE,

  /// A value that was not seen. It is left out: of a row what was seen counts.
  ALLOW
}
