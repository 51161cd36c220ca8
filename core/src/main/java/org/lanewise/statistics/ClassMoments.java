package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// Weight, mean and scatter of each class, the means as anchor + residual.
///
/// Vectors of d features are padded to whole panels, `[c·paddedCount + j]`; scatters lie in
/// [PackedTriangle] layout, class after class. Merging is the pairwise formula of Chan, Golub and
/// LeVeque (1983): with δ = mean_b − mean_a and W = W_a + W_b,
///
/// ```
/// mean = mean_a + δ·(W_b/W),   scatter = (scatter_a + scatter_b) + (W_a·(W_b/W)·δ)δᵀ
/// ```
final class ClassMoments {

  final int classCount;
  final int panels;
  final int paddedCount;
  final int scatterSize;

  /// Σw of each class.
  final double[] weight;

  /// A row of each class, about which its mean is given.
  final double[] anchor;

  /// Mean − anchor.
  final double[] mean;

  final double[][] scatter;

  private final double[] delta;

  ClassMoments(int classCount, int featureCount) {
    this.classCount = classCount;
    panels = PackedTriangle.panels(featureCount);
    paddedCount = panels * PackedTriangle.WIDTH;
    scatterSize = PackedTriangle.size(featureCount);
    weight = new double[classCount];
    anchor = new double[classCount * paddedCount];
    mean = new double[classCount * paddedCount];
    scatter = new double[classCount][];
    delta = new double[paddedCount];
  }

  ClassMoments copy(int featureCount) {
    ClassMoments copy = new ClassMoments(classCount, featureCount);
    copy.set(this);
    return copy;
  }

  private void set(ClassMoments other) {
    System.arraycopy(other.weight, 0, weight, 0, weight.length);
    System.arraycopy(other.anchor, 0, anchor, 0, anchor.length);
    System.arraycopy(other.mean, 0, mean, 0, mean.length);
    for (int c = 0; c < classCount; c++) {
      scatter[c] = other.scatter[c] == null ? null : other.scatter[c].clone();
    }
  }

  void clear() {
    Arrays.fill(weight, 0);
    Arrays.fill(anchor, 0);
    Arrays.fill(mean, 0);
    for (double[] s : scatter) {
      if (s != null) {
        Arrays.fill(s, 0);
      }
    }
  }

  /// The scatter of a class, made on first use: classes without rows take no d² memory.
  double[] scatter(int c) {
    if (scatter[c] == null) {
      scatter[c] = new double[scatterSize];
    }
    return scatter[c];
  }

  /// Merges what `right` holds into this, class by class.
  void merge(ClassMoments right) {
    for (int c = 0; c < classCount; c++) {
      if (right.weight[c] == 0) {
        continue;
      }
      int base = c * paddedCount;
      if (weight[c] == 0) {
        weight[c] = right.weight[c];
        System.arraycopy(right.anchor, base, anchor, base, paddedCount);
        System.arraycopy(right.mean, base, mean, base, paddedCount);
        System.arraycopy(right.scatter(c), 0, scatter(c), 0, scatterSize);
        continue;
      }
      double sum = weight[c] + right.weight[c];
      double share = right.weight[c] / sum;
      for (int j = 0; j < paddedCount; j++) {
        delta[j] =
            (right.anchor[base + j] - anchor[base + j]) + (right.mean[base + j] - mean[base + j]);
        mean[base + j] = Math.fma(delta[j], share, mean[base + j]);
      }
      Kernels.GAUSSIAN.mergeScatter(
          scatter(c), 0, right.scatter(c), 0, panels, delta, weight[c] * share);
      weight[c] = sum;
    }
  }
}
