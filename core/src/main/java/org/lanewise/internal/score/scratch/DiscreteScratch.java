package org.lanewise.internal.score.scratch;

import org.lanewise.data.SparseRow;

/// The part of a [Workspace] that batches of bits and of sparse rows go through.
public final class DiscreteScratch {

  private static final long[] NO_LONGS = {};
  private static final int[] NO_INTS = {};
  private static final double[] NO_DOUBLES = {};

  /// Words of every feature.
  public final BitBlock bits;

  /// Packed rows of a block, and 64 words of scratch.
  public long[] rows;

  public final long[] square = new long[Long.SIZE];

  /// The row behind the last of the range that is scored.
  public int end;

  /// The row that is scored, in batches of sparse rows.
  public final SparseRow view = new SparseRow();

  /// The scores of a tile, class by class.
  private double[] tile;

  private final Growth growth;

  DiscreteScratch(Growth growth) {
    this.growth = growth;
    bits = new BitBlock(growth);
    empty();
  }

  /// Packed rows of a block of bits.
  public void makeRows(int words) {
    rows = growth.longer(rows, words);
  }

  /// The scores of a tile, class by class.
  public double[] tile(int size) {
    tile = growth.longer(tile, size);
    return tile;
  }

  /// Keeps nothing of the caller's.
  void forget() {
    view.set(NO_INTS, null, 0, 0);
  }

  void empty() {
    bits.empty();
    rows = NO_LONGS;
    tile = NO_DOUBLES;
  }
}
