package org.lanewise.internal.score.marginal;

import java.util.Arrays;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.score.scratch.Workspace;

/// Marginals of independent normal features, by class: the factors of those that were seen,
///
/// ```
/// log p(x_o, c) = (log π_c − Σ_{j seen} (log σ_cj + ½ log 2π)) − ½ Σ_{j seen} ((x_j − mean_cj) / σ_cj)²
/// ```
///
/// each sum in the order of the features.
public final class VarianceMarginals extends Marginals {

  private final int d;
  private final int stride;
  private final double[] mean;
  private final double[] inverse;

  /// log σ_cj + ½ log 2π.
  private final double[] logs;

  /// @param d the number of features
  /// @param stride the distance of two features in what follows
  /// @param mean residual means, `[j·stride + c]`
  /// @param inverse 1/σ_cj, in the same layout
  public VarianceMarginals(double[] logPriors, int d, int stride, double[] mean, double[] inverse) {
    super(logPriors);
    this.d = d;
    this.stride = stride;
    this.mean = mean;
    this.inverse = inverse;
    logs = new double[inverse.length];
    for (int i = 0; i < logs.length; i++) {
      // Behind the last class there is none.
      logs[i] = inverse[i] > 0 ? HALF_LOG_TWO_PI - Elementary.log(inverse[i]) : 0;
    }
  }

  @Override
  public void discriminants(Workspace w) {
    double[] squares = w.scores;
    double[] constants = w.sums(1);
    Arrays.fill(squares, 0, stride, 0);
    Arrays.fill(constants, 0, stride, 0);
    for (int j = 0; j < d; j++) {
      double x = w.x[j];
      if (!Double.isNaN(x)) {
        int at = j * stride;
        for (int c = 0; c < stride; c++) {
          double z = (x - mean[at + c]) * inverse[at + c];
          squares[c] = Math.fma(z, z, squares[c]);
          constants[c] += logs[at + c];
        }
      }
    }
    for (int c = 0; c < classCount; c++) {
      squares[c] = Math.fma(-0.5, squares[c], logPrior(c) - constants[c]);
    }
  }

  @Override
  public void logJoints(Workspace w) {
    // The discriminants are the log joints.
  }
}
