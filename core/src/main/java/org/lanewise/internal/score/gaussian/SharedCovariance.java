package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.TRIANGULAR_BLOCK;

import java.util.function.Supplier;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.marginal.LinearMarginals;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// The density of normal classes that share a covariance, with
///
/// ```
/// D²_c = ‖M (x − origin − mean_c)‖²
/// ```
///
/// and M the inverse of its Cholesky factor.
public sealed class SharedCovariance extends SharedDensity permits LowRankCovariance {

  private final Supplier<double[]> factor;

  /// Null until a distance is asked for.
  private volatile WhiteMeans white;

  /// The mean of rows that are less their means.
  private final double[] zeros;

  /// @param factor gives the lower triangular matrix M
  public SharedCovariance(
      double[] origin, double[][] means, Supplier<double[]> factor, double[] constants) {
    super(origin, means, constants);
    this.factor = factor;
    zeros = new double[origin.length];
  }

  /// M.
  double[] factor() {
    return factor.get();
  }

  @Override
  SharedCovariance covariance() {
    return this;
  }

  @Override
  Marginals marginals(double[] logPriors, AffineScores affine, int paddedCount) {
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
    white.refine(row, w.row.scores, 0, 1, w);
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    WhiteMeans white = white();
    if (white.areFew()) {
      super.blockSquaredDistances(rows, first, count, w);
    } else {
      white.sum(rows, first, count, w, w.block.stride);
    }
    white.refine(rows, first, count, w, w.block.stride);
  }

  /// The means, to compare rows with.
  final WhiteMeans white() {
    WhiteMeans made = white;
    return made == null ? makeWhite() : made;
  }

  private synchronized WhiteMeans makeWhite() {
    if (white == null) {
      white = new WhiteMeans(origin, means, factor.get());
    }
    return white;
  }

  @Override
  double squaredDistance(Workspace w, double[] mean) {
    int d = origin.length;
    w.clearBehind(d, ScoreKernels.width(d));
    return ClassCovarianceScorer.squaredDistance(w, w.x, mean, factor.get(), d);
  }

  @Override
  void squaredDistances(NumericScratch n, int count, double[] out, int at) {
    Kernels.score(TRIANGULAR_BLOCK)
        .triangularBlock(n.centred, count, origin.length, zeros, factor.get(), 0, n.strip, out, at);
  }
}
