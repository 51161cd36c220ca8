package org.lanewise.internal.kernel;

import java.util.Arrays;

/// The specification of [BitKernels].
public final class ScalarBitKernels implements BitKernels {

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
    for (int c = 0; c < classes; c++) {
      long count = 0;
      for (int w = 0; w < words; w++) {
        count += Long.bitCount(column[from + w] & mask[c * maskStride + w]);
      }
      counts[at + c] += count;
    }
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
    count(left, from, words, mask, maskStride, classes, counts, at);
    count(right, from, words, mask, maskStride, classes, counts, at + classes);
  }

  @Override
  public void masks(int[] label, int rows, int classes, int words, long[] mask) {
    Arrays.fill(mask, 0, classes * words, 0);
    for (int row = 0; row < rows; row++) {
      mask[label[row] * words + (row >>> 6)] |= 1L << row;
    }
  }

  @Override
  public void countRows(long[] row, int from, int rowWords, int rows, long[] counts, int offset) {
    for (int i = 0; i < rows; i++) {
      for (int w = 0; w < rowWords; w++) {
        int at = offset + Long.SIZE * w;
        for (long bits = row[from + i * rowWords + w]; bits != 0; bits &= bits - 1) {
          counts[at + Long.numberOfTrailingZeros(bits)]++;
        }
      }
    }
  }

  @Override
  public void scoreRow(
      long[] row,
      int from,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      double[] out,
      int at) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < classStride; c++) {
      double sum = 0;
      for (int q = 0; q < 4; q++) {
        double chain = q == 0 ? intercept[c] : 0;
        for (int j = q * quarter; j < Math.min(d, (q + 1) * quarter); j++) {
          if ((row[from + (j >>> 6)] >>> j & 1) != 0) {
            chain += weight[j * classStride + c];
          }
        }
        sum = q == 0 ? chain : sum + chain;
      }
      out[at + c] = sum;
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
      int classStride,
      double[] out,
      int at) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < classStride; c++) {
      double sum = 0;
      int entry = from;
      for (int q = 0; q < 4; q++) {
        double chain = q == 0 ? intercept[c] : 0;
        for (; entry < to && indices[entry] < (q + 1L) * quarter; entry++) {
          double value = values == null ? 1 : values[entry];
          chain = Math.fma(value, weight[indices[entry] * classStride + c], chain);
        }
        sum = q == 0 ? chain : sum + chain;
      }
      out[at + c] = sum;
    }
  }

  @Override
  public void scoreTile(
      long[] tile,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int k,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < TILE; r++) {
        double sum = 0;
        for (int q = 0; q < 4; q++) {
          double chain = q == 0 ? intercept[c] : 0;
          for (int j = q * quarter; j < Math.min(d, (q + 1) * quarter); j++) {
            if ((tile[j] >>> r & 1) != 0) {
              chain += weight[j * classStride + c];
            }
          }
          sum = q == 0 ? chain : sum + chain;
        }
        out[c * TILE + r] = sum;
      }
    }
  }
}
