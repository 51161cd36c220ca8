package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.kernel.scalar.ScalarTableKernels;

/// [TableKernels] of both tiers.
public final class AutoTableKernels implements TableKernels {

  private static final TableKernels SCALAR = new ScalarTableKernels();

  private static final HandOver PATTERNS = HandOver.of("tables.patterns");
  private static final HandOver CODE_PATTERNS = HandOver.of("tables.codePatterns");
  private static final HandOver TILE_SUMS = HandOver.of("tables.tileSums");
  private static final HandOver LEADERS = HandOver.of("tables.leaders");
  private static final HandOver ROW_SUMS = HandOver.of("tables.rowSums");

  @Override
  public boolean tilesAreFast() {
    return TILE_SUMS.isOver();
  }

  @Override
  public void patterns(long[] block, int stride, int word, int groups, byte[] out) {
    int size = HandOver.size(256L * groups);
    if (PATTERNS.inVectors(size)) {
      VectorTier.KERNELS.tables().patterns(block, stride, word, groups, out);
      return;
    }
    PATTERNS.block(size, groups, 0, 0);
    SCALAR.patterns(block, stride, word, groups, out);
  }

  @Override
  public void codePatterns(byte[] codes, int at, int least, int size) {
    int work = 64;
    if (CODE_PATTERNS.inVectors(work)) {
      VectorTier.KERNELS.tables().codePatterns(codes, at, least, size);
      return;
    }
    CODE_PATTERNS.block(work, 0, 0, 0);
    SCALAR.codePatterns(codes, at, least, size);
  }

  @Override
  public void tileSums(
      byte[] patterns, int from, int groups, short[] table, int first, int k, int[] sums) {
    int size = HandOver.size(32L * groups * (k - first));
    if (TILE_SUMS.inVectors(size)) {
      VectorTier.KERNELS.tables().tileSums(patterns, from, groups, table, first, k, sums);
      return;
    }
    TILE_SUMS.block(size, groups, k - first, 0);
    SCALAR.tileSums(patterns, from, groups, table, first, k, sums);
  }

  @Override
  public long leaders(int[] sums, int k, int margin, int[] best) {
    int size = 64 * k;
    if (LEADERS.inVectors(size)) {
      return VectorTier.KERNELS.tables().leaders(sums, k, margin, best);
    }
    LEADERS.block(size, k, 0, 0);
    return SCALAR.leaders(sums, k, margin, best);
  }

  @Override
  public void rowSums(byte[] patterns, int from, int groups, int[] table, int k, int[] sums) {
    int size = groups * k;
    // A row takes some nanoseconds, as long as noting it: its tile is noted with the first.
    boolean isFirst = (from & DiscreteKernels.TILE - 1) == 0;
    if (isFirst && !TILE_SUMS.isOver()) {
      TILE_SUMS.block(HandOver.size(32L * groups * k), groups, k, 0);
    }
    if (ROW_SUMS.inVectors(size)) {
      VectorTier.KERNELS.tables().rowSums(patterns, from, groups, table, k, sums);
      return;
    }
    if (isFirst) {
      ROW_SUMS.blocks(DiscreteKernels.TILE, size, groups, k, 0);
    }
    SCALAR.rowSums(patterns, from, groups, table, k, sums);
  }
}
