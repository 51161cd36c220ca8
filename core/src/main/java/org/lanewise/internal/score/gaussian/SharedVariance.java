package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.marginal.PooledVarianceMarginals;
import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.score.scratch.Workspace;

/// The density of classes of independent normal features whose variances all share, with
///
/// ```
/// D²_c = Σ_j ((x_j − origin_j − mean_cj) · inverse_j)²
/// ```
///
/// and inverse_j = 1/σ_j, the squares summed in the order of the features.
public final class SharedVariance extends SharedDensity {

  private final double[] inverse;

  /// @param inverse d inverse standard deviations
  public SharedVariance(double[] origin, double[][] means, double[] inverse, double[] constants) {
    super(origin, means, constants);
    this.inverse = inverse.clone();
  }

  @Override
  Marginals marginals(double[] logPriors, AffineScores affine, int paddedCount) {
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
  void squaredDistances(NumericScratch n, int count, double[] out, int at) {
    Arrays.fill(out, at, at + count, 0);
    for (int j = 0; j < inverse.length; j++) {
      for (int r = 0; r < count; r++) {
        double z = n.centred[j * STRIDE + r] * inverse[j];
        out[at + r] = Math.fma(z, z, out[at + r]);
      }
    }
  }
}
