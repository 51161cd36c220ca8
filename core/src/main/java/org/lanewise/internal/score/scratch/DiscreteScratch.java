package org.lanewise.internal.score.scratch;

import org.lanewise.data.SparseRow;

/// The part of a [Workspace] that batches of bits and of sparse rows go through.
public final class DiscreteScratch {

  private static final int[] NO_INTS = {};

  /// Words of every feature.
  public final BitBlock bits;

  /// Packed rows of a block, and 64 words of scratch.
  public long[] rows = {};

  public final long[] square = new long[Long.SIZE];

  /// The row that is scored, in batches of sparse rows.
  public final SparseRow view = new SparseRow();

  /// The sums of a block, row by row.
  private double[] sums = {};

  private final Growth growth;

  DiscreteScratch(Growth growth) {
    this.growth = growth;
    bits = new BitBlock(growth);
  }

  /// Packed rows of a block of bits.
  public void makeRows(int words) {
    rows = growth.longer(rows, words);
  }

  /// The sums of a block, row by row.
  public double[] sums(int size) {
    sums = growth.longer(sums, size);
    return sums;
  }

  /// Keeps nothing of the caller's.
  void forget() {
    view.set(NO_INTS, null, 0, 0);
    bits.forget();
  }
}
