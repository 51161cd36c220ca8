package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.AFFINE_PANEL;

import java.util.Arrays;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;
import org.lanewise.internal.score.ClassParameters;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.gaussian.LinearDiscriminant;

/// Products with powers of Σ⁻¹, the terms of
///
/// ```
/// (Σ − e·I)⁻¹ = Σ_j e^j·Σ^−(j+1),   log|I − e·Σ⁻¹| = −Σ_{j≥1} e^j·tr(Σ^−j)/j
/// ```
///
/// up to an order J. If no eigenvalue of Σ is below τ, and ρ = e/τ < 1, the remainder of a squared
/// length is at most ρ^(J+1)/(1 − ρ) of the length by Σ⁻¹.
///
/// With y_a = Σ^−a·δ and w_b = Σ^−b·μ, a product by Σ^−p is one of y_a and w_b, a + b = p, so half
/// of the powers are solved for.
final class InversePowers {

  /// The most rows of a block.
  static final int BLOCK = 96;

  /// The classes that are multiplied with a block at once.
  private static final int AT_ONCE = 64;

  private static final int STRIDE = ScoreKernels.STRIDE;

  private final int d;
  private final int k;
  private final int order;
  private final int depth;

  /// Σ⁻¹ as the weights of affine scores.
  private final double[] inverse;

  /// Element `[a][i]` is y_a of row i of the block.
  private final double[][][] y;

  /// Element `[b]` has w_b of the class means, less their origin, as the weights of affine scores.
  private final double[][] weights;

  private final double[] zeros;
  private final ColumnPanel panel = new ColumnPanel();
  private final double[][] planes;
  private final double[] origin;
  private final double[] chain;
  private final double[] solved;

  /// Element `[j]` belongs to Σ^−(j+1): products of rows with themselves, of rows with means, at
  /// `c·STRIDE + i`, and of differences of two means with themselves.
  private final double[][] squares;

  private final double[][] crosses;
  private final double[][][] gaps;
  private final double[] traces;

  /// @throws NotPositiveDefiniteException if Σ is singular
  InversePowers(LinearDiscriminant model, int order) throws NotPositiveDefiniteException {
    this.order = order;
    k = model.classCount();
    double[][] covariance = model.covariance();
    d = covariance.length;
    depth = order / 2 + 1;
    double[] packed = new double[PackedTriangle.size(d)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = covariance[i][j];
      }
    }
    double[][] unit = new double[d][d];
    for (int j = 0; j < d; j++) {
      unit[j][j] = 1;
    }
    Cholesky.of(packed, 0, d).solve(unit, unit);
    inverse = weights(unit);
    y = new double[depth + 1][BLOCK][d];
    int padded = ClassParameters.paddedFeatures(d);
    planes = new double[padded][BLOCK];
    origin = new double[padded];
    zeros = new double[ScoreKernels.classStride(Math.max(d, k))];
    chain = new double[AT_ONCE * STRIDE];
    solved = new double[Math.multiplyExact(d, STRIDE)];
    squares = new double[order + 1][BLOCK];
    crosses = new double[order + 1][Math.multiplyExact(k, STRIDE)];
    traces = traces();
    weights = new double[depth + 1][];
    gaps = new double[order + 1][k][k];
    multiplyMeans(model);
  }

  private double[] traces() {
    double[] sums = new double[order + 1];
    for (int first = 0; first < d; first += BLOCK) {
      int count = Math.min(BLOCK, d - first);
      for (int i = 0; i < count; i++) {
        Arrays.fill(y[0][i], 0);
        y[0][i][first + i] = 1;
      }
      solve(count, (order + 1) / 2);
      for (int j = 1; j <= order; j++) {
        for (int i = 0; i < count; i++) {
          sums[j] += dot(y[j / 2][i], y[j - j / 2][i]);
        }
      }
    }
    return sums;
  }

  private void multiplyMeans(LinearDiscriminant model) {
    double[][][] powers = new double[depth + 1][k][];
    for (int first = 0; first < k; first += BLOCK) {
      int count = loadMeans(model, first);
      solve(count, depth);
      for (int b = 1; b <= depth; b++) {
        for (int i = 0; i < count; i++) {
          powers[b][first + i] = y[b][i].clone();
        }
      }
    }
    for (int b = 1; b <= depth; b++) {
      weights[b] = weights(powers[b]);
    }
    for (int first = 0; first < k; first += BLOCK) {
      int count = loadMeans(model, first);
      multiply(count);
      for (int j = 1; j <= order; j++) {
        for (int i = 0; i < count; i++) {
          for (int c = 0; c < k; c++) {
            gaps[j][first + i][c] = crosses[j][c * STRIDE + i];
          }
        }
      }
    }
    for (double[][] products : gaps) {
      for (int a = 0; a < k; a++) {
        for (int c = 0; c < a; c++) {
          double gap = (products[a][a] - products[a][c]) - (products[c][a] - products[c][c]);
          products[a][c] = gap;
          products[c][a] = gap;
        }
      }
    }
  }

  private int loadMeans(LinearDiscriminant model, int first) {
    int count = Math.min(BLOCK, k - first);
    for (int i = 0; i < count; i++) {
      System.arraycopy(model.residualMean(first + i), 0, y[0][i], 0, d);
    }
    return count;
  }

  /// Rows as the weights of affine scores.
  private double[] weights(double[][] of) {
    int stride = ScoreKernels.classStride(of.length);
    return ClassParameters.panelsByEight(ClassParameters.byEight(of, stride), d, of.length);
  }

  /// The rows of the block, which the caller fills.
  double[][] rows() {
    return y[0];
  }

  /// Multiplies the first rows of the block with themselves and with the means.
  void multiply(int count) {
    solve(count, depth);
    for (int j = 1; j <= order; j++) {
      int a = (j + 1) / 2;
      for (int i = 0; i < count; i++) {
        squares[j][i] = dot(y[a][i], y[j + 1 - a][i]);
      }
      product(y[a], count, weights[j + 1 - a], k, crosses[j]);
    }
  }

  private void solve(int count, int powers) {
    for (int a = 1; a <= powers; a++) {
      product(y[a - 1], count, inverse, d, solved);
      for (int i = 0; i < count; i++) {
        for (int j = 0; j < d; j++) {
          y[a][i][j] = solved[j * STRIDE + i];
        }
      }
    }
  }

  /// Multiplies rows of a block with m others: `out[c·STRIDE + i]`.
  private void product(double[][] from, int count, double[] weight, int m, double[] out) {
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < d; j++) {
        planes[j][i] = from[i][j];
      }
    }
    Arrays.fill(out, 0);
    panel.offset = 0;
    panel.rows = BLOCK;
    for (int first = 0; first < m; first += AT_ONCE) {
      int end = Math.min(m, first + AT_ONCE);
      panel.reset();
      while (panel.next(d)) {
        System.arraycopy(planes, panel.first(), panel.columns, 0, ColumnPanel.WIDTH);
        Kernels.score(AFFINE_PANEL)
            .affinePanel(panel, origin, weight, zeros, m, first, end, chain, out, STRIDE);
      }
    }
  }

  private static double dot(double[] left, double[] right) {
    double sum = 0;
    for (int j = 0; j < left.length; j++) {
      sum = Math.fma(left[j], right[j], sum);
    }
    return sum;
  }

  /// log|I − e·Σ⁻¹|.
  double logDeterminant(double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum - traces[j] / j);
    }
    return sum;
  }

  /// The terms from order 1 on of δᵀ(Σ − e·I)⁻¹δ, of row i.
  double square(int i, double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum + squares[j][i]);
    }
    return sum;
  }

  /// The terms from order 1 on of δᵀ(Σ − e·I)⁻¹(μ_own − μ_c), of row i.
  double cross(int i, int own, int c, double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum + crosses[j][own * STRIDE + i] - crosses[j][c * STRIDE + i]);
    }
    return sum;
  }

  /// The terms from order 1 on of (μ_own − μ_c)ᵀ(Σ − e·I)⁻¹(μ_own − μ_c).
  double between(int own, int c, double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum + gaps[j][own][c]);
    }
    return sum;
  }
}
