package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.DIAGONAL_PANEL;
import static org.lanewise.internal.tier.Kernel.FINITE;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_ROW;

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
/// The means lie as the columns of a block of k rows, and rows take the place of classes. So a lane
/// is a class, and the sums are those of [ScoreKernels#diagonalPanel].
final class WhiteMeans {

  /// Fewer classes get a pass each.
  private static final int MIN_CLASSES = 8;

  private static final int ROW_STEP = ScoreKernels.ROW_STEP;

  /// The rows of a batch that are compared with the means at once.
  private static final int ROWS = 16;

  /// The most sums of a call.
  private static final int SUMS = 4096;

  private static final double UNIT = 0x1p-53;
  private static final double MAX_ERROR = 0x1p-42;

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

  /// m_c as `[j][c]`, features and classes padded with 0; null where classes are few.
  private final double[][] columns;

  /// The origin of the means, and the inverse deviations of rows.
  private final double[] zeros;

  private final double[] ones;

  /// @param means k rows of d residual means
  /// @param factor M, as in [SharedCovariance]
  WhiteMeans(double[] origin, double[][] means, double[] factor) {
    this.origin = origin;
    this.means = means;
    this.factor = factor;
    d = origin.length;
    paddedCount = ScoreKernels.width(d);
    unit = areFew() ? UNIT : Math.sqrt(d) * UNIT;
    zeros = new double[paddedCount];
    ones = new double[ROWS * paddedCount];
    Arrays.fill(ones, 1);
    lengths = new double[d];
    for (int i = 0; i < d; i++) {
      double squared = 0;
      for (int j = i; j < d; j++) {
        double entry = factor[PackedTriangle.index(i, j)];
        squared = Math.fma(entry, entry, squared);
      }
      lengths[i] = Math.sqrt(squared);
    }
    sizes = new double[means.length];
    columns = areFew() ? null : new double[paddedCount][];
    if (!areFew()) {
      whitenMeans();
    }
  }

  private void whitenMeans() {
    double[] mean = new double[paddedCount];
    double[] image = new double[paddedCount];
    int padded = Math.ceilDiv(means.length, ROW_STEP) * ROW_STEP;
    Arrays.fill(columns, d, paddedCount, new double[padded]);
    Arrays.setAll(columns, j -> j < d ? new double[padded] : columns[j]);
    for (int c = 0; c < means.length; c++) {
      System.arraycopy(means[c], 0, mean, 0, d);
      Kernels.score(TRIANGULAR_ROW).triangularRow(mean, d, factor, 0, image);
      for (int j = 0; j < d; j++) {
        columns[j][c] = image[j];
      }
      sizes[c] = size(mean, zeros);
    }
  }

  /// Whether each class gets a pass.
  boolean areFew() {
    return means.length < MIN_CLASSES;
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

  /// The sums of a row, into `w.row.scores`; the workspace is large enough for one.
  void sum(double[] row, Workspace w) {
    whiten(row, w);
    for (int first = 0; first < means.length; first += SUMS) {
      int count = Math.min(SUMS, means.length - first);
      System.arraycopy(sums(w.image, 1, first, count, w), 0, w.row.scores, first, count);
    }
  }

  /// The sums of rows of a batch, into `w.block.scores[c·stride + r]`: the bits of the rows alone.
  ///
  /// @throws IllegalArgumentException if one is not finite
  void sum(NumericColumns rows, int first, int count, Workspace w, int stride) {
    w.makeRow(paddedCount, 0);
    w.numeric.makeBlock(d);
    for (int from = 0; from < count; from += ROWS) {
      sumSome(rows, first, from, Math.min(ROWS, count - from), w, stride);
    }
  }

  private void sumSome(
      NumericColumns rows, int first, int from, int count, Workspace w, int stride) {
    double[] row = w.copies.row(d);
    double[] z = w.numeric.strip;
    ColumnPanel panel = w.numeric.panel;
    for (int r = 0; r < count; r++) {
      rows.row(first + from + r, row);
      if (!Kernels.score(FINITE).finite(row, 0, d)) {
        NumericRefusals.requireFinite(rows, first + from + r, 1);
      }
      whiten(row, w);
      for (int j = 0; j < d; j += ColumnPanel.WIDTH) {
        int to = j * count + r * ColumnPanel.WIDTH;
        System.arraycopy(w.image, j, z, to, ColumnPanel.WIDTH);
      }
    }
    for (int c = 0; c < means.length; c += SUMS / ROWS) {
      int classes = Math.min(SUMS / ROWS, means.length - c);
      double[] sums = sums(z, count, c, classes, w);
      for (int i = 0; i < classes; i++) {
        for (int r = 0; r < count; r++) {
          w.block.scores[(c + i) * stride + from + r] = sums[r * panel.rows + i];
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
    Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factor, 0, w.image);
  }

  /// Σ_j (z_j − m_cj)² of some rows and classes, `[r·panel.rows + c − first]`.
  ///
  /// @param z of `rows` rows, in the layout of class parameters
  private double[] sums(double[] z, int rows, int first, int count, Workspace w) {
    ColumnPanel panel = w.numeric.panel;
    panel.offset = first;
    panel.rows = Math.ceilDiv(count, ROW_STEP) * ROW_STEP;
    panel.reset();
    w.numeric.makeChain(SUMS);
    double[] chain = w.numeric.chain;
    double[] sums = w.copies.results(SUMS);
    Arrays.fill(sums, 0, rows * panel.rows, 0);
    while (panel.next(d)) {
      System.arraycopy(columns, panel.first(), panel.columns, 0, ColumnPanel.WIDTH);
      Kernels.score(DIAGONAL_PANEL)
          .diagonalPanel(panel, zeros, z, ones, rows, 0, rows, chain, sums, panel.rows);
    }
    // A thread does not hold on to a model.
    Arrays.fill(panel.columns, null);
    return sums;
  }

  /// Makes sums of a batch as exact as promised, in place.
  void refine(NumericColumns rows, int first, int count, Workspace w, int stride) {
    w.makeRow(paddedCount, 0);
    double[] row = w.copies.row(d);
    for (int r = 0; r < count; r++) {
      rows.row(first + r, row);
      refine(row, w.block.scores, r, stride, w);
    }
  }

  /// Makes the sums `sums[at + c·stride]` of a row as exact as promised, in place.
  void refine(double[] row, double[] sums, int at, int stride, Workspace w) {
    double size = size(row);
    for (int c = 0; c < means.length; c++) {
      if (isRough(c, size, sums[at + c * stride])) {
        centre(row, means[c], w);
        w.clearBehind(d, paddedCount);
        sums[at + c * stride] =
            Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factor, 0, w.image);
      }
    }
  }

  /// ‖t∘(row − origin)‖.
  double size(double[] row) {
    return size(row, origin);
  }

  /// Whether the difference of z and m_c has lost digits.
  ///
  /// @param size that of the row
  boolean isRough(int c, double size, double squared) {
    return !(unit * (size + sizes[c]) <= MAX_ERROR * Math.sqrt(squared));
  }

  /// The row less a mean, rounded once, into `w.centred`.
  void centre(double[] row, double[] mean, Workspace w) {
    for (int j = 0; j < d; j++) {
      // The difference from the origin, and what its rounding left out (Knuth's two-sum).
      double x = row[j] - origin[j];
      double back = x - row[j];
      double rest = (row[j] - (x - back)) - (origin[j] + back);
      w.centred[j] = (x - mean[j]) + rest;
    }
  }
}
