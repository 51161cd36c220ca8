package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.state.GaussianState;

/// Weight and mean of each class, the means as anchor + residual, and the scatter of each class or
/// of all within their classes.
///
/// Vectors of d features are padded to whole panels, `[c·paddedCount + j]`; scatters lie in
/// [PackedTriangle] layout. Merging is the pairwise formula of Chan, Golub and LeVeque (1983): with
/// δ = mean_b − mean_a and W = W_a + W_b,
///
/// ```
/// mean = mean_a + δ·(W_b/W),   scatter = (scatter_a + scatter_b) + (W_a·(W_b/W)·δ)δᵀ
/// ```
///
/// Subtracting solves it for a.
final class ClassMoments extends Moments<ClassMoments> {

  private static final double UNIT_ROUNDOFF = 0x1p-53;

  final int classCount;
  final int featureCount;
  final int panels;
  final int paddedCount;

  /// Whether one scatter serves all classes.
  final boolean pooled;

  /// Σw of each class.
  final double[] weight;

  /// A row of each class, about which its mean is given.
  final double[] anchor;

  /// Mean − anchor.
  final double[] mean;

  /// The scatters, null as long as they are 0: classes without rows take no d² memory.
  final double[][] scatter;

  /// For each scatter a bound of the absolute error of its diagonal that subtraction has left,
  /// `[s·paddedCount + j]`; null as long as nothing was subtracted.
  double[] error;

  private final double[] delta;

  ClassMoments(int classCount, int featureCount, boolean pooled) {
    this.classCount = classCount;
    this.featureCount = featureCount;
    this.pooled = pooled;
    panels = PackedTriangle.panels(featureCount);
    paddedCount = panels * PackedTriangle.WIDTH;
    weight = new double[classCount];
    anchor = new double[classCount * paddedCount];
    mean = new double[classCount * paddedCount];
    scatter = new double[pooled ? 1 : classCount][];
    delta = new double[paddedCount];
  }

  @Override
  ClassMoments copy() {
    ClassMoments copy = new ClassMoments(classCount, featureCount, pooled);
    System.arraycopy(weight, 0, copy.weight, 0, weight.length);
    System.arraycopy(anchor, 0, copy.anchor, 0, anchor.length);
    System.arraycopy(mean, 0, copy.mean, 0, mean.length);
    for (int s = 0; s < scatter.length; s++) {
      copy.scatter[s] = scatter[s] == null ? null : scatter[s].clone();
    }
    copy.error = error == null ? null : error.clone();
    return copy;
  }

  /// Takes what others held, into these empty moments.
  void set(GaussianState.Moments state) {
    for (int c = 0; c < classCount; c++) {
      weight[c] = state.weights()[c];
      if (weight[c] > 0) {
        System.arraycopy(state.anchors()[c], 0, anchor, c * paddedCount, featureCount);
        System.arraycopy(state.residuals()[c], 0, mean, c * paddedCount, featureCount);
      }
    }
    for (int s = 0; s < scatter.length; s++) {
      double[] values = state.packedScatters()[s];
      scatter[s] = values.length == 0 ? null : values.clone();
    }
    if (state.scatterErrors().length > 0) {
      makeError();
      for (int s = 0; s < scatter.length; s++) {
        System.arraycopy(state.scatterErrors()[s], 0, error, s * paddedCount, featureCount);
      }
    }
  }

  /// A copy, without padding.
  GaussianState.Moments state() {
    double[][] scatters = new double[scatter.length][];
    for (int s = 0; s < scatter.length; s++) {
      boolean zero = scatter[s] == null || Arrays.stream(scatter[s]).allMatch(v -> v == 0);
      scatters[s] = zero ? new double[0] : scatter[s].clone();
    }
    return new GaussianState.Moments(
        weight.clone(),
        rows(anchor, classCount),
        rows(mean, classCount),
        scatters,
        error == null ? new double[0][] : rows(error, scatter.length));
  }

  private double[][] rows(double[] padded, int count) {
    double[][] rows = new double[count][];
    for (int row = 0; row < count; row++) {
      rows[row] = Arrays.copyOfRange(padded, row * paddedCount, row * paddedCount + featureCount);
    }
    return rows;
  }

  void clear() {
    Arrays.fill(weight, 0);
    Arrays.fill(anchor, 0);
    Arrays.fill(mean, 0);
    for (double[] values : scatter) {
      if (values != null) {
        Arrays.fill(values, 0);
      }
    }
    error = null;
  }

  /// The scatter that rows of a class go to.
  double[] scatter(int c) {
    int s = pooled ? 0 : c;
    if (scatter[s] == null) {
      scatter[s] = new double[PackedTriangle.size(featureCount)];
    }
    return scatter[s];
  }

  /// The diagonal of a scatter.
  double diagonal(int s, int feature) {
    return scatter[s] == null ? 0 : scatter[s][PackedTriangle.index(feature, feature)];
  }

  /// Takes the first row of a class as its anchor.
  void anchorAt(int c, double[] tile, int row, int panelStride) {
    for (int p = 0; p < panels; p++) {
      System.arraycopy(
          tile,
          row + p * panelStride,
          anchor,
          c * paddedCount + p * PackedTriangle.WIDTH,
          PackedTriangle.WIDTH);
    }
  }

  @Override
  void merge(ClassMoments right) {
    if (pooled && right.scatter[0] != null) {
      Arrays.fill(delta, 0);
      addScatter(0, right, 0);
    }
    for (int c = 0; c < classCount; c++) {
      if (right.weight[c] == 0) {
        continue;
      }
      int base = c * paddedCount;
      if (weight[c] == 0) {
        weight[c] = right.weight[c];
        System.arraycopy(right.anchor, base, anchor, base, paddedCount);
        System.arraycopy(right.mean, base, mean, base, paddedCount);
        if (!pooled) {
          System.arraycopy(right.scatter(c), 0, scatter(c), 0, scatter(c).length);
        }
        continue;
      }
      double sum = weight[c] + right.weight[c];
      double share = right.weight[c] / sum;
      distance(right, base);
      for (int j = 0; j < paddedCount; j++) {
        mean[base + j] = Math.fma(delta[j], share, mean[base + j]);
      }
      if (pooled) {
        addOuterProduct(scatter(c), weight[c] * share);
      } else {
        addScatter(c, right, weight[c] * share);
      }
      weight[c] = sum;
    }
    if (right.error != null) {
      makeError();
      for (int i = 0; i < error.length; i++) {
        error[i] += right.error[i];
      }
    }
  }

  /// Subtracts what `right` holds from this; `right` has to be part of it.
  ///
  /// @param rowsInChain the longest chain of additions in either, for the bound of the error
  /// @throws IllegalArgumentException if a class of `right` has more weight than this one's; this
  ///   is then of no use
  void subtract(ClassMoments right, double rowsInChain) {
    makeError();
    for (int s = 0; s < scatter.length; s++) {
      for (int j = 0; j < featureCount; j++) {
        // Three terms no larger than the scatter itself, and what summing it has cost.
        error[s * paddedCount + j] +=
            (rowsInChain + 8) * UNIT_ROUNDOFF * diagonal(s, j)
                + (right.error == null ? 0 : right.error[s * paddedCount + j]);
      }
    }
    if (pooled && right.scatter[0] != null) {
      subtractScatter(0, right.scatter(0));
    }
    for (int c = 0; c < classCount; c++) {
      if (right.weight[c] == 0) {
        continue;
      }
      double rest = weight[c] - right.weight[c];
      if (rest < 0) {
        throw new BadDataException(
            "%s has rows of weight %s, of which %s cannot be subtracted; rows that were added"
                + " before are expected",
            Fact.label(c), weight[c], Fact.value(right.weight[c]));
      }
      int base = c * paddedCount;
      if (!pooled) {
        subtractScatter(c, right.scatter(c));
      }
      if (rest == 0) {
        Arrays.fill(mean, base, base + paddedCount, 0);
        Arrays.fill(anchor, base, base + paddedCount, 0);
        if (!pooled) {
          scatter[c] = null;
          Arrays.fill(error, base, base + paddedCount, 0);
        }
      } else {
        double share = right.weight[c] / rest;
        distance(right, base);
        for (int j = 0; j < paddedCount; j++) {
          mean[base + j] = Math.fma(-delta[j], share, mean[base + j]);
        }
        // With δ the distance to the mean of all: W_b·(W/W_a)·δδᵀ.
        double factor = -(share * weight[c]);
        addOuterProduct(scatter(c), factor);
      }
      weight[c] = rest;
    }
  }

  @Override
  ClassMoments arranged(int[] from) {
    ClassMoments arranged = new ClassMoments(from.length, featureCount, pooled);
    for (int c = 0; c < from.length; c++) {
      if (from[c] >= 0) {
        arranged.weight[c] = weight[from[c]];
        System.arraycopy(
            anchor, from[c] * paddedCount, arranged.anchor, c * paddedCount, paddedCount);
        System.arraycopy(mean, from[c] * paddedCount, arranged.mean, c * paddedCount, paddedCount);
        if (!pooled) {
          arranged.scatter[c] = scatter[from[c]];
        }
      }
    }
    if (pooled) {
      arranged.scatter[0] = scatter[0];
    }
    return arranged;
  }

  /// The moments of some features, in the given order.
  ClassMoments select(int[] features) {
    ClassMoments selected = new ClassMoments(classCount, features.length, pooled);
    System.arraycopy(weight, 0, selected.weight, 0, classCount);
    for (int c = 0; c < classCount; c++) {
      for (int j = 0; j < features.length; j++) {
        int from = c * paddedCount + features[j];
        int to = c * selected.paddedCount + j;
        selected.anchor[to] = anchor[from];
        selected.mean[to] = mean[from];
      }
    }
    for (int s = 0; s < scatter.length; s++) {
      if (scatter[s] == null) {
        continue;
      }
      double[] to = new double[PackedTriangle.size(features.length)];
      for (int j = 0; j < features.length; j++) {
        // The panel holds entries below the diagonal too.
        int end = Math.min(features.length, (j / PackedTriangle.WIDTH + 1) * PackedTriangle.WIDTH);
        for (int i = 0; i < end; i++) {
          int low = Math.min(features[i], features[j]);
          int high = Math.max(features[i], features[j]);
          to[PackedTriangle.index(i, j)] = scatter[s][PackedTriangle.index(low, high)];
        }
      }
      selected.scatter[s] = to;
    }
    if (error != null) {
      selected.makeError();
      for (int s = 0; s < scatter.length; s++) {
        for (int j = 0; j < features.length; j++) {
          selected.error[s * selected.paddedCount + j] = error[s * paddedCount + features[j]];
        }
      }
    }
    return selected;
  }

  private void makeError() {
    if (error == null) {
      error = new double[scatter.length * paddedCount];
    }
  }

  /// δ = mean_right − mean of the class that begins at `base`.
  private void distance(ClassMoments right, int base) {
    for (int j = 0; j < paddedCount; j++) {
      delta[j] =
          (right.anchor[base + j] - anchor[base + j]) + (right.mean[base + j] - mean[base + j]);
    }
  }

  private void addScatter(int s, ClassMoments right, double factor) {
    Kernels.GAUSSIAN.mergeScatter(scatter(s), 0, right.scatter(s), 0, panels, delta, factor);
  }

  private void addOuterProduct(double[] to, double factor) {
    for (int p = 0; p < panels; p++) {
      for (int i = 0; i < (p + 1) * PackedTriangle.WIDTH; i++) {
        double scaled = factor * delta[i];
        int at = PackedTriangle.start(p) + i * PackedTriangle.WIDTH;
        for (int l = 0; l < PackedTriangle.WIDTH; l++) {
          to[at + l] = Math.fma(scaled, delta[p * PackedTriangle.WIDTH + l], to[at + l]);
        }
      }
    }
  }

  private void subtractScatter(int s, double[] right) {
    double[] left = scatter(s);
    for (int i = 0; i < left.length; i++) {
      left[i] -= right[i];
    }
  }
}
