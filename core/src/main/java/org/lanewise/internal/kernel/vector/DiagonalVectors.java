package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.DiagonalKernels.CHAINS;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.ColumnPanel;
import org.lanewise.internal.kernel.ScoreKernels;

/// Diagonal arithmetic in blocks: scores, in which a lane is a row of a block or, for a row alone,
/// a class; and the sums of two classes of [VectorDiagonalKernels], in which a lane is a chain.
final class DiagonalVectors {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();

  /// From a lane of the first half of the chains to that of the second.
  static final int HALF = CHAINS / 2;

  private DiagonalVectors() {}

  static void diagonalRow(
      double[] x, int d, double[] mean, double[] inverse, double[] constant, int k, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    if (d <= quarter) {
      diagonalQuarter(x, d, mean, inverse, constant, k, out);
      return;
    }
    int common = Math.max(0, Math.min(quarter, d - 3 * quarter));
    int step = quarter * ScoreKernels.TOGETHER;
    for (int c = 0; c < k; c += LANES) {
      DoubleVector q0 = DoubleVector.zero(S);
      DoubleVector q1 = q0;
      DoubleVector q2 = q0;
      DoubleVector q3 = q0;
      // Where each quarter begins, as in [AffineVectors].
      int at = ScoreKernels.rowOffset(c, d);
      int at1 = at + step;
      int at2 = at + 2 * step;
      int at3 = at + 3 * step;
      int j = 0;
      for (; j < common; j++) {
        int w = ScoreKernels.TOGETHER * j;
        DoubleVector z0 =
            DoubleVector.broadcast(S, x[j])
                .sub(DoubleVector.fromArray(S, mean, at + w))
                .mul(DoubleVector.fromArray(S, inverse, at + w));
        DoubleVector z1 =
            DoubleVector.broadcast(S, x[j + quarter])
                .sub(DoubleVector.fromArray(S, mean, at1 + w))
                .mul(DoubleVector.fromArray(S, inverse, at1 + w));
        DoubleVector z2 =
            DoubleVector.broadcast(S, x[j + 2 * quarter])
                .sub(DoubleVector.fromArray(S, mean, at2 + w))
                .mul(DoubleVector.fromArray(S, inverse, at2 + w));
        DoubleVector z3 =
            DoubleVector.broadcast(S, x[j + 3 * quarter])
                .sub(DoubleVector.fromArray(S, mean, at3 + w))
                .mul(DoubleVector.fromArray(S, inverse, at3 + w));
        q0 = z0.fma(z0, q0);
        q1 = z1.fma(z1, q1);
        q2 = z2.fma(z2, q2);
        q3 = z3.fma(z3, q3);
      }
      // The rest of each quarter in a loop of its own, as there.
      for (int i = j, w = at + ScoreKernels.TOGETHER * j;
          i < Math.min(d, quarter);
          i++, w += ScoreKernels.TOGETHER) {
        DoubleVector z =
            DoubleVector.broadcast(S, x[i])
                .sub(DoubleVector.fromArray(S, mean, w))
                .mul(DoubleVector.fromArray(S, inverse, w));
        q0 = z.fma(z, q0);
      }
      for (int i = j + quarter, w = at1 + ScoreKernels.TOGETHER * j;
          i < Math.min(d, 2 * quarter);
          i++, w += ScoreKernels.TOGETHER) {
        DoubleVector z =
            DoubleVector.broadcast(S, x[i])
                .sub(DoubleVector.fromArray(S, mean, w))
                .mul(DoubleVector.fromArray(S, inverse, w));
        q1 = z.fma(z, q1);
      }
      for (int i = j + 2 * quarter, w = at2 + ScoreKernels.TOGETHER * j;
          i < Math.min(d, 3 * quarter);
          i++, w += ScoreKernels.TOGETHER) {
        DoubleVector z =
            DoubleVector.broadcast(S, x[i])
                .sub(DoubleVector.fromArray(S, mean, w))
                .mul(DoubleVector.fromArray(S, inverse, w));
        q2 = z.fma(z, q2);
      }
      q0.add(q1)
          .add(q2)
          .add(q3)
          .fma(DoubleVector.broadcast(S, -0.5), DoubleVector.fromArray(S, constant, c))
          .intoArray(out, c);
    }
  }

  /// A row of one quarter, as in [AffineVectors].
  private static void diagonalQuarter(
      double[] x, int d, double[] mean, double[] inverse, double[] constant, int k, double[] out) {
    for (int c = 0; c < k; c += LANES) {
      DoubleVector q0 = DoubleVector.zero(S);
      for (int j = 0, w = ScoreKernels.rowOffset(c, d); j < d; j++, w += ScoreKernels.TOGETHER) {
        DoubleVector z =
            DoubleVector.broadcast(S, x[j])
                .sub(DoubleVector.fromArray(S, mean, w))
                .mul(DoubleVector.fromArray(S, inverse, w));
        q0 = z.fma(z, q0);
      }
      q0.fma(DoubleVector.broadcast(S, -0.5), DoubleVector.fromArray(S, constant, c))
          .intoArray(out, c);
    }
  }

  /// Four columns × two vectors of rows are held in registers while the classes pass.
  static void diagonalPanel(
      ColumnPanel panel,
      double[] origin,
      double[] mean,
      double[] inverse,
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
            opens ? DoubleVector.broadcast(S, 0) : DoubleVector.fromArray(S, chain, kept);
        DoubleVector q1 =
            opens ? DoubleVector.broadcast(S, 0) : DoubleVector.fromArray(S, chain, kept + LANES);
        DoubleVector m0 = DoubleVector.broadcast(S, mean[parameter]);
        DoubleVector s0 = DoubleVector.broadcast(S, inverse[parameter]);
        DoubleVector z00 = x00.sub(m0).mul(s0);
        DoubleVector z01 = x01.sub(m0).mul(s0);
        q0 = z00.fma(z00, q0);
        q1 = z01.fma(z01, q1);
        DoubleVector m1 = DoubleVector.broadcast(S, mean[parameter + 1]);
        DoubleVector s1 = DoubleVector.broadcast(S, inverse[parameter + 1]);
        DoubleVector z10 = x10.sub(m1).mul(s1);
        DoubleVector z11 = x11.sub(m1).mul(s1);
        q0 = z10.fma(z10, q0);
        q1 = z11.fma(z11, q1);
        DoubleVector m2 = DoubleVector.broadcast(S, mean[parameter + 2]);
        DoubleVector s2 = DoubleVector.broadcast(S, inverse[parameter + 2]);
        DoubleVector z20 = x20.sub(m2).mul(s2);
        DoubleVector z21 = x21.sub(m2).mul(s2);
        q0 = z20.fma(z20, q0);
        q1 = z21.fma(z21, q1);
        DoubleVector m3 = DoubleVector.broadcast(S, mean[parameter + 3]);
        DoubleVector s3 = DoubleVector.broadcast(S, inverse[parameter + 3]);
        DoubleVector z30 = x30.sub(m3).mul(s3);
        DoubleVector z31 = x31.sub(m3).mul(s3);
        q0 = z30.fma(z30, q0);
        q1 = z31.fma(z31, q1);
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

  /// Two chains per lane of two classes.
  static void pair(
      double[] x,
      int offset,
      int first,
      int end,
      long[] members,
      int bits,
      int nextBits,
      double pivot,
      double nextPivot,
      double[] chains,
      int to) {
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector p0 = DoubleVector.broadcast(S, pivot);
    DoubleVector p1 = DoubleVector.broadcast(S, nextPivot);
    DoubleVector s0a = zero;
    DoubleVector s0b = zero;
    DoubleVector s1a = zero;
    DoubleVector s1b = zero;
    DoubleVector q0a = zero;
    DoubleVector q0b = zero;
    DoubleVector q1a = zero;
    DoubleVector q1b = zero;
    for (int r = first; r < end; r += CHAINS) {
      long m0 = members[bits + (r >> 6)] >>> r;
      long m1 = members[nextBits + (r >> 6)] >>> r;
      DoubleVector xa = DoubleVector.fromArray(S, x, offset + r);
      DoubleVector xb = DoubleVector.fromArray(S, x, offset + r + HALF);
      DoubleVector d0a = zero.blend(xa.sub(p0), VectorWidth.lanes(m0, 0));
      DoubleVector d0b = zero.blend(xb.sub(p0), VectorWidth.lanes(m0, HALF));
      DoubleVector d1a = zero.blend(xa.sub(p1), VectorWidth.lanes(m1, 0));
      DoubleVector d1b = zero.blend(xb.sub(p1), VectorWidth.lanes(m1, HALF));
      s0a = d0a.add(s0a);
      s0b = d0b.add(s0b);
      s1a = d1a.add(s1a);
      s1b = d1b.add(s1b);
      q0a = d0a.fma(d0a, q0a);
      q0b = d0b.fma(d0b, q0b);
      q1a = d1a.fma(d1a, q1a);
      q1b = d1b.fma(d1b, q1b);
    }
    s0a.intoArray(chains, to);
    s0b.intoArray(chains, to + HALF);
    q0a.intoArray(chains, to + CHAINS);
    q0b.intoArray(chains, to + CHAINS + HALF);
    s1a.intoArray(chains, to + 2 * CHAINS);
    s1b.intoArray(chains, to + 2 * CHAINS + HALF);
    q1a.intoArray(chains, to + 3 * CHAINS);
    q1b.intoArray(chains, to + 3 * CHAINS + HALF);
  }

  /// As [#pair] where the two classes are all, so that one mask serves both.
  static void two(
      double[] x,
      int offset,
      int first,
      int end,
      long[] members,
      double pivot,
      double nextPivot,
      double[] chains) {
    int bits = ChunkRows.membersOf(1);
    int to = first;
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector p0 = DoubleVector.broadcast(S, pivot);
    DoubleVector p1 = DoubleVector.broadcast(S, nextPivot);
    DoubleVector s0a = zero;
    DoubleVector s0b = zero;
    DoubleVector s1a = zero;
    DoubleVector s1b = zero;
    DoubleVector q0a = zero;
    DoubleVector q0b = zero;
    DoubleVector q1a = zero;
    DoubleVector q1b = zero;
    for (int r = first; r < end; r += CHAINS) {
      long m = members[bits + (r >> 6)] >>> r;
      VectorMask<Double> ma = VectorWidth.lanes(m, 0);
      VectorMask<Double> mb = VectorWidth.lanes(m, HALF);
      DoubleVector xa = DoubleVector.fromArray(S, x, offset + r);
      DoubleVector xb = DoubleVector.fromArray(S, x, offset + r + HALF);
      DoubleVector d0a = xa.sub(p0).blend(zero, ma);
      DoubleVector d0b = xb.sub(p0).blend(zero, mb);
      DoubleVector d1a = zero.blend(xa.sub(p1), ma);
      DoubleVector d1b = zero.blend(xb.sub(p1), mb);
      s0a = d0a.add(s0a);
      s0b = d0b.add(s0b);
      s1a = d1a.add(s1a);
      s1b = d1b.add(s1b);
      q0a = d0a.fma(d0a, q0a);
      q0b = d0b.fma(d0b, q0b);
      q1a = d1a.fma(d1a, q1a);
      q1b = d1b.fma(d1b, q1b);
    }
    s0a.intoArray(chains, to);
    s0b.intoArray(chains, to + HALF);
    q0a.intoArray(chains, to + CHAINS);
    q0b.intoArray(chains, to + CHAINS + HALF);
    s1a.intoArray(chains, to + 2 * CHAINS);
    s1b.intoArray(chains, to + 2 * CHAINS + HALF);
    q1a.intoArray(chains, to + 3 * CHAINS);
    q1b.intoArray(chains, to + 3 * CHAINS + HALF);
  }

  static void weightedPair(
      double[] x,
      int offset,
      int first,
      int end,
      double[] weights,
      long[] members,
      int bits,
      int nextBits,
      double pivot,
      double nextPivot,
      double[] chains,
      int to) {
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector p0 = DoubleVector.broadcast(S, pivot);
    DoubleVector p1 = DoubleVector.broadcast(S, nextPivot);
    DoubleVector s0a = zero;
    DoubleVector s0b = zero;
    DoubleVector s1a = zero;
    DoubleVector s1b = zero;
    DoubleVector q0a = zero;
    DoubleVector q0b = zero;
    DoubleVector q1a = zero;
    DoubleVector q1b = zero;
    for (int r = first; r < end; r += CHAINS) {
      long m0 = members[bits + (r >> 6)] >>> r;
      long m1 = members[nextBits + (r >> 6)] >>> r;
      DoubleVector xa = DoubleVector.fromArray(S, x, offset + r);
      DoubleVector xb = DoubleVector.fromArray(S, x, offset + r + HALF);
      DoubleVector wa = DoubleVector.fromArray(S, weights, r);
      DoubleVector wb = DoubleVector.fromArray(S, weights, r + HALF);
      DoubleVector d0a = zero.blend(xa.sub(p0), VectorWidth.lanes(m0, 0));
      DoubleVector d0b = zero.blend(xb.sub(p0), VectorWidth.lanes(m0, HALF));
      DoubleVector d1a = zero.blend(xa.sub(p1), VectorWidth.lanes(m1, 0));
      DoubleVector d1b = zero.blend(xb.sub(p1), VectorWidth.lanes(m1, HALF));
      DoubleVector v0a = wa.mul(d0a);
      DoubleVector v0b = wb.mul(d0b);
      DoubleVector v1a = wa.mul(d1a);
      DoubleVector v1b = wb.mul(d1b);
      s0a = v0a.add(s0a);
      s0b = v0b.add(s0b);
      s1a = v1a.add(s1a);
      s1b = v1b.add(s1b);
      q0a = v0a.fma(d0a, q0a);
      q0b = v0b.fma(d0b, q0b);
      q1a = v1a.fma(d1a, q1a);
      q1b = v1b.fma(d1b, q1b);
    }
    s0a.intoArray(chains, to);
    s0b.intoArray(chains, to + HALF);
    q0a.intoArray(chains, to + CHAINS);
    q0b.intoArray(chains, to + CHAINS + HALF);
    s1a.intoArray(chains, to + 2 * CHAINS);
    s1b.intoArray(chains, to + 2 * CHAINS + HALF);
    q1a.intoArray(chains, to + 3 * CHAINS);
    q1b.intoArray(chains, to + 3 * CHAINS + HALF);
  }
}
