package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.DiscreteKernels.TILE;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.ScoreKernels;

/// Affine arithmetic in blocks: scores of columns and, for [VectorDiscreteKernels], of bits, sparse
/// rows and places. In a block or a tile a lane is a row, for a row alone a lane is a class.
///
/// Of columns, a block is 4 columns × 2 vectors, which fit in 16 registers.
final class AffineVectors {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final Class<? extends Vector<Double>> TYPE = S.vectorType();
  private static final int LANES = S.length();
  private static final double[] ZEROS = new double[LANES];

  private AffineVectors() {}

  static void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int from, int to, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    if (d <= quarter) {
      affineQuarter(x, d, weight, intercept, from, to, out);
      return;
    }
    int common = Math.max(0, Math.min(quarter, d - 3 * quarter));
    int step = quarter * ScoreKernels.TOGETHER;
    for (int c = from; c < to; c += LANES) {
      DoubleVector q0 = DoubleVector.fromArray(S, intercept, c);
      DoubleVector q1 = DoubleVector.zero(S);
      DoubleVector q2 = DoubleVector.zero(S);
      DoubleVector q3 = DoubleVector.zero(S);
      // Where each quarter begins: C2 takes the checks of an index out of a loop where it is one
      // number more than a multiple of the loop's variable, not where it is two.
      int at = ScoreKernels.rowOffset(c, d);
      int at1 = at + step;
      int at2 = at + 2 * step;
      int at3 = at + 3 * step;
      int j = 0;
      for (; j < common; j++) {
        int w = ScoreKernels.TOGETHER * j;
        q0 = DoubleVector.broadcast(S, x[j]).fma(DoubleVector.fromArray(S, weight, at + w), q0);
        q1 =
            DoubleVector.broadcast(S, x[j + quarter])
                .fma(DoubleVector.fromArray(S, weight, at1 + w), q1);
        q2 =
            DoubleVector.broadcast(S, x[j + 2 * quarter])
                .fma(DoubleVector.fromArray(S, weight, at2 + w), q2);
        q3 =
            DoubleVector.broadcast(S, x[j + 3 * quarter])
                .fma(DoubleVector.fromArray(S, weight, at3 + w), q3);
      }
      // The rest of each quarter in a loop of its own: C2 may keep a vector that changes under a
      // condition on the heap.
      for (int i = j, w = at + ScoreKernels.TOGETHER * j;
          i < Math.min(d, quarter);
          i++, w += ScoreKernels.TOGETHER) {
        q0 = DoubleVector.broadcast(S, x[i]).fma(DoubleVector.fromArray(S, weight, w), q0);
      }
      for (int i = j + quarter, w = at1 + ScoreKernels.TOGETHER * j;
          i < Math.min(d, 2 * quarter);
          i++, w += ScoreKernels.TOGETHER) {
        q1 = DoubleVector.broadcast(S, x[i]).fma(DoubleVector.fromArray(S, weight, w), q1);
      }
      for (int i = j + 2 * quarter, w = at2 + ScoreKernels.TOGETHER * j;
          i < Math.min(d, 3 * quarter);
          i++, w += ScoreKernels.TOGETHER) {
        q2 = DoubleVector.broadcast(S, x[i]).fma(DoubleVector.fromArray(S, weight, w), q2);
      }
      // 0 + q0 is not always q0: it may be −0.
      DoubleVector.zero(S).add(q0).add(q1).add(q2).add(q3).intoArray(out, c);
    }
  }

  /// A row of one quarter, by itself: beginning three loops that end at once took a seventh of the
  /// time of a row of four features. The sums of the empty quarters are 0, and add nothing.
  private static void affineQuarter(
      double[] x, int d, double[] weight, double[] intercept, int from, int to, double[] out) {
    for (int c = from; c < to; c += LANES) {
      DoubleVector q0 = DoubleVector.fromArray(S, intercept, c);
      for (int j = 0, w = ScoreKernels.rowOffset(c, d); j < d; j++, w += ScoreKernels.TOGETHER) {
        q0 = DoubleVector.broadcast(S, x[j]).fma(DoubleVector.fromArray(S, weight, w), q0);
      }
      // 0 + q0 is not always q0: it may be −0.
      DoubleVector.zero(S).add(q0).intoArray(out, c);
    }
  }

  /// Four columns × two vectors of rows are held in registers while the classes pass.
  static void affinePanel(
      ColumnPanel panel,
      double[] origin,
      double[] weight,
      double[] intercept,
      int k,
      int from,
      int to,
      double[] chain,
      double[] out,
      int stride) {
    double[] x0 = panel.columns[0];
    double[] x1 = panel.columns[1];
    double[] x2 = panel.columns[2];
    double[] x3 = panel.columns[3];
    int first = panel.first();
    int rows = panel.rows;
    int offset = panel.offset;
    boolean opens = panel.opens();
    boolean closes = panel.closes();
    double o0 = origin[first];
    double o1 = origin[first + 1];
    double o2 = origin[first + 2];
    double o3 = origin[first + 3];
    for (int r = 0; r < rows; r += 2 * LANES) {
      int row = offset + r;
      DoubleVector x00 = DoubleVector.fromArray(S, x0, row).sub(o0);
      DoubleVector x01 = DoubleVector.fromArray(S, x0, row + LANES).sub(o0);
      DoubleVector x10 = DoubleVector.fromArray(S, x1, row).sub(o1);
      DoubleVector x11 = DoubleVector.fromArray(S, x1, row + LANES).sub(o1);
      DoubleVector x20 = DoubleVector.fromArray(S, x2, row).sub(o2);
      DoubleVector x21 = DoubleVector.fromArray(S, x2, row + LANES).sub(o2);
      DoubleVector x30 = DoubleVector.fromArray(S, x3, row).sub(o3);
      DoubleVector x31 = DoubleVector.fromArray(S, x3, row + LANES).sub(o3);
      int parameter = first * k + from * 4;
      int kept = r;
      int sum = from * stride + r;
      for (int c = from; c < to; c++, parameter += 4, kept += stride, sum += stride) {
        DoubleVector q0 =
            opens
                ? DoubleVector.broadcast(S, first == 0 ? intercept[c] : 0)
                : DoubleVector.fromArray(S, chain, kept);
        DoubleVector q1 =
            opens
                ? DoubleVector.broadcast(S, first == 0 ? intercept[c] : 0)
                : DoubleVector.fromArray(S, chain, kept + LANES);
        DoubleVector w0 = DoubleVector.broadcast(S, weight[parameter]);
        q0 = x00.fma(w0, q0);
        q1 = x01.fma(w0, q1);
        DoubleVector w1 = DoubleVector.broadcast(S, weight[parameter + 1]);
        q0 = x10.fma(w1, q0);
        q1 = x11.fma(w1, q1);
        DoubleVector w2 = DoubleVector.broadcast(S, weight[parameter + 2]);
        q0 = x20.fma(w2, q0);
        q1 = x21.fma(w2, q1);
        DoubleVector w3 = DoubleVector.broadcast(S, weight[parameter + 3]);
        q0 = x30.fma(w3, q0);
        q1 = x31.fma(w3, q1);
        if (closes) {
          DoubleVector.fromArray(S, out, sum).add(q0).intoArray(out, sum);
          DoubleVector.fromArray(S, out, sum + LANES).add(q1).intoArray(out, sum + LANES);
        } else {
          q0.intoArray(chain, kept);
          q1.intoArray(chain, kept + LANES);
        }
      }
    }
  }

  /// Costs by entry: two vectors of classes at a time, because the loop of each quarter ends
  /// unforeseen.
  ///
  /// @param values null if all are 1
  static void scoreSparse(
      int[] indices,
      double[] values,
      int from,
      int to,
      int quarter,
      double[] weight,
      double[] intercept,
      int k,
      double[] out,
      int at) {
    int classStride = ScoreKernels.classStride(k);
    int c = 0;
    for (; c + LANES < k; c += 2 * LANES) {
      two(indices, values, from, to, quarter, weight, intercept, classStride, c, out, at + c);
    }
    if (c < k) {
      one(indices, values, from, to, quarter, weight, intercept, classStride, c, out, at + c);
    }
  }

  private static double value(double[] values, int entry) {
    return values == null ? 1 : values[entry];
  }

  private static void two(
      int[] indices,
      double[] values,
      int from,
      int to,
      int quarter,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out,
      int at) {
    DoubleVector q00 = DoubleVector.fromArray(S, intercept, c);
    DoubleVector q01 = DoubleVector.fromArray(S, intercept, c + LANES);
    DoubleVector q10 = DoubleVector.zero(S);
    DoubleVector q11 = DoubleVector.zero(S);
    DoubleVector q20 = DoubleVector.zero(S);
    DoubleVector q21 = DoubleVector.zero(S);
    DoubleVector q30 = DoubleVector.zero(S);
    DoubleVector q31 = DoubleVector.zero(S);
    int entry = from;
    for (; entry < to && indices[entry] < quarter; entry++) {
      int w = indices[entry] * classStride + c;
      DoubleVector v = DoubleVector.broadcast(S, value(values, entry));
      q00 = v.fma(DoubleVector.fromArray(S, weight, w), q00);
      q01 = v.fma(DoubleVector.fromArray(S, weight, w + LANES), q01);
    }
    for (; entry < to && indices[entry] < 2L * quarter; entry++) {
      int w = indices[entry] * classStride + c;
      DoubleVector v = DoubleVector.broadcast(S, value(values, entry));
      q10 = v.fma(DoubleVector.fromArray(S, weight, w), q10);
      q11 = v.fma(DoubleVector.fromArray(S, weight, w + LANES), q11);
    }
    for (; entry < to && indices[entry] < 3L * quarter; entry++) {
      int w = indices[entry] * classStride + c;
      DoubleVector v = DoubleVector.broadcast(S, value(values, entry));
      q20 = v.fma(DoubleVector.fromArray(S, weight, w), q20);
      q21 = v.fma(DoubleVector.fromArray(S, weight, w + LANES), q21);
    }
    for (; entry < to; entry++) {
      int w = indices[entry] * classStride + c;
      DoubleVector v = DoubleVector.broadcast(S, value(values, entry));
      q30 = v.fma(DoubleVector.fromArray(S, weight, w), q30);
      q31 = v.fma(DoubleVector.fromArray(S, weight, w + LANES), q31);
    }
    q00.add(q10).add(q20).add(q30).intoArray(out, at);
    q01.add(q11).add(q21).add(q31).intoArray(out, at + LANES);
  }

  private static void one(
      int[] indices,
      double[] values,
      int from,
      int to,
      int quarter,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out,
      int at) {
    DoubleVector q0 = DoubleVector.fromArray(S, intercept, c);
    DoubleVector q1 = DoubleVector.zero(S);
    DoubleVector q2 = DoubleVector.zero(S);
    DoubleVector q3 = DoubleVector.zero(S);
    int entry = from;
    for (; entry < to && indices[entry] < quarter; entry++) {
      DoubleVector w = DoubleVector.fromArray(S, weight, indices[entry] * classStride + c);
      q0 = DoubleVector.broadcast(S, value(values, entry)).fma(w, q0);
    }
    for (; entry < to && indices[entry] < 2L * quarter; entry++) {
      DoubleVector w = DoubleVector.fromArray(S, weight, indices[entry] * classStride + c);
      q1 = DoubleVector.broadcast(S, value(values, entry)).fma(w, q1);
    }
    for (; entry < to && indices[entry] < 3L * quarter; entry++) {
      DoubleVector w = DoubleVector.fromArray(S, weight, indices[entry] * classStride + c);
      q2 = DoubleVector.broadcast(S, value(values, entry)).fma(w, q2);
    }
    for (; entry < to; entry++) {
      DoubleVector w = DoubleVector.fromArray(S, weight, indices[entry] * classStride + c);
      q3 = DoubleVector.broadcast(S, value(values, entry)).fma(w, q3);
    }
    q0.add(q1).add(q2).add(q3).intoArray(out, at);
  }

  static void quarterOfRow(
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
    DoubleVector chain0 = DoubleVector.fromArray(S, first ? intercept : ZEROS, first ? c : 0);
    DoubleVector chain1 =
        DoubleVector.fromArray(S, first ? intercept : ZEROS, first ? c + LANES : 0);
    for (int w = start >>> 6; w << 6 < end; w++) {
      long bits = row[from + w] & DiscreteKernels.within(w << 6, start, end);
      while (bits != 0) {
        int j = ((w << 6) + Long.numberOfTrailingZeros(bits)) * classStride + c;
        bits &= bits - 1;
        chain0 = DoubleVector.fromArray(S, weight, j).add(chain0);
        chain1 = DoubleVector.fromArray(S, weight, j + LANES).add(chain1);
      }
    }
    DoubleVector.fromArray(S, out, at).add(chain0).intoArray(out, at);
    DoubleVector.fromArray(S, out, at + LANES).add(chain1).intoArray(out, at + LANES);
  }

  static void halfQuarterOfRow(
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
    DoubleVector chain = DoubleVector.fromArray(S, first ? intercept : ZEROS, first ? c : 0);
    for (int w = start >>> 6; w << 6 < end; w++) {
      long bits = row[from + w] & DiscreteKernels.within(w << 6, start, end);
      while (bits != 0) {
        int j = ((w << 6) + Long.numberOfTrailingZeros(bits)) * classStride + c;
        bits &= bits - 1;
        chain = DoubleVector.fromArray(S, weight, j).add(chain);
      }
    }
    DoubleVector.fromArray(S, out, at).add(chain).intoArray(out, at);
  }

  static void quarterOfTwo(
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
    DoubleVector s0 = DoubleVector.broadcast(S, first ? intercept[c] : 0);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    DoubleVector t0 = DoubleVector.broadcast(S, first ? intercept[c + 1] : 0);
    DoubleVector t1 = t0;
    DoubleVector t2 = t0;
    DoubleVector t3 = t0;
    for (int j = start; j < end; j++) {
      long bits = block[j * stride + word] >>> r;
      VectorMask<Double> m0 = VectorMask.fromLong(S, bits);
      VectorMask<Double> m1 = VectorMask.fromLong(S, bits >>> LANES);
      VectorMask<Double> m2 = VectorMask.fromLong(S, bits >>> (2 * LANES));
      VectorMask<Double> m3 = VectorMask.fromLong(S, bits >>> (3 * LANES));
      DoubleVector v = DoubleVector.broadcast(S, weight[j * classStride + c]);
      s0 = ((DoubleVector) TYPE.cast(s0)).add(v, m0);
      s1 = ((DoubleVector) TYPE.cast(s1)).add(v, m1);
      s2 = ((DoubleVector) TYPE.cast(s2)).add(v, m2);
      s3 = ((DoubleVector) TYPE.cast(s3)).add(v, m3);
      DoubleVector w = DoubleVector.broadcast(S, weight[j * classStride + c + 1]);
      t0 = ((DoubleVector) TYPE.cast(t0)).add(w, m0);
      t1 = ((DoubleVector) TYPE.cast(t1)).add(w, m1);
      t2 = ((DoubleVector) TYPE.cast(t2)).add(w, m2);
      t3 = ((DoubleVector) TYPE.cast(t3)).add(w, m3);
    }
    int at = c * TILE + r;
    DoubleVector.fromArray(S, out, at).add(s0).intoArray(out, at);
    DoubleVector.fromArray(S, out, at + LANES).add(s1).intoArray(out, at + LANES);
    DoubleVector.fromArray(S, out, at + 2 * LANES).add(s2).intoArray(out, at + 2 * LANES);
    DoubleVector.fromArray(S, out, at + 3 * LANES).add(s3).intoArray(out, at + 3 * LANES);
    DoubleVector.fromArray(S, out, at + TILE).add(t0).intoArray(out, at + TILE);
    DoubleVector.fromArray(S, out, at + TILE + LANES).add(t1).intoArray(out, at + TILE + LANES);
    DoubleVector.fromArray(S, out, at + TILE + 2 * LANES)
        .add(t2)
        .intoArray(out, at + TILE + 2 * LANES);
    DoubleVector.fromArray(S, out, at + TILE + 3 * LANES)
        .add(t3)
        .intoArray(out, at + TILE + 3 * LANES);
  }

  static void quarterOfOne(
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
    DoubleVector s0 = DoubleVector.broadcast(S, first ? intercept[c] : 0);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    for (int j = start; j < end; j++) {
      long bits = block[j * stride + word] >>> r;
      VectorMask<Double> m0 = VectorMask.fromLong(S, bits);
      VectorMask<Double> m1 = VectorMask.fromLong(S, bits >>> LANES);
      VectorMask<Double> m2 = VectorMask.fromLong(S, bits >>> (2 * LANES));
      VectorMask<Double> m3 = VectorMask.fromLong(S, bits >>> (3 * LANES));
      DoubleVector v = DoubleVector.broadcast(S, weight[j * classStride + c]);
      s0 = ((DoubleVector) TYPE.cast(s0)).add(v, m0);
      s1 = ((DoubleVector) TYPE.cast(s1)).add(v, m1);
      s2 = ((DoubleVector) TYPE.cast(s2)).add(v, m2);
      s3 = ((DoubleVector) TYPE.cast(s3)).add(v, m3);
    }
    int at = c * TILE + r;
    DoubleVector.fromArray(S, out, at).add(s0).intoArray(out, at);
    DoubleVector.fromArray(S, out, at + LANES).add(s1).intoArray(out, at + LANES);
    DoubleVector.fromArray(S, out, at + 2 * LANES).add(s2).intoArray(out, at + 2 * LANES);
    DoubleVector.fromArray(S, out, at + 3 * LANES).add(s3).intoArray(out, at + 3 * LANES);
  }

  /// Four rows: the latency of one chain hides behind the others.
  static void placesOfFour(
      int[] place,
      int r,
      int from,
      int to,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    DoubleVector s0 = DoubleVector.fromArray(S, from == 0 ? intercept : ZEROS, from == 0 ? c : 0);
    DoubleVector s1 = s0;
    DoubleVector s2 = s0;
    DoubleVector s3 = s0;
    for (int j = from; j < to; j++) {
      int at = j * TILE + r;
      s0 = DoubleVector.fromArray(S, weight, place[at] * classStride + c).add(s0);
      s1 = DoubleVector.fromArray(S, weight, place[at + 1] * classStride + c).add(s1);
      s2 = DoubleVector.fromArray(S, weight, place[at + 2] * classStride + c).add(s2);
      s3 = DoubleVector.fromArray(S, weight, place[at + 3] * classStride + c).add(s3);
    }
    int at = r * classStride + c;
    DoubleVector.fromArray(S, out, at).add(s0).intoArray(out, at);
    at += classStride;
    DoubleVector.fromArray(S, out, at).add(s1).intoArray(out, at);
    at += classStride;
    DoubleVector.fromArray(S, out, at).add(s2).intoArray(out, at);
    at += classStride;
    DoubleVector.fromArray(S, out, at).add(s3).intoArray(out, at);
  }
}
