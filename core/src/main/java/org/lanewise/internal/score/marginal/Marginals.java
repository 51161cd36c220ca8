package org.lanewise.internal.score.marginal;

import org.lanewise.internal.score.scratch.MarginalScratch;
import org.lanewise.internal.score.scratch.Workspace;

/// Log joints of rows with missing features, which are integrated out:
///
/// ```
/// log p(x_o, c) = log π_c + log N(x_o; μ_co, Σ_coo)
/// ```
///
/// with o the observed features. A row comes in `w.x`, less the origin, NaN where a feature is
/// missing, and [MarginalScratch] names those. Of a row without any observed value, the log joints
/// are the log priors.
public abstract sealed class Marginals
    permits CovarianceMarginals, LinearMarginals, VarianceMarginals, PooledVarianceMarginals {

  /// ½ log 2π.
  static final double HALF_LOG_TWO_PI = 0.9189385332046728;

  final int classCount;
  private final double[] logPriors;

  Marginals(double[] logPriors) {
    this.logPriors = logPriors.clone();
    classCount = logPriors.length;
  }

  /// Scores of the row in `w.x`, into `w.row.scores`, whose differences between classes are those
  /// of the log joint. At least one feature is missing.
  public abstract void discriminants(Workspace w);

  /// Turns what [#discriminants] left into log joints, those from `w.row.scores[from]` on.
  public abstract void logJoints(int from, Workspace w);

  /// The most rows of a block.
  ///
  /// @param most that of whole rows
  public int blockRows(int most) {
    return most;
  }

  /// Scores of a block of rows as those of [#discriminants], into `w.block.scores[c·outStride +
  /// r]`: the same bits, and of rows that lack nothing those of the scorer of whole rows. How many
  /// features each row lacks is in `w.marginal.counts`.
  ///
  /// @param count the rows, which have begun in `w.numeric`
  public abstract void block(Workspace w, int count, int outStride);

  /// Whether [#block] gives such scores.
  ///
  /// @param areJoints whether log joints are needed, too
  public abstract boolean takesBlocks(boolean areJoints);

  /// Log priors, as scores from `from` on.
  final void priors(double[] scores, int from, int stride) {
    for (int c = 0; c < classCount; c++) {
      scores[from + c * stride] = logPriors[c];
    }
  }

  final double logPrior(int label) {
    return logPriors[label];
  }
}
