package org.lanewise.score;

/// A row whose features can change a few at a time, and its class after each change. The class is
/// always the one that scoring the whole row would give.
///
/// If scores are affine in the row (linear discriminants, Gaussian Naive Bayes with pooled
/// variances), changing a feature costs O(k): each score changes by its weight times the change,
/// and a bound on the accumulated rounding error grows. If the best class leads by more than the
/// bound, scoring from scratch would give the same class. Otherwise the row is scored from scratch,
/// which resets the bound. Other models score from scratch after every change.
///
/// Created by [org.lanewise.model.gaussian.GaussianClassifier#changing]. Methods allocate nothing.
/// Not thread-safe.
public interface ChangingRow {

  /// The number of features d.
  int featureCount();

  /// The current value of a feature.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  double value(int feature);

  /// Changes a feature.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  /// @throws IllegalArgumentException if the value is not finite; the row is unchanged
  void set(int feature, double value);

  /// The class index of the current row, like [Scorer#predict(Object)].
  ///
  /// @throws IllegalArgumentException if the row is so far from all classes that its scores
  ///   overflow
  int predict();

  /// The number of times that the row was scored from scratch, including the first.
  long recomputed();
}
