package org.lanewise.internal.linalg;

/// A symmetric matrix A has no Cholesky factor in double precision: in the order of the columns,
/// column `index` is, up to rounding, a linear combination of those before it (or its diagonal is
/// not positive).
public final class NotPositiveDefiniteException extends Exception {

  private static final long serialVersionUID = 1L;

  private final int index;
  private final double pivot;
  private final double[] weights;

  NotPositiveDefiniteException(int index, double pivot, double[] weights) {
    super(
        "column %d of the matrix depends on those before it: %s of its diagonal remains"
            .formatted(index, pivot));
    this.index = index;
    this.pivot = pivot;
    this.weights = weights;
  }

  /// The first column that depends on those before it.
  public int index() {
    return index;
  }

  /// The share of the diagonal entry that remains after elimination: for a covariance matrix, 1 −
  /// R² of the regression on the previous features. About 0, possibly negative; 0 if the diagonal
  /// entry is 0, NaN if it is negative or the matrix is not finite.
  public double pivot() {
    return pivot;
  }

  /// The combination of columns that does not vary, in units of the standard deviations: w_j ∝ v_j
  /// √a_jj, Av ≈ 0, ‖w‖₂ = 1. Its large entries are the columns involved, whatever their units;
  /// those after [#index()] are 0.
  public double[] weights() {
    return weights.clone();
  }
}
