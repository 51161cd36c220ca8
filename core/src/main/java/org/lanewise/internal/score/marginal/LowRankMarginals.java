package org.lanewise.internal.score.marginal;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.MarginalScratch;
import org.lanewise.internal.score.scratch.Workspace;

/// Marginals of normal classes that share a covariance but for directions of their own: those of
/// the shared covariance, by [Reflections] P, and what the directions add,
///
/// ```
/// ½ ‖C⁻¹ G (z − n_c)‖² − log det C,   CCᵀ = I + GGᵀ,   G = P M F_c
/// ```
///
/// with z and n_c as in [LinearMarginals] and F_c the directions of the class.
public final class LowRankMarginals extends LinearMarginals {

  private final int d;
  private final int paddedCount;
  private final int rank;

  /// M F_c of each class, one direction after the other.
  private final double[][] directions;

  /// @param subspace B, M rows of d
  /// @param loadings W_c of each class, R rows of M; F_c = W_cB
  public LowRankMarginals(
      double[] logPriors,
      double[][] means,
      double[] factor,
      AffineScores affine,
      int paddedCount,
      double[][] subspace,
      double[][][] loadings) {
    super(logPriors, means, factor, affine, paddedCount, false);
    this.paddedCount = paddedCount;
    d = means[0].length;
    rank = loadings[0].length;
    directions = new double[classCount][rank * paddedCount];
    double[][] white = new double[subspace.length][d];
    for (int m = 0; m < white.length; m++) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j <= i; j++) {
          white[m][i] = Math.fma(subspace[m][j], factor[PackedTriangle.index(j, i)], white[m][i]);
        }
      }
    }
    for (int c = 0; c < classCount; c++) {
      for (int r = 0; r < rank; r++) {
        int at = r * paddedCount;
        for (int m = 0; m < white.length; m++) {
          double loading = loadings[c][r][m];
          for (int i = 0; i < d; i++) {
            directions[c][at + i] = Math.fma(loading, white[m][i], directions[c][at + i]);
          }
        }
      }
    }
  }

  @Override
  public boolean takesBlocks(boolean areJoints) {
    return false;
  }

  @Override
  public void discriminants(Workspace w) {
    super.discriminants(w);
    if (w.marginal.count < d) {
      for (int c = 0; c < classCount; c++) {
        w.row.scores[c] += own(c, w);
      }
    }
  }

  @Override
  public void logJoints(int from, Workspace w) {
    if (w.marginal.count == d) {
      return;
    }
    int best = LogSumExp.argmax(w.row.scores, from, 1, classCount);
    super.logJoints(from, w);
    double own = own(best, w);
    for (int c = 0; c < classCount; c++) {
      w.row.scores[from + c] += own;
    }
  }

  /// The part of a class's score that its directions add. The row was reflected.
  private double own(int c, Workspace w) {
    MarginalScratch s = w.marginal;
    s.makeFills(rank * paddedCount, rank * rank, rank, 0);
    double[] g = s.row;
    double[] factor = s.fillScratch;
    double[] image = s.fills;
    System.arraycopy(directions[c], 0, g, 0, directions[c].length);
    for (int r = 0; r < rank; r++) {
      Reflections.apply(s, d, paddedCount, g, r * paddedCount);
    }
    double squared = 0;
    double log = 0;
    for (int i = 0; i < rank; i++) {
      double along = along(c, g, i * paddedCount, w);
      for (int j = 0; j <= i; j++) {
        double sum = Reflections.dot(g, i * paddedCount, g, j * paddedCount, 0, d);
        sum += i == j ? 1 : 0;
        for (int l = 0; l < j; l++) {
          sum = Math.fma(-factor[i * rank + l], factor[j * rank + l], sum);
        }
        factor[i * rank + j] = i == j ? Math.sqrt(sum) : sum / factor[j * rank + j];
        along = j < i ? Math.fma(-factor[i * rank + j], image[j], along) : along;
      }
      image[i] = along / factor[i * rank + i];
      squared = Math.fma(image[i], image[i], squared);
      log += Elementary.log(factor[i * rank + i]);
    }
    return Math.fma(0.5, squared, -log);
  }

  /// The product of a direction and z − n_c.
  private double along(int c, double[] g, int at, Workspace w) {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      sum = Math.fma(g[at + i], w.image[i] - w.marginal.images[c * paddedCount + i], sum);
    }
    return sum;
  }
}
