package org.lanewise.model;

/// The weight of each feature of a row for one class against another, the class priors left out:
/// the parts of a model's log-odds, from which [org.lanewise.explanation.Explainer] makes an
/// explanation.
///
/// Of a factor that is 0 the finite part of lim α → 0 is taken, and beside it the factors of 0 are
/// counted.
///
/// @param <R> what one row is
public interface Evidence<R> {

  /// Adds `sign` times the contribution of every feature that was observed.
  ///
  /// @param row the row, one that can be scored
  /// @param observed a row whose missing values are missing in `row` too; may be `row`
  /// @param out finite parts, d of them
  /// @param zeros factors of 0 in class `label` less those in class `against`, d of them; null
  ///   where [#mayBeZero()] is false
  void add(double sign, R row, R observed, int label, int against, double[] out, double[] zeros);

  /// Whether a factor of the model is 0 somewhere.
  default boolean mayBeZero() {
    return false;
  }
}
