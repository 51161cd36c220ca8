package org.lanewise.internal.kernel.scalar;

import java.util.Arrays;
import org.lanewise.internal.kernel.FloatKernels;

/// The specification of [FloatKernels].
public class ScalarFloatKernels implements FloatKernels {

  /// Classes that are computed side by side.
  private static final int OUTPUTS = 4;

  @Override
  public boolean floatsAreFast() {
    return false;
  }

  @Override
  public void affineFloats(
      float[] x,
      int length,
      int rows,
      int d,
      float[] weight,
      float[] intercept,
      int k,
      float[] out) {
    int stride = FloatKernels.floatStride(k);
    for (int r = 0; r < rows; r++) {
      System.arraycopy(intercept, 0, out, r * stride, stride);
    }
    for (int c = 0; c < stride; c += FLOATS) {
      for (int first = 0; first < d; first += FloatKernels.CHAIN) {
        int end = Math.min(first + FloatKernels.CHAIN, d);
        for (int r = 0; r < rows; r++) {
          for (int l = c; l < c + FLOATS; l += OUTPUTS) {
            chain(x, r * length, first, end, weight, c * d + l - c, out, r * stride + l);
          }
        }
      }
    }
  }

  /// Adds the chains of some features to four scores.
  private static void chain(
      float[] x, int row, int first, int end, float[] weight, int weights, float[] out, int to) {
    float q0 = 0;
    float q1 = 0;
    float q2 = 0;
    float q3 = 0;
    for (int j = first; j < end; j++) {
      float value = x[row + j];
      int at = weights + j * FLOATS;
      q0 = Math.fma(value, weight[at], q0);
      q1 = Math.fma(value, weight[at + 1], q1);
      q2 = Math.fma(value, weight[at + 2], q2);
      q3 = Math.fma(value, weight[at + 3], q3);
    }
    out[to] += q0;
    out[to + 1] += q1;
    out[to + 2] += q2;
    out[to + 3] += q3;
  }

  @Override
  public void centreFloats(
      float[] x,
      int length,
      int rows,
      int width,
      float[] origin,
      float[] bound,
      float[] sum,
      float[] scratch) {
    for (int r = 0; r < rows; r++) {
      Arrays.fill(scratch, 0, FLOATS, 0);
      for (int j = 0; j < width; j += FLOATS) {
        for (int l = 0; l < FLOATS; l++) {
          float value = x[r * length + j + l] - origin[j + l];
          x[r * length + j + l] = value;
          scratch[l] = Math.fma(Math.abs(value), bound[j + l], scratch[l]);
        }
      }
      sum[r] = FloatKernels.folded(scratch, 0);
    }
  }

  @Override
  public void leadersInFloats(
      float[] score,
      int rows,
      int k,
      float constant,
      float factor,
      float[] sum,
      float[] threshold,
      int[] label,
      int labelOffset) {
    int stride = FloatKernels.floatStride(k);
    for (int r = 0; r < rows; r++) {
      float most = Float.NEGATIVE_INFINITY;
      for (int c = 0; c < stride; c++) {
        most = Math.max(most, score[r * stride + c]);
      }
      float least = Math.nextDown(most - factor * (sum[r] + constant));
      int leader = 0;
      int leaders = 0;
      for (int c = 0; c < stride; c++) {
        if (score[r * stride + c] >= least) {
          leader = c;
          leaders++;
        }
      }
      label[labelOffset + r] = leaders == 1 ? leader : -1;
      threshold[r] = least;
    }
  }
}
