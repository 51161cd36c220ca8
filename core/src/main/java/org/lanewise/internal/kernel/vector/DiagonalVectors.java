package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.ScoreKernels.STRIDE;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.ScoreKernels;

/// Diagonal scores: blocks of 4 (or 2) vectors of rows × 2 or 1 classes held in registers; for a
/// row alone a lane is a class.
final class DiagonalVectors {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final int ROW_VECTORS = VectorWidth.ROW_VECTORS;
  private static final int STEP = VectorWidth.ROW_STEP;

  private DiagonalVectors() {}

  static void diagonalRow(
      double[] x,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    int common = Math.max(0, Math.min(quarter, d - 3 * quarter));
    int step = quarter * classStride;
    for (int c = 0; c < classStride; c += LANES) {
      DoubleVector q0 = DoubleVector.zero(S);
      DoubleVector q1 = q0;
      DoubleVector q2 = q0;
      DoubleVector q3 = q0;
      int at = c;
      int j = 0;
      for (; j < common; j++, at += classStride) {
        DoubleVector z0 = standardise(x[j], mean, inverse, at);
        DoubleVector z1 = standardise(x[j + quarter], mean, inverse, at + step);
        DoubleVector z2 = standardise(x[j + 2 * quarter], mean, inverse, at + 2 * step);
        DoubleVector z3 = standardise(x[j + 3 * quarter], mean, inverse, at + 3 * step);
        q0 = z0.fma(z0, q0);
        q1 = z1.fma(z1, q1);
        q2 = z2.fma(z2, q2);
        q3 = z3.fma(z3, q3);
      }
      for (; j < quarter; j++, at += classStride) {
        if (j < d) {
          DoubleVector z = standardise(x[j], mean, inverse, at);
          q0 = z.fma(z, q0);
        }
        if (j + quarter < d) {
          DoubleVector z = standardise(x[j + quarter], mean, inverse, at + step);
          q1 = z.fma(z, q1);
        }
        if (j + 2 * quarter < d) {
          DoubleVector z = standardise(x[j + 2 * quarter], mean, inverse, at + 2 * step);
          q2 = z.fma(z, q2);
        }
      }
      q0.add(q1)
          .add(q2)
          .add(q3)
          .fma(DoubleVector.broadcast(S, -0.5), DoubleVector.fromArray(S, constant, c))
          .intoArray(out, c);
    }
  }

  static void diagonalBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      int k,
      double[] out) {
    for (int c = 0; c < k; c++) {
      Arrays.fill(out, c * STRIDE, c * STRIDE + VectorWidth.rounded(rows), 0);
    }
    for (int r = 0; r < rows; r += STEP) {
      int c = 0;
      for (; c + 2 <= k; c += 2) {
        if (ROW_VECTORS == 4) {
          diagonal4x2(block, r, d, mean, inverse, constant, classStride, c, out);
        } else {
          diagonal2x2(block, r, d, mean, inverse, constant, classStride, c, out);
        }
      }
      for (; c < k; c++) {
        if (ROW_VECTORS == 4) {
          diagonal4x1(block, r, d, mean, inverse, constant, classStride, c, out);
        } else {
          diagonal2x1(block, r, d, mean, inverse, constant, classStride, c, out);
        }
      }
    }
  }

  private static void diagonal4x2(
      double[] block,
      int r,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = DoubleVector.zero(S);
      DoubleVector a01 = a00;
      DoubleVector a02 = a00;
      DoubleVector a03 = a00;
      DoubleVector a10 = DoubleVector.zero(S);
      DoubleVector a11 = a10;
      DoubleVector a12 = a10;
      DoubleVector a13 = a10;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector x2 = DoubleVector.fromArray(S, block, at + 2 * LANES);
        DoubleVector x3 = DoubleVector.fromArray(S, block, at + 3 * LANES);
        DoubleVector m0 = DoubleVector.broadcast(S, mean[parameter]);
        DoubleVector i0 = DoubleVector.broadcast(S, inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
        DoubleVector z02 = x2.sub(m0).mul(i0);
        a02 = z02.fma(z02, a02);
        DoubleVector z03 = x3.sub(m0).mul(i0);
        a03 = z03.fma(z03, a03);
        DoubleVector m1 = DoubleVector.broadcast(S, mean[parameter + 1]);
        DoubleVector i1 = DoubleVector.broadcast(S, inverse[parameter + 1]);
        DoubleVector z10 = x0.sub(m1).mul(i1);
        a10 = z10.fma(z10, a10);
        DoubleVector z11 = x1.sub(m1).mul(i1);
        a11 = z11.fma(z11, a11);
        DoubleVector z12 = x2.sub(m1).mul(i1);
        a12 = z12.fma(z12, a12);
        DoubleVector z13 = x3.sub(m1).mul(i1);
        a13 = z13.fma(z13, a13);
      }
      DoubleVector.fromArray(S, out, c * STRIDE + r).add(a00).intoArray(out, c * STRIDE + r);
      DoubleVector.fromArray(S, out, c * STRIDE + r + LANES)
          .add(a01)
          .intoArray(out, c * STRIDE + r + LANES);
      DoubleVector.fromArray(S, out, c * STRIDE + r + 2 * LANES)
          .add(a02)
          .intoArray(out, c * STRIDE + r + 2 * LANES);
      DoubleVector.fromArray(S, out, c * STRIDE + r + 3 * LANES)
          .add(a03)
          .intoArray(out, c * STRIDE + r + 3 * LANES);
      DoubleVector.fromArray(S, out, (c + 1) * STRIDE + r)
          .add(a10)
          .intoArray(out, (c + 1) * STRIDE + r);
      DoubleVector.fromArray(S, out, (c + 1) * STRIDE + r + LANES)
          .add(a11)
          .intoArray(out, (c + 1) * STRIDE + r + LANES);
      DoubleVector.fromArray(S, out, (c + 1) * STRIDE + r + 2 * LANES)
          .add(a12)
          .intoArray(out, (c + 1) * STRIDE + r + 2 * LANES);
      DoubleVector.fromArray(S, out, (c + 1) * STRIDE + r + 3 * LANES)
          .add(a13)
          .intoArray(out, (c + 1) * STRIDE + r + 3 * LANES);
    }
    finish(constant[c], out, c * STRIDE + r);
    finish(constant[c], out, c * STRIDE + r + LANES);
    finish(constant[c], out, c * STRIDE + r + 2 * LANES);
    finish(constant[c], out, c * STRIDE + r + 3 * LANES);
    finish(constant[c + 1], out, (c + 1) * STRIDE + r);
    finish(constant[c + 1], out, (c + 1) * STRIDE + r + LANES);
    finish(constant[c + 1], out, (c + 1) * STRIDE + r + 2 * LANES);
    finish(constant[c + 1], out, (c + 1) * STRIDE + r + 3 * LANES);
  }

  private static void diagonal4x1(
      double[] block,
      int r,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = DoubleVector.zero(S);
      DoubleVector a01 = a00;
      DoubleVector a02 = a00;
      DoubleVector a03 = a00;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector x2 = DoubleVector.fromArray(S, block, at + 2 * LANES);
        DoubleVector x3 = DoubleVector.fromArray(S, block, at + 3 * LANES);
        DoubleVector m0 = DoubleVector.broadcast(S, mean[parameter]);
        DoubleVector i0 = DoubleVector.broadcast(S, inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
        DoubleVector z02 = x2.sub(m0).mul(i0);
        a02 = z02.fma(z02, a02);
        DoubleVector z03 = x3.sub(m0).mul(i0);
        a03 = z03.fma(z03, a03);
      }
      DoubleVector.fromArray(S, out, c * STRIDE + r).add(a00).intoArray(out, c * STRIDE + r);
      DoubleVector.fromArray(S, out, c * STRIDE + r + LANES)
          .add(a01)
          .intoArray(out, c * STRIDE + r + LANES);
      DoubleVector.fromArray(S, out, c * STRIDE + r + 2 * LANES)
          .add(a02)
          .intoArray(out, c * STRIDE + r + 2 * LANES);
      DoubleVector.fromArray(S, out, c * STRIDE + r + 3 * LANES)
          .add(a03)
          .intoArray(out, c * STRIDE + r + 3 * LANES);
    }
    finish(constant[c], out, c * STRIDE + r);
    finish(constant[c], out, c * STRIDE + r + LANES);
    finish(constant[c], out, c * STRIDE + r + 2 * LANES);
    finish(constant[c], out, c * STRIDE + r + 3 * LANES);
  }

  private static void diagonal2x2(
      double[] block,
      int r,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = DoubleVector.zero(S);
      DoubleVector a01 = a00;
      DoubleVector a10 = DoubleVector.zero(S);
      DoubleVector a11 = a10;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector m0 = DoubleVector.broadcast(S, mean[parameter]);
        DoubleVector i0 = DoubleVector.broadcast(S, inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
        DoubleVector m1 = DoubleVector.broadcast(S, mean[parameter + 1]);
        DoubleVector i1 = DoubleVector.broadcast(S, inverse[parameter + 1]);
        DoubleVector z10 = x0.sub(m1).mul(i1);
        a10 = z10.fma(z10, a10);
        DoubleVector z11 = x1.sub(m1).mul(i1);
        a11 = z11.fma(z11, a11);
      }
      DoubleVector.fromArray(S, out, c * STRIDE + r).add(a00).intoArray(out, c * STRIDE + r);
      DoubleVector.fromArray(S, out, c * STRIDE + r + LANES)
          .add(a01)
          .intoArray(out, c * STRIDE + r + LANES);
      DoubleVector.fromArray(S, out, (c + 1) * STRIDE + r)
          .add(a10)
          .intoArray(out, (c + 1) * STRIDE + r);
      DoubleVector.fromArray(S, out, (c + 1) * STRIDE + r + LANES)
          .add(a11)
          .intoArray(out, (c + 1) * STRIDE + r + LANES);
    }
    finish(constant[c], out, c * STRIDE + r);
    finish(constant[c], out, c * STRIDE + r + LANES);
    finish(constant[c + 1], out, (c + 1) * STRIDE + r);
    finish(constant[c + 1], out, (c + 1) * STRIDE + r + LANES);
  }

  private static void diagonal2x1(
      double[] block,
      int r,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = DoubleVector.zero(S);
      DoubleVector a01 = a00;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector m0 = DoubleVector.broadcast(S, mean[parameter]);
        DoubleVector i0 = DoubleVector.broadcast(S, inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
      }
      DoubleVector.fromArray(S, out, c * STRIDE + r).add(a00).intoArray(out, c * STRIDE + r);
      DoubleVector.fromArray(S, out, c * STRIDE + r + LANES)
          .add(a01)
          .intoArray(out, c * STRIDE + r + LANES);
    }
    finish(constant[c], out, c * STRIDE + r);
    finish(constant[c], out, c * STRIDE + r + LANES);
  }

  private static DoubleVector standardise(double x, double[] mean, double[] inverse, int at) {
    return DoubleVector.broadcast(S, x)
        .sub(DoubleVector.fromArray(S, mean, at))
        .mul(DoubleVector.fromArray(S, inverse, at));
  }

  private static void finish(double constant, double[] out, int at) {
    DoubleVector.fromArray(S, out, at)
        .fma(DoubleVector.broadcast(S, -0.5), DoubleVector.broadcast(S, constant))
        .intoArray(out, at);
  }
}
