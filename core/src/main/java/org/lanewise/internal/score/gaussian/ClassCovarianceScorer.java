package org.lanewise.internal.score.gaussian;

import static org.lanewise.internal.tier.Kernel.SHIFT;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_BLOCK;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_ROW;
import static org.lanewise.internal.tier.Kernel.TRIANGULAR_STRIPS;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.certify.FloatLabels;
import org.lanewise.internal.score.certify.FloatTriangles;
import org.lanewise.internal.score.marginal.CovarianceMarginals;
import org.lanewise.internal.score.marginal.Marginals;
import org.lanewise.internal.score.scratch.NumericScratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Scores rows under normal classes with a covariance each, quadratic discriminants:
///
/// ```
/// log p(x, c) = constant_c − ½ ‖M_c (x − origin_c − mean_c)‖²
/// ```
///
/// with M_c the inverse of the Cholesky factor of the class covariance and constant_c = log π_c +
/// log det M_c − (d/2) log 2π.
public final class ClassCovarianceScorer extends NumericScorer {

  /// From here on floats take less than doubles.
  private static final int MIN_FEATURES = 16;

  private final double[][] means;
  private final double[][] factors;
  private final double[] constants;

  /// A scorer from its parameters; the factors are not copied.
  ///
  /// @param origins k rows of d values about which the means are given
  /// @param means k rows of d residual means
  /// @param factors k lower triangular matrices M_c, laid out with entry `M[j][i]`, i ≤ j, at
  ///   `32·p·(p+1) + 8·i + j mod 8`, p = j / 8
  /// @param constants k constants, −∞ for a class of prior 0
  public ClassCovarianceScorer(
      Naming naming, double[][] origins, double[][] means, double[][] factors, double[] constants) {
    super(naming, origins, ScoreKernels.BLOCK);
    this.means = means.clone();
    this.factors = factors.clone();
    this.constants = constants.clone();
    for (double[] factor : factors) {
      if (factor.length != PackedTriangle.size(featureCount())) {
        throw new IllegalArgumentException(
            "a factor has %d elements; %d are expected for %d features"
                .formatted(factor.length, PackedTriangle.size(featureCount()), featureCount()));
      }
    }
  }

  @Override
  Marginals marginals(double[] logPriors) {
    return new CovarianceMarginals(logPriors, origins, means, factors, constants, paddedCount);
  }

  @Override
  void squaredDistances(double[] row, Workspace w) {
    CenteredBlock.load(row, origin(), w);
    squaredDistances(w);
  }

  private void squaredDistances(Workspace w) {
    for (int c = 0; c < classCount(); c++) {
      w.row.scores[c] = squaredDistance(c, w);
    }
  }

  private double squaredDistance(int c, Workspace w) {
    w.clearBehind(featureCount(), paddedCount);
    double[] x = origins == null ? w.x : about(origins[c], w);
    return squaredDistance(w, x, means[c], factors[c], featureCount());
  }

  /// The row less an origin, into `w.centred`.
  private double[] about(double[] origin, Workspace w) {
    for (int j = 0; j < origin.length; j++) {
      w.centred[j] = w.x[j] - origin[j];
    }
    return w.centred;
  }

  @Override
  void discriminants(Workspace w) {
    squaredDistances(w);
    for (int c = 0; c < classCount(); c++) {
      w.row.scores[c] = Math.fma(-0.5, w.row.scores[c], constants[c]);
    }
  }

  @Override
  void blockSquaredDistances(NumericColumns rows, int first, int count, Workspace w) {
    CenteredBlock.load(rows, first, count, origin(), w);
    if (origins != null) {
      w.numeric.makeCentred(featureCount());
    }
    for (int c = 0; c < classCount(); c++) {
      double[] block = origins == null ? w.numeric.block : about(origins[c], w.numeric, count);
      Kernels.score(TRIANGULAR_BLOCK)
          .triangularBlock(
              block,
              count,
              featureCount(),
              means[c],
              factors[c],
              0,
              w.numeric.strip,
              w.block.scores,
              c * scoreStride);
    }
  }

  /// The block less an origin, into `n.centred`.
  private static double[] about(double[] origin, NumericScratch n, int count) {
    for (int j = 0; j < origin.length; j++) {
      Kernels.score(SHIFT).shift(n.block, j * STRIDE, count, origin[j], n.centred, j * STRIDE);
    }
    return n.centred;
  }

  @Override
  boolean floatsPay(int together) {
    return together > 0
        && featureCount() >= MIN_FEATURES
        && FloatLabels.areFast(together, Kernels.strips(TRIANGULAR_STRIPS).floatsAreFast());
  }

  @Override
  FloatLabels newFloats() {
    double[][] shared = new double[classCount()][];
    Arrays.fill(shared, origin());
    return FloatTriangles.of(origins == null ? shared : origins, constants, means, factors);
  }

  @Override
  int discriminantsFrom(int label, Workspace w) {
    w.row.scores[label] = Math.fma(-0.5, squaredDistance(label, w), constants[label]);
    return label + 1;
  }

  @Override
  void blockDiscriminants(NumericColumns rows, int first, int count, Workspace w) {
    blockSquaredDistances(rows, first, count, w);
    for (int c = 0; c < classCount(); c++) {
      for (int r = c * scoreStride; r < c * scoreStride + count; r++) {
        w.block.scores[r] = Math.fma(-0.5, w.block.scores[r], constants[c]);
      }
    }
  }

  /// ‖M(x − mean)‖² of a row less its origin, which may be in `w.centred`.
  static double squaredDistance(Workspace w, double[] x, double[] mean, double[] factor, int d) {
    for (int j = 0; j < d; j++) {
      w.centred[j] = x[j] - mean[j];
    }
    return Kernels.score(TRIANGULAR_ROW).triangularRow(w.centred, d, factor, 0, w.image);
  }
}
