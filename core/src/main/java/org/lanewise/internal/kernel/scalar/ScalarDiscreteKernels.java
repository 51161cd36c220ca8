package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ScoreKernels;

/// The specification of [DiscreteKernels].
public class ScalarDiscreteKernels implements DiscreteKernels {

  /// Classes in a walk over what a row has, one chain each, so that none waits for the one before;
  /// `classStride` is a multiple of it. The walks are also too long to be compiled into their
  /// callers (325 bytecodes): within a batch's loop that of sparse rows took 1.35 times as long.
  private static final int TOGETHER = 8;

  @Override
  public void scoreRow(
      long[] row,
      int from,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out,
      int at) {
    int classStride = ScoreKernels.classStride(k);
    for (int c = 0; c < k; c += TOGETHER) {
      scoreRow(row, from, d, weight, intercept, classStride, c, out, at + c);
    }
  }

  private static void scoreRow(
      long[] row,
      int from,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out,
      int at) {
    int quarter = ScoreKernels.quarter(d);
    double chain0 = intercept[c];
    double chain1 = intercept[c + 1];
    double chain2 = intercept[c + 2];
    double chain3 = intercept[c + 3];
    double chain4 = intercept[c + 4];
    double chain5 = intercept[c + 5];
    double chain6 = intercept[c + 6];
    double chain7 = intercept[c + 7];
    for (int q = 0; q < 4; q++) {
      int start = Math.min(d, q * quarter);
      int end = Math.min(d, start + quarter);
      for (int w = start >>> 6; w << 6 < end; w++) {
        long bits = row[from + w] & DiscreteKernels.within(w << 6, start, end);
        for (; bits != 0; bits &= bits - 1) {
          int j = ((w << 6) + Long.numberOfTrailingZeros(bits)) * classStride + c;
          chain0 += weight[j];
          chain1 += weight[j + 1];
          chain2 += weight[j + 2];
          chain3 += weight[j + 3];
          chain4 += weight[j + 4];
          chain5 += weight[j + 5];
          chain6 += weight[j + 6];
          chain7 += weight[j + 7];
        }
      }
      out[at] = q == 0 ? chain0 : out[at] + chain0;
      out[at + 1] = q == 0 ? chain1 : out[at + 1] + chain1;
      out[at + 2] = q == 0 ? chain2 : out[at + 2] + chain2;
      out[at + 3] = q == 0 ? chain3 : out[at + 3] + chain3;
      out[at + 4] = q == 0 ? chain4 : out[at + 4] + chain4;
      out[at + 5] = q == 0 ? chain5 : out[at + 5] + chain5;
      out[at + 6] = q == 0 ? chain6 : out[at + 6] + chain6;
      out[at + 7] = q == 0 ? chain7 : out[at + 7] + chain7;
      chain0 = 0;
      chain1 = 0;
      chain2 = 0;
      chain3 = 0;
      chain4 = 0;
      chain5 = 0;
      chain6 = 0;
      chain7 = 0;
    }
  }

  @Override
  public void scoreRows(
      long[] row,
      int rowWords,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out) {
    int classStride = ScoreKernels.classStride(k);
    for (int i = 0; i < rows; i++) {
      scoreRow(row, i * rowWords, d, weight, intercept, k, out, i * classStride);
    }
  }

  @Override
  public void scoreSparse(
      int[] indices,
      double[] values,
      int from,
      int to,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out,
      int at) {
    int classStride = ScoreKernels.classStride(k);
    for (int c = 0; c < k; c += TOGETHER) {
      scoreSparse(indices, values, from, to, d, weight, intercept, classStride, c, out, at + c);
    }
  }

  private static void scoreSparse(
      int[] indices,
      double[] values,
      int from,
      int to,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out,
      int at) {
    int quarter = ScoreKernels.quarter(d);
    int entry = from;
    double chain0 = intercept[c];
    double chain1 = intercept[c + 1];
    double chain2 = intercept[c + 2];
    double chain3 = intercept[c + 3];
    double chain4 = intercept[c + 4];
    double chain5 = intercept[c + 5];
    double chain6 = intercept[c + 6];
    double chain7 = intercept[c + 7];
    for (int q = 0; q < 4; q++) {
      for (; entry < to && indices[entry] < (q + 1L) * quarter; entry++) {
        double value = values == null ? 1 : values[entry];
        int j = indices[entry] * classStride + c;
        chain0 = Math.fma(value, weight[j], chain0);
        chain1 = Math.fma(value, weight[j + 1], chain1);
        chain2 = Math.fma(value, weight[j + 2], chain2);
        chain3 = Math.fma(value, weight[j + 3], chain3);
        chain4 = Math.fma(value, weight[j + 4], chain4);
        chain5 = Math.fma(value, weight[j + 5], chain5);
        chain6 = Math.fma(value, weight[j + 6], chain6);
        chain7 = Math.fma(value, weight[j + 7], chain7);
      }
      out[at] = q == 0 ? chain0 : out[at] + chain0;
      out[at + 1] = q == 0 ? chain1 : out[at + 1] + chain1;
      out[at + 2] = q == 0 ? chain2 : out[at + 2] + chain2;
      out[at + 3] = q == 0 ? chain3 : out[at + 3] + chain3;
      out[at + 4] = q == 0 ? chain4 : out[at + 4] + chain4;
      out[at + 5] = q == 0 ? chain5 : out[at + 5] + chain5;
      out[at + 6] = q == 0 ? chain6 : out[at + 6] + chain6;
      out[at + 7] = q == 0 ? chain7 : out[at + 7] + chain7;
      chain0 = 0;
      chain1 = 0;
      chain2 = 0;
      chain3 = 0;
      chain4 = 0;
      chain5 = 0;
      chain6 = 0;
      chain7 = 0;
    }
  }

  @Override
  public boolean tilesAreFast() {
    return false;
  }

  @Override
  public void scoreTile(
      long[] block,
      int stride,
      int word,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out) {
    int classStride = ScoreKernels.classStride(k);
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < TILE; r++) {
        double sum = 0;
        for (int q = 0; q < 4; q++) {
          double chain = q == 0 ? intercept[c] : 0;
          for (int j = q * quarter; j < Math.min(d, (q + 1) * quarter); j++) {
            if ((block[j * stride + word] >>> r & 1) != 0) {
              chain += weight[j * classStride + c];
            }
          }
          sum = q == 0 ? chain : sum + chain;
        }
        out[c * TILE + r] = sum;
      }
    }
  }

  @Override
  public void scorePlaces(
      int[] place, int d, double[] weight, double[] intercept, int k, double[] out) {
    scorePlaces(place, 1, 0, d, weight, intercept, k, out);
  }

  @Override
  public void scoreTileOfPlaces(
      int[] place, int rows, int d, double[] weight, double[] intercept, int k, double[] out) {
    for (int r = 0; r < rows; r++) {
      scorePlaces(place, TILE, r, d, weight, intercept, k, out);
    }
  }

  private static void scorePlaces(
      int[] place,
      int placeStride,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int k,
      double[] out) {
    int classStride = ScoreKernels.classStride(k);
    for (int c = 0; c < k; c += TOGETHER) {
      int at = r * classStride + c;
      scorePlaces(place, placeStride, r, d, weight, intercept, classStride, c, out, at);
    }
  }

  private static void scorePlaces(
      int[] place,
      int placeStride,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out,
      int at) {
    int quarter = ScoreKernels.quarter(d);
    double chain0 = intercept[c];
    double chain1 = intercept[c + 1];
    double chain2 = intercept[c + 2];
    double chain3 = intercept[c + 3];
    double chain4 = intercept[c + 4];
    double chain5 = intercept[c + 5];
    double chain6 = intercept[c + 6];
    double chain7 = intercept[c + 7];
    for (int q = 0; q < 4; q++) {
      int start = Math.min(d, q * quarter);
      int end = Math.min(d, start + quarter);
      for (int feature = start; feature < end; feature++) {
        int j = place[feature * placeStride + r] * classStride + c;
        chain0 += weight[j];
        chain1 += weight[j + 1];
        chain2 += weight[j + 2];
        chain3 += weight[j + 3];
        chain4 += weight[j + 4];
        chain5 += weight[j + 5];
        chain6 += weight[j + 6];
        chain7 += weight[j + 7];
      }
      out[at] = q == 0 ? chain0 : out[at] + chain0;
      out[at + 1] = q == 0 ? chain1 : out[at + 1] + chain1;
      out[at + 2] = q == 0 ? chain2 : out[at + 2] + chain2;
      out[at + 3] = q == 0 ? chain3 : out[at + 3] + chain3;
      out[at + 4] = q == 0 ? chain4 : out[at + 4] + chain4;
      out[at + 5] = q == 0 ? chain5 : out[at + 5] + chain5;
      out[at + 6] = q == 0 ? chain6 : out[at + 6] + chain6;
      out[at + 7] = q == 0 ? chain7 : out[at + 7] + chain7;
      chain0 = 0;
      chain1 = 0;
      chain2 = 0;
      chain3 = 0;
      chain4 = 0;
      chain5 = 0;
      chain6 = 0;
      chain7 = 0;
    }
  }
}
