package org.lanewise.internal.kernel.vector;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ScoreKernels;

/// [DiscreteKernels] in vectors: lanes are classes for a row alone, rows in a tile.
///
/// Sums of quarters are added to 0 in memory, and vectors neither chosen under a condition nor
/// given to a helper: C2 may keep such ones on the heap. No chain is −0, as none begins with −0.
final class VectorDiscreteKernels implements DiscreteKernels {

  private static final VectorSpecies<Double> DOUBLES = VectorWidth.DOUBLES;
  private static final int LANES = DOUBLES.length();
  private static final Class<? extends Vector<Double>> TYPE = DOUBLES.vectorType();
  private static final double[] ZEROS = new double[LANES];

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
    for (; c < classStride; c += LANES) {
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
      int classStride,
      double[] out,
      int at) {
    int quarter = ScoreKernels.quarter(d);
    if (values == null) {
      scoreSet(indices, from, to, quarter, weight, intercept, classStride, out, at);
    } else {
      scoreValues(indices, values, from, to, quarter, weight, intercept, classStride, out, at);
    }
  }

  private static void scoreSet(
      int[] indices,
      int from,
      int to,
      int quarter,
      double[] weight,
      double[] intercept,
      int classStride,
      double[] out,
      int at) {
    for (int c = 0; c < classStride; c += LANES) {
      DoubleVector q0 = DoubleVector.fromArray(DOUBLES, intercept, c);
      DoubleVector q1 = DoubleVector.zero(DOUBLES);
      DoubleVector q2 = DoubleVector.zero(DOUBLES);
      DoubleVector q3 = DoubleVector.zero(DOUBLES);
      int entry = from;
      for (; entry < to && indices[entry] < quarter; entry++) {
        int w = indices[entry] * classStride + c;
        q0 = DoubleVector.fromArray(DOUBLES, weight, w).add(q0);
      }
      for (; entry < to && indices[entry] < 2L * quarter; entry++) {
        int w = indices[entry] * classStride + c;
        q1 = DoubleVector.fromArray(DOUBLES, weight, w).add(q1);
      }
      for (; entry < to && indices[entry] < 3L * quarter; entry++) {
        int w = indices[entry] * classStride + c;
        q2 = DoubleVector.fromArray(DOUBLES, weight, w).add(q2);
      }
      for (; entry < to; entry++) {
        int w = indices[entry] * classStride + c;
        q3 = DoubleVector.fromArray(DOUBLES, weight, w).add(q3);
      }
      q0.add(q1).add(q2).add(q3).intoArray(out, at + c);
    }
  }

  private static void scoreValues(
      int[] indices,
      double[] values,
      int from,
      int to,
      int quarter,
      double[] weight,
      double[] intercept,
      int classStride,
      double[] out,
      int at) {
    for (int c = 0; c < classStride; c += LANES) {
      DoubleVector q0 = DoubleVector.fromArray(DOUBLES, intercept, c);
      DoubleVector q1 = DoubleVector.zero(DOUBLES);
      DoubleVector q2 = DoubleVector.zero(DOUBLES);
      DoubleVector q3 = DoubleVector.zero(DOUBLES);
      int entry = from;
      for (; entry < to && indices[entry] < quarter; entry++) {
        int w = indices[entry] * classStride + c;
        q0 =
            DoubleVector.broadcast(DOUBLES, values[entry])
                .fma(DoubleVector.fromArray(DOUBLES, weight, w), q0);
      }
      for (; entry < to && indices[entry] < 2L * quarter; entry++) {
        int w = indices[entry] * classStride + c;
        q1 =
            DoubleVector.broadcast(DOUBLES, values[entry])
                .fma(DoubleVector.fromArray(DOUBLES, weight, w), q1);
      }
      for (; entry < to && indices[entry] < 3L * quarter; entry++) {
        int w = indices[entry] * classStride + c;
        q2 =
            DoubleVector.broadcast(DOUBLES, values[entry])
                .fma(DoubleVector.fromArray(DOUBLES, weight, w), q2);
      }
      for (; entry < to; entry++) {
        int w = indices[entry] * classStride + c;
        q3 =
            DoubleVector.broadcast(DOUBLES, values[entry])
                .fma(DoubleVector.fromArray(DOUBLES, weight, w), q3);
      }
      q0.add(q1).add(q2).add(q3).intoArray(out, at + c);
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
          quarterOfRow(
              row, i * rowWords, start, end, weight, intercept, classStride, c, q == 0, out, at);
        }
      }
      for (; c < classStride; c += LANES) {
        for (int i = 0; i < rows; i++) {
          int at = i * classStride + c;
          halfQuarterOfRow(
              row, i * rowWords, start, end, weight, intercept, classStride, c, q == 0, out, at);
        }
      }
    }
  }

  private static void quarterOfRow(
      long[] row,
      int from,
      int start,
      int end,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      boolean first,
      double[] out,
      int at) {
    DoubleVector chain0 = DoubleVector.fromArray(DOUBLES, first ? intercept : ZEROS, first ? c : 0);
    DoubleVector chain1 =
        DoubleVector.fromArray(DOUBLES, first ? intercept : ZEROS, first ? c + LANES : 0);
    for (int w = start >>> 6; w << 6 < end; w++) {
      long bits = row[from + w] & DiscreteKernels.within(w << 6, start, end);
      while (bits != 0) {
        int j = ((w << 6) + Long.numberOfTrailingZeros(bits)) * classStride + c;
        bits &= bits - 1;
        chain0 = DoubleVector.fromArray(DOUBLES, weight, j).add(chain0);
        chain1 = DoubleVector.fromArray(DOUBLES, weight, j + LANES).add(chain1);
      }
    }
    DoubleVector.fromArray(DOUBLES, out, at).add(chain0).intoArray(out, at);
    DoubleVector.fromArray(DOUBLES, out, at + LANES).add(chain1).intoArray(out, at + LANES);
  }

  private static void halfQuarterOfRow(
      long[] row,
      int from,
      int start,
      int end,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      boolean first,
      double[] out,
      int at) {
    DoubleVector chain = DoubleVector.fromArray(DOUBLES, first ? intercept : ZEROS, first ? c : 0);
    for (int w = start >>> 6; w << 6 < end; w++) {
      long bits = row[from + w] & DiscreteKernels.within(w << 6, start, end);
      while (bits != 0) {
        int j = ((w << 6) + Long.numberOfTrailingZeros(bits)) * classStride + c;
        bits &= bits - 1;
        chain = DoubleVector.fromArray(DOUBLES, weight, j).add(chain);
      }
    }
    DoubleVector.fromArray(DOUBLES, out, at).add(chain).intoArray(out, at);
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
      int classStride,
      int k,
      double[] out) {
    Arrays.fill(out, 0, k * TILE, 0);
    int quarter = ScoreKernels.quarter(d);
    int c = 0;
    for (; c + 2 <= k; c += 2) {
      for (int r = 0; r < TILE; r += 4 * LANES) {
        for (int q = 0; q < 4; q++) {
          int start = Math.min(d, q * quarter);
          int end = Math.min(d, start + quarter);
          quarterOfTwo(
              block, stride, word, start, end, weight, intercept, classStride, c, r, q == 0, out);
        }
      }
    }
    if (c < k) {
      for (int r = 0; r < TILE; r += 4 * LANES) {
        for (int q = 0; q < 4; q++) {
          int start = Math.min(d, q * quarter);
          int end = Math.min(d, start + quarter);
          quarterOfOne(
              block, stride, word, start, end, weight, intercept, classStride, c, r, q == 0, out);
        }
      }
    }
  }

  private static void quarterOfTwo(
      long[] block,
      int stride,
      int word,
      int start,
      int end,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      int r,
      boolean first,
      double[] out) {
    DoubleVector s0 = DoubleVector.broadcast(DOUBLES, first ? intercept[c] : 0);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    DoubleVector t0 = DoubleVector.broadcast(DOUBLES, first ? intercept[c + 1] : 0);
    DoubleVector t1 = t0;
    DoubleVector t2 = t0;
    DoubleVector t3 = t0;
    for (int j = start; j < end; j++) {
      long bits = block[j * stride + word] >>> r;
      VectorMask<Double> m0 = VectorMask.fromLong(DOUBLES, bits);
      VectorMask<Double> m1 = VectorMask.fromLong(DOUBLES, bits >>> LANES);
      VectorMask<Double> m2 = VectorMask.fromLong(DOUBLES, bits >>> (2 * LANES));
      VectorMask<Double> m3 = VectorMask.fromLong(DOUBLES, bits >>> (3 * LANES));
      DoubleVector v = DoubleVector.broadcast(DOUBLES, weight[j * classStride + c]);
      s0 = ((DoubleVector) TYPE.cast(s0)).add(v, m0);
      s1 = ((DoubleVector) TYPE.cast(s1)).add(v, m1);
      s2 = ((DoubleVector) TYPE.cast(s2)).add(v, m2);
      s3 = ((DoubleVector) TYPE.cast(s3)).add(v, m3);
      DoubleVector w = DoubleVector.broadcast(DOUBLES, weight[j * classStride + c + 1]);
      t0 = ((DoubleVector) TYPE.cast(t0)).add(w, m0);
      t1 = ((DoubleVector) TYPE.cast(t1)).add(w, m1);
      t2 = ((DoubleVector) TYPE.cast(t2)).add(w, m2);
      t3 = ((DoubleVector) TYPE.cast(t3)).add(w, m3);
    }
    int at = c * TILE + r;
    DoubleVector.fromArray(DOUBLES, out, at).add(s0).intoArray(out, at);
    DoubleVector.fromArray(DOUBLES, out, at + LANES).add(s1).intoArray(out, at + LANES);
    DoubleVector.fromArray(DOUBLES, out, at + 2 * LANES).add(s2).intoArray(out, at + 2 * LANES);
    DoubleVector.fromArray(DOUBLES, out, at + 3 * LANES).add(s3).intoArray(out, at + 3 * LANES);
    DoubleVector.fromArray(DOUBLES, out, at + TILE).add(t0).intoArray(out, at + TILE);
    DoubleVector.fromArray(DOUBLES, out, at + TILE + LANES)
        .add(t1)
        .intoArray(out, at + TILE + LANES);
    DoubleVector.fromArray(DOUBLES, out, at + TILE + 2 * LANES)
        .add(t2)
        .intoArray(out, at + TILE + 2 * LANES);
    DoubleVector.fromArray(DOUBLES, out, at + TILE + 3 * LANES)
        .add(t3)
        .intoArray(out, at + TILE + 3 * LANES);
  }

  private static void quarterOfOne(
      long[] block,
      int stride,
      int word,
      int start,
      int end,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      int r,
      boolean first,
      double[] out) {
    DoubleVector s0 = DoubleVector.broadcast(DOUBLES, first ? intercept[c] : 0);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    for (int j = start; j < end; j++) {
      long bits = block[j * stride + word] >>> r;
      VectorMask<Double> m0 = VectorMask.fromLong(DOUBLES, bits);
      VectorMask<Double> m1 = VectorMask.fromLong(DOUBLES, bits >>> LANES);
      VectorMask<Double> m2 = VectorMask.fromLong(DOUBLES, bits >>> (2 * LANES));
      VectorMask<Double> m3 = VectorMask.fromLong(DOUBLES, bits >>> (3 * LANES));
      DoubleVector v = DoubleVector.broadcast(DOUBLES, weight[j * classStride + c]);
      s0 = ((DoubleVector) TYPE.cast(s0)).add(v, m0);
      s1 = ((DoubleVector) TYPE.cast(s1)).add(v, m1);
      s2 = ((DoubleVector) TYPE.cast(s2)).add(v, m2);
      s3 = ((DoubleVector) TYPE.cast(s3)).add(v, m3);
    }
    int at = c * TILE + r;
    DoubleVector.fromArray(DOUBLES, out, at).add(s0).intoArray(out, at);
    DoubleVector.fromArray(DOUBLES, out, at + LANES).add(s1).intoArray(out, at + LANES);
    DoubleVector.fromArray(DOUBLES, out, at + 2 * LANES).add(s2).intoArray(out, at + 2 * LANES);
    DoubleVector.fromArray(DOUBLES, out, at + 3 * LANES).add(s3).intoArray(out, at + 3 * LANES);
  }

  @Override
  public void scorePlaces(
      int[] place, int d, double[] weight, double[] intercept, int classStride, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    int common = Math.max(0, d - 3 * quarter);
    for (int c = 0; c < classStride; c += LANES) {
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
      int[] place,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      double[] out) {
    int end = (rows + 3) & -4;
    Arrays.fill(out, 0, end * classStride, 0);
    int quarter = ScoreKernels.quarter(d);
    for (int c = 0; c < classStride; c += LANES) {
      for (int from = 0; from < d; from += quarter) {
        int to = Math.min(d, from + quarter);
        for (int r = 0; r < end; r += 4) {
          placesOfFour(place, r, from, to, weight, intercept, classStride, c, out);
        }
      }
    }
  }

  /// Four rows: the latency of one chain hides behind the others.
  private static void placesOfFour(
      int[] place,
      int r,
      int from,
      int to,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    DoubleVector s0 =
        DoubleVector.fromArray(DOUBLES, from == 0 ? intercept : ZEROS, from == 0 ? c : 0);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    for (int j = from; j < to; j++) {
      int at = j * TILE + r;
      s0 = DoubleVector.fromArray(DOUBLES, weight, place[at] * classStride + c).add(s0);
      s1 = DoubleVector.fromArray(DOUBLES, weight, place[at + 1] * classStride + c).add(s1);
      s2 = DoubleVector.fromArray(DOUBLES, weight, place[at + 2] * classStride + c).add(s2);
      s3 = DoubleVector.fromArray(DOUBLES, weight, place[at + 3] * classStride + c).add(s3);
    }
    int at = r * classStride + c;
    DoubleVector.fromArray(DOUBLES, out, at).add(s0).intoArray(out, at);
    at += classStride;
    DoubleVector.fromArray(DOUBLES, out, at).add(s1).intoArray(out, at);
    at += classStride;
    DoubleVector.fromArray(DOUBLES, out, at).add(s2).intoArray(out, at);
    at += classStride;
    DoubleVector.fromArray(DOUBLES, out, at).add(s3).intoArray(out, at);
  }
}
