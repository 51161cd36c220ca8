package org.lanewise.model;

/// The evidence of each feature of a row for one class against another, without the class priors:
/// the terms of a model's log-odds, from which [org.lanewise.explanation.Explainer] creates an
/// explanation.
///
/// A factor of 0 contributes the finite part of its limit as α → 0, and is counted separately.
///
/// @param <R> the type of a row
public interface Evidence<R> {

  /// Adds `sign` times the contribution of every feature that was observed.
  ///
  /// @param row a row that can be scored
  /// @param observed a row that determines which features are observed; its missing values must
  ///   also be missing in `row`; may be `row`
  /// @param out the d finite parts, to which the contributions are added
  /// @param zeros for each of d features, the number of factors of 0 in class `label` minus that in
  ///   class `against`; null if [#mayBeZero()] is false
  void add(double sign, R row, R observed, int label, int against, double[] out, double[] zeros);

  /// The part of the log-odds that belongs to no feature and to no class prior, such as the
  /// difference of two intercepts.
  default double constant(int label, int against) {
    return 0;
  }

  /// Whether any factor of the model is 0.
  default boolean mayBeZero() {
    return false;
  }
}
