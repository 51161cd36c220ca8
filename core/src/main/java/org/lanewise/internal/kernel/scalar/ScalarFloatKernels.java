package org.lanewise.internal.kernel.scalar;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;

/// The specification of [FloatKernels].
public class ScalarFloatKernels implements FloatKernels {

  @Override
  public boolean floatsAreFast() {
    return false;
  }

  @Override
  public void affineFloats(
      float[] x,
      int at,
      int rows,
      int d,
      float[] weight,
      float[] bound,
      float[] intercept,
      int k,
      float[] out,
      int stride,
      float[] sum,
      float[] scratch) {
    int length = FloatKernels.floatLength(d);
    for (int r = 0; r < rows; r++) {
      int row = at + r * d;
      sum[r] = sum(x, row, d, bound, 0, true, scratch);
      for (int c = 0; c < k; c++) {
        out[c * stride + r] = intercept[c] + sum(x, row, d, weight, c * length, false, scratch);
      }
    }
  }

  @Override
  public void triangularFloats(float[] x, int d, float[] factor, float[] z, float[] scratch) {
    for (int j = 0; j < (d + FLOATS - 1 & -FLOATS); j++) {
      Arrays.fill(scratch, 0, 4, 0);
      for (int i = 0; i < (j & -FLOATS) + FLOATS; i++) {
        float entry = factor[FloatKernels.triangleIndex(i, j)];
        scratch[i % 4] = Math.fma(x[i], entry, scratch[i % 4]);
      }
      z[j] = (scratch[0] + scratch[1]) + (scratch[2] + scratch[3]);
    }
  }

  private static float sum(
      float[] x, int row, int d, float[] by, int first, boolean absolute, float[] chains) {
    Arrays.fill(chains, 0, FLOATS, 0);
    int whole = d & -FLOATS;
    for (int j = 0; j < whole; j += FLOATS) {
      add(x, row + j, by, first + j, absolute, chains);
    }
    if (whole < d) {
      add(x, row + d - FLOATS, by, first + d, absolute, chains);
    }
    return FloatKernels.folded(chains, 0);
  }

  private static void add(
      float[] x, int from, float[] by, int first, boolean absolute, float[] chains) {
    for (int l = 0; l < FLOATS; l++) {
      float value = absolute ? Math.abs(x[from + l]) : x[from + l];
      chains[l] = Math.fma(value, by[first + l], chains[l]);
    }
  }
}
