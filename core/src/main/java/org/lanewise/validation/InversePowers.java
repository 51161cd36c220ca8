package org.lanewise.validation;

import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;
import org.lanewise.internal.linalg.Strips;
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
/// With Σ = LLᵀ and x_1 = L⁻¹x, x_2 = L⁻ᵀx_1, x_3 = L⁻¹x_2, …, the product xᵀΣ^−p·y is x_pᵀy_p.
final class InversePowers {

  /// The most rows of a block.
  static final int BLOCK = 96;

  private final int k;
  private final int order;
  private final Cholesky cholesky;
  private final Strips block;

  /// Element `[p]` has x_p of the class means, less their origin.
  private final Strips[] means;

  /// Element `[j]` belongs to Σ^−(j+1): products of rows with themselves, of rows with means, at
  /// `c·BLOCK + i`, and of differences of two means with themselves, at `a·stride + c`.
  private final double[][] squares;

  private final double[][] crosses;
  private final double[][] gaps;
  private final int stride;
  private final double[] traces;

  /// @throws NotPositiveDefiniteException if Σ is singular
  InversePowers(LinearDiscriminant model, int order) throws NotPositiveDefiniteException {
    this.order = order;
    k = model.classCount();
    double[][] covariance = model.covariance();
    int d = covariance.length;
    double[] packed = new double[PackedTriangle.size(d)];
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        packed[PackedTriangle.index(i, j)] = covariance[i][j];
      }
    }
    cholesky = Cholesky.of(packed, 0, d);
    block = new Strips(d, BLOCK);
    squares = new double[order + 1][BLOCK];
    traces = traces(d);
    means = new Strips[order + 2];
    gaps = new double[order + 1][];
    stride = Math.ceilDiv(k, 8) * 8;
    multiplyMeans(model);
    crosses = new double[order + 1][Math.multiplyExact(k, BLOCK)];
  }

  /// Element `[j]` is tr(Σ^−j).
  private double[] traces(int d) {
    double[] sums = new double[order + 1];
    for (int first = 0; first < d; first += BLOCK) {
      int count = Math.min(BLOCK, d - first);
      block.clear();
      for (int i = 0; i < count; i++) {
        block.set(i, first + i, 1);
      }
      for (int p = 1; p <= order; p++) {
        next(block, p);
        block.squares(squares[0]);
        for (int i = 0; i < count; i++) {
          sums[p] += squares[0][i];
        }
      }
    }
    return sums;
  }

  /// Takes vectors from x_{p−1} to x_p.
  private void next(Strips vectors, int p) {
    if (p % 2 == 0) {
      cholesky.solveUpper(vectors);
    } else {
      cholesky.solveLower(vectors);
    }
  }

  private void multiplyMeans(LinearDiscriminant model) {
    Strips vectors = new Strips(model.featureCount(), k);
    for (int c = 0; c < k; c++) {
      vectors.set(c, model.residualMean(c));
    }
    for (int j = 0; j <= order; j++) {
      next(vectors, j + 1);
      means[j + 1] = vectors.copy();
      double[] products = new double[Math.multiplyExact(k, stride)];
      vectors.products(vectors, k, products, stride);
      for (int a = 0; a < k; a++) {
        double own = products[a * stride + a];
        for (int c = 0; c < a; c++) {
          double cross = products[a * stride + c];
          double gap = (own - cross) - (cross - products[c * stride + c]);
          products[a * stride + c] = gap;
          products[c * stride + a] = gap;
        }
      }
      gaps[j] = products;
    }
  }

  /// The rows of the block, which the caller fills before it calls [#multiply].
  Strips rows() {
    return block;
  }

  /// Multiplies the rows of the block with themselves and with the means; the block becomes
  /// scratch.
  void multiply() {
    for (int j = 0; j <= order; j++) {
      next(block, j + 1);
      block.squares(squares[j]);
      block.products(means[j + 1], k, crosses[j], BLOCK);
    }
  }

  /// log|I − e·Σ⁻¹|.
  double logDeterminant(double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum - traces[j] / j);
    }
    return sum;
  }

  /// δᵀΣ⁻¹δ of row i.
  double square(int i) {
    return squares[0][i];
  }

  /// The terms from order 1 on of δᵀ(Σ − e·I)⁻¹δ, of row i.
  double square(int i, double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum + squares[j][i]);
    }
    return sum;
  }

  /// δᵀΣ⁻¹(μ_own − μ_c) of row i.
  double cross(int i, int own, int c) {
    return crosses[0][own * BLOCK + i] - crosses[0][c * BLOCK + i];
  }

  /// The terms from order 1 on of δᵀ(Σ − e·I)⁻¹(μ_own − μ_c), of row i.
  double cross(int i, int own, int c, double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum + crosses[j][own * BLOCK + i] - crosses[j][c * BLOCK + i]);
    }
    return sum;
  }

  /// The terms from order 1 on of (μ_own − μ_c)ᵀ(Σ − e·I)⁻¹(μ_own − μ_c).
  double between(int own, int c, double e) {
    double sum = 0;
    for (int j = order; j >= 1; j--) {
      sum = e * (sum + gaps[j][own * stride + c]);
    }
    return sum;
  }
}
