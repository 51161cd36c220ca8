package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.scalar.ScalarGaussianKernels;

/// [GaussianKernels] of both tiers.
public final class AutoGaussianKernels implements GaussianKernels {

  private static final GaussianKernels SCALAR = new ScalarGaussianKernels();

  private static final HandOver DEAL = HandOver.of("gaussian.deal");
  private static final HandOver MOVE = HandOver.of("gaussian.move");
  private static final HandOver SUMS = HandOver.of("gaussian.sums");
  private static final HandOver CENTRE = HandOver.of("gaussian.centre");
  private static final HandOver ABSORB = HandOver.of("gaussian.absorb");
  private static final HandOver NEW_SCATTER = HandOver.of("gaussian.newScatter");
  private static final HandOver MERGE_TILE = HandOver.of("gaussian.mergeTile");
  private static final HandOver PRODUCTS = HandOver.of("gaussian.products");
  private static final HandOver MERGE_SCATTER = HandOver.of("gaussian.mergeScatter");

  @Override
  public boolean deal(
      double[][] columns, int offset, int count, int[] target, double[] out, int outOffset) {
    int size = 8 * count;
    if (DEAL.inVectors(size)) {
      return VectorTier.KERNELS.gaussian().deal(columns, offset, count, target, out, outOffset);
    }
    DEAL.block(size, count, 0, 0);
    return SCALAR.deal(columns, offset, count, target, out, outOffset);
  }

  @Override
  public void move(
      double[] rows, int offset, int count, int[] target, double[] out, int outOffset) {
    int size = 8 * count;
    if (MOVE.inVectors(size)) {
      VectorTier.KERNELS.gaussian().move(rows, offset, count, target, out, outOffset);
      return;
    }
    MOVE.block(size, count, 0, 0);
    SCALAR.move(rows, offset, count, target, out, outOffset);
  }

  @Override
  public void sums(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] weight,
      double[] anchor,
      int anchorOffset,
      double[] sum) {
    int size = 4 * panels * rows;
    if (SUMS.inVectors(size)) {
      VectorTier.KERNELS
          .gaussian()
          .sums(tile, offset, panelStride, panels, rows, weight, anchor, anchorOffset, sum);
      return;
    }
    SUMS.block(size, panels, rows, 0);
    SCALAR.sums(tile, offset, panelStride, panels, rows, weight, anchor, anchorOffset, sum);
  }

  @Override
  public void centre(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] rootWeight,
      double[] anchor,
      int anchorOffset,
      double[] mean) {
    int size = 4 * panels * rows;
    if (CENTRE.inVectors(size)) {
      VectorTier.KERNELS
          .gaussian()
          .centre(tile, offset, panelStride, panels, rows, rootWeight, anchor, anchorOffset, mean);
      return;
    }
    CENTRE.block(size, panels, rows, 0);
    SCALAR.centre(tile, offset, panelStride, panels, rows, rootWeight, anchor, anchorOffset, mean);
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
      double[] root,
      double[] anchor,
      double[] mean) {
    int size = 8 * panels * rows;
    if (ABSORB.inVectors(size)) {
      VectorTier.KERNELS
          .gaussian()
          .absorb(tile, offset, panelStride, panels, rows, base, share, root, anchor, mean);
      return;
    }
    ABSORB.block(size, panels, rows, 0);
    SCALAR.absorb(tile, offset, panelStride, panels, rows, base, share, root, anchor, mean);
  }

  @Override
  public void newScatter(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] scatter,
      int scatterOffset) {
    int size = HandOver.size(16L * panels * (panels + 1) * rows);
    if (NEW_SCATTER.inVectors(size)) {
      VectorTier.KERNELS
          .gaussian()
          .newScatter(tile, offset, panelStride, panels, rows, scatter, scatterOffset);
      return;
    }
    NEW_SCATTER.block(size, panels, rows, 0);
    SCALAR.newScatter(tile, offset, panelStride, panels, rows, scatter, scatterOffset);
  }

  @Override
  public void mergeTile(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] right,
      double[] left,
      double[] delta,
      double factor,
      double[] work) {
    int size = HandOver.size(16L * panels * (panels + 1) * rows);
    if (MERGE_TILE.inVectors(size)) {
      VectorTier.KERNELS
          .gaussian()
          .mergeTile(tile, offset, panelStride, panels, rows, right, left, delta, factor, work);
      return;
    }
    MERGE_TILE.block(size, panels, rows, 0);
    SCALAR.mergeTile(tile, offset, panelStride, panels, rows, right, left, delta, factor, work);
  }

  @Override
  public void products(
      double[] tiles,
      int left,
      int right,
      int panelStride,
      int panels,
      int rows,
      double[] product,
      int productOffset) {
    int size = HandOver.size(16L * panels * (panels + 1) * rows);
    if (PRODUCTS.inVectors(size)) {
      VectorTier.KERNELS
          .gaussian()
          .products(tiles, left, right, panelStride, panels, rows, product, productOffset);
      return;
    }
    PRODUCTS.block(size, panels, rows, 0);
    SCALAR.products(tiles, left, right, panelStride, panels, rows, product, productOffset);
  }

  @Override
  public void mergeScatter(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int panels,
      double[] delta,
      double factor) {
    int size = HandOver.size(16L * panels * (panels + 1));
    if (MERGE_SCATTER.inVectors(size)) {
      VectorTier.KERNELS
          .gaussian()
          .mergeScatter(left, leftOffset, right, rightOffset, panels, delta, factor);
      return;
    }
    MERGE_SCATTER.block(size, panels, 0, 0);
    SCALAR.mergeScatter(left, leftOffset, right, rightOffset, panels, delta, factor);
  }
}
