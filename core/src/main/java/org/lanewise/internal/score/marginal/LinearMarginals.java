package org.lanewise.internal.score.marginal;

import static org.lanewise.internal.tier.Kernel.AFFINE_ROW;
import static org.lanewise.internal.tier.Kernel.SHARED_FILLS;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_ROW;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.MissingKernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffinePanels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.LogSumExp;
import org.lanewise.internal.score.scratch.MarginalScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Marginals of normal classes that share a covariance. A row is filled about the origin with what
/// [Precisions] expect, x̂, which no class changes:
///
/// ```
/// discriminant_c = affine_c(x̂) + ½ g_cmᵀ Λ_mm⁻¹ g_cm,   g_c = Λ μ_c
/// ```
///
/// with the affine scores of whole rows, whose weights are g_c. Where that would not be accurate
/// [Reflections] P that all classes share give the same:
///
/// ```
/// discriminant_c = log π_c + Σ_i n_ci (z_i − ½ n_ci),   z = P M x,   n_c = P M μ_c
/// ```
///
/// Both are linear in the observed values, so that differences keep their digits far from the
/// means. The log joint adds what they leave out about the mean of the best class, as without
/// missing features.
public sealed class LinearMarginals extends Marginals permits LowRankMarginals {

  private final double[][] means;
  private final double[] factor;
  private final AffineScores affine;
  private final AffinePanels panels;
  private final int stride;
  private final int width;

  /// Null where no fill is accurate.
  private final Precisions precisions;

  /// g_c, scaled as what is missing is.
  private final double[] weights;

  /// M μ_c, one class after the other.
  private final double[] images;

  /// log det M − (d/2) log 2π.
  private final double logNormalizer;

  private final int d;
  private final int paddedCount;

  /// @param means k rows of d residual means
  /// @param factor the inverse factor M
  /// @param affine what whole rows less the origin score
  /// @param paddedCount d rounded up to a multiple of 8
  public LinearMarginals(
      double[] logPriors, double[][] means, double[] factor, AffineScores affine, int paddedCount) {
    this(logPriors, means, factor, affine, paddedCount, true);
  }

  /// @param fills whether rows may be filled
  LinearMarginals(
      double[] logPriors,
      double[][] means,
      double[] factor,
      AffineScores affine,
      int paddedCount,
      boolean fills) {
    super(logPriors);
    this.means = means;
    this.factor = factor;
    this.affine = affine;
    this.paddedCount = paddedCount;
    d = means[0].length;
    panels = affine.panels(new double[d]);
    width = ScoreKernels.width(d);
    stride = ScoreKernels.classStride(classCount);
    precisions = fills ? Precisions.of(new double[][] {factor}, d, 1, Precisions.MAX_LINEAR) : null;
    weights = affine.weights().clone();
    for (int i = 0; precisions != null && i < weights.length; i++) {
      weights[i] *= precisions.scale[i / stride];
    }
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
    s.filled = false;
    if (s.count == d) {
      priors(w.row.scores, 0, 1);
      return;
    }
    w.clearBehind(d, paddedCount);
    if (precisions != null && precisions.fills(s.count)) {
      makeFills(s, 1);
      s.take(w.x, d, width);
      s.filled = fill(s);
    }
    if (s.filled) {
      scatter(s, s.row);
      Kernels.score(AFFINE_ROW)
          .affineRow(
              s.row, d, affine.rowWeights(), affine.intercepts(), 0, classCount, w.row.scores);
      for (int c = 0; c < classCount; c++) {
        w.row.scores[c] = Math.fma(0.5, s.products[c], w.row.scores[c]);
      }
      return;
    }
    s.makeColumns(d, paddedCount);
    s.makeImages(images.length);
    System.arraycopy(w.x, 0, w.centred, 0, d);
    s.clearMissing(w.centred);
    Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factor, 0, w.image);
    s.logs = Reflections.make(factor, d, paddedCount, s);
    Reflections.apply(s, d, paddedCount, w.image, 0);
    System.arraycopy(images, 0, s.images, 0, images.length);
    for (int c = 0; c < classCount; c++) {
      int at = c * paddedCount;
      Reflections.apply(s, d, paddedCount, s.images, at);
      w.row.scores[c] = logPrior(c) + score(w.image, s.images, at);
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
  public void logJoints(int from, Workspace w) {
    MarginalScratch s = w.marginal;
    if (s.count == d) {
      return;
    }
    int best = LogSumExp.argmax(w.row.scores, from, 1, classCount);
    double logs = s.logs;
    double squared;
    if (s.filled) {
      logs = precisions.logs(Elementary.log(s.determinants[0]), s, 0);
      squared = filledDistance(w, means[best]);
    } else {
      squared = reflectedDistance(w, best);
    }
    double logDensity = Math.fma(-0.5, squared, logNormalizer + (s.count * HALF_LOG_TWO_PI - logs));
    double joint = logPrior(best) + logDensity;
    double score = w.row.scores[from + best];
    for (int c = 0; c < classCount; c++) {
      w.row.scores[from + c] = joint + (w.row.scores[from + c] - score);
    }
  }

  /// The distance of the observed values from a mean, filled about that.
  private double filledDistance(Workspace w, double[] mean) {
    MarginalScratch s = w.marginal;
    for (int j = 0; j < d; j++) {
      w.centred[j] = w.x[j] - mean[j];
    }
    s.take(w.centred, d, width);
    fill(s);
    scatter(s, w.centred);
    return Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factor, 0, w.image);
  }

  private double reflectedDistance(Workspace w, int label) {
    double squared = 0;
    for (int i = 0; i < d; i++) {
      double z = w.image[i] - w.marginal.images[label * paddedCount + i];
      squared = Math.fma(z, z, squared);
    }
    return squared;
  }

  private void makeFills(MarginalScratch s, int rows) {
    int most = MarginalScratch.FILLED;
    int tiles = Math.ceilDiv(rows, 8) * 8;
    s.makeFills(
        Math.multiplyExact(tiles, width),
        MissingKernels.fillScratch(most),
        Math.multiplyExact(rows, most),
        2 * rows);
    s.makeRows(rows, 0, Math.multiplyExact(rows, stride));
    s.makePicks(rows);
  }

  /// Fills the row that was taken.
  ///
  /// @return whether that is accurate
  private boolean fill(MarginalScratch s) {
    s.picks[0] = 0;
    fill(s, 0, 1, s.count);
    return isAccurate(s, 0);
  }

  private static boolean isAccurate(MarginalScratch s, int r) {
    return Precisions.isAccurate(s.determinants[2 * r], s.determinants[2 * r + 1]);
  }

  /// Fills rows that lack equally many features.
  private void fill(MarginalScratch s, int first, int rows, int count) {
    Kernels.missing(SHARED_FILLS)
        .sharedFills(
            s.row,
            d,
            s.picks,
            first,
            rows,
            s.missing,
            count,
            precisions.precision,
            precisions.scale,
            weights,
            classCount,
            s.fillScratch,
            s.fills,
            s.products,
            s.determinants);
  }

  private static void scatter(MarginalScratch s, double[] row) {
    for (int q = 0; q < s.count; q++) {
      row[s.missing[q]] = s.fills[q];
    }
  }

  @Override
  public boolean takesBlocks(boolean areJoints) {
    return !areJoints;
  }

  @Override
  public void block(Workspace w, int count, int outStride) {
    MarginalScratch s = w.marginal;
    makeFills(s, count);
    for (int r = 0; r < count; r++) {
      s.alone[r] = s.counts[r] > 0;
    }
    int filled = precisions == null ? 0 : fillRows(w, count);
    w.numeric.beginColumns(count);
    panels.sum(w.numeric, w.block.scores, outStride);
    double[] scores = w.block.scores;
    for (int i = 0; i < filled; i++) {
      int r = s.picks[i];
      for (int c = 0; c < classCount; c++) {
        int at = c * outStride + r;
        scores[at] = Math.fma(0.5, s.products[r * stride + c], scores[at]);
      }
    }
    for (int r = 0; r < count; r++) {
      if (s.alone[r]) {
        scoreAlone(w, r, outStride);
      }
    }
  }

  /// Fills rows of the block, those together that lack equally many features.
  ///
  /// @return how many were picked; those that were not filled for all that are to be scored alone
  private int fillRows(Workspace w, int count) {
    MarginalScratch s = w.marginal;
    double[][] columns = w.numeric.columns;
    s.takeRows(columns, count, d, width);
    for (int m = 1; m <= MarginalScratch.FILLED; m++) {
      int first = s.begins[m];
      int rows = s.begins[m + 1] - first;
      if (rows == 0) {
        continue;
      }
      fill(s, first, rows, m);
      for (int i = first; i < first + rows; i++) {
        int r = s.picks[i];
        s.alone[r] = !isAccurate(s, r);
        int at = r * MarginalScratch.FILLED;
        for (int q = at; q < at + m && !s.alone[r]; q++) {
          columns[s.missing[q]][r] = s.fills[q];
        }
      }
    }
    return s.begins[MarginalScratch.FILLED + 1];
  }

  private void scoreAlone(Workspace w, int r, int outStride) {
    for (int j = 0; j < d; j++) {
      w.x[j] = w.numeric.columns[j][r];
    }
    w.marginal.find(w.x, d);
    discriminants(w);
    for (int c = 0; c < classCount; c++) {
      w.block.scores[c * outStride + r] = w.row.scores[c];
    }
  }
}
