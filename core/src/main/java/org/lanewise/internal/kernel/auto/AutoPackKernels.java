package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.PackKernels;
import org.lanewise.internal.kernel.scalar.ScalarPackKernels;

/// [PackKernels] of both tiers.
public final class AutoPackKernels implements PackKernels {

  private static final PackKernels SCALAR = new ScalarPackKernels();

  private static final HandOver BYTES = HandOver.of("pack.bytes");
  private static final HandOver BOOLEANS = HandOver.of("pack.booleans");
  private static final HandOver BINARY = HandOver.of("pack.binary");
  private static final HandOver ABOVE = HandOver.of("pack.above");
  private static final HandOver TRANSPOSE = HandOver.of("pack.transpose");

  @Override
  public boolean bytes(byte[] values, int from, int count, long[] out, int at) {
    int size = count;
    if (BYTES.inVectors(size)) {
      return VectorTier.KERNELS.pack().bytes(values, from, count, out, at);
    }
    BYTES.block(size, count, 0, 0);
    return SCALAR.bytes(values, from, count, out, at);
  }

  @Override
  public void booleans(boolean[] values, int from, int count, long[] out, int at) {
    int size = count;
    if (BOOLEANS.inVectors(size)) {
      VectorTier.KERNELS.pack().booleans(values, from, count, out, at);
      return;
    }
    BOOLEANS.block(size, count, 0, 0);
    SCALAR.booleans(values, from, count, out, at);
  }

  @Override
  public boolean binary(double[] values, int from, int count, long[] out, int at) {
    int size = count;
    if (BINARY.inVectors(size)) {
      return VectorTier.KERNELS.pack().binary(values, from, count, out, at);
    }
    BINARY.block(size, count, 0, 0);
    return SCALAR.binary(values, from, count, out, at);
  }

  @Override
  public boolean above(double threshold, double[] values, int from, int count, long[] out, int at) {
    int size = count;
    if (ABOVE.inVectors(size)) {
      return VectorTier.KERNELS.pack().above(threshold, values, from, count, out, at);
    }
    ABOVE.block(size, count, 0, 0);
    return SCALAR.above(threshold, values, from, count, out, at);
  }

  @Override
  public void transpose(long[] words) {
    int size = Long.SIZE * 4;
    if (TRANSPOSE.inVectors(size)) {
      VectorTier.KERNELS.pack().transpose(words);
      return;
    }
    TRANSPOSE.block(size, 0, 0, 0);
    SCALAR.transpose(words);
  }
}
