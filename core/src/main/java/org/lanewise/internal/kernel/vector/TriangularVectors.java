package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;
import static org.lanewise.internal.kernel.ScoreKernels.STRIDE;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;

/// Triangular arithmetic in blocks. Squared lengths of triangular images: 4 (or 2) vectors of rows
/// × 4 outputs held in registers; for a row alone a lane is an output. And what
/// [VectorFactorKernels] does with rows of a strip.
final class TriangularVectors {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final int ROW_VECTORS = VectorWidth.ROW_VECTORS;
  private static final int STEP = VectorWidth.ROW_STEP;

  private TriangularVectors() {}

  /// Four vectors of outputs at once as far as the panel of the first reaches, then three, two and
  /// one; those that are left over one by one.
  static double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z) {
    int vectors = PackedTriangle.panels(d) * (WIDTH / LANES);
    int v = 0;
    for (; v + 4 <= vectors; v += 4) {
      int f0 = column(factorOffset, v);
      int f1 = column(factorOffset, v + 1);
      int f2 = column(factorOffset, v + 2);
      int f3 = column(factorOffset, v + 3);
      DoubleVector z0 = DoubleVector.zero(S);
      DoubleVector z1 = z0;
      DoubleVector z2 = z0;
      DoubleVector z3 = z0;
      int j = 0;
      int at = 0;
      for (; j < reach(v); j++, at += WIDTH) {
        DoubleVector xj = DoubleVector.broadcast(S, x[j]);
        z0 = xj.fma(DoubleVector.fromArray(S, factor, f0 + at), z0);
        z1 = xj.fma(DoubleVector.fromArray(S, factor, f1 + at), z1);
        z2 = xj.fma(DoubleVector.fromArray(S, factor, f2 + at), z2);
        z3 = xj.fma(DoubleVector.fromArray(S, factor, f3 + at), z3);
      }
      for (; j < reach(v + 1); j++, at += WIDTH) {
        DoubleVector xj = DoubleVector.broadcast(S, x[j]);
        z1 = xj.fma(DoubleVector.fromArray(S, factor, f1 + at), z1);
        z2 = xj.fma(DoubleVector.fromArray(S, factor, f2 + at), z2);
        z3 = xj.fma(DoubleVector.fromArray(S, factor, f3 + at), z3);
      }
      for (; j < reach(v + 2); j++, at += WIDTH) {
        DoubleVector xj = DoubleVector.broadcast(S, x[j]);
        z2 = xj.fma(DoubleVector.fromArray(S, factor, f2 + at), z2);
        z3 = xj.fma(DoubleVector.fromArray(S, factor, f3 + at), z3);
      }
      for (; j < reach(v + 3); j++, at += WIDTH) {
        z3 = DoubleVector.broadcast(S, x[j]).fma(DoubleVector.fromArray(S, factor, f3 + at), z3);
      }
      z0.intoArray(z, v * LANES);
      z1.intoArray(z, (v + 1) * LANES);
      z2.intoArray(z, (v + 2) * LANES);
      z3.intoArray(z, (v + 3) * LANES);
    }
    for (; v < vectors; v++) {
      int at = column(factorOffset, v);
      DoubleVector sum = DoubleVector.zero(S);
      for (int j = 0; j < reach(v); j++, at += WIDTH) {
        sum = DoubleVector.broadcast(S, x[j]).fma(DoubleVector.fromArray(S, factor, at), sum);
      }
      sum.intoArray(z, v * LANES);
    }
    int quarter = ScoreKernels.quarter(d);
    double q0 = 0;
    double q1 = 0;
    double q2 = 0;
    double q3 = 0;
    int common = Math.max(0, Math.min(quarter, d - 3 * quarter));
    int i = 0;
    for (; i < common; i++) {
      q0 = Math.fma(z[i], z[i], q0);
      q1 = Math.fma(z[i + quarter], z[i + quarter], q1);
      q2 = Math.fma(z[i + 2 * quarter], z[i + 2 * quarter], q2);
      q3 = Math.fma(z[i + 3 * quarter], z[i + 3 * quarter], q3);
    }
    for (; i < quarter; i++) {
      if (i < d) {
        q0 = Math.fma(z[i], z[i], q0);
      }
      if (i + quarter < d) {
        q1 = Math.fma(z[i + quarter], z[i + quarter], q1);
      }
      if (i + 2 * quarter < d) {
        q2 = Math.fma(z[i + 2 * quarter], z[i + 2 * quarter], q2);
      }
    }
    return ((q0 + q1) + q2) + q3;
  }

  /// The features that vector v of outputs takes: up to the end of its panel.
  private static int reach(int v) {
    return (v * LANES / WIDTH + 1) * WIDTH;
  }

  /// Where vector v of outputs begins in row 0 of its panel.
  private static int column(int factorOffset, int v) {
    return factorOffset + PackedTriangle.start(v * LANES / WIDTH) + v * LANES % WIDTH;
  }

  static void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] factor,
      int factorOffset,
      double[] strip,
      double[] out,
      int outOffset) {
    int quarter = ScoreKernels.quarter(d);
    Arrays.fill(strip, STEP * d, STEP * ScoreKernels.width(d), 0);
    Arrays.fill(out, outOffset, outOffset + VectorWidth.rounded(rows), 0);
    for (int r = 0; r < rows; r += STEP) {
      centre(block, r, d, mean, strip);
      for (int from = 0; from < d; from += quarter) {
        int to = Math.min(from + quarter, d);
        if (ROW_VECTORS == 4) {
          triangular4(strip, from, to, factor, factorOffset, out, outOffset + r);
        } else {
          triangular2(strip, from, to, factor, factorOffset, out, outOffset + r);
        }
      }
    }
  }

  /// Rows of a block less a mean, one feature behind the other.
  private static void centre(double[] block, int r, int d, double[] mean, double[] strip) {
    for (int j = 0; j < d; j++) {
      int from = r + j * STRIDE;
      int to = j * STEP;
      DoubleVector m = DoubleVector.broadcast(S, mean[j]);
      DoubleVector.fromArray(S, block, from).sub(m).intoArray(strip, to);
      DoubleVector.fromArray(S, block, from + LANES).sub(m).intoArray(strip, to + LANES);
      if (ROW_VECTORS == 4) {
        DoubleVector.fromArray(S, block, from + 2 * LANES).sub(m).intoArray(strip, to + 2 * LANES);
        DoubleVector.fromArray(S, block, from + 3 * LANES).sub(m).intoArray(strip, to + 3 * LANES);
      }
    }
  }

  /// Outputs `from` to `to` − 1, four at a time, for 4 vectors of rows.
  private static void triangular4(
      double[] strip, int from, int to, double[] factor, int factorOffset, double[] out, int at) {
    DoubleVector q0 = DoubleVector.zero(S);
    DoubleVector q1 = q0;
    DoubleVector q2 = q0;
    DoubleVector q3 = q0;
    for (int i = from; i < to; i += 4) {
      int f = factorOffset + PackedTriangle.start(i / WIDTH) + i % WIDTH;
      DoubleVector z00 = DoubleVector.zero(S);
      DoubleVector z01 = z00;
      DoubleVector z02 = z00;
      DoubleVector z03 = z00;
      DoubleVector z10 = z00;
      DoubleVector z11 = z00;
      DoubleVector z12 = z00;
      DoubleVector z13 = z00;
      DoubleVector z20 = z00;
      DoubleVector z21 = z00;
      DoubleVector z22 = z00;
      DoubleVector z23 = z00;
      DoubleVector z30 = z00;
      DoubleVector z31 = z00;
      DoubleVector z32 = z00;
      DoubleVector z33 = z00;
      int end = (i / WIDTH + 1) * WIDTH;
      for (int j = 0, b = 0; j < end; j++, b += STEP, f += WIDTH) {
        DoubleVector x0 = DoubleVector.fromArray(S, strip, b);
        DoubleVector x1 = DoubleVector.fromArray(S, strip, b + LANES);
        DoubleVector x2 = DoubleVector.fromArray(S, strip, b + 2 * LANES);
        DoubleVector x3 = DoubleVector.fromArray(S, strip, b + 3 * LANES);
        DoubleVector l0 = DoubleVector.broadcast(S, factor[f]);
        z00 = x0.fma(l0, z00);
        z01 = x1.fma(l0, z01);
        z02 = x2.fma(l0, z02);
        z03 = x3.fma(l0, z03);
        DoubleVector l1 = DoubleVector.broadcast(S, factor[f + 1]);
        z10 = x0.fma(l1, z10);
        z11 = x1.fma(l1, z11);
        z12 = x2.fma(l1, z12);
        z13 = x3.fma(l1, z13);
        DoubleVector l2 = DoubleVector.broadcast(S, factor[f + 2]);
        z20 = x0.fma(l2, z20);
        z21 = x1.fma(l2, z21);
        z22 = x2.fma(l2, z22);
        z23 = x3.fma(l2, z23);
        DoubleVector l3 = DoubleVector.broadcast(S, factor[f + 3]);
        z30 = x0.fma(l3, z30);
        z31 = x1.fma(l3, z31);
        z32 = x2.fma(l3, z32);
        z33 = x3.fma(l3, z33);
      }
      q0 = z00.fma(z00, q0);
      q0 = z10.fma(z10, q0);
      q0 = z20.fma(z20, q0);
      q0 = z30.fma(z30, q0);
      q1 = z01.fma(z01, q1);
      q1 = z11.fma(z11, q1);
      q1 = z21.fma(z21, q1);
      q1 = z31.fma(z31, q1);
      q2 = z02.fma(z02, q2);
      q2 = z12.fma(z12, q2);
      q2 = z22.fma(z22, q2);
      q2 = z32.fma(z32, q2);
      q3 = z03.fma(z03, q3);
      q3 = z13.fma(z13, q3);
      q3 = z23.fma(z23, q3);
      q3 = z33.fma(z33, q3);
    }
    DoubleVector.fromArray(S, out, at).add(q0).intoArray(out, at);
    DoubleVector.fromArray(S, out, at + LANES).add(q1).intoArray(out, at + LANES);
    DoubleVector.fromArray(S, out, at + 2 * LANES).add(q2).intoArray(out, at + 2 * LANES);
    DoubleVector.fromArray(S, out, at + 3 * LANES).add(q3).intoArray(out, at + 3 * LANES);
  }

  /// Outputs `from` to `to` − 1, four at a time, for 2 vectors of rows.
  private static void triangular2(
      double[] strip, int from, int to, double[] factor, int factorOffset, double[] out, int at) {
    DoubleVector q0 = DoubleVector.zero(S);
    DoubleVector q1 = q0;
    for (int i = from; i < to; i += 4) {
      int f = factorOffset + PackedTriangle.start(i / WIDTH) + i % WIDTH;
      DoubleVector z00 = DoubleVector.zero(S);
      DoubleVector z01 = z00;
      DoubleVector z10 = z00;
      DoubleVector z11 = z00;
      DoubleVector z20 = z00;
      DoubleVector z21 = z00;
      DoubleVector z30 = z00;
      DoubleVector z31 = z00;
      int end = (i / WIDTH + 1) * WIDTH;
      for (int j = 0, b = 0; j < end; j++, b += STEP, f += WIDTH) {
        DoubleVector x0 = DoubleVector.fromArray(S, strip, b);
        DoubleVector x1 = DoubleVector.fromArray(S, strip, b + LANES);
        DoubleVector l0 = DoubleVector.broadcast(S, factor[f]);
        z00 = x0.fma(l0, z00);
        z01 = x1.fma(l0, z01);
        DoubleVector l1 = DoubleVector.broadcast(S, factor[f + 1]);
        z10 = x0.fma(l1, z10);
        z11 = x1.fma(l1, z11);
        DoubleVector l2 = DoubleVector.broadcast(S, factor[f + 2]);
        z20 = x0.fma(l2, z20);
        z21 = x1.fma(l2, z21);
        DoubleVector l3 = DoubleVector.broadcast(S, factor[f + 3]);
        z30 = x0.fma(l3, z30);
        z31 = x1.fma(l3, z31);
      }
      q0 = z00.fma(z00, q0);
      q0 = z10.fma(z10, q0);
      q0 = z20.fma(z20, q0);
      q0 = z30.fma(z30, q0);
      q1 = z01.fma(z01, q1);
      q1 = z11.fma(z11, q1);
      q1 = z21.fma(z21, q1);
      q1 = z31.fma(z31, q1);
    }
    DoubleVector.fromArray(S, out, at).add(q0).intoArray(out, at);
    DoubleVector.fromArray(S, out, at + LANES).add(q1).intoArray(out, at + LANES);
  }

  static void forward(double[] factor, int from, double[] reciprocal, int r, double[] out, int at) {
    DoubleVector x0 = DoubleVector.fromArray(S, out, at);
    DoubleVector x1 = DoubleVector.fromArray(S, out, at + 8);
    DoubleVector x2 = DoubleVector.fromArray(S, out, at + 16);
    DoubleVector x3 = DoubleVector.fromArray(S, out, at + 24);
    DoubleVector x4 = DoubleVector.fromArray(S, out, at + 32);
    DoubleVector x5 = DoubleVector.fromArray(S, out, at + 40);
    DoubleVector x6 = DoubleVector.fromArray(S, out, at + 48);
    DoubleVector x7 = DoubleVector.fromArray(S, out, at + 56);
    x0 = x0.mul(reciprocal[r]);
    DoubleVector n0 = x0.neg();
    x1 = DoubleVector.broadcast(S, factor[from + 1]).fma(n0, x1);
    x1 = x1.mul(reciprocal[r + 1]);
    DoubleVector n1 = x1.neg();
    x2 = DoubleVector.broadcast(S, factor[from + 2]).fma(n0, x2);
    x2 = DoubleVector.broadcast(S, factor[from + 10]).fma(n1, x2);
    x2 = x2.mul(reciprocal[r + 2]);
    DoubleVector n2 = x2.neg();
    x3 = DoubleVector.broadcast(S, factor[from + 3]).fma(n0, x3);
    x3 = DoubleVector.broadcast(S, factor[from + 11]).fma(n1, x3);
    x3 = DoubleVector.broadcast(S, factor[from + 19]).fma(n2, x3);
    x3 = x3.mul(reciprocal[r + 3]);
    DoubleVector n3 = x3.neg();
    x4 = DoubleVector.broadcast(S, factor[from + 4]).fma(n0, x4);
    x4 = DoubleVector.broadcast(S, factor[from + 12]).fma(n1, x4);
    x4 = DoubleVector.broadcast(S, factor[from + 20]).fma(n2, x4);
    x4 = DoubleVector.broadcast(S, factor[from + 28]).fma(n3, x4);
    x4 = x4.mul(reciprocal[r + 4]);
    DoubleVector n4 = x4.neg();
    x5 = DoubleVector.broadcast(S, factor[from + 5]).fma(n0, x5);
    x5 = DoubleVector.broadcast(S, factor[from + 13]).fma(n1, x5);
    x5 = DoubleVector.broadcast(S, factor[from + 21]).fma(n2, x5);
    x5 = DoubleVector.broadcast(S, factor[from + 29]).fma(n3, x5);
    x5 = DoubleVector.broadcast(S, factor[from + 37]).fma(n4, x5);
    x5 = x5.mul(reciprocal[r + 5]);
    DoubleVector n5 = x5.neg();
    x6 = DoubleVector.broadcast(S, factor[from + 6]).fma(n0, x6);
    x6 = DoubleVector.broadcast(S, factor[from + 14]).fma(n1, x6);
    x6 = DoubleVector.broadcast(S, factor[from + 22]).fma(n2, x6);
    x6 = DoubleVector.broadcast(S, factor[from + 30]).fma(n3, x6);
    x6 = DoubleVector.broadcast(S, factor[from + 38]).fma(n4, x6);
    x6 = DoubleVector.broadcast(S, factor[from + 46]).fma(n5, x6);
    x6 = x6.mul(reciprocal[r + 6]);
    DoubleVector n6 = x6.neg();
    x7 = DoubleVector.broadcast(S, factor[from + 7]).fma(n0, x7);
    x7 = DoubleVector.broadcast(S, factor[from + 15]).fma(n1, x7);
    x7 = DoubleVector.broadcast(S, factor[from + 23]).fma(n2, x7);
    x7 = DoubleVector.broadcast(S, factor[from + 31]).fma(n3, x7);
    x7 = DoubleVector.broadcast(S, factor[from + 39]).fma(n4, x7);
    x7 = DoubleVector.broadcast(S, factor[from + 47]).fma(n5, x7);
    x7 = DoubleVector.broadcast(S, factor[from + 55]).fma(n6, x7);
    x7 = x7.mul(reciprocal[r + 7]);
    x0.intoArray(out, at);
    x1.intoArray(out, at + 8);
    x2.intoArray(out, at + 16);
    x3.intoArray(out, at + 24);
    x4.intoArray(out, at + 32);
    x5.intoArray(out, at + 40);
    x6.intoArray(out, at + 48);
    x7.intoArray(out, at + 56);
  }

  static void backward(
      double[] factor, int from, double[] reciprocal, int r, double[] out, int at) {
    DoubleVector x0 = DoubleVector.fromArray(S, out, at);
    DoubleVector x1 = DoubleVector.fromArray(S, out, at + 8);
    DoubleVector x2 = DoubleVector.fromArray(S, out, at + 16);
    DoubleVector x3 = DoubleVector.fromArray(S, out, at + 24);
    DoubleVector x4 = DoubleVector.fromArray(S, out, at + 32);
    DoubleVector x5 = DoubleVector.fromArray(S, out, at + 40);
    DoubleVector x6 = DoubleVector.fromArray(S, out, at + 48);
    DoubleVector x7 = DoubleVector.fromArray(S, out, at + 56);
    x7 = x7.mul(reciprocal[r + 7]);
    DoubleVector n7 = x7.neg();
    x6 = DoubleVector.broadcast(S, factor[from + 55]).fma(n7, x6);
    x6 = x6.mul(reciprocal[r + 6]);
    DoubleVector n6 = x6.neg();
    x5 = DoubleVector.broadcast(S, factor[from + 47]).fma(n7, x5);
    x5 = DoubleVector.broadcast(S, factor[from + 46]).fma(n6, x5);
    x5 = x5.mul(reciprocal[r + 5]);
    DoubleVector n5 = x5.neg();
    x4 = DoubleVector.broadcast(S, factor[from + 39]).fma(n7, x4);
    x4 = DoubleVector.broadcast(S, factor[from + 38]).fma(n6, x4);
    x4 = DoubleVector.broadcast(S, factor[from + 37]).fma(n5, x4);
    x4 = x4.mul(reciprocal[r + 4]);
    DoubleVector n4 = x4.neg();
    x3 = DoubleVector.broadcast(S, factor[from + 31]).fma(n7, x3);
    x3 = DoubleVector.broadcast(S, factor[from + 30]).fma(n6, x3);
    x3 = DoubleVector.broadcast(S, factor[from + 29]).fma(n5, x3);
    x3 = DoubleVector.broadcast(S, factor[from + 28]).fma(n4, x3);
    x3 = x3.mul(reciprocal[r + 3]);
    DoubleVector n3 = x3.neg();
    x2 = DoubleVector.broadcast(S, factor[from + 23]).fma(n7, x2);
    x2 = DoubleVector.broadcast(S, factor[from + 22]).fma(n6, x2);
    x2 = DoubleVector.broadcast(S, factor[from + 21]).fma(n5, x2);
    x2 = DoubleVector.broadcast(S, factor[from + 20]).fma(n4, x2);
    x2 = DoubleVector.broadcast(S, factor[from + 19]).fma(n3, x2);
    x2 = x2.mul(reciprocal[r + 2]);
    DoubleVector n2 = x2.neg();
    x1 = DoubleVector.broadcast(S, factor[from + 15]).fma(n7, x1);
    x1 = DoubleVector.broadcast(S, factor[from + 14]).fma(n6, x1);
    x1 = DoubleVector.broadcast(S, factor[from + 13]).fma(n5, x1);
    x1 = DoubleVector.broadcast(S, factor[from + 12]).fma(n4, x1);
    x1 = DoubleVector.broadcast(S, factor[from + 11]).fma(n3, x1);
    x1 = DoubleVector.broadcast(S, factor[from + 10]).fma(n2, x1);
    x1 = x1.mul(reciprocal[r + 1]);
    DoubleVector n1 = x1.neg();
    x0 = DoubleVector.broadcast(S, factor[from + 7]).fma(n7, x0);
    x0 = DoubleVector.broadcast(S, factor[from + 6]).fma(n6, x0);
    x0 = DoubleVector.broadcast(S, factor[from + 5]).fma(n5, x0);
    x0 = DoubleVector.broadcast(S, factor[from + 4]).fma(n4, x0);
    x0 = DoubleVector.broadcast(S, factor[from + 3]).fma(n3, x0);
    x0 = DoubleVector.broadcast(S, factor[from + 2]).fma(n2, x0);
    x0 = DoubleVector.broadcast(S, factor[from + 1]).fma(n1, x0);
    x0 = x0.mul(reciprocal[r]);
    x0.intoArray(out, at);
    x1.intoArray(out, at + 8);
    x2.intoArray(out, at + 16);
    x3.intoArray(out, at + 24);
    x4.intoArray(out, at + 32);
    x5.intoArray(out, at + 40);
    x6.intoArray(out, at + 48);
    x7.intoArray(out, at + 56);
  }
}
