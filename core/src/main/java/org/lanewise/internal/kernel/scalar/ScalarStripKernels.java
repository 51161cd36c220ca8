package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.FloatKernels;
import org.lanewise.internal.kernel.StripKernels;

/// The specification of [StripKernels].
public class ScalarStripKernels implements StripKernels {

  @Override
  public boolean floatsAreFast() {
    return false;
  }

  @Override
  public int mostClasses(int d) {
    return 0;
  }

  @Override
  public void fillStrips(
      double[] x0,
      double[] x1,
      double[] x2,
      double[] x3,
      int offset,
      int rows,
      double[] origin,
      float[] bound,
      int first,
      float[] strips,
      int at,
      float[] sum) {
    fill(x0, x1, offset, rows, origin, bound, first, strips, at, sum);
    fill(x2, x3, offset, rows, origin, bound, first + 2, strips, at + 2, sum);
  }

  private static void fill(
      double[] x0,
      double[] x1,
      int offset,
      int rows,
      double[] origin,
      float[] bound,
      int first,
      float[] strips,
      int at,
      float[] sum) {
    for (int r = 0; r < rows; r++) {
      float y0 = (float) (x0[offset + r] - origin[first]);
      float y1 = (float) (x1[offset + r] - origin[first + 1]);
      strips[inStrips(r, at)] = y0;
      strips[inStrips(r, at + 1)] = y1;
      sum[r] += Math.fma(Math.abs(y1), bound[first + 1], Math.abs(y0) * bound[first]);
    }
  }

  @Override
  public void fillStripsByRow(
      float[] x,
      int offset,
      int d,
      int rows,
      float[] origin,
      float[] bound,
      int first,
      int count,
      float[] strips,
      int at,
      float[] sum) {
    for (int r = 0; r < rows; r++) {
      int row = offset + r * d;
      float rest = 0;
      for (int j = 0; j < count; j++) {
        int feature = first + j;
        float y = x[row + feature] - origin[feature];
        strips[inStrips(r, at + j)] = y;
        if (j % 2 == 0) {
          rest = Math.abs(y) * bound[feature];
        } else {
          sum[r] += Math.fma(Math.abs(y), bound[feature], rest);
        }
      }
      sum[r] += count % 2 == 0 ? 0 : rest;
    }
  }

  @Override
  public void affineStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] weight,
      float[] intercept,
      int k,
      float[] out,
      int stride) {
    for (int c = 0; c < k; c++) {
      int weights = c * FloatKernels.floatLength(d) + first;
      for (int r = 0; r < rows; r++) {
        float q = 0;
        for (int j = 0; j < count; j++) {
          q = Math.fma(strips[inStrips(r, j)], weight[weights + j], q);
        }
        out[c * stride + r] = (first == 0 ? intercept[c] : out[c * stride + r]) + q;
      }
    }
  }

  @Override
  public void diagonalStrips(
      float[] strips,
      int rows,
      int d,
      int first,
      int count,
      float[] inverse,
      float[] start,
      float[] constant,
      int k,
      float[] out,
      int stride) {
    for (int c = 0; c < k; c++) {
      int weights = c * FloatKernels.floatLength(d) + first;
      for (int r = 0; r < rows; r++) {
        float q = 0;
        for (int j = 0; j < count; j++) {
          int parameter = weights + j;
          float z = Math.fma(strips[inStrips(r, j)], inverse[parameter], start[parameter]);
          q = Math.fma(z, z, q);
        }
        out[c * stride + r] = (first == 0 ? constant[c] : out[c * stride + r]) - q;
      }
    }
  }

  @Override
  public void triangularStrips(
      float[] strips,
      int rows,
      int d,
      float[] factor,
      float[] start,
      float constant,
      float[] images,
      float[] out,
      int outOffset) {
    for (int r = 0; r < rows; r++) {
      float score = constant;
      for (int block = 0; block < d; block += FloatKernels.CHAIN) {
        float q = 0;
        int end = Math.min(block + FloatKernels.CHAIN, d + 3 & -4);
        for (int i = block; i < end; i++) {
          float z = image(strips, rows, r, i, d, factor, start[i]);
          q = Math.fma(z, z, q);
        }
        score -= q;
      }
      out[outOffset + r] = score;
    }
  }

  private static float image(
      float[] strips, int rows, int row, int i, int d, float[] factor, float start) {
    int end = Math.min(i / 4 * 4 + 4, d);
    float z = start;
    for (int first = 0; first < end; first += FloatKernels.CHAIN) {
      float q = 0;
      for (int j = first; j < Math.min(first + FloatKernels.CHAIN, end); j++) {
        float value = strips[first * rows + inStrips(row, j - first)];
        q = Math.fma(value, factor[StripKernels.floatTriangleIndex(i, j)], q);
      }
      z += q;
    }
    return z;
  }

  private static int inStrips(int row, int feature) {
    int place = row % StripKernels.STRIP;
    return (row - place) * FloatKernels.CHAIN + feature * StripKernels.STRIP + place;
  }

  @Override
  public void leadersInStrips(
      float[] score, int stride, int rows, int k, float[] most, float[] second, float[] leader) {
    for (int r = 0; r < rows; r++) {
      most[r] = score[r];
      second[r] = Float.NEGATIVE_INFINITY;
      leader[r] = 0;
      for (int c = 1; c < k; c++) {
        float next = score[c * stride + r];
        if (next > most[r]) {
          leader[r] = c;
        }
        second[r] = Math.max(second[r], Math.min(next, most[r]));
        most[r] = Math.max(most[r], next);
      }
    }
  }
}
