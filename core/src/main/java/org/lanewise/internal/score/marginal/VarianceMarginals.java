package org.lanewise.internal.score.marginal;

import java.util.Arrays;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.score.scratch.Workspace;

/// Marginals of independent normal features, by class: what whole rows score, without the factors
/// of missing features,
///
/// ```
/// log p(x_o, c) = constant_c − ½ (Σ_{j observed} ((x_j − mean_cj) / σ_cj)² − Σ_{j missing} gap_cj)
/// gap_cj = 2 log σ_cj + log 2π
/// ```
///
/// with sums in the chains of [ScoreKernels]. So rows that lack nothing have the bits of the scorer
/// of such, in the same block as others.
public final class VarianceMarginals extends Marginals {

  private static final int TOGETHER = ScoreKernels.TOGETHER;

  private final int d;
  private final int stride;

  /// In the layout of the means; null where rows come less the origin of all classes.
  private final double[] origin;

  private final double[] mean;
  private final double[] inverse;
  private final double[] gap;
  private final double[] constant;
  private final ObservedPanels panels;

  /// @param origins k rows of d, about which the means are given; rows come less the origin of all
  ///   classes if there is one, else less nothing
  /// @param mean residual means, `[(c − c mod 8)·d + 8·j + c mod 8]`, padded to the class stride
  /// @param inverse 1/σ_cj, in the same layout
  /// @param constant the scores of complete rows without their distances, padded
  public VarianceMarginals(
      double[] logPriors, double[][] origins, double[] mean, double[] inverse, double[] constant) {
    super(logPriors);
    d = origins[0].length;
    stride = ScoreKernels.classStride(classCount);
    origin =
        ClassParameters.runs(origins).length == 2 ? null : ClassParameters.byEight(origins, stride);
    this.mean = mean;
    this.inverse = inverse;
    this.constant = constant;
    gap = new double[inverse.length];
    for (int i = 0; i < gap.length; i++) {
      // Behind the last class there is none.
      gap[i] = inverse[i] > 0 ? 2 * (HALF_LOG_TWO_PI - Elementary.log(inverse[i])) : 0;
    }
    panels =
        new ObservedPanels(
            origins,
            ClassParameters.panelsByEight(mean, d, classCount),
            ClassParameters.panelsByEight(inverse, d, classCount),
            ClassParameters.panelsByEight(gap, d, classCount));
  }

  @Override
  public void discriminants(Workspace w) {
    if (w.marginal.count == d) {
      priors(w.row.scores, 0, 1);
      return;
    }
    double[] sums = w.row.scores;
    double[] chains = w.row.impossible;
    Arrays.fill(sums, 0, stride, 0);
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      Arrays.fill(chains, 0, stride, 0);
      for (int j = from; j < Math.min(from + quarter, d); j++) {
        add(w.x[j], j, chains);
      }
      for (int c = 0; c < stride; c++) {
        sums[c] += chains[c];
      }
    }
    for (int c = 0; c < stride; c++) {
      sums[c] = Math.fma(-0.5, sums[c], constant[c]);
    }
  }

  private void add(double x, int j, double[] chains) {
    for (int c = 0; c < stride; c += TOGETHER) {
      int at = c * d + j * TOGETHER;
      if (Double.isNaN(x)) {
        for (int l = 0; l < TOGETHER; l++) {
          chains[c + l] -= gap[at + l];
        }
      } else {
        for (int l = 0; l < TOGETHER; l++) {
          double about = origin == null ? x : x - origin[at + l];
          double z = (about - mean[at + l]) * inverse[at + l];
          chains[c + l] = Math.fma(z, z, chains[c + l]);
        }
      }
    }
  }

  @Override
  public boolean takesBlocks(boolean areJoints) {
    return true;
  }

  @Override
  public void block(Workspace w, int count, int outStride) {
    double[] scores = w.block.scores;
    panels.sum(w.numeric, scores, outStride);
    for (int c = 0; c < classCount; c++) {
      for (int at = c * outStride; at < c * outStride + count; at++) {
        scores[at] = Math.fma(-0.5, scores[at], constant[c]);
      }
    }
    for (int r = 0; r < count; r++) {
      if (w.marginal.counts[r] == d) {
        priors(scores, r, outStride);
      }
    }
  }

  @Override
  public void logJoints(int from, Workspace w) {
    // The discriminants are the log joints.
  }
}
