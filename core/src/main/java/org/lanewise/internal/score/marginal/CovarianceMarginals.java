package org.lanewise.internal.score.marginal;

import org.lanewise.internal.score.scratch.MarginalScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Marginals of normal classes with a covariance each, by [Reflections] for each class.
public final class CovarianceMarginals extends Marginals {

  private final double[][] means;
  private final double[][] factors;
  private final double[] constants;
  private final int d;
  private final int paddedCount;

  /// @param means k rows of d residual means
  /// @param factors k inverse factors M_c
  /// @param constants log π_c + log det M_c − (d/2) log 2π
  /// @param paddedCount d rounded up to a multiple of 8
  public CovarianceMarginals(
      double[] logPriors,
      double[][] means,
      double[][] factors,
      double[] constants,
      int paddedCount) {
    super(logPriors);
    this.means = means;
    this.factors = factors;
    this.constants = constants;
    this.paddedCount = paddedCount;
    d = means[0].length;
  }

  @Override
  public void discriminants(Workspace w) {
    MarginalScratch s = w.marginal;
    if (s.count == d) {
      for (int c = 0; c < classCount; c++) {
        w.scores[c] = logPrior(c);
      }
      return;
    }
    s.makeColumns(d, paddedCount);
    w.clearBehind(d, paddedCount);
    for (int c = 0; c < classCount; c++) {
      for (int j = 0; j < d; j++) {
        w.centred[j] = w.x[j] - means[c][j];
      }
      s.clearMissing(w.centred);
      Kernels.score().triangularRow(w.centred, d, factors[c], 0, w.image);
      double logs = Reflections.make(factors[c], d, paddedCount, s);
      Reflections.apply(s, d, paddedCount, w.image, 0);
      double squared = Reflections.dot(w.image, 0, w.image, 0, 0, d);
      w.scores[c] = Math.fma(-0.5, squared, constants[c] + (s.count * HALF_LOG_TWO_PI - logs));
    }
  }

  @Override
  public void logJoints(Workspace w) {
    // The discriminants are the log joints.
  }
}
