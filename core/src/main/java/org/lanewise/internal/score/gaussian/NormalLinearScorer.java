package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.ARGMAX;
import static org.lanewise.internal.tier.Kernel.SHIFT;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores rows under normal classes that share a covariance Σ, linear discriminants.
///
/// The affine parts keep their digits however far the row is from the means. The log joint adds
/// what they leave out, log h(x); it is taken about the mean of the best class b, so that it keeps
/// its digits too:
///
/// ```
/// log p(x, c) = (constant_b − ½ D²_b) + (discriminant_c − discriminant_b)
/// ```
///
/// with D²_b the squared Mahalanobis distance of the row from mean_b, which a subclass gives, and
/// constant_b = log π_b − ½ log|Σ| − (d/2) log 2π.
abstract sealed class NormalLinearScorer extends LinearScorer
    permits SharedCovarianceScorer, SharedVarianceScorer {

  final double[][] means;
  private final double[] constants;

  /// @param origin d values about which means and weights are given
  /// @param affine the discriminants, with intercepts of −∞ for classes of prior 0
  /// @param means k rows of d residual means
  /// @param constants k constants, −∞ for a class of prior 0
  NormalLinearScorer(
      Naming naming, double[] origin, AffineScores affine, double[][] means, double[] constants) {
    super(naming, origin, affine);
    this.means = means.clone();
    this.constants = constants.clone();
  }

  /// D² of the row in `w.x` from a mean.
  abstract double squaredDistance(Workspace w, double[] mean);

  /// D² of the rows in `w.numeric.centred`, which are less the means, into `out[at + r]`.
  abstract void squaredDistances(Workspace w, int count, double[] out, int at);

  @Override
  final int blockRows(Result result) {
    return result.isOfJoints() ? columnRows() : super.blockRows(result);
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    CenteredBlock.load(row, origin(), w);
    for (int c = 0; c < classCount(); c++) {
      w.scores[c] = squaredDistance(w, means[c]);
    }
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    CenteredBlock.load(rows, first, count, origin(), w);
    w.numeric.makeCentred(featureCount());
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < featureCount(); j++) {
        Kernels.score(SHIFT)
            .shift(w.numeric.block, j * STRIDE, count, means[c][j], w.numeric.centred, j * STRIDE);
      }
      squaredDistances(w, count, w.numeric.scores, c * scoreStride);
    }
  }

  @Override
  final void logJoints(Workspace w) {
    int best = LogSumExp.argmax(w.scores, 0, 1, classCount());
    logJoints(w.scores, 0, 1, best, squaredDistance(w, means[best]));
  }

  @Override
  final void blockLogJoints(NumericColumns rows, int first, int count, Workspace w) {
    int k = classCount();
    double[] scores = w.numeric.scores;
    int[] best = w.numeric.labels;
    int squared = k * scoreStride;
    Kernels.score(ARGMAX).argmax(scores, scoreStride, count, k, best, 0, w.numeric.terms);
    CenteredBlock.load(rows, first, count, origin(), w);
    w.numeric.makeCentred(featureCount());
    double[] block = w.numeric.block;
    double[] centred = w.numeric.centred;
    for (int j = 0; j < featureCount(); j++) {
      for (int r = 0; r < count; r++) {
        centred[j * STRIDE + r] = block[j * STRIDE + r] - means[best[r]][j];
      }
    }
    squaredDistances(w, count, scores, squared);
    for (int r = 0; r < count; r++) {
      logJoints(scores, r, scoreStride, best[r], scores[squared + r]);
    }
  }

  private void logJoints(double[] scores, int from, int stride, int best, double squared) {
    double bestScore = scores[from + best * stride];
    double bestJoint = Math.fma(-0.5, squared, constants[best]);
    for (int c = 0; c < classCount(); c++) {
      scores[from + c * stride] = bestJoint + (scores[from + c * stride] - bestScore);
    }
  }
}
