package org.lanewise.explanation;

/// What each feature of a row says for one class against another, the class priors left out.
///
/// Of a factor that is 0 the finite part of lim α → 0 is taken, and beside it the factors of 0 are
/// counted.
///
/// @param <R> what one row is
abstract class Evidence<R> {

  /// Adds `sign` times the contribution of every feature that was seen.
  ///
  /// @param row what is weighed
  /// @param seen a row whose missing values are missing in `row` too; may be `row`
  /// @param out finite parts, d of them
  /// @param zeros factors of 0 in class `label` less those in class `against`; null where
  ///   [#mayBeZero()] is false
  abstract void add(
      double sign, R row, R seen, int label, int against, double[] out, double[] zeros);

  /// Whether a factor of the model is 0 somewhere.
  boolean mayBeZero() {
    return false;
  }
}
