package org.lanewise.internal.score.gaussian;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.marginal.VarianceMarginals;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores rows under independent normal features, Gaussian Naive Bayes:
///
/// ```
/// log p(x, c) = constant_c − ½ Σ_j ((x_j − origin_j − mean_cj) · inverse_cj)²
/// ```
///
/// with inverse_cj = 1/σ_cj and constant_c = log π_c − Σ_j log σ_cj − (d/2) log 2π.
public final class ClassVarianceScorer extends PanelScorer {

  private final double[] mean;
  private final double[] inverse;
  private final double[] constant;
  private final double[] zeros;

  /// A scorer from its parameters, which are copied.
  ///
  /// @param origin d values about which the means are given
  /// @param means k rows of d residual means
  /// @param inverses k rows of d inverse standard deviations
  /// @param constants k constants, −∞ for a class of prior 0
  public ClassVarianceScorer(
      Naming naming, double[] origin, double[][] means, double[][] inverses, double[] constants) {
    int d = origin.length;
    int k = means.length;
    int stride = ScoreKernels.classStride(k);
    double[] mean = ClassParameters.byEight(means, stride);
    double[] inverse = ClassParameters.byEight(inverses, stride);
    super(
        naming,
        origin,
        new DiagonalPanels(
            origin,
            k,
            ClassParameters.panelsByEight(mean, d, k),
            ClassParameters.panelsByEight(inverse, d, k)));
    this.mean = mean;
    this.inverse = inverse;
    constant = ClassParameters.padded(constants, classStride);
    zeros = new double[classStride];
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return new VarianceMarginals(logPriors, origin(), mean, inverse, constant);
  }

  @Override
  void discriminants(Workspace w) {
    Kernels.score()
        .diagonalRow(w.x, featureCount(), mean, inverse, constant, classCount(), w.scores);
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    CenteredBlock.load(row, origin(), w);
    Kernels.score().diagonalRow(w.x, featureCount(), mean, inverse, zeros, classCount(), w.scores);
    for (int c = 0; c < classCount(); c++) {
      w.scores[c] *= -2;
    }
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    sumPanels(rows, first, count, w);
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    sumPanels(rows, first, count, w);
    for (int c = 0; c < classCount(); c++) {
      for (int at = c * scoreStride; at < c * scoreStride + count; at++) {
        w.numeric.scores[at] = Math.fma(-0.5, w.numeric.scores[at], constant[c]);
      }
    }
  }

  @Override
  boolean discriminantsAreJoints() {
    return true;
  }

  @Override
  void logJoints(Workspace w) {
    // The discriminants are the log joints.
  }

  @Override
  void blockLogJoints(NumericColumns rows, int first, int count, Workspace w) {
    // The discriminants are the log joints.
  }
}
