package org.lanewise.interop;

/// M = L⁻¹ of the Cholesky factor L of a covariance Σ = LLᵀ, so that ‖M(x − μ)‖² is the squared
/// Mahalanobis distance.
final class InverseTriangle {

  private final double[][] rows;
  private final double logDeterminant;

  /// @param covariance symmetric and positive definite, like those of models
  InverseTriangle(double[][] covariance) {
    int d = covariance.length;
    double[][] factor = new double[d][d];
    double logs = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        double sum = covariance[i][j];
        for (int l = 0; l < j; l++) {
          sum = Math.fma(-factor[i][l], factor[j][l], sum);
        }
        factor[i][j] = i == j ? Math.sqrt(sum) : sum / factor[j][j];
      }
      logs += Math.log(factor[i][i]);
    }
    logDeterminant = 2 * logs;
    rows = new double[d][d];
    for (int i = 0; i < d; i++) {
      double[] row = rows[i];
      for (int l = 0; l < i; l++) {
        for (int j = 0; j <= l; j++) {
          row[j] = Math.fma(-factor[i][l], rows[l][j], row[j]);
        }
      }
      for (int j = 0; j < i; j++) {
        row[j] /= factor[i][i];
      }
      row[i] = 1 / factor[i][i];
    }
  }

  double logDeterminant() {
    return logDeterminant;
  }

  /// M, a row for each feature.
  double[][] rows() {
    return rows;
  }

  /// Mx.
  double[] times(double[] x) {
    double[] product = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j <= i; j++) {
        product[i] = Math.fma(rows[i][j], x[j], product[i]);
      }
    }
    return product;
  }

  /// Mᵀx.
  double[] transposedTimes(double[] x) {
    double[] product = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j <= i; j++) {
        product[j] = Math.fma(rows[i][j], x[i], product[j]);
      }
    }
    return product;
  }
}
