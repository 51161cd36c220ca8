package org.lanewise.transform;

/// A step of a [Transform] with its parameters, for programs that write transforms in a format of
/// their own. The methods of [Transform] make steps and check their parameters.
public sealed interface TransformStep {

  /// [Transform#unitLength()].
  record UnitLength() implements TransformStep {}

  /// [Transform#signedPower(double)].
  ///
  /// @param exponent p
  record SignedPower(double exponent) implements TransformStep {}

  /// [Transform#standardization(double\[\], double\[\])] or [Transform#centering(double\[\])].
  ///
  /// @param means a mean for each feature
  /// @param deviations a deviation for each feature, or none if rows are only centred
  record Standardization(double[] means, double[] deviations) implements TransformStep {}

  /// [Transform#linear(double\[\]\[\], double\[\])].
  ///
  /// @param matrix A, a row for each result
  /// @param offset b
  record Linear(double[][] matrix, double[] offset) implements TransformStep {}

  /// [Transform#randomFeatures(int, long)].
  ///
  /// @param count the number of random features
  /// @param seed the seed of their matrix
  record RandomFeatures(int count, long seed) implements TransformStep {}
}
