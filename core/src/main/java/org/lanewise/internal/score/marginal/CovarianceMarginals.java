package org.lanewise.internal.score.marginal;

import static org.lanewise.internal.tier.Kernel.CLASS_FILL;
import static org.lanewise.internal.tier.Kernel.LOG;
import static org.lanewise.internal.tier.Kernel.SHIFT;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_BLOCK;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_ROW;

import java.util.Arrays;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.MissingKernels;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.score.scratch.MarginalScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Marginals of normal classes with a covariance each: rows are filled by [Precisions], a class at
/// a time, and scored as whole ones are; where that would not be accurate, by [Reflections].
public final class CovarianceMarginals extends Marginals {

  private static final int STRIDE = ScoreKernels.STRIDE;

  /// Doubles of the fills of a block.
  private static final int MAX_FILLS = 1 << 18;

  /// Null where rows come less the origin of all classes.
  private final double[][] origins;

  private final double[][] means;
  private final double[][] factors;
  private final double[] constants;
  private final int d;
  private final int paddedCount;
  private final int stride;
  private final int width;

  /// Null where no fill is accurate.
  private final Precisions precisions;

  /// The mean of rows that are less their means.
  private final double[] zeros;

  private final double[] meansByFeature;
  private final double[] begins;

  /// @param origins k rows of d, about which the means are given; null where rows come less the
  ///   origin of all classes
  /// @param means k rows of d residual means
  /// @param factors k inverse factors M_c
  /// @param constants log π_c + log det M_c − (d/2) log 2π
  /// @param paddedCount d rounded up to a multiple of 8
  public CovarianceMarginals(
      double[] logPriors,
      double[][] origins,
      double[][] means,
      double[][] factors,
      double[] constants,
      int paddedCount) {
    super(logPriors);
    this.origins = origins;
    this.means = means;
    this.factors = factors;
    this.constants = constants;
    this.paddedCount = paddedCount;
    d = means[0].length;
    zeros = new double[d];
    width = ScoreKernels.width(d);
    stride = ScoreKernels.classStride(classCount);
    // A fill is an affine function of the row, which would lose the digits of classes far apart.
    precisions = origins == null ? Precisions.of(factors, d, stride, Precisions.MAX_SQUARED) : null;
    meansByFeature = ClassParameters.byFeature(means, stride);
    begins = precisions == null ? null : precisions.products(means);
  }

  @Override
  public int blockRows(int most) {
    int rows = MAX_FILLS / (MarginalScratch.FILLED * stride) / ScoreKernels.ROW_STEP;
    return Math.min(most, Math.max(1, rows) * ScoreKernels.ROW_STEP);
  }

  @Override
  public void discriminants(Workspace w) {
    MarginalScratch s = w.marginal;
    if (s.count == d) {
      priors(w.row.scores, 0, 1);
      return;
    }
    w.clearBehind(d, paddedCount);
    if (precisions != null && precisions.fills(s.count)) {
      makeFills(s, 1);
      s.take(w.x, d, width);
      if (fill(s, 0, 0)) {
        filled(w);
        return;
      }
    }
    s.makeColumns(d, paddedCount);
    for (int c = 0; c < classCount; c++) {
      centre(w, c);
      s.clearMissing(w.centred);
      Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factors[c], 0, w.image);
      double logs = Reflections.make(factors[c], d, paddedCount, s);
      Reflections.apply(s, d, paddedCount, w.image, 0);
      double squared = Reflections.dot(w.image, 0, w.image, 0, 0, d);
      w.row.scores[c] = score(c, squared, s.count, logs);
    }
  }

  private void makeFills(MarginalScratch s, int rows) {
    int most = MarginalScratch.FILLED;
    s.makeFills(
        width,
        MissingKernels.fillScratch(most),
        rows * most * stride,
        Math.multiplyExact(rows, stride));
  }

  private void centre(Workspace w, int c) {
    for (int j = 0; j < d; j++) {
      double about = origins == null ? w.x[j] : w.x[j] - origins[c][j];
      w.centred[j] = about - means[c][j];
    }
  }

  private double score(int c, double squared, int count, double logs) {
    return Math.fma(-0.5, squared, constants[c] + (count * HALF_LOG_TWO_PI - logs));
  }

  /// Fills the row that was taken.
  ///
  /// @return whether that is accurate in every class
  private boolean fill(MarginalScratch s, int at, int determinants) {
    Kernels.missing(CLASS_FILL)
        .classFill(
            s.row,
            d,
            s.missing,
            s.count,
            meansByFeature,
            begins,
            precisions.precision,
            precisions.scale,
            classCount,
            s.fillScratch,
            s.fills,
            at,
            s.determinants,
            s.diagonals,
            determinants);
    boolean accurate = true;
    for (int i = determinants; i < determinants + classCount; i++) {
      accurate &= Precisions.isAccurate(s.determinants[i], s.diagonals[i]);
    }
    return accurate;
  }

  /// Scores the row that was filled.
  private void filled(Workspace w) {
    MarginalScratch s = w.marginal;
    for (int c = 0; c < classCount; c++) {
      centre(w, c);
      for (int q = 0; q < s.count; q++) {
        w.centred[s.missing[q]] = s.fills[q * stride + c];
      }
      double squared =
          Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factors[c], 0, w.image);
      double log = Elementary.log(s.determinants[c]);
      w.row.scores[c] = score(c, squared, s.count, precisions.logs(log, s, c));
    }
  }

  @Override
  public boolean takesBlocks(boolean areJoints) {
    return true;
  }

  @Override
  public void block(Workspace w, int count, int outStride) {
    int filled = fillRows(w, count);
    for (int c = 0; c < classCount; c++) {
      classScores(w, c, count, filled, c * outStride);
    }
    for (int r = 0; r < count; r++) {
      if (w.marginal.alone[r]) {
        scoreAlone(w, r, outStride);
      }
    }
  }

  /// Fills rows that lack values, and takes ½ log|Λ_mm| of each row and class to `products`.
  ///
  /// @return how many values were filled in a class
  private int fillRows(Workspace w, int count) {
    MarginalScratch s = w.marginal;
    makeFills(s, count);
    s.makeRows(count, count * MarginalScratch.FILLED, count * stride);
    int values = 0;
    int rows = 0;
    for (int r = 0; r < count; r++) {
      int lacks = (int) s.counts[r];
      s.alone[r] = lacks > 0 && (precisions == null || !precisions.fills(lacks));
      if (lacks == 0 || s.alone[r]) {
        continue;
      }
      s.take(w.numeric.block, r, STRIDE, d, width);
      // Close together, to take their logarithms at once: what lies behind the last class is
      // overwritten by the next row.
      s.alone[r] = !fill(s, values * stride, rows * classCount);
      for (int q = 0; q < lacks; q++) {
        s.filledRows[values] = r;
        s.filledFeatures[values] = s.missing[q];
        values++;
      }
      rows++;
    }
    takeLogs(s, count, rows, values);
    return values;
  }

  private void takeLogs(MarginalScratch s, int count, int rows, int values) {
    double[] logs = s.products;
    Kernels.elementary(LOG).log(s.determinants, 0, rows * classCount, s.determinants, 0);
    Arrays.fill(logs, 0, count * classCount, 0);
    int row = 0;
    for (int i = 0; i < values; i++) {
      int to = s.filledRows[i] * classCount;
      if (i == 0 || s.filledRows[i] != s.filledRows[i - 1]) {
        for (int c = 0; c < classCount; c++) {
          logs[to + c] = 0.5 * s.determinants[row + c];
        }
        row += classCount;
      }
      int from = s.filledFeatures[i] * stride;
      for (int c = 0; c < classCount; c++) {
        logs[to + c] -= precisions.logScale[from + c];
      }
    }
  }

  /// Scores of one class, but for rows that are scored alone.
  private void classScores(Workspace w, int c, int count, int filled, int outAt) {
    MarginalScratch s = w.marginal;
    double[] centred = w.numeric.centred;
    double[] scores = w.block.scores;
    for (int j = 0; j < d; j++) {
      int at = j * STRIDE;
      double[] about = w.numeric.block;
      if (origins != null) {
        Kernels.score(SHIFT).shift(about, at, count, origins[c][j], centred, at);
        about = centred;
      }
      Kernels.score(SHIFT).shift(about, at, count, means[c][j], centred, at);
    }
    for (int i = 0; i < filled; i++) {
      centred[s.filledFeatures[i] * STRIDE + s.filledRows[i]] = s.fills[i * stride + c];
    }
    Kernels.score(TRIANGULAR_BLOCK)
        .triangularBlock(centred, count, d, zeros, factors[c], 0, w.numeric.strip, scores, outAt);
    for (int r = 0; r < count; r++) {
      double logs = s.products[r * classCount + c];
      scores[outAt + r] =
          Math.fma(-0.5, scores[outAt + r], constants[c] + (s.counts[r] * HALF_LOG_TWO_PI - logs));
    }
  }

  private void scoreAlone(Workspace w, int r, int outStride) {
    for (int j = 0; j < d; j++) {
      w.x[j] = w.numeric.block[j * STRIDE + r];
    }
    w.marginal.find(w.x, d);
    discriminants(w);
    for (int c = 0; c < classCount; c++) {
      w.block.scores[c * outStride + r] = w.row.scores[c];
    }
  }

  @Override
  public void logJoints(int from, Workspace w) {
    // The discriminants are the log joints.
  }
}
