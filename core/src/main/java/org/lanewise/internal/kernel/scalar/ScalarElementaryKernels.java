package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.kernel.ElementaryKernels;

/// The specification of [ElementaryKernels].

public final class ScalarElementaryKernels implements ElementaryKernels {

  @Override
  public void exp(double[] x, int from, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i++) {
      out[outFrom + i] = Elementary.exp(x[from + i]);
    }
  }

  @Override
  public void log(double[] x, int from, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i++) {
      out[outFrom + i] = Elementary.log(x[from + i]);
    }
  }

  @Override
  public void log1p(double[] x, int from, int count, double[] out, int outFrom) {
    for (int i = 0; i < count; i++) {
      out[outFrom + i] = Elementary.log1p(x[from + i]);
    }
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
    for (int r = 0; r < rows; r++) {
      int best = 0;
      for (int c = 1; c < k; c++) {
        if (values[from + c * stride + r] > values[from + best * stride + r]) {
          best = c;
        }
      }
      double largest = values[from + best * stride + r];
      double sum = 0;
      for (int c = 0; c < k; c++) {
        if (c != best) {
          sum += Elementary.exp(values[from + c * stride + r] - largest);
        }
      }
      max[r] = largest;
      rest[r] = sum;
    }
  }
}
