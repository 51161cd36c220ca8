package org.lanewise.internal.kernel.scalar;

import java.util.Arrays;
import org.lanewise.internal.kernel.ScoreKernels;

/// The specification of the float kernels of [ScoreKernels].
final class ScalarFloats {

  private static final int FLOATS = ScoreKernels.FLOATS;

  /// Classes that are computed side by side.
  private static final int OUTPUTS = 4;

  private ScalarFloats() {}

  static void affine(
      float[] x,
      int length,
      int rows,
      int d,
      float[] weight,
      float[] intercept,
      int k,
      float[] out) {
    int stride = ScoreKernels.floatStride(k);
    for (int r = 0; r < rows; r++) {
      System.arraycopy(intercept, 0, out, r * stride, stride);
    }
    for (int c = 0; c < stride; c += FLOATS) {
      for (int first = 0; first < d; first += ScoreKernels.CHUNK) {
        int end = Math.min(first + ScoreKernels.CHUNK, d);
        for (int r = 0; r < rows; r++) {
          for (int l = c; l < c + FLOATS; l += OUTPUTS) {
            chunk(x, r * length, first, end, weight, c * d + l - c, out, r * stride + l);
          }
        }
      }
    }
  }

  /// Adds the chains of some features to four scores.
  private static void chunk(
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

  static void centre(
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
      sum[r] = ScoreKernels.folded(scratch, 0);
    }
  }

  static void leaders(
      float[] score,
      int rows,
      int k,
      float constant,
      float factor,
      float[] sum,
      float[] threshold,
      int[] label,
      int labelOffset) {
    int stride = ScoreKernels.floatStride(k);
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

  static void fillStrips(
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

  static void affineStrips(
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
      int weights = ScoreKernels.floatIndex(c, first, d);
      for (int r = 0; r < rows; r++) {
        float q = 0;
        for (int j = 0; j < count; j++) {
          q = Math.fma(strips[inStrips(r, j)], weight[weights + FLOATS * j], q);
        }
        out[c * stride + r] = (first == 0 ? intercept[c] : out[c * stride + r]) + q;
      }
    }
  }

  static void diagonalStrips(
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
      int weights = ScoreKernels.floatIndex(c, first, d);
      for (int r = 0; r < rows; r++) {
        float q = 0;
        for (int j = 0; j < count; j++) {
          int parameter = weights + FLOATS * j;
          float z = Math.fma(strips[inStrips(r, j)], inverse[parameter], start[parameter]);
          q = Math.fma(z, z, q);
        }
        out[c * stride + r] = (first == 0 ? constant[c] : out[c * stride + r]) - q;
      }
    }
  }

  static void triangularStrips(
      float[] strips,
      int rows,
      int d,
      float[] factor,
      float[] start,
      float constant,
      float[] out,
      int outOffset) {
    for (int r = 0; r < rows; r++) {
      float score = constant;
      for (int block = 0; block < d; block += ScoreKernels.CHUNK) {
        float q = 0;
        int end = Math.min(block + ScoreKernels.CHUNK, d + 3 & -4);
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
    for (int first = 0; first < end; first += ScoreKernels.CHUNK) {
      float q = 0;
      for (int j = first; j < Math.min(first + ScoreKernels.CHUNK, end); j++) {
        float value = strips[first * rows + inStrips(row, j - first)];
        q = Math.fma(value, factor[ScoreKernels.floatTriangleIndex(i, j)], q);
      }
      z += q;
    }
    return z;
  }

  private static int inStrips(int row, int feature) {
    int place = row % ScoreKernels.STRIP;
    return (row - place) * ScoreKernels.CHUNK + feature * ScoreKernels.STRIP + place;
  }

  static void leadersInStrips(
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
