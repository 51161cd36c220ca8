package org.lanewise.internal.transform;

import org.lanewise.internal.store.NumericStore;

/// A step that transforms each value by itself.
sealed interface ColumnStep extends Step permits SignedPower, Standardization {

  /// Transforms `count` values of a feature in place.
  void apply(int feature, double[] values, int offset, int count);

  @Override
  default int outputCount(int inputCount) {
    return inputCount;
  }

  @Override
  default boolean keepsFeatures() {
    return true;
  }

  @Override
  default void fill(NumericStore source, int firstRow, int count, double[][] out, int offset) {
    int d = source.columnCount();
    source.fill(0, d, firstRow, count, out, offset);
    for (int j = 0; j < d; j++) {
      apply(j, out[j], offset, count);
    }
  }
}
