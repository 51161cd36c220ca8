package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.TRIANGULAR_BLOCK;

import java.util.function.Supplier;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.LinearMarginals;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores rows under normal classes that share a covariance: a [NormalLinearScorer] with
///
/// ```
/// D²_c = ‖M (x − origin − mean_c)‖²
/// ```
///
/// and M the inverse of the Cholesky factor of the covariance.
public final class SharedCovarianceScorer extends NormalLinearScorer {

  private final Supplier<double[]> factor;

  /// Null until a distance is asked for.
  private volatile WhiteMeans white;

  /// The mean of rows that are less their means.
  private final double[] zeros;

  /// A scorer from its parameters.
  ///
  /// @param origin d values about which means and weights are given
  /// @param affine the discriminants, with intercepts of −∞ for classes of prior 0
  /// @param means k rows of d residual means
  /// @param factor gives the lower triangular matrix M
  /// @param constants k constants, −∞ for a class of prior 0
  public SharedCovarianceScorer(
      Naming naming,
      double[] origin,
      AffineScores affine,
      double[][] means,
      Supplier<double[]> factor,
      double[] constants) {
    super(naming, origin, affine, means, constants);
    this.factor = factor;
    zeros = new double[origin.length];
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return new LinearMarginals(logPriors, means, factor.get(), affine, paddedCount);
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    WhiteMeans white = white();
    if (white.areFew()) {
      super.squaredDistances(row, w);
    } else {
      white.sum(row, w);
    }
    white.refine(row, w.scores, 0, 1, w);
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    WhiteMeans white = white();
    if (white.areFew()) {
      super.blockSquaredDistances(rows, first, count, w);
    } else {
      white.sum(rows, first, count, w, scoreStride);
    }
    white.refine(rows, first, count, w, scoreStride);
  }

  private WhiteMeans white() {
    WhiteMeans made = white;
    return made == null ? makeWhite() : made;
  }

  private synchronized WhiteMeans makeWhite() {
    if (white == null) {
      white = new WhiteMeans(origin(), means, factor.get());
    }
    return white;
  }

  @Override
  double squaredDistance(Workspace w, double[] mean) {
    w.clearBehind(featureCount(), paddedCount);
    return ClassCovarianceScorer.squaredDistance(w, w.x, mean, factor.get(), featureCount());
  }

  @Override
  void squaredDistances(Workspace w, int count, double[] out, int at) {
    NumericScratch n = w.numeric;
    Kernels.score(TRIANGULAR_BLOCK)
        .triangularBlock(
            n.centred, count, featureCount(), zeros, factor.get(), 0, n.strip, out, at);
  }
}
