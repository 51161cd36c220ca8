package org.lanewise.internal.score.gaussian;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Squared distances of rows from classes that share a covariance. A row is whitened once:
///
/// ```
/// D²_c = Σ_j (z_j − m_cj)²,   z = M (x − origin),   m_c = M mean_c
/// ```
///
/// in O(d² + kd) operations. The squares are of differences: ‖z‖² − 2 m_cᵀz + ‖m_c‖² would cancel.
///
/// **Error.** A difference cancels too where a row and a mean are close to each other and far from
/// the origin. With t_i the length of column i of M, the rounding of z and m_c is about
///
/// ```
/// e_c = √d · 2⁻⁵³ · (‖t∘(x − origin)‖ + ‖t∘mean_c‖)
/// ```
///
/// A class with e_c > 2⁻⁴² D_c gets a pass of its own, ‖M ((x − origin) − mean_c)‖², in which
/// nothing is rounded before the last difference. So the relative error of D² is below 1e-12, or
/// that of such a pass where M is so ill-conditioned that it has a larger one.
///
/// A pass for each of few classes is as fast as whitening. It rounds x − origin only, so e_c is
/// 2⁻⁵³ · ‖t∘(x − origin)‖.
///
/// The means lie as the columns of a block of k rows, and a row takes the place of the origin. So a
/// lane is a class, and the sums are those of [ScoreKernels#diagonalPanel].
final class WhiteMeans {

  /// Fewer classes get a pass each.
  private static final int LEAST_CLASSES = 8;

  private static final int ROW_STEP = ScoreKernels.ROW_STEP;

  /// The most classes of a call.
  private static final int MOST_AT_ONCE = 1024;

  /// Means that stay in the second-level cache while several rows pass.
  private static final int CACHED_DOUBLES = 1 << 16;

  private static final double UNIT = 0x1p-53;
  private static final double MOST_ERROR = 0x1p-42;

  private final double[] origin;
  private final double[][] means;
  private final double[] factor;
  private final int d;
  private final int paddedCount;
  private final double unit;

  /// t.
  private final double[] lengths;

  /// ‖t∘mean_c‖, or 0 where classes are few.
  private final double[] sizes;

  /// m_c as `[j][c]`, the classes padded to whole steps; none where they are few.
  private final double[][] columns;

  private final double[] zeros;

  /// 1 for each feature, and 0 for the padding.
  private final double[] ones;

  /// @param means k rows of d residual means
  /// @param factor M, as in [SharedCovarianceScorer]
  WhiteMeans(double[] origin, double[][] means, double[] factor) {
    this.origin = origin;
    this.means = means;
    this.factor = factor;
    d = origin.length;
    paddedCount = ScoreKernels.width(d);
    unit = areFew() ? UNIT : Math.sqrt(d) * UNIT;
    zeros = new double[paddedCount];
    ones = new double[paddedCount];
    lengths = new double[d];
    for (int i = 0; i < d; i++) {
      ones[i] = 1;
      double squared = 0;
      for (int j = i; j < d; j++) {
        double entry = factor[PackedTriangle.index(i, j)];
        squared = Math.fma(entry, entry, squared);
      }
      lengths[i] = Math.sqrt(squared);
    }
    sizes = new double[means.length];
    columns = areFew() ? null : new double[d][Math.ceilDiv(means.length, ROW_STEP) * ROW_STEP];
    if (!areFew()) {
      whitenMeans();
    }
  }

  private void whitenMeans() {
    double[] mean = new double[paddedCount];
    double[] image = new double[paddedCount];
    for (int c = 0; c < means.length; c++) {
      System.arraycopy(means[c], 0, mean, 0, d);
      Kernels.score().triangularRow(mean, d, factor, 0, image);
      for (int j = 0; j < d; j++) {
        columns[j][c] = image[j];
      }
      sizes[c] = size(mean, zeros);
    }
  }

  /// Whether each class gets a pass.
  boolean areFew() {
    return means.length < LEAST_CLASSES;
  }

  /// ‖t∘(x − from)‖.
  private double size(double[] x, double[] from) {
    double squared = 0;
    for (int j = 0; j < d; j++) {
      double part = lengths[j] * (x[j] - from[j]);
      squared = Math.fma(part, part, squared);
    }
    return Math.sqrt(squared);
  }

  /// The sums of a row, into `w.scores`; the workspace is large enough for one.
  void sum(double[] row, Workspace w) {
    whiten(row, w);
    for (int first = 0; first < means.length; first += MOST_AT_ONCE) {
      int count = Math.min(MOST_AT_ONCE, means.length - first);
      System.arraycopy(sums(first, count, w), 0, w.scores, first, count);
    }
  }

  /// The sums of rows of a batch, into `w.numeric.scores[c·stride + r]`: the bits of the rows
  /// alone.
  ///
  /// @throws IllegalArgumentException if one is not finite
  void sum(NumericColumns rows, int first, int count, Workspace w, int stride) {
    w.makeRow(paddedCount, 0);
    w.numeric.makeBlock(d);
    for (int from = 0; from < count; from += ScoreKernels.STRIP) {
      sumStrip(rows, first, from, Math.min(from + ScoreKernels.STRIP, count), w, stride);
    }
  }

  private void sumStrip(NumericColumns rows, int first, int from, int to, Workspace w, int stride) {
    double[] row = w.copies.row(d);
    double[] strip = w.numeric.strip;
    double[] scores = w.numeric.scores;
    for (int r = from; r < to; r++) {
      rows.row(first + r, row);
      if (!Kernels.score().finite(row, 0, d)) {
        NumericRefusals.requireFinite(rows, first + r, 1);
      }
      whiten(row, w);
      System.arraycopy(w.image, 0, strip, (r - from) * paddedCount, paddedCount);
    }
    int step = Math.clamp(CACHED_DOUBLES / d / ROW_STEP * ROW_STEP, ROW_STEP, MOST_AT_ONCE);
    for (int c = 0; c < means.length; c += step) {
      int classes = Math.min(step, means.length - c);
      for (int r = from; r < to; r++) {
        System.arraycopy(strip, (r - from) * paddedCount, w.image, 0, paddedCount);
        double[] sums = sums(c, classes, w);
        for (int i = 0; i < classes; i++) {
          scores[(c + i) * stride + r] = sums[i];
        }
      }
    }
  }

  /// z of a row, into `w.image`.
  private void whiten(double[] row, Workspace w) {
    w.clearBehind(d, paddedCount);
    for (int j = 0; j < d; j++) {
      w.centred[j] = row[j] - origin[j];
    }
    Kernels.score().triangularRow(w.centred, d, factor, 0, w.image);
  }

  /// Σ_j (z_j − m_cj)² of the row in `w.image` for some classes.
  private double[] sums(int first, int count, Workspace w) {
    double[] sums = w.copies.results(MOST_AT_ONCE);
    w.numeric.makeChain(MOST_AT_ONCE);
    ColumnPanel panel = w.numeric.panel;
    panel.offset = first;
    panel.rows = Math.ceilDiv(count, ROW_STEP) * ROW_STEP;
    panel.reset();
    Arrays.fill(sums, 0, panel.rows, 0);
    while (panel.next(d)) {
      for (int l = 0; l < panel.width(); l++) {
        panel.columns[l] = columns[Math.min(panel.first() + l, d - 1)];
      }
      Kernels.score()
          .diagonalPanel(panel, w.image, zeros, ones, 1, 0, 1, w.numeric.chain, sums, panel.rows);
    }
    return sums;
  }

  /// Makes sums of a batch as exact as promised, in place.
  void refine(NumericColumns rows, int first, int count, Workspace w, int stride) {
    w.makeRow(paddedCount, 0);
    double[] row = w.copies.row(d);
    for (int r = 0; r < count; r++) {
      rows.row(first + r, row);
      refine(row, w.numeric.scores, r, stride, w);
    }
  }

  /// Makes the sums `sums[at + c·stride]` of a row as exact as promised, in place.
  void refine(double[] row, double[] sums, int at, int stride, Workspace w) {
    double size = size(row, origin);
    for (int c = 0; c < means.length; c++) {
      double error = unit * (size + sizes[c]);
      if (!(error <= MOST_ERROR * Math.sqrt(sums[at + c * stride]))) {
        sums[at + c * stride] = squaredDistance(row, means[c], w);
      }
    }
  }

  private double squaredDistance(double[] row, double[] mean, Workspace w) {
    w.clearBehind(d, paddedCount);
    for (int j = 0; j < d; j++) {
      // The difference from the origin, and what its rounding left out (Knuth's two-sum).
      double x = row[j] - origin[j];
      double back = x - row[j];
      double rest = (row[j] - (x - back)) - (origin[j] + back);
      w.centred[j] = (x - mean[j]) + rest;
    }
    return Kernels.score().triangularRow(w.centred, d, factor, 0, w.image);
  }
}
