package org.lanewise.internal.kernel.scalar;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ScoreKernels;

/// The specification of [DiscreteKernels].
public final class ScalarDiscreteKernels implements DiscreteKernels {

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
    for (int c = 0; c < classStride; c += 4) {
      scoreFour(row, from, d, weight, intercept, classStride, c, out, at + c);
    }
  }

  /// Scores four classes, one chain each, in a walk over the set bits.
  private static void scoreFour(
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
        }
      }
      out[at] = q == 0 ? chain0 : out[at] + chain0;
      out[at + 1] = q == 0 ? chain1 : out[at + 1] + chain1;
      out[at + 2] = q == 0 ? chain2 : out[at + 2] + chain2;
      out[at + 3] = q == 0 ? chain3 : out[at + 3] + chain3;
      chain0 = 0;
      chain1 = 0;
      chain2 = 0;
      chain3 = 0;
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
      int classStride,
      double[] out) {
    for (int i = 0; i < rows; i++) {
      scoreRow(row, i * rowWords, d, weight, intercept, classStride, out, i * classStride);
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
      int[] place, int d, double[] weight, double[] intercept, int classStride, double[] out) {
    scorePlaces(place, 1, 0, d, weight, intercept, classStride, out);
  }

  @Override
  public void scoreTileOfPlaces(
      int[] place,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      double[] out) {
    for (int r = 0; r < rows; r++) {
      scorePlaces(place, TILE, r, d, weight, intercept, classStride, out);
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
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < classStride; c++) {
      double sum = 0;
      for (int q = 0; q < 4; q++) {
        double chain = q == 0 ? intercept[c] : 0;
        for (int j = q * quarter; j < Math.min(d, (q + 1) * quarter); j++) {
          chain += weight[place[j * placeStride + r] * classStride + c];
        }
        sum = q == 0 ? chain : sum + chain;
      }
      out[r * classStride + c] = sum;
    }
  }
}
