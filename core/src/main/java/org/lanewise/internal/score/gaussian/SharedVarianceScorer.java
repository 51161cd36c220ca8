package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.marginal.PooledVarianceMarginals;
import org.lanewise.internal.score.scratch.Workspace;

/// Scores rows under independent normal features whose variances all classes share: a
/// [NormalLinearScorer] with
///
/// ```
/// D²_c = Σ_j ((x_j − origin_j − mean_cj) · inverse_j)²
/// ```
///
/// and inverse_j = 1/σ_j, the squares summed in the order of the features.
public final class SharedVarianceScorer extends NormalLinearScorer {

  private final double[] inverse;

  /// A scorer from its parameters, which are copied.
  ///
  /// @param origin d values about which means and weights are given
  /// @param weights k rows of d weights
  /// @param intercepts k intercepts, −∞ for a class of prior 0
  /// @param means k rows of d residual means
  /// @param inverse d inverse standard deviations
  /// @param constants k constants, −∞ for a class of prior 0
  public SharedVarianceScorer(
      Naming naming,
      double[] origin,
      double[][] weights,
      double[] intercepts,
      double[][] means,
      double[] inverse,
      double[] constants) {
    super(naming, origin, AffineScores.ofRows(intercepts, weights), means, constants);
    this.inverse = inverse.clone();
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return new PooledVarianceMarginals(logPriors, means, inverse);
  }

  @Override
  double squaredDistance(Workspace w, double[] mean) {
    double squared = 0;
    for (int j = 0; j < inverse.length; j++) {
      double z = (w.x[j] - mean[j]) * inverse[j];
      squared = Math.fma(z, z, squared);
    }
    return squared;
  }

  @Override
  void squaredDistances(Workspace w, int count, double[] out, int at) {
    double[] centred = w.numeric.centred;
    Arrays.fill(out, at, at + count, 0);
    for (int j = 0; j < inverse.length; j++) {
      for (int r = 0; r < count; r++) {
        double z = centred[j * STRIDE + r] * inverse[j];
        out[at + r] = Math.fma(z, z, out[at + r]);
      }
    }
  }
}
