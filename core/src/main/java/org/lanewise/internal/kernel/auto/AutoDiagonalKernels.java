package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.PanelMoments;
import org.lanewise.internal.kernel.scalar.ScalarDiagonalKernels;

/// [DiagonalKernels] of both tiers.
public final class AutoDiagonalKernels implements DiagonalKernels {

  private static final DiagonalKernels SCALAR = new ScalarDiagonalKernels();

  private static final HandOver MEMBERS = HandOver.of("diagonal.members");
  private static final HandOver SUMS = HandOver.of("diagonal.sums");
  private static final HandOver PIVOTS = HandOver.of("diagonal.pivots");
  private static final HandOver ADD_ROWS = HandOver.of("diagonal.addRows");
  private static final HandOver ADD_CHAINS = HandOver.of("diagonal.addChains");
  private static final HandOver SETTLE = HandOver.of("diagonal.settle");
  private static final HandOver SETTLE_SINGLES = HandOver.of("diagonal.settleSingles");
  private static final HandOver ABSORB = HandOver.of("diagonal.absorb");

  @Override
  public void members(int[] classes, int classCount, long[] members) {
    int size = ChunkRows.MAX * classCount / 2;
    if (MEMBERS.inVectors(size)) {
      VectorTier.KERNELS.diagonal().members(classes, classCount, members);
      return;
    }
    MEMBERS.block(size, classCount, 0, 0);
    SCALAR.members(classes, classCount, members);
  }

  @Override
  public void sums(double[] x, int offset, ChunkRows rows, double[] pivot, double[] chains) {
    int size = 2 * rows.count();
    if (SUMS.inVectors(size)) {
      VectorTier.KERNELS.diagonal().sums(x, offset, rows, pivot, chains);
      return;
    }
    SUMS.block(size, rows.classCount, rows.count(), 0);
    SCALAR.sums(x, offset, rows, pivot, chains);
  }

  @Override
  public void pivots(
      int[] base, int slots, int panelOffset, double[] anchor, double[] mean, double[] pivot) {
    int size = 4 * slots;
    if (PIVOTS.inVectors(size)) {
      VectorTier.KERNELS.diagonal().pivots(base, slots, panelOffset, anchor, mean, pivot);
      return;
    }
    PIVOTS.block(size, slots, 0, 0);
    SCALAR.pivots(base, slots, panelOffset, anchor, mean, pivot);
  }

  @Override
  public void addRows(
      double[] tile,
      int[] row,
      int[] pivotAt,
      int[] sumAt,
      double[] weight,
      int from,
      int to,
      double[] pivot,
      double[] sums) {
    int size = 8 * (to - from);
    if (ADD_ROWS.inVectors(size)) {
      VectorTier.KERNELS
          .diagonal()
          .addRows(tile, row, pivotAt, sumAt, weight, from, to, pivot, sums);
      return;
    }
    ADD_ROWS.block(size, to - from, 0, 0);
    SCALAR.addRows(tile, row, pivotAt, sumAt, weight, from, to, pivot, sums);
  }

  @Override
  public void addChains(int[] to, int[] from, int begin, int end, double[] sums) {
    int size = 8 * (end - begin);
    if (ADD_CHAINS.inVectors(size)) {
      VectorTier.KERNELS.diagonal().addChains(to, from, begin, end, sums);
      return;
    }
    ADD_CHAINS.block(size, end - begin, 0, 0);
    SCALAR.addChains(to, from, begin, end, sums);
  }

  @Override
  public int settle(
      int[] list,
      int count,
      boolean last,
      PanelMoments panel,
      double[] sums,
      int[] sumAt,
      double[] pivot,
      int[] settled) {
    int size = 32 * count;
    if (SETTLE.inVectors(size)) {
      return VectorTier.KERNELS
          .diagonal()
          .settle(list, count, last, panel, sums, sumAt, pivot, settled);
    }
    SETTLE.block(size, count, 0, 0);
    return SCALAR.settle(list, count, last, panel, sums, sumAt, pivot, settled);
  }

  @Override
  public void settleSingles(double[] tile, int[] row, int from, int to, PanelMoments panel) {
    int size = 32 * (to - from);
    if (SETTLE_SINGLES.inVectors(size)) {
      VectorTier.KERNELS.diagonal().settleSingles(tile, row, from, to, panel);
      return;
    }
    SETTLE_SINGLES.block(size, to - from, 0, 0);
    SCALAR.settleSingles(tile, row, from, to, panel);
  }

  @Override
  public void absorb(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      int[] base,
      double[] share,
      double[] factor,
      double[] anchor,
      double[] mean,
      double[] square) {
    int size = 8 * panels * rows;
    if (ABSORB.inVectors(size)) {
      VectorTier.KERNELS
          .diagonal()
          .absorb(
              tile, offset, panelStride, panels, rows, base, share, factor, anchor, mean, square);
      return;
    }
    ABSORB.block(size, panels, rows, 0);
    SCALAR.absorb(
        tile, offset, panelStride, panels, rows, base, share, factor, anchor, mean, square);
  }
}
