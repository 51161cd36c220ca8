package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores rows under normal classes that share a covariance, linear discriminants:
///
/// ```
/// discriminant_c = intercept_c + Σ_j (x_j − origin_j) · weight_cj
/// ```
///
/// The class decides and the posterior is taken by these affine parts alone, which keep their
/// digits however far the row is from the means. The log joint adds what they leave out, log h(x);
/// it is taken about the mean of the best class b, so that it keeps its digits too:
///
/// ```
/// log p(x, c) = (constant_b − ½ ‖M (x − origin − mean_b)‖²) + (discriminant_c − discriminant_b)
/// ```
///
/// with M the inverse of the Cholesky factor of the covariance and constant_b = log π_b + log det M
/// − (d/2) log 2π.
public final class SharedCovarianceScorer extends PanelScorer {

  private final double[] weight;
  private final double[] intercept;
  private final double[][] means;
  private final double[] factor;
  private final double[] constants;

  /// A scorer from its parameters; the factor is not copied.
  ///
  /// @param origin d values about which means and weights are given
  /// @param weights k rows of d weights
  /// @param intercepts k intercepts, −∞ for a class of prior 0
  /// @param means k rows of d residual means
  /// @param factor the lower triangular matrix M, laid out as in [ClassCovarianceScorer]
  /// @param constants k constants, −∞ for a class of prior 0
  public SharedCovarianceScorer(
      Naming naming,
      double[] origin,
      double[][] weights,
      double[] intercepts,
      double[][] means,
      double[] factor,
      double[] constants) {
    AffineScores affine = new AffineScores(intercepts, weights);
    super(naming, origin, affine.panels(origin));
    weight = affine.weights();
    intercept = affine.intercepts();
    this.means = means.clone();
    this.factor = factor;
    this.constants = constants.clone();
  }

  @Override
  void discriminants(Workspace w) {
    Kernels.SCORE.affineRow(w.x, featureCount(), weight, intercept, classStride, w.scores);
  }

  @Override
  int blockRows(Result result) {
    boolean joint = result == Result.LOG_JOINT || result == Result.LOG_DENSITY;
    return joint ? columnRows() : super.blockRows(result);
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    sumPanels(rows, first, count, w);
  }

  @Override
  void squaredDistances(Workspace w) {
    w.clearBehind(featureCount(), paddedCount);
    for (int c = 0; c < classCount(); c++) {
      w.scores[c] = ClassCovarianceScorer.squaredDistance(w, means[c], factor, featureCount());
    }
  }

  @Override
  void logJoints(Workspace w) {
    int k = classCount();
    int best = LogSumExp.argmax(w.scores, 0, 1, k);
    w.clearBehind(featureCount(), paddedCount);
    double squared = ClassCovarianceScorer.squaredDistance(w, means[best], factor, featureCount());
    logJoints(w.scores, 0, 1, best, squared);
  }

  @Override
  void blockLogJoints(NumericColumns rows, int first, int count, Workspace w) {
    int k = classCount();
    double[] scores = w.numeric.scores;
    int[] best = w.numeric.labels;
    int squared = k * scoreStride;
    Kernels.SCORE.argmax(scores, scoreStride, count, k, best, 0, w.numeric.terms);
    load(rows, first, count, w);
    double[] block = w.numeric.block;
    double[] centred = w.numeric.centred;
    for (int j = 0; j < featureCount(); j++) {
      for (int r = 0; r < count; r++) {
        centred[j * STRIDE + r] = block[j * STRIDE + r] - means[best[r]][j];
      }
    }
    Kernels.SCORE.triangularBlock(centred, count, featureCount(), factor, 0, scores, squared);
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
