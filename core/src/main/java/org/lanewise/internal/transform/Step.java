package org.lanewise.internal.transform;

import java.util.random.RandomGenerator;
import org.lanewise.description.Description;
import org.lanewise.internal.store.NumericStore;

/// One step of a transform: a function of a row. A row alone and the same row in a block have the
/// same bits. Immutable.
public sealed interface Step permits ColumnStep, UnitLength, LinearMap, RandomFeatures {

  /// The number of values after this step.
  ///
  /// @throws IllegalArgumentException if rows of so many values are not accepted
  int outputCount(int inputCount);

  /// The size of the matrix of random numbers that this step makes; 0 if it makes none.
  default long randomNumbers(int inputCount) {
    return 0;
  }

  /// Whether value j of the result belongs to feature j of the row.
  boolean keepsFeatures();

  /// Everything that determines the step.
  Description describe();

  /// Returns a row that this step takes about to the given one.
  ///
  /// @param inputCount the number of features of the first step, if this one does not determine it
  double[] before(double[] row, int inputCount, RandomGenerator random);

  /// Transforms one row.
  ///
  /// @param in d values; more may follow
  /// @param out takes the result; has room for a multiple of 8 values, and may be `in` if the
  ///   features are kept
  void row(double[] in, int d, double[] out);

  /// Transforms rows of a store.
  ///
  /// @param out an array for each value of the result, filled from `offset` on
  void fill(NumericStore source, int firstRow, int count, double[][] out, int offset);
}
