package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.AFFINE_ROW;

import java.util.Arrays;
import java.util.function.Supplier;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.AffinePanels;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.certify.FloatDirections;
import org.lanewise.internal.score.certify.FloatLabels;
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

  /// BA⁻¹ and H_c as they were given.
  private final double[][] projectionRows;

  private final double[][][] imageRows;

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
    projectionRows = projection;
    imageRows = images;
    d = origin.length;
    dimensions = projection.length;
    zeros = new double[dimensions];
    ranks = Arrays.stream(images).mapToInt(rows -> rows.length).toArray();
    most = Arrays.stream(ranks).max().orElse(0);
    this.projection = dimensions == 0 ? null : linear(projection);
    this.images = new AffineScores[means.length];
    centres = new double[means.length][];
    for (int c = 0; c < means.length && dimensions > 0; c++) {
      double[] centre = new double[ScoreKernels.classStride(dimensions)];
      product(this.projection, dimensions, means[c], d, centre);
      centres[c] = Arrays.copyOf(centre, dimensions);
      this.images[c] = ranks[c] == 0 ? null : linear(images[c]);
    }
    if (dimensions > 0
        && (d + (long) most * means.length) * dimensions <= LinearScorer.MAX_SMALL_PANELS) {
      makePanels();
    }
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

  /// Null: classes have covariances of their own.
  @Override
  SharedCovariance covariance() {
    return null;
  }

  /// Whether a class has a direction.
  boolean hasDirections() {
    return projection != null;
  }

  /// Adds ½ ‖H_c (y − y_c)‖² to the scores of the row in `w.x`, of classes `from` to `to − 1`.
  void add(int from, int to, Workspace w) {
    project(w.x, w);
    for (int c = from; c < to; c++) {
      if (ranks[c] > 0) {
        w.row.scores[c] = Math.fma(0.5, squared(c, centres[c], w), w.row.scores[c]);
      }
    }
  }

  /// The scores in floats, or null where they are out of the range of floats.
  FloatLabels floats(AffineScores affine) {
    return FloatDirections.of(affine, origin, projectionRows, centres, imageRows);
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

  /// As [#add] for all classes of a block of rows that `w.numeric` has begun, in `w.block`.
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
