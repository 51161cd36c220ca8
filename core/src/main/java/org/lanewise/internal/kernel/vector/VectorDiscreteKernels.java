package org.lanewise.internal.kernel.vector;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ScoreKernels;

/// [DiscreteKernels] in vectors: lanes are classes for a row alone, rows in a tile. The chains of a
/// quarter, and sparse rows, are in [AffineVectors].
///
/// Packed rows take two vectors of classes at once even where the second is of padding alone: the
/// walk over the bits takes most of the time, and one vector made it no shorter.
///
/// Sums of quarters are added to 0 in memory, and vectors neither chosen under a condition nor
/// given to a helper: C2 may keep such ones on the heap. No chain is −0, as none begins with −0.
final class VectorDiscreteKernels implements DiscreteKernels {

  private static final VectorSpecies<Double> DOUBLES = VectorWidth.DOUBLES;
  private static final int LANES = DOUBLES.length();

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
    int quarter = ScoreKernels.quarter(d);
    int c = 0;
    for (; c + 2 * LANES <= classStride; c += 2 * LANES) {
      DoubleVector sum0 = DoubleVector.zero(DOUBLES);
      DoubleVector sum1 = sum0;
      DoubleVector chain0 = DoubleVector.fromArray(DOUBLES, intercept, c);
      DoubleVector chain1 = DoubleVector.fromArray(DOUBLES, intercept, c + LANES);
      for (int q = 0; q < 4; q++) {
        int start = Math.min(d, q * quarter);
        int end = Math.min(d, start + quarter);
        for (int w = start >>> 6; w << 6 < end; w++) {
          long bits = row[from + w] & DiscreteKernels.within(w << 6, start, end);
          while (bits != 0) {
            int j = (w << 6) + Long.numberOfTrailingZeros(bits);
            bits &= bits - 1;
            chain0 = DoubleVector.fromArray(DOUBLES, weight, j * classStride + c).add(chain0);
            chain1 =
                DoubleVector.fromArray(DOUBLES, weight, j * classStride + c + LANES).add(chain1);
          }
        }
        sum0 = chain0.add(sum0);
        sum1 = chain1.add(sum1);
        chain0 = DoubleVector.zero(DOUBLES);
        chain1 = chain0;
      }
      sum0.intoArray(out, at + c);
      sum1.intoArray(out, at + c + LANES);
    }
    for (; c < k; c += LANES) {
      DoubleVector sum = DoubleVector.zero(DOUBLES);
      DoubleVector chain = DoubleVector.fromArray(DOUBLES, intercept, c);
      for (int q = 0; q < 4; q++) {
        int start = Math.min(d, q * quarter);
        int end = Math.min(d, start + quarter);
        for (int w = start >>> 6; w << 6 < end; w++) {
          long bits = row[from + w] & DiscreteKernels.within(w << 6, start, end);
          while (bits != 0) {
            int j = (w << 6) + Long.numberOfTrailingZeros(bits);
            bits &= bits - 1;
            chain = DoubleVector.fromArray(DOUBLES, weight, j * classStride + c).add(chain);
          }
        }
        sum = chain.add(sum);
        chain = DoubleVector.zero(DOUBLES);
      }
      sum.intoArray(out, at + c);
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
    int quarter = ScoreKernels.quarter(d);
    AffineVectors.scoreSparse(indices, values, from, to, quarter, weight, intercept, k, out, at);
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
    Arrays.fill(out, 0, rows * classStride, 0);
    // The weights of a quarter are read again for every row: they may fit the first cache.
    int quarter = ScoreKernels.quarter(d);
    for (int q = 0; q < 4; q++) {
      int start = Math.min(d, q * quarter);
      int end = Math.min(d, start + quarter);
      int c = 0;
      for (; c + 2 * LANES <= classStride; c += 2 * LANES) {
        for (int i = 0; i < rows; i++) {
          int at = i * classStride + c;
          AffineVectors.quarterOfRow(
              row, i * rowWords, start, end, weight, intercept, classStride, c, q == 0, out, at);
        }
      }
      for (; c < k; c += LANES) {
        for (int i = 0; i < rows; i++) {
          int at = i * classStride + c;
          AffineVectors.halfQuarterOfRow(
              row, i * rowWords, start, end, weight, intercept, classStride, c, q == 0, out, at);
        }
      }
    }
  }

  /// At two lanes, masks are emulated.
  @Override
  public boolean tilesAreFast() {
    return LANES >= 4;
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
    Arrays.fill(out, 0, k * TILE, 0);
    int classStride = ScoreKernels.classStride(k);
    int quarter = ScoreKernels.quarter(d);
    int c = 0;
    for (; c + 2 <= k; c += 2) {
      for (int r = 0; r < TILE; r += 4 * LANES) {
        for (int q = 0; q < 4; q++) {
          int start = Math.min(d, q * quarter);
          int end = Math.min(d, start + quarter);
          AffineVectors.quarterOfTwo(
              block, stride, word, start, end, weight, intercept, classStride, c, r, q == 0, out);
        }
      }
    }
    if (c < k) {
      for (int r = 0; r < TILE; r += 4 * LANES) {
        for (int q = 0; q < 4; q++) {
          int start = Math.min(d, q * quarter);
          int end = Math.min(d, start + quarter);
          AffineVectors.quarterOfOne(
              block, stride, word, start, end, weight, intercept, classStride, c, r, q == 0, out);
        }
      }
    }
  }

  @Override
  public void scorePlaces(
      int[] place, int d, double[] weight, double[] intercept, int k, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    int classStride = ScoreKernels.classStride(k);
    int common = Math.max(0, d - 3 * quarter);
    for (int c = 0; c < k; c += LANES) {
      DoubleVector q0 = DoubleVector.fromArray(DOUBLES, intercept, c);
      DoubleVector q1 = DoubleVector.zero(DOUBLES);
      DoubleVector q2 = DoubleVector.zero(DOUBLES);
      DoubleVector q3 = DoubleVector.zero(DOUBLES);
      for (int j = 0; j < common; j++) {
        int w0 = place[j] * classStride + c;
        int w1 = place[j + quarter] * classStride + c;
        int w2 = place[j + 2 * quarter] * classStride + c;
        int w3 = place[j + 3 * quarter] * classStride + c;
        q0 = DoubleVector.fromArray(DOUBLES, weight, w0).add(q0);
        q1 = DoubleVector.fromArray(DOUBLES, weight, w1).add(q1);
        q2 = DoubleVector.fromArray(DOUBLES, weight, w2).add(q2);
        q3 = DoubleVector.fromArray(DOUBLES, weight, w3).add(q3);
      }
      for (int j = common; j < Math.min(d, quarter); j++) {
        q0 = DoubleVector.fromArray(DOUBLES, weight, place[j] * classStride + c).add(q0);
      }
      for (int j = quarter + common; j < Math.min(d, 2 * quarter); j++) {
        q1 = DoubleVector.fromArray(DOUBLES, weight, place[j] * classStride + c).add(q1);
      }
      for (int j = 2 * quarter + common; j < Math.min(d, 3 * quarter); j++) {
        q2 = DoubleVector.fromArray(DOUBLES, weight, place[j] * classStride + c).add(q2);
      }
      q0.add(q1).add(q2).add(q3).intoArray(out, c);
    }
  }

  @Override
  public void scoreTileOfPlaces(
      int[] place, int rows, int d, double[] weight, double[] intercept, int k, double[] out) {
    int classStride = ScoreKernels.classStride(k);
    int end = (rows + 3) & -4;
    Arrays.fill(out, 0, end * classStride, 0);
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < k; c += LANES) {
      for (int from = 0; from < d; from += quarter) {
        int to = Math.min(d, from + quarter);
        for (int r = 0; r < end; r += 4) {
          AffineVectors.placesOfFour(place, r, from, to, weight, intercept, classStride, c, out);
        }
      }
    }
  }
}
