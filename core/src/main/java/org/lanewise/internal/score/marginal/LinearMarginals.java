package org.lanewise.internal.score.marginal;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.MarginalScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Marginals of normal classes that share a covariance, by [Reflections] P that all classes share:
///
/// ```
/// discriminant_c = log π_c + Σ_i n_ci (z_i − ½ n_ci),   z = P M x,   n_c = P M μ_c
/// ```
///
/// linear in what was seen, so that differences keep their digits far from the means. The log joint
/// adds what they leave out about the mean of the best class, as without missing features.
public final class LinearMarginals extends Marginals {

  private final double[] factor;

  /// M μ_c, one class after the other.
  private final double[] images;

  /// log det M − (d/2) log 2π.
  private final double logNormalizer;

  private final int d;
  private final int paddedCount;

  /// @param means k rows of d residual means
  /// @param factor the inverse factor M
  /// @param paddedCount d rounded up to a multiple of 8
  public LinearMarginals(double[] logPriors, double[][] means, double[] factor, int paddedCount) {
    super(logPriors);
    this.factor = factor;
    this.paddedCount = paddedCount;
    d = means[0].length;
    double logDeterminant = 0;
    for (int j = 0; j < d; j++) {
      logDeterminant += Elementary.log(factor[PackedTriangle.index(j, j)]);
    }
    logNormalizer = logDeterminant - d * HALF_LOG_TWO_PI;
    images = new double[Math.multiplyExact(classCount, paddedCount)];
    for (int c = 0; c < classCount; c++) {
      for (int i = 0; i < d; i++) {
        double image = 0;
        for (int j = 0; j <= i; j++) {
          image = Math.fma(means[c][j], factor[PackedTriangle.index(j, i)], image);
        }
        images[c * paddedCount + i] = image;
      }
    }
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
    s.makeImages(images.length);
    w.clearBehind(d, paddedCount);
    System.arraycopy(w.x, 0, w.centred, 0, d);
    s.clearMissing(w.centred);
    Kernels.score().triangularRow(w.centred, d, factor, 0, w.image);
    s.logs = Reflections.make(factor, d, paddedCount, s);
    Reflections.apply(s, d, paddedCount, w.image, 0);
    System.arraycopy(images, 0, s.images, 0, images.length);
    for (int c = 0; c < classCount; c++) {
      int at = c * paddedCount;
      Reflections.apply(s, d, paddedCount, s.images, at);
      w.scores[c] = logPrior(c) + score(w.image, s.images, at);
    }
  }

  /// Σ_i n_i (z_i − ½ n_i).
  private double score(double[] z, double[] n, int at) {
    double q0 = 0;
    double q1 = 0;
    int i = 0;
    for (; i + 1 < d; i += 2) {
      q0 = Math.fma(n[at + i], Math.fma(-0.5, n[at + i], z[i]), q0);
      q1 = Math.fma(n[at + i + 1], Math.fma(-0.5, n[at + i + 1], z[i + 1]), q1);
    }
    return i < d ? Math.fma(n[at + i], Math.fma(-0.5, n[at + i], z[i]), q0) + q1 : q0 + q1;
  }

  @Override
  public void logJoints(Workspace w) {
    MarginalScratch s = w.marginal;
    if (s.count == d) {
      return;
    }
    int best = LogSumExp.argmax(w.scores, 0, 1, classCount);
    double squared = 0;
    for (int i = 0; i < d; i++) {
      double z = w.image[i] - s.images[best * paddedCount + i];
      squared = Math.fma(z, z, squared);
    }
    double logDensity =
        Math.fma(-0.5, squared, logNormalizer + (s.count * HALF_LOG_TWO_PI - s.logs));
    double joint = logPrior(best) + logDensity;
    double score = w.scores[best];
    for (int c = 0; c < classCount; c++) {
      w.scores[c] = joint + (w.scores[c] - score);
    }
  }
}
