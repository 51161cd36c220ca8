package org.lanewise.internal.linalg;

import java.util.function.Supplier;
import org.lanewise.internal.kernel.PackedTriangle;

/// The inverse M of the lower triangular factor L of a matrix, computed on first use: labels do not
/// need it, and it takes as long as the factor.
public final class InverseFactor implements Supplier<double[]> {

  /// Null once the inverse is computed.
  private Cholesky cholesky;

  private volatile double[] values;

  /// The inverse of a factor.
  public InverseFactor(Cholesky cholesky) {
    this.cholesky = cholesky;
  }

  /// M in [PackedTriangle] layout, where entry (i, j) is `M[j][i]`; callers must not change it.
  @Override
  public double[] get() {
    double[] made = values;
    return made == null ? make() : made;
  }

  private synchronized double[] make() {
    if (values == null) {
      double[] inverse = new double[PackedTriangle.size(cholesky.dimension())];
      cholesky.inverse(inverse, 0);
      values = inverse;
      cholesky = null;
    }
    return values;
  }
}
