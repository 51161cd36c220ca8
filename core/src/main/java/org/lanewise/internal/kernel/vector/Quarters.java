package org.lanewise.internal.kernel.vector;

import jdk.incubator.vector.DoubleVector;

/// The fold of a row's quarters, `((q0 + q1) + q2) + q3`.
final class Quarters {

  private Quarters() {}

  /// Adds a finished quarter to the sum in `out`; the first quarter begins it.
  static void fold(DoubleVector quarter, int from, double[] out, int at) {
    DoubleVector sum =
        from == 0 ? quarter : DoubleVector.fromArray(VectorWidth.DOUBLES, out, at).add(quarter);
    sum.intoArray(out, at);
  }
}
