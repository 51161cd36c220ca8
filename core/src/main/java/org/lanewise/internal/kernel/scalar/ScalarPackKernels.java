package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.PackKernels;

/// The specification of [PackKernels].

public class ScalarPackKernels implements PackKernels {

  @Override
  public boolean bytes(byte[] values, int from, int count, long[] out, int at) {
    int all = 0;
    for (int first = 0; first < count; first += Long.SIZE) {
      long word = 0;
      for (int i = first; i < Math.min(count, first + Long.SIZE); i++) {
        all |= values[from + i];
        word |= (values[from + i] & 1L) << i;
      }
      out[at + (first >>> 6)] = word;
    }
    return (all & ~1) == 0;
  }

  @Override
  public void booleans(boolean[] values, int from, int count, long[] out, int at) {
    for (int first = 0; first < count; first += Long.SIZE) {
      long word = 0;
      for (int i = first; i < Math.min(count, first + Long.SIZE); i++) {
        word |= (values[from + i] ? 1L : 0L) << i;
      }
      out[at + (first >>> 6)] = word;
    }
  }

  @Override
  public boolean binary(double[] values, int from, int count, long[] out, int at) {
    boolean all = true;
    for (int first = 0; first < count; first += Long.SIZE) {
      long word = 0;
      for (int i = first; i < Math.min(count, first + Long.SIZE); i++) {
        double value = values[from + i];
        all &= value == 0 || value == 1;
        word |= (value == 1 ? 1L : 0L) << i;
      }
      out[at + (first >>> 6)] = word;
    }
    return all;
  }

  @Override
  public boolean above(double threshold, double[] values, int from, int count, long[] out, int at) {
    boolean all = true;
    for (int first = 0; first < count; first += Long.SIZE) {
      long word = 0;
      for (int i = first; i < Math.min(count, first + Long.SIZE); i++) {
        double value = values[from + i];
        all &= Double.isFinite(value);
        word |= (value > threshold ? 1L : 0L) << i;
      }
      out[at + (first >>> 6)] = word;
    }
    return all;
  }

  @Override
  public void transpose(long[] words) {
    for (int size = Long.SIZE / 2; size > 0; size /= 2) {
      long mask = PackKernels.lowerHalves(size);
      for (int block = 0; block < Long.SIZE; block += 2 * size) {
        for (int i = block; i < block + size; i++) {
          long low = words[i];
          long high = words[i + size];
          long swap = ((low >>> size) ^ high) & mask;
          words[i] = low ^ (swap << size);
          words[i + size] = high ^ swap;
        }
      }
    }
  }
}
