package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.AFFINE_ROW;

import java.util.Arrays;
import java.util.function.Supplier;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffinePanels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.marginal.LowRankMarginals;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// The density of normal classes that share a covariance A but for directions of their own, Σ_c = A
/// + BᵀW_cᵀW_cB. By the Woodbury identity, with CCᵀ = I + W_cBA⁻¹BᵀW_cᵀ,
///
/// ```
/// (x − μ_c)ᵀ Σ_c⁻¹ (x − μ_c) = (x − μ_c)ᵀ A⁻¹ (x − μ_c) − ‖H_c (y − y_c)‖²
/// log|Σ_c| = log|A| + log|CCᵀ|
/// y = BA⁻¹ (x − origin),   y_c = BA⁻¹ mean_c,   H_c = C⁻¹W_c
/// ```
///
/// y has M numbers, so a class costs R·M operations. The squares are those of differences, and no
/// term has ‖x‖².
public final class LowRankCovariance extends SharedCovariance {

  /// Squares of this size do not overflow if a few of them are added.
  private static final double MAX_SQUARED = 0x1p1000;

  private final int d;
  private final int dimensions;

  /// The number of directions of each class, and the largest.
  private final int[] ranks;

  private final int most;

  /// y, of rows less the origin; null if no class has a direction.
  private final AffineScores projection;

  /// y_c, and H_c, which is null if the class has no direction.
  private final double[][] centres;

  private final AffineScores[] images;

  /// s_c ≥ ‖H_c‖², and the largest of them and of ‖y_c‖².
  private final double[] shares;

  private double largestShare;
  private double largestCentre;

  /// The centre of rows that are less their means.
  private final double[] zeros;

  private final Supplier<double[]> factor;
  private final double[][] subspace;
  private final double[][][] loadings;

  /// Copies of projection and images for blocks of rows. Large ones are null until a block is
  /// scored, as in [LinearScorer].
  private volatile Panels panels;

  /// @param images about the centres
  private record Panels(AffinePanels projection, AffinePanels[] images) {}

  /// @param factor gives M of A, M = L⁻¹
  /// @param constants log π_c − ½ log|Σ_c| − (d/2) log 2π
  /// @param projection BA⁻¹, M rows of d
  /// @param images H_c of each class, rows of M; empty if it has no direction
  /// @param subspace B, M rows of d
  /// @param loadings W_c of each class, rows of M
  public LowRankCovariance(
      double[] origin,
      double[][] means,
      Supplier<double[]> factor,
      double[] constants,
      double[][] projection,
      double[][][] images,
      double[][] subspace,
      double[][][] loadings) {
    super(origin, means, factor, constants);
    this.factor = factor;
    this.subspace = subspace;
    this.loadings = loadings;
    d = origin.length;
    dimensions = projection.length;
    zeros = new double[dimensions];
    ranks = Arrays.stream(images).mapToInt(rows -> rows.length).toArray();
    most = Arrays.stream(ranks).max().orElse(0);
    this.projection = dimensions == 0 ? null : linear(projection);
    this.images = new AffineScores[means.length];
    centres = new double[means.length][];
    shares = new double[means.length];
    for (int c = 0; c < means.length && dimensions > 0; c++) {
      double[] centre = new double[ScoreKernels.classStride(dimensions)];
      product(this.projection, dimensions, means[c], d, centre);
      centres[c] = Arrays.copyOf(centre, dimensions);
      this.images[c] = ranks[c] == 0 ? null : linear(images[c]);
      shares[c] = share(images[c]);
      largestShare = Math.max(largestShare, shares[c]);
      largestCentre = Math.max(largestCentre, lengthSquared(centres[c]));
    }
    if (dimensions > 0
        && (d + (long) most * means.length) * dimensions <= LinearScorer.MAX_SMALL_PANELS) {
      makePanels();
    }
  }

  /// An upper bound of ‖H‖²: the largest row sum of |HHᵀ|, which is exact for orthogonal rows.
  private double share(double[][] rows) {
    double largest = 0;
    for (double[] row : rows) {
      double sum = 0;
      for (double[] other : rows) {
        double product = 0;
        for (int m = 0; m < dimensions; m++) {
          product = Math.fma(row[m], other[m], product);
        }
        sum += Math.abs(product);
      }
      largest = Math.max(largest, sum);
    }
    return largest * (1 + 0x1p-30);
  }

  private static AffineScores linear(double[][] rows) {
    return AffineScores.ofRows(new double[rows.length], rows);
  }

  /// The product of a matrix and a vector.
  ///
  /// @param count the rows of the matrix
  private static void product(AffineScores rows, int count, double[] x, int length, double[] out) {
    Kernels.score(AFFINE_ROW)
        .affineRow(x, length, rows.rowWeights(), rows.intercepts(), 0, count, out);
  }

  /// Whether a class has a direction.
  boolean hasDirections() {
    return projection != null;
  }

  /// Adds ½ ‖H_c (y − y_c)‖² to the scores of the row in `w.x`.
  void add(Workspace w) {
    project(w.x, w);
    for (int c = 0; c < ranks.length; c++) {
      add(c, w);
    }
  }

  /// As [#add(Workspace)] of one class, of the row whose y is taken.
  void add(int c, Workspace w) {
    if (ranks[c] > 0) {
      w.row.scores[c] = Math.fma(0.5, squared(c, centres[c], w), w.row.scores[c]);
    }
  }

  /// ½ (s_c ‖y − y_c‖² − ‖H_c (y − y_c)‖²) of the row whose y is taken.
  double slack(int c, Workspace w) {
    if (ranks[c] == 0) {
      return 0;
    }
    double along = squared(c, centres[c], w);
    return 0.5 * Math.fma(shares[c], lengthSquared(w.numeric.chain), -along);
  }

  /// ½ s_c.
  double halfShare(int c) {
    return 0.5 * shares[c];
  }

  /// ‖y‖² of the row whose y is taken.
  double lengthSquared(Workspace w) {
    return lengthSquared(w.numeric.point);
  }

  private double lengthSquared(double[] y) {
    double q0 = 0;
    double q1 = 0;
    double q2 = 0;
    double q3 = 0;
    int m = 0;
    for (; m + 3 < dimensions; m += 4) {
      q0 = Math.fma(y[m], y[m], q0);
      q1 = Math.fma(y[m + 1], y[m + 1], q1);
      q2 = Math.fma(y[m + 2], y[m + 2], q2);
      q3 = Math.fma(y[m + 3], y[m + 3], q3);
    }
    for (; m < dimensions; m++) {
      q0 = Math.fma(y[m], y[m], q0);
    }
    return (q0 + q1) + (q2 + q3);
  }

  /// A of [LowRankLabels] of a row, not finite if its squares may overflow.
  double allowance(double squared) {
    return squared < MAX_SQUARED
        ? (dimensions + 16) * 0x1p-49 * (1 + largestShare) * (squared + largestCentre)
        : Double.NaN;
  }

  int dimensions() {
    return dimensions;
  }

  /// Makes the weights of the bound of a class: w'_c, with sizes of what their roundings are
  /// relative to.
  ///
  /// @param sizes the largest of all classes so far
  /// @return what is to be added to the intercept
  double bound(int c, AffineScores affine, double[] weights, double[] sizes) {
    for (int j = 0; j < d; j++) {
      double sum = 0;
      double size = 0;
      for (int m = 0; m < dimensions; m++) {
        double part = centres[c][m] * projection.weight(m, j);
        sum += part;
        size += Math.abs(part);
      }
      double weight = affine.weight(c, j);
      weights[j] = Math.fma(-shares[c], sum, weight);
      sizes[j] = Math.max(sizes[j], Math.fma(shares[c], size, Math.abs(weight)));
    }
    return 0.5 * shares[c] * lengthSquared(centres[c]);
  }

  /// Takes y of a row, into `w.numeric.point`.
  void project(double[] x, Workspace w) {
    w.numeric.makePoint(ScoreKernels.classStride(Math.max(dimensions, most)));
    product(projection, dimensions, x, d, w.numeric.point);
  }

  /// Takes y of a block of rows that `w.numeric` has begun, into `w.numeric.projected`.
  void projectBlock(int stride, Workspace w) {
    Panels of = panels == null ? makePanels() : panels;
    w.numeric.makeProjected(dimensions * stride);
    of.projection.sum(w.numeric, w.numeric.projected, stride);
  }

  /// As [#projectBlock(int, Workspace)], then row by row, into `w.subspace.points`.
  void projectBlock(int count, int stride, Workspace w) {
    projectBlock(stride, w);
    double[] points = w.subspace.points;
    for (int from = 0; from < count; from += ScoreKernels.ROW_STEP) {
      int to = Math.min(from + ScoreKernels.ROW_STEP, count);
      for (int m = 0; m < dimensions; m++) {
        for (int r = from; r < to; r++) {
          points[r * dimensions + m] = w.numeric.projected[m * stride + r];
        }
      }
    }
  }

  /// Takes y of a row of these, into `w.numeric.point`.
  void take(int r, Workspace w) {
    w.numeric.makePoint(ScoreKernels.classStride(Math.max(dimensions, most)));
    System.arraycopy(w.subspace.points, r * dimensions, w.numeric.point, 0, dimensions);
  }

  /// ‖H_c (y − centre)‖².
  private double squared(int c, double[] centre, Workspace w) {
    double[] difference = w.numeric.chain;
    double[] image = w.numeric.image;
    for (int m = 0; m < dimensions; m++) {
      difference[m] = w.numeric.point[m] - centre[m];
    }
    product(images[c], ranks[c], difference, dimensions, image);
    double squared = 0;
    for (int r = 0; r < ranks[c]; r++) {
      squared = Math.fma(image[r], image[r], squared);
    }
    return squared;
  }

  /// As [#add] of a block of rows that `w.numeric` has begun, in `w.block`.
  void addBlock(int count, Workspace w) {
    Panels of = panels == null ? makePanels() : panels;
    NumericScratch n = w.numeric;
    ScorePlanes s = w.block;
    n.makeProjected(dimensions * s.stride);
    projectBlock(s.stride, w);
    n.makeColumns(dimensions, n.panel.rows);
    for (int m = 0; m < dimensions; m++) {
      System.arraycopy(n.projected, m * s.stride, n.columns[m], 0, n.panel.rows);
    }
    n.beginColumns(count);
    n.makeImage((most + 1) * s.stride);
    double[] image = n.image;
    for (int c = 0; c < ranks.length; c++) {
      if (ranks[c] == 0) {
        continue;
      }
      of.images[c].sum(n, image, s.stride);
      int squared = ranks[c] * s.stride;
      Arrays.fill(image, squared, squared + count, 0);
      for (int r = 0; r < ranks[c]; r++) {
        addSquares(image, r * s.stride, squared, count);
      }
      for (int r = 0; r < count; r++) {
        int at = c * s.stride + r;
        s.scores[at] = Math.fma(0.5, image[squared + r], s.scores[at]);
      }
    }
  }

  private static void addSquares(double[] image, int from, int to, int count) {
    for (int r = 0; r < count; r++) {
      image[to + r] = Math.fma(image[from + r], image[from + r], image[to + r]);
    }
  }

  private synchronized Panels makePanels() {
    if (panels == null) {
      AffinePanels[] made = new AffinePanels[ranks.length];
      Arrays.setAll(made, c -> ranks[c] == 0 ? null : images[c].panels(centres[c]));
      panels = new Panels(projection.panels(origin), made);
    }
    return panels;
  }

  @Override
  double ofClass(int label, double squared, Workspace w) {
    return less(label, w.centred, squared, w);
  }

  @Override
  void ofClasses(int[] labels, int count, double[] squared, int at, Workspace w) {
    double[] x = w.copies.row(d);
    for (int r = 0; r < count; r++) {
      for (int j = 0; j < d; j++) {
        x[j] = w.numeric.centred[j * STRIDE + r];
      }
      squared[at + r] = less(labels[r], x, squared[at + r], w);
    }
  }

  /// A squared distance less the part along the directions of a class.
  ///
  /// @param x the row less the mean of the class
  private double less(int c, double[] x, double squared, Workspace w) {
    if (ranks[c] == 0) {
      return squared;
    }
    project(x, w);
    return Math.max(0, squared - squared(c, zeros, w));
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    super.squaredDistances(row, w);
    subtract(row, w.row.scores, 0, 1, w);
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    super.blockSquaredDistances(rows, first, count, w);
    double[] row = w.copies.row(d);
    for (int r = 0; r < count; r++) {
      rows.row(first + r, row);
      subtract(row, w.block.scores, r, w.block.stride, w);
    }
  }

  /// Subtracts the parts along the directions from distances `squared[at + c·stride]`. Where the
  /// difference of y and y_c would lose digits, it is taken before the projection.
  private void subtract(double[] row, double[] squared, int at, int stride, Workspace w) {
    if (projection == null) {
      return;
    }
    CenteredBlock.load(row, origin, w);
    double size = white().size(row);
    project(w.x, w);
    for (int c = 0; c < ranks.length; c++) {
      int to = at + c * stride;
      if (white().isRough(c, size, squared[to])) {
        white().centre(row, means[c], w);
        squared[to] = less(c, w.centred, squared[to], w);
        project(w.x, w);
      } else if (ranks[c] > 0) {
        squared[to] = Math.max(0, squared[to] - squared(c, centres[c], w));
      }
    }
  }

  @Override
  Marginals marginals(double[] logPriors, AffineScores affine, int paddedCount) {
    return new LowRankMarginals(
        logPriors, means, factor.get(), affine, paddedCount, subspace, loadings);
  }
}
