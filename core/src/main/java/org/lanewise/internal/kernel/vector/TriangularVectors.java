package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;
import static org.lanewise.internal.kernel.ScoreKernels.STRIDE;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;

/// Squared lengths of triangular images: blocks of 4 (or 2) vectors of rows × 4 outputs held in
/// registers; for a row alone a lane is an output.
final class TriangularVectors {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final int ROW_VECTORS = VectorWidth.ROW_VECTORS;
  private static final int STEP = VectorWidth.ROW_STEP;

  private TriangularVectors() {}

  static double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z) {
    int vectors = PackedTriangle.panels(d) * (WIDTH / LANES);
    int v = 0;
    for (; v + 4 <= vectors; v += 4) {
      triangularRow4(x, factor, factorOffset, v, z);
    }
    for (; v < vectors; v++) {
      DoubleVector.zero(S).intoArray(z, v * LANES);
      triangularTail(x, factor, factorOffset, v, 0, z);
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

  /// Four vectors of outputs at once as far as their shortest panel reaches, then each to its end.
  private static void triangularRow4(
      double[] x, double[] factor, int factorOffset, int v, double[] z) {
    int common = (v * LANES / WIDTH + 1) * WIDTH;
    int f0 = column(factorOffset, v);
    int f1 = column(factorOffset, v + 1);
    int f2 = column(factorOffset, v + 2);
    int f3 = column(factorOffset, v + 3);
    DoubleVector z0 = DoubleVector.zero(S);
    DoubleVector z1 = z0;
    DoubleVector z2 = z0;
    DoubleVector z3 = z0;
    for (int j = 0, at = 0; j < common; j++, at += WIDTH) {
      DoubleVector xj = DoubleVector.broadcast(S, x[j]);
      z0 = xj.fma(DoubleVector.fromArray(S, factor, f0 + at), z0);
      z1 = xj.fma(DoubleVector.fromArray(S, factor, f1 + at), z1);
      z2 = xj.fma(DoubleVector.fromArray(S, factor, f2 + at), z2);
      z3 = xj.fma(DoubleVector.fromArray(S, factor, f3 + at), z3);
    }
    z0.intoArray(z, v * LANES);
    z1.intoArray(z, (v + 1) * LANES);
    z2.intoArray(z, (v + 2) * LANES);
    z3.intoArray(z, (v + 3) * LANES);
    for (int next = v + 1; next < v + 4; next++) {
      triangularTail(x, factor, factorOffset, next, common, z);
    }
  }

  /// Carries one vector of outputs on from feature `from` to the end of its panel.
  private static void triangularTail(
      double[] x, double[] factor, int factorOffset, int v, int from, double[] z) {
    int to = (v * LANES / WIDTH + 1) * WIDTH;
    int at = column(factorOffset, v) + from * WIDTH;
    DoubleVector sum = DoubleVector.fromArray(S, z, v * LANES);
    for (int j = from; j < to; j++, at += WIDTH) {
      sum = DoubleVector.broadcast(S, x[j]).fma(DoubleVector.fromArray(S, factor, at), sum);
    }
    sum.intoArray(z, v * LANES);
  }

  /// Where vector v of outputs begins in row 0 of its panel.
  private static int column(int factorOffset, int v) {
    return factorOffset + PackedTriangle.start(v * LANES / WIDTH) + v * LANES % WIDTH;
  }

  static void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] factor,
      int factorOffset,
      double[] out,
      int outOffset) {
    int quarter = ScoreKernels.quarter(d);
    Arrays.fill(out, outOffset, outOffset + VectorWidth.rounded(rows), 0);
    for (int r = 0; r < rows; r += STEP) {
      for (int from = 0; from < d; from += quarter) {
        int to = Math.min(from + quarter, d);
        if (ROW_VECTORS == 4) {
          triangular4(block, r, from, to, factor, factorOffset, out, outOffset + r);
        } else {
          triangular2(block, r, from, to, factor, factorOffset, out, outOffset + r);
        }
      }
    }
  }

  /// Outputs `from` to `to` − 1, four at a time, for 4 vectors of rows.
  private static void triangular4(
      double[] block,
      int r,
      int from,
      int to,
      double[] factor,
      int factorOffset,
      double[] out,
      int at) {
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
      for (int j = 0, b = r; j < end; j++, b += STRIDE, f += WIDTH) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, b);
        DoubleVector x1 = DoubleVector.fromArray(S, block, b + LANES);
        DoubleVector x2 = DoubleVector.fromArray(S, block, b + 2 * LANES);
        DoubleVector x3 = DoubleVector.fromArray(S, block, b + 3 * LANES);
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
      double[] block,
      int r,
      int from,
      int to,
      double[] factor,
      int factorOffset,
      double[] out,
      int at) {
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
      for (int j = 0, b = r; j < end; j++, b += STRIDE, f += WIDTH) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, b);
        DoubleVector x1 = DoubleVector.fromArray(S, block, b + LANES);
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
}
