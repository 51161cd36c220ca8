package org.lanewise.internal.kernel.scalar;

import java.util.Arrays;
import org.lanewise.internal.kernel.CountKernels;

/// The specification of [CountKernels].
public class ScalarCountKernels implements CountKernels {

  @Override
  public long count(long[] column, int from, int words, long[] mask, int fromMask) {
    long count = 0;
    for (int w = 0; w < words; w++) {
      count += Long.bitCount(column[from + w] & mask[fromMask + w]);
    }
    return count;
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
    for (int c = 0; c < classes; c++) {
      counts[at + c] += count(left, from, words, mask, c * maskStride);
      counts[at + classes + c] += count(right, from, words, mask, c * maskStride);
    }
  }

  @Override
  public void masks(int[] label, int rows, int classes, int words, long[] mask) {
    Arrays.fill(mask, 0, classes * words, 0);
    for (int row = 0; row < rows; row++) {
      mask[label[row] * words + (row >>> 6)] |= 1L << row;
    }
  }

  @Override
  public boolean addWhole(double[] row, int d, double[] sums, int at) {
    boolean whole = true;
    for (int j = 0; j < d; j++) {
      sums[at + j] += row[j];
      whole &= CountKernels.isWhole(row[j]);
    }
    return whole;
  }

  @Override
  public boolean areCounts(double[] values, int from, int count) {
    boolean counts = true;
    for (int i = from; i < from + count; i++) {
      counts &= CountKernels.isCount(values[i]);
    }
    return counts;
  }
}
