package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.DIAGONAL_SUMS;
import static org.lanewise.internal.tier.Kernel.MEMBERS;

import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.tier.Kernels;

/// A chunk of rows of up to 8 classes, whose columns are summed in place.
final class NarrowChunk {

  private static final int MAX_CLASSES = DiagonalKernels.MAX_CLASSES;

  final ChunkRows rows = new ChunkRows(MAX_CLASSES);

  private int slotCount;

  private final Slot[] slots = new Slot[MAX_CLASSES];

  private final double[] chains;
  private final double[] pivots;
  private final boolean[] settled;

  /// A class of the chunk: the values that all columns share.
  private static final class Slot {

    int classIndex;

    /// Its first row in the chunk.
    int first;

    /// Σw in the chunk.
    double weight;

    /// Σw before the chunk.
    double before;

    /// The chunk's share of the two.
    double share;
  }

  /// Scratch that all chunks use in turn, because separate scratch would not fit into the L1 cache.
  static final class Scratch {
    private final double[] chains = new double[DiagonalKernels.CHAINS_SIZE];

    /// The kernel takes classes in pairs, and the rows of none as one more.
    private final double[] pivots = new double[MAX_CLASSES + 2];

    private final boolean[] settled = new boolean[MAX_CLASSES];
  }

  NarrowChunk(Scratch scratch) {
    chains = scratch.chains;
    pivots = scratch.pivots;
    settled = scratch.settled;
    for (int s = 0; s < slots.length; s++) {
      slots[s] = new Slot();
    }
  }

  /// Reads the classes and weights of rows, and adds them to the weights of their classes.
  ///
  /// @param rowWeights one for each row from `from` on, or null if all are 1
  void read(ChunkClasses of, int count, double[] rowWeights, int from, double[] classWeights) {
    slotCount = of.slotCount;
    System.arraycopy(of.slots, 0, rows.classes, 0, count);
    rows.set(slotCount, count, rowWeights, from);
    rows.complete(Kernels.diagonal(MEMBERS));
    for (int s = 0; s < slotCount; s++) {
      slots[s].classIndex = of.classes[s];
      slots[s].weight = rows.weighted() ? 0 : rows.count(s);
    }
    if (rows.weighted()) {
      for (int r = 0; r < count; r++) {
        if (rows.weights[r] > 0) {
          slots[rows.classes[r]].weight += rows.weights[r];
        }
      }
    }
    for (int s = 0; s < slotCount; s++) {
      Slot slot = slots[s];
      slot.first = rows.first(s);
      slot.before = classWeights[slot.classIndex];
      if (slot.weight > 0) {
        double after = slot.before + slot.weight;
        classWeights[slot.classIndex] = after;
        slot.share = slot.weight / after;
      }
    }
  }

  /// Adds one column.
  ///
  /// @return whether all of its values are known to be finite
  boolean take(int j, double[] x, int offset, VarianceMoments moments) {
    boolean finite = !rows.absent();
    for (int s = 0; s < slotCount; s++) {
      Slot slot = slots[s];
      int at = slot.classIndex * moments.paddedCount + j;
      settled[s] = slot.weight == 0;
      pivots[s] =
          slot.before == 0 && !settled[s]
              ? x[offset + slot.first]
              : moments.anchor[at] + moments.mean[at];
    }
    boolean again = true;
    for (int pass = 1; again; pass++) {
      again = false;
      Kernels.diagonal(DIAGONAL_SUMS).sums(x, offset, rows, pivots, chains);
      for (int s = 0; s < slotCount; s++) {
        if (settled[s]) {
          continue;
        }
        int at = s * 2 * DiagonalKernels.CHAINS;
        double sum = DiagonalKernels.fold(chains, at);
        double square = DiagonalKernels.fold(chains, at + DiagonalKernels.CHAINS);
        double distance = sum / slots[s].weight;
        double cancelled = distance * sum;
        finite &= Math.abs(sum) < Double.POSITIVE_INFINITY;
        if (cancelled <= DiagonalKernels.MAX_CANCELLED * square && square < Double.POSITIVE_INFINITY
            || pass == DiagonalKernels.MAX_PASSES) {
          merge(slots[s], j, pivots[s], distance, square - cancelled, moments);
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
  private static void merge(
      Slot slot, int j, double pivot, double residual, double square, VarianceMoments moments) {
    int at = slot.classIndex * moments.paddedCount + j;
    if (slot.before == 0) {
      moments.anchor[at] = pivot;
    }
    double delta = ((pivot - moments.anchor[at]) - moments.mean[at]) + residual;
    double factor = slot.before * slot.share;
    moments.square[at] = Math.fma(factor * delta, delta, moments.square[at] + square);
    moments.mean[at] = Math.fma(delta, slot.share, moments.mean[at]);
  }
}
