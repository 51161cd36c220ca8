package org.lanewise.score;

/// A row that changes in a few features at a time, and the class that it then has: the same as that
/// of the whole row from scratch, always.
///
/// Where scores are affine in the row (linear discriminants, Gaussian Naive Bayes with pooled
/// variances), a changed feature costs O(k): each score moves by its weight times the change, and a
/// bound of all that rounding may have done so far is kept beside. Where the best class leads by
/// more than the bound, no scoring from scratch could give another, and it is the answer; where it
/// does not, the row is scored from scratch, which also ends the growth of the bound. Other models
/// score from scratch after every change.
///
/// From [org.lanewise.model.gaussian.GaussianClassifier#changing]. Allocates nothing after it was
/// made. Not safe for use by several threads at once.
public interface ChangingRow {

  /// The number of features d.
  int featureCount();

  /// What a feature is now.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  double value(int feature);

  /// Changes a feature.
  ///
  /// @throws IndexOutOfBoundsException if there is no such feature
  /// @throws IllegalArgumentException if the value is not finite; the row stays as it was
  void set(int feature, double value);

  /// The class index of the row as it is now: that of [Scorer#predict(Object)].
  ///
  /// @throws IllegalArgumentException if the row is so far from all classes that its scores
  ///   overflow
  int predict();

  /// How often the row was scored from scratch so far, the first time included.
  long recomputed();
}
