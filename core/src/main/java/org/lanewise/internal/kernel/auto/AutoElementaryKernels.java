package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.ElementaryKernels;
import org.lanewise.internal.kernel.scalar.ScalarElementaryKernels;

/// [ElementaryKernels] of both tiers.
public final class AutoElementaryKernels implements ElementaryKernels {

  private static final ElementaryKernels SCALAR = new ScalarElementaryKernels();

  private static final HandOver EXP = HandOver.of("elementary.exp");
  private static final HandOver LOG = HandOver.of("elementary.log");
  private static final HandOver LOG1P = HandOver.of("elementary.log1p");
  private static final HandOver EXP_ROW = HandOver.ofRows("elementary.expRow");
  private static final HandOver REST_OF_LARGEST = HandOver.of("elementary.restOfLargest");

  @Override
  public void exp(double[] x, int from, int count, double[] out, int outFrom) {
    int size = 8 * count;
    if (EXP.inVectors(size)) {
      VectorTier.KERNELS.elementary().exp(x, from, count, out, outFrom);
      return;
    }
    EXP.block(size, count, 0, 0);
    SCALAR.exp(x, from, count, out, outFrom);
  }

  @Override
  public void log(double[] x, int from, int count, double[] out, int outFrom) {
    int size = 8 * count;
    if (LOG.inVectors(size)) {
      VectorTier.KERNELS.elementary().log(x, from, count, out, outFrom);
      return;
    }
    LOG.block(size, count, 0, 0);
    SCALAR.log(x, from, count, out, outFrom);
  }

  @Override
  public void log1p(double[] x, int from, int count, double[] out, int outFrom) {
    int size = 8 * count;
    if (LOG1P.inVectors(size)) {
      VectorTier.KERNELS.elementary().log1p(x, from, count, out, outFrom);
      return;
    }
    LOG1P.block(size, count, 0, 0);
    SCALAR.log1p(x, from, count, out, outFrom);
  }

  @Override
  public double expRow(double[] values, int k, int best, double[] out) {
    int size = 8 * k;
    if (EXP_ROW.inVectors(size)) {
      return VectorTier.KERNELS.elementary().expRow(values, k, best, out);
    }
    EXP_ROW.row(size, k, 0);
    return SCALAR.expRow(values, k, best, out);
  }

  @Override
  public void restOfLargest(
      double[] values,
      int from,
      int stride,
      int k,
      int rows,
      double[] max,
      double[] rest,
      double[] scratch) {
    int size = HandOver.size(8L * rows * k);
    if (REST_OF_LARGEST.inVectors(size)) {
      VectorTier.KERNELS
          .elementary()
          .restOfLargest(values, from, stride, k, rows, max, rest, scratch);
      return;
    }
    REST_OF_LARGEST.block(size, rows, k, 0);
    SCALAR.restOfLargest(values, from, stride, k, rows, max, rest, scratch);
  }
}
