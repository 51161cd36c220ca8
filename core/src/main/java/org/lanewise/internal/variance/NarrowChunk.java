package org.lanewise.internal.variance;

import java.util.Arrays;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.tier.Kernels;

/// A chunk of rows of up to 8 classes, whose columns are summed where they lie.
final class NarrowChunk {

  private static final int MAX_CLASSES = DiagonalKernels.MAX_CLASSES;

  final ChunkRows rows = new ChunkRows(MAX_CLASSES);

  private int slotCount;

  /// Of each slot: its class, Σw in the chunk, its first row there, Σw before the chunk, and the
  /// chunk's share of the two.
  private final int[] classes = new int[MAX_CLASSES];

  private final double[] weight = new double[MAX_CLASSES];
  private final int[] first = new int[MAX_CLASSES];
  private final double[] before = new double[MAX_CLASSES];
  private final double[] share = new double[MAX_CLASSES];

  private final double[] chains = new double[DiagonalKernels.CHAINS_SIZE];

  /// The kernel takes classes in pairs, and the rows of none as one more.
  private final double[] pivots = new double[MAX_CLASSES + 2];

  private final boolean[] settled = new boolean[MAX_CLASSES];

  /// Takes the classes and weights of rows, and counts them into the weights of their classes.
  ///
  /// @param rowWeights one for each row from `from` on, or null where all are 1
  void read(ChunkClasses of, int count, double[] rowWeights, int from, double[] classWeights) {
    slotCount = of.slotCount;
    System.arraycopy(of.classes, 0, classes, 0, slotCount);
    rows.clear(slotCount);
    System.arraycopy(of.slots, 0, rows.classes, 0, count);
    rows.add(count, rowWeights, from);
    rows.complete(Kernels.diagonal());
    Arrays.fill(weight, 0);
    if (rows.weighted()) {
      for (int r = 0; r < count; r++) {
        if (rows.weights[r] > 0) {
          weight[rows.classes[r]] += rows.weights[r];
        }
      }
    }
    for (int s = 0; s < slotCount; s++) {
      if (!rows.weighted()) {
        weight[s] = rows.count(s);
      }
      first[s] = rows.first(s);
      before[s] = classWeights[classes[s]];
      if (weight[s] > 0) {
        double after = before[s] + weight[s];
        classWeights[classes[s]] = after;
        share[s] = weight[s] / after;
      }
    }
  }

  /// Takes in one column.
  ///
  /// @return whether all of its values are known to be finite
  boolean take(int j, double[] x, int offset, VarianceMoments moments) {
    boolean finite = !rows.absent();
    for (int s = 0; s < slotCount; s++) {
      int at = classes[s] * moments.paddedCount + j;
      settled[s] = weight[s] == 0;
      pivots[s] =
          before[s] == 0 && !settled[s]
              ? x[offset + first[s]]
              : moments.anchor[at] + moments.mean[at];
    }
    boolean again = true;
    for (int pass = 1; again; pass++) {
      again = false;
      Kernels.diagonal().sums(x, offset, rows, pivots, chains);
      for (int s = 0; s < slotCount; s++) {
        if (settled[s]) {
          continue;
        }
        int at = s * 2 * DiagonalKernels.CHAINS;
        double sum = DiagonalKernels.fold(chains, at);
        double square = DiagonalKernels.fold(chains, at + DiagonalKernels.CHAINS);
        double distance = sum / weight[s];
        double cancelled = distance * sum;
        finite &= Math.abs(sum) < Double.POSITIVE_INFINITY;
        if (cancelled <= DiagonalKernels.MAX_CANCELLED * square && square < Double.POSITIVE_INFINITY
            || pass == DiagonalKernels.MAX_PASSES) {
          merge(classes[s] * moments.paddedCount + j, s, distance, square - cancelled, moments);
          settled[s] = true;
        } else {
          pivots[s] += distance;
          again = true;
        }
      }
    }
    return finite;
  }

  /// Merges the moments that a slot has of a column, its mean being pivot + residual.
  private void merge(int at, int s, double residual, double square, VarianceMoments moments) {
    if (before[s] == 0) {
      moments.anchor[at] = pivots[s];
    }
    double delta = ((pivots[s] - moments.anchor[at]) - moments.mean[at]) + residual;
    double factor = before[s] * share[s];
    moments.square[at] = Math.fma(factor * delta, delta, moments.square[at] + square);
    moments.mean[at] = Math.fma(delta, share[s], moments.mean[at]);
  }
}
