package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.scalar.ScalarFactorKernels;

/// [FactorKernels] of both tiers.
public final class AutoFactorKernels implements FactorKernels {

  private static final FactorKernels SCALAR = new ScalarFactorKernels();

  private static final HandOver SUBTRACT_PRODUCT = HandOver.of("factor.subtractProduct");
  private static final HandOver FORWARD = HandOver.of("factor.forward");
  private static final HandOver BACKWARD = HandOver.of("factor.backward");

  @Override
  public void subtractProduct(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int rows,
      double[] out,
      int outOffset,
      int step,
      int strips) {
    int size = 32 * rows * strips;
    if (SUBTRACT_PRODUCT.inVectors(size)) {
      VectorTier.KERNELS
          .factor()
          .subtractProduct(
              left, leftOffset, right, rightOffset, rows, out, outOffset, step, strips);
      return;
    }
    SUBTRACT_PRODUCT.block(size, rows, strips, 0);
    SCALAR.subtractProduct(
        left, leftOffset, right, rightOffset, rows, out, outOffset, step, strips);
  }

  @Override
  public void forward(
      double[] factor,
      int factorOffset,
      double[] reciprocal,
      int reciprocalOffset,
      double[] out,
      int outOffset,
      int step,
      int strips) {
    int size = 256 * strips;
    if (FORWARD.inVectors(size)) {
      VectorTier.KERNELS
          .factor()
          .forward(
              factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset, step, strips);
      return;
    }
    FORWARD.block(size, strips, 0, 0);
    SCALAR.forward(
        factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset, step, strips);
  }

  @Override
  public void backward(
      double[] factor,
      int factorOffset,
      double[] reciprocal,
      int reciprocalOffset,
      double[] out,
      int outOffset,
      int step,
      int strips) {
    int size = 256 * strips;
    if (BACKWARD.inVectors(size)) {
      VectorTier.KERNELS
          .factor()
          .backward(
              factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset, step, strips);
      return;
    }
    BACKWARD.block(size, strips, 0, 0);
    SCALAR.backward(
        factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset, step, strips);
  }
}
