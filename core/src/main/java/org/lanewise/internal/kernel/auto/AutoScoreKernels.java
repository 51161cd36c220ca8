package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.ScoreKernels;
import org.lanewise.internal.kernel.scalar.ScalarScoreKernels;

/// [ScoreKernels] of both tiers.
public final class AutoScoreKernels implements ScoreKernels {

  private static final ScoreKernels SCALAR = new ScalarScoreKernels();

  private static final HandOver AFFINE_ROW = HandOver.ofRows("score.affineRow");
  // Panels of 4 columns and of 8 are different code, compiled each for itself.
  private static final HandOver AFFINE_PANEL_OF_4 = HandOver.of("score.affinePanelOf4");
  private static final HandOver AFFINE_PANEL_OF_8 = HandOver.of("score.affinePanelOf8");
  private static final HandOver DIAGONAL_ROW = HandOver.ofRows("score.diagonalRow");
  private static final HandOver DIAGONAL_PANEL_OF_4 = HandOver.of("score.diagonalPanelOf4");
  private static final HandOver DIAGONAL_PANEL_OF_8 = HandOver.of("score.diagonalPanelOf8");
  private static final HandOver TRIANGULAR_ROW = HandOver.ofRows("score.triangularRow");
  private static final HandOver TRIANGULAR_BLOCK = HandOver.of("score.triangularBlock");
  private static final HandOver SEEN_PANEL_OF_4 = HandOver.of("score.seenPanelOf4");
  private static final HandOver SEEN_PANEL_OF_8 = HandOver.of("score.seenPanelOf8");
  private static final HandOver FIND_MISSING = HandOver.of("score.findMissing");
  private static final HandOver CLASS_FILL = HandOver.ofRows("score.classFill");
  private static final HandOver SHARED_FILLS = HandOver.ofRows("score.sharedFills");
  private static final HandOver SHIFT = HandOver.of("score.shift");
  private static final HandOver FINITE = HandOver.of("score.finite");
  private static final HandOver ARGMAX = HandOver.of("score.argmax");

  @Override
  public void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int k, double[] out) {
    int size = d * k;
    if (AFFINE_ROW.inVectors(size)) {
      VectorTier.KERNELS.score().affineRow(x, d, weight, intercept, k, out);
      return;
    }
    AFFINE_ROW.row(size, d, k);
    SCALAR.affineRow(x, d, weight, intercept, k, out);
  }

  @Override
  public void affinePanel(
      ColumnPanel panel,
      double[] origin,
      double[] weight,
      double[] intercept,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    int size = panel.rows * (to - from) * panel.width() / 2;
    HandOver handOver = panel.width() == ColumnPanel.MAX ? AFFINE_PANEL_OF_8 : AFFINE_PANEL_OF_4;
    if (handOver.inVectors(size)) {
      VectorTier.KERNELS
          .score()
          .affinePanel(panel, origin, weight, intercept, k, from, to, chain, out, stride);
      return;
    }
    handOver.block(size, panel.rows, to - from, 0);
    SCALAR.affinePanel(panel, origin, weight, intercept, k, from, to, chain, out, stride);
  }

  @Override
  public void diagonalRow(
      double[] x, int d, double[] mean, double[] inverse, double[] constant, int k, double[] out) {
    int size = d * k;
    if (DIAGONAL_ROW.inVectors(size)) {
      VectorTier.KERNELS.score().diagonalRow(x, d, mean, inverse, constant, k, out);
      return;
    }
    DIAGONAL_ROW.row(size, d, k);
    SCALAR.diagonalRow(x, d, mean, inverse, constant, k, out);
  }

  @Override
  public void diagonalPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    int size = panel.rows * (to - from) * panel.width() / 2;
    HandOver handOver =
        panel.width() == ColumnPanel.MAX ? DIAGONAL_PANEL_OF_8 : DIAGONAL_PANEL_OF_4;
    if (handOver.inVectors(size)) {
      VectorTier.KERNELS
          .score()
          .diagonalPanel(panel, origin, mean, inverse, k, from, to, chain, out, stride);
      return;
    }
    handOver.block(size, panel.rows, to - from, 0);
    SCALAR.diagonalPanel(panel, origin, mean, inverse, k, from, to, chain, out, stride);
  }

  @Override
  public double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z) {
    int size = d * (d / 2);
    if (TRIANGULAR_ROW.inVectors(size)) {
      return VectorTier.KERNELS.score().triangularRow(x, d, factor, factorOffset, z);
    }
    TRIANGULAR_ROW.row(size, d, 0);
    return SCALAR.triangularRow(x, d, factor, factorOffset, z);
  }

  @Override
  public void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] factor,
      int factorOffset,
      double[] strip,
      double[] out,
      int outOffset) {
    int size = HandOver.size((long) rows * d * (d / 4 + 1));
    if (TRIANGULAR_BLOCK.inVectors(size)) {
      VectorTier.KERNELS
          .score()
          .triangularBlock(block, rows, d, mean, factor, factorOffset, strip, out, outOffset);
      return;
    }
    TRIANGULAR_BLOCK.block(size, rows, d, 0);
    SCALAR.triangularBlock(block, rows, d, mean, factor, factorOffset, strip, out, outOffset);
  }

  @Override
  public boolean shift(
      double[] x, int offset, int count, double subtrahend, double[] out, int outOffset) {
    int size = count / 2;
    if (SHIFT.inVectors(size)) {
      return VectorTier.KERNELS.score().shift(x, offset, count, subtrahend, out, outOffset);
    }
    SHIFT.block(size, count, 0, 0);
    return SCALAR.shift(x, offset, count, subtrahend, out, outOffset);
  }

  @Override
  public boolean finite(double[] values, int offset, int count) {
    int size = count / 2;
    if (FINITE.inVectors(size)) {
      return VectorTier.KERNELS.score().finite(values, offset, count);
    }
    FINITE.block(size, count, 0, 0);
    return SCALAR.finite(values, offset, count);
  }

  @Override
  public void argmax(
      double[] score, int stride, int rows, int k, int[] label, int labelOffset, double[] scratch) {
    int size = rows * k;
    if (ARGMAX.inVectors(size)) {
      VectorTier.KERNELS.score().argmax(score, stride, rows, k, label, labelOffset, scratch);
      return;
    }
    ARGMAX.block(size, rows, k, 0);
    SCALAR.argmax(score, stride, rows, k, label, labelOffset, scratch);
  }

  @Override
  public void seenPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
      double[] gap,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    int size = panel.rows * (to - from) * panel.width();
    HandOver handOver = panel.width() == ColumnPanel.MAX ? SEEN_PANEL_OF_8 : SEEN_PANEL_OF_4;
    if (handOver.inVectors(size)) {
      VectorTier.KERNELS
          .score()
          .seenPanel(panel, origin, mean, inverse, gap, k, from, to, chain, out, stride);
      return;
    }
    handOver.block(size, panel.rows, to - from, 0);
    SCALAR.seenPanel(panel, origin, mean, inverse, gap, k, from, to, chain, out, stride);
  }

  @Override
  public void findMissing(double[] x, int offset, int count, int bit, long[] bits, int from) {
    if (FIND_MISSING.inVectors(count)) {
      VectorTier.KERNELS.score().findMissing(x, offset, count, bit, bits, from);
      return;
    }
    FIND_MISSING.block(count, count, 0, 0);
    SCALAR.findMissing(x, offset, count, bit, bits, from);
  }

  @Override
  public void classFill(
      double[] x,
      int d,
      int[] missing,
      int count,
      double[] mean,
      double[] begin,
      double[] precision,
      double[] scale,
      int k,
      double[] scratch,
      double[] fill,
      int at,
      double[] determinant,
      double[] diagonal,
      int from) {
    int size = count * d * k / 2;
    if (CLASS_FILL.inVectors(size)) {
      VectorTier.KERNELS
          .score()
          .classFill(
              x,
              d,
              missing,
              count,
              mean,
              begin,
              precision,
              scale,
              k,
              scratch,
              fill,
              at,
              determinant,
              diagonal,
              from);
      return;
    }
    CLASS_FILL.row(size, d, k);
    SCALAR.classFill(
        x,
        d,
        missing,
        count,
        mean,
        begin,
        precision,
        scale,
        k,
        scratch,
        fill,
        at,
        determinant,
        diagonal,
        from);
  }

  @Override
  public void sharedFills(
      double[] x,
      int d,
      int[] picks,
      int first,
      int rows,
      int[] missing,
      int count,
      double[] precision,
      double[] scale,
      double[] weight,
      int k,
      double[] scratch,
      double[] fill,
      double[] products,
      double[] determinant) {
    int size = rows * count * (d / 2 + k);
    if (SHARED_FILLS.inVectors(size)) {
      VectorTier.KERNELS
          .score()
          .sharedFills(
              x,
              d,
              picks,
              first,
              rows,
              missing,
              count,
              precision,
              scale,
              weight,
              k,
              scratch,
              fill,
              products,
              determinant);
      return;
    }
    if (rows == 1) {
      SHARED_FILLS.row(size, d, k);
    } else {
      SHARED_FILLS.block(size, d, k, 32 * rows + count);
    }
    SCALAR.sharedFills(
        x,
        d,
        picks,
        first,
        rows,
        missing,
        count,
        precision,
        scale,
        weight,
        k,
        scratch,
        fill,
        products,
        determinant);
  }
}
