package org.lanewise.internal.score.scratch;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;

/// The part of a [Workspace] that labels are found with by sums of integers.
public final class LabelScratch {

  /// Words of every feature, for patterns.
  public final BitBlock bits;

  /// Codes of a feature in a run of tiles.
  public final byte[] codes = new byte[TableKernels.RUN * DiscreteKernels.TILE];

  /// Patterns of a run of tiles, `[(t·G + g)·64 + r]` of tile t, group g and its row r, the sums of
  /// a tile and of a row, and the best class of each place.
  public byte[] patterns = {};

  public int[] sums = {};
  public int[] rowSums = {};
  public final int[] best = new int[DiscreteKernels.TILE];

  /// Bit r of element t is 1 where row 64·t + r of the run is left to the exact scorer.
  public final long[] left = new long[TableKernels.RUN];

  private final Growth growth;

  LabelScratch(Growth growth) {
    this.growth = growth;
    bits = new BitBlock(growth);
  }

  /// Space for the sums of so many groups and classes.
  public void makeSums(int groups, int classCount) {
    int size = Math.multiplyExact(TableKernels.RUN * DiscreteKernels.TILE, groups);
    patterns = growth.longer(patterns, size);
    sums = growth.longer(sums, Math.multiplyExact(classCount, DiscreteKernels.TILE));
    rowSums = growth.longer(rowSums, classCount + TableKernels.SLACK);
  }
}
