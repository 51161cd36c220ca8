package org.lanewise.transform;

import org.lanewise.description.Description;
import org.lanewise.description.Tensor;

/// A step of a [Transform] with its parameters. The methods of [Transform] make steps and check
/// their parameters.
public sealed interface TransformStep {

  /// Everything that determines the step.
  Description describe();

  /// [Transform#unitLength()].
  record UnitLength() implements TransformStep {
    @Override
    public Description describe() {
      return Description.ofStep("unit-length");
    }
  }

  /// [Transform#signedPower(double)].
  ///
  /// @param exponent p
  record SignedPower(double exponent) implements TransformStep {
    @Override
    public Description describe() {
      return Description.ofStep("signed-power").with("exponent", exponent);
    }
  }

  /// [Transform#standardization(double\[\], double\[\])] or [Transform#centering(double\[\])].
  ///
  /// @param means a mean for each feature
  /// @param deviations a deviation for each feature, or none if rows are only centred
  record Standardization(double[] means, double[] deviations) implements TransformStep {
    @Override
    public Description describe() {
      Description ofMeans =
          Description.ofStep("standardization")
              .with(Tensor.vector("means", Tensor.FEATURE, Tensor.FEATURE, means));
      return deviations.length == 0
          ? ofMeans
          : ofMeans.with(Tensor.vector("deviations", Tensor.FEATURE, Tensor.FEATURE, deviations));
    }
  }

  /// [Transform#linear(double\[\]\[\], double\[\])].
  ///
  /// @param matrix A, a row for each result
  /// @param offset b
  record Linear(double[][] matrix, double[] offset) implements TransformStep {
    @Override
    public Description describe() {
      String result = "result";
      return Description.ofStep("linear")
          .with(
              Tensor.rows(
                  "matrix",
                  result,
                  matrix.length,
                  Tensor.FEATURE,
                  matrix[0].length,
                  "result per feature",
                  row -> matrix[row]),
              Tensor.vector("offset", result, result, offset));
    }
  }

  /// [Transform#randomFeatures(int, long)].
  ///
  /// @param count the number of random features
  /// @param seed the seed of their matrix
  record RandomFeatures(int count, long seed) implements TransformStep {
    @Override
    public Description describe() {
      return Description.ofStep("random-features").with("count", count).with("seed", seed);
    }
  }
}
