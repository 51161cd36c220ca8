package org.lanewise.internal.kernel.auto;

import org.lanewise.internal.handover.HandOver;
import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.kernel.scalar.ScalarCountKernels;

/// [CountKernels] of both tiers.
public final class AutoCountKernels implements CountKernels {

  private static final CountKernels SCALAR = new ScalarCountKernels();

  private static final HandOver COUNT = HandOver.of("count.count");
  private static final HandOver COUNT_TWO = HandOver.of("count.countTwo");
  private static final HandOver MASKS = HandOver.of("count.masks");

  @Override
  public void count(
      long[] column,
      int from,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] counts,
      int at) {
    int size = words * classes;
    if (COUNT.inVectors(size)) {
      VectorTier.KERNELS.count().count(column, from, words, mask, maskStride, classes, counts, at);
      return;
    }
    COUNT.block(size, words, classes, 0);
    SCALAR.count(column, from, words, mask, maskStride, classes, counts, at);
  }

  @Override
  public void countTwo(
      long[] left,
      long[] right,
      int from,
      int words,
      long[] mask,
      int maskStride,
      int classes,
      long[] counts,
      int at) {
    int size = 2 * words * classes;
    if (COUNT_TWO.inVectors(size)) {
      VectorTier.KERNELS
          .count()
          .countTwo(left, right, from, words, mask, maskStride, classes, counts, at);
      return;
    }
    COUNT_TWO.block(size, words, classes, 0);
    SCALAR.countTwo(left, right, from, words, mask, maskStride, classes, counts, at);
  }

  @Override
  public void masks(int[] label, int rows, int classes, int words, long[] mask) {
    int size = HandOver.size(32L * words * classes);
    if (MASKS.inVectors(size)) {
      VectorTier.KERNELS.count().masks(label, rows, classes, words, mask);
      return;
    }
    MASKS.block(size, words, classes, 0);
    SCALAR.masks(label, rows, classes, words, mask);
  }
}
