package org.lanewise.internal.score.marginal;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.Workspace;

/// Marginals of independent normal features whose variances all classes share, linear in the
/// observed values:
///
/// ```
/// discriminant_c = log π_c + Σ_{j observed} weight_cj (x_j − ½ mean_cj),   weight_cj = mean_cj / σ²_j
/// ```
///
/// The log joint adds what they leave out about the mean of the best class.
public final class PooledVarianceMarginals extends Marginals {

  private final double[][] means;
  private final double[][] weights;
  private final double[] inverse;

  /// log σ_j + ½ log 2π.
  private final double[] logs;

  /// @param means k rows of d residual means
  /// @param inverse d inverse standard deviations
  public PooledVarianceMarginals(double[] logPriors, double[][] means, double[] inverse) {
    super(logPriors);
    this.means = means;
    this.inverse = inverse;
    weights = new double[classCount][inverse.length];
    logs = new double[inverse.length];
    for (int j = 0; j < inverse.length; j++) {
      logs[j] = HALF_LOG_TWO_PI - Elementary.log(inverse[j]);
      for (int c = 0; c < classCount; c++) {
        weights[c][j] = means[c][j] * inverse[j] * inverse[j];
      }
    }
  }

  @Override
  public void discriminants(Workspace w) {
    for (int c = 0; c < classCount; c++) {
      double score = 0;
      for (int j = 0; j < inverse.length; j++) {
        double x = w.x[j];
        if (!Double.isNaN(x)) {
          score = Math.fma(weights[c][j], Math.fma(-0.5, means[c][j], x), score);
        }
      }
      w.row.scores[c] = logPrior(c) + score;
    }
  }

  @Override
  public boolean takesBlocks(boolean areJoints) {
    return false;
  }

  @Override
  public void block(Workspace w, int count, int outStride) {
    throw new IllegalStateException("rows are scored alone");
  }

  @Override
  public void logJoints(int from, Workspace w) {
    int best = LogSumExp.argmax(w.row.scores, from, 1, classCount);
    double squared = 0;
    double constant = 0;
    for (int j = 0; j < inverse.length; j++) {
      double x = w.x[j];
      if (!Double.isNaN(x)) {
        double z = (x - means[best][j]) * inverse[j];
        squared = Math.fma(z, z, squared);
        constant += logs[j];
      }
    }
    double joint = Math.fma(-0.5, squared, logPrior(best) - constant);
    double score = w.row.scores[from + best];
    for (int c = 0; c < classCount; c++) {
      w.row.scores[from + c] = joint + (w.row.scores[from + c] - score);
    }
  }
}
