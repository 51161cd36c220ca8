package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.ARGMAX;
import static org.lanewise.internal.tier.Kernel.SHIFT;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// The density of normal classes that share a covariance Σ: what their linear discriminants leave
/// out of the log joint. It is taken about the mean of the best class b, so that it keeps its
/// digits however far the row is from the means:
///
/// ```
/// log p(x, c) = (constant_b − ½ D²_b) + (discriminant_c − discriminant_b)
/// ```
///
/// with D²_b the squared Mahalanobis distance of the row from mean_b, and constant_b = log π_b − ½
/// log|Σ| − (d/2) log 2π.
public abstract sealed class SharedDensity permits SharedCovariance, SharedVariance {

  static final int STRIDE = ScoreKernels.STRIDE;

  final double[] origin;
  final double[][] means;
  private final double[] constants;

  /// @param origin d values about which the means are given
  /// @param means k rows of d residual means
  /// @param constants k constants, −∞ for a class of prior 0
  SharedDensity(double[] origin, double[][] means, double[] constants) {
    this.origin = origin.clone();
    this.means = means.clone();
    this.constants = constants.clone();
  }

  /// D² of the row in `w.x` from a mean.
  abstract double squaredDistance(Workspace w, double[] mean);

  /// D² of the rows in `n.centred`, which are less the means, into `out[at + r]`.
  abstract void squaredDistances(NumericScratch n, int count, double[] out, int at);

  /// D² of a class, of the D² that [#squaredDistance] gave last.
  double ofClass(int label, double squared, Workspace w) {
    return squared;
  }

  /// As [#ofClass] of the rows in `w.numeric.centred`, whose D² are `squared[at + r]`.
  void ofClasses(int[] labels, int count, double[] squared, int at, Workspace w) {
    // The same in all classes.
  }

  /// Returns the scores of rows with missing features.
  abstract Marginals marginals(double[] logPriors, AffineScores affine, int paddedCount);

  /// The covariance of all classes, or null if features are independent.
  SharedCovariance covariance() {
    return null;
  }

  /// D² of a row from every mean, into `w.row`.
  void squaredDistances(double[] row, Workspace w) {
    CenteredBlock.load(row, origin, w);
    for (int c = 0; c < means.length; c++) {
      w.row.scores[c] = squaredDistance(w, means[c]);
    }
  }

  /// Those of a block of rows, into `w.block`.
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    NumericScratch n = w.numeric;
    CenteredBlock.load(rows, first, count, origin, w);
    n.makeCentred(origin.length);
    for (int c = 0; c < means.length; c++) {
      for (int j = 0; j < origin.length; j++) {
        int at = j * STRIDE;
        Kernels.score(SHIFT).shift(n.block, at, count, means[c][j], n.centred, at);
      }
      squaredDistances(n, count, w.block.scores, c * w.block.stride);
    }
  }

  /// Turns the discriminants of the row in `w.x` into log joints, into plane `to`.
  final void logJoints(int to, Workspace w) {
    int best = LogSumExp.argmax(w.row.scores, 0, 1, means.length);
    logJoints(w.row, 0, to, best, ofClass(best, squaredDistance(w, means[best]), w));
  }

  /// As [#logJoints] of a block.
  final void blockLogJoints(NumericColumns rows, int first, int count, int to, Workspace w) {
    NumericScratch n = w.numeric;
    ScorePlanes s = w.block;
    int k = means.length;
    Kernels.score(ARGMAX).argmax(s.scores, s.stride, count, k, s.best, 0, s.terms);
    CenteredBlock.load(rows, first, count, origin, w);
    n.makeCentred(origin.length);
    for (int j = 0; j < origin.length; j++) {
      for (int r = 0; r < count; r++) {
        n.centred[j * STRIDE + r] = n.block[j * STRIDE + r] - means[s.best[r]][j];
      }
    }
    // Behind all log joints.
    int squared = (to + k) * s.stride;
    squaredDistances(n, count, s.scores, squared);
    ofClasses(s.best, count, s.scores, squared, w);
    for (int r = 0; r < count; r++) {
      logJoints(s, r, to, s.best[r], s.scores[squared + r]);
    }
  }

  private void logJoints(ScorePlanes s, int r, int to, int best, double squared) {
    double[] scores = s.scores;
    double bestScore = scores[best * s.stride + r];
    double bestJoint = Math.fma(-0.5, squared, constants[best]);
    for (int c = 0; c < means.length; c++) {
      int at = c * s.stride + r;
      scores[to * s.stride + at] = bestJoint + (scores[at] - bestScore);
    }
  }
}
