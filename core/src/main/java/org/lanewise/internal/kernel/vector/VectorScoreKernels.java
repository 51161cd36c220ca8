package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;

/// [ScoreKernels] in vectors: in a block a lane is a row, for a row alone a lane is a class or an
/// output.
///
/// Blocks are cut into register blocks of 4 vectors of rows × 4 classes (16 accumulators) where
/// there are 32 vector registers, 2 × 4 where there are 16.
final class VectorScoreKernels implements ScoreKernels {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final int ROW_VECTORS = VectorWidth.REGISTERS >= 32 ? 4 : 2;
  private static final int STEP = ROW_VECTORS * LANES;

  @Override
  public void affineRow(
      double[] x, int d, double[] weight, double[] intercept, int classStride, double[] out) {
    int quarter = ScoreKernels.quarter(d);
    int common = Math.max(0, Math.min(quarter, d - 3 * quarter));
    for (int c = 0; c < classStride; c += LANES) {
      DoubleVector q0 = DoubleVector.fromArray(S, intercept, c);
      DoubleVector q1 = DoubleVector.zero(S);
      DoubleVector q2 = DoubleVector.zero(S);
      DoubleVector q3 = DoubleVector.zero(S);
      int step = quarter * classStride;
      int at = c;
      int j = 0;
      for (; j < common; j++, at += classStride) {
        q0 = broadcast(x[j]).fma(DoubleVector.fromArray(S, weight, at), q0);
        q1 = broadcast(x[j + quarter]).fma(DoubleVector.fromArray(S, weight, at + step), q1);
        q2 =
            broadcast(x[j + 2 * quarter]).fma(DoubleVector.fromArray(S, weight, at + 2 * step), q2);
        q3 =
            broadcast(x[j + 3 * quarter]).fma(DoubleVector.fromArray(S, weight, at + 3 * step), q3);
      }
      for (; j < quarter; j++, at += classStride) {
        if (j < d) {
          q0 = broadcast(x[j]).fma(DoubleVector.fromArray(S, weight, at), q0);
        }
        if (j + quarter < d) {
          q1 = broadcast(x[j + quarter]).fma(DoubleVector.fromArray(S, weight, at + step), q1);
        }
        if (j + 2 * quarter < d) {
          q2 =
              broadcast(x[j + 2 * quarter])
                  .fma(DoubleVector.fromArray(S, weight, at + 2 * step), q2);
        }
      }
      q0.add(q1).add(q2).add(q3).intoArray(out, c);
    }
  }

  @Override
  public void affineBlock(
      double[] block,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int k,
      double[] out) {
    for (int r = 0; r < rows; r += STEP) {
      int c = 0;
      for (; c + 4 <= k; c += 4) {
        if (ROW_VECTORS == 4) {
          affine4x4(block, r, d, weight, intercept, classStride, c, out);
        } else {
          affine2x4(block, r, d, weight, intercept, classStride, c, out);
        }
      }
      for (; c + 2 <= k; c += 2) {
        if (ROW_VECTORS == 4) {
          affine4x2(block, r, d, weight, intercept, classStride, c, out);
        } else {
          affine2x2(block, r, d, weight, intercept, classStride, c, out);
        }
      }
      for (; c < k; c++) {
        if (ROW_VECTORS == 4) {
          affine4x1(block, r, d, weight, intercept, classStride, c, out);
        } else {
          affine2x1(block, r, d, weight, intercept, classStride, c, out);
        }
      }
    }
  }

  private static void affine4x4(
      double[] block,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = broadcast(from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a02 = a00;
      DoubleVector a03 = a00;
      DoubleVector a10 = broadcast(from == 0 ? intercept[c + 1] : 0);
      DoubleVector a11 = a10;
      DoubleVector a12 = a10;
      DoubleVector a13 = a10;
      DoubleVector a20 = broadcast(from == 0 ? intercept[c + 2] : 0);
      DoubleVector a21 = a20;
      DoubleVector a22 = a20;
      DoubleVector a23 = a20;
      DoubleVector a30 = broadcast(from == 0 ? intercept[c + 3] : 0);
      DoubleVector a31 = a30;
      DoubleVector a32 = a30;
      DoubleVector a33 = a30;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector x2 = DoubleVector.fromArray(S, block, at + 2 * LANES);
        DoubleVector x3 = DoubleVector.fromArray(S, block, at + 3 * LANES);
        DoubleVector w0 = broadcast(weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        a02 = x2.fma(w0, a02);
        a03 = x3.fma(w0, a03);
        DoubleVector w1 = broadcast(weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
        a12 = x2.fma(w1, a12);
        a13 = x3.fma(w1, a13);
        DoubleVector w2 = broadcast(weight[parameter + 2]);
        a20 = x0.fma(w2, a20);
        a21 = x1.fma(w2, a21);
        a22 = x2.fma(w2, a22);
        a23 = x3.fma(w2, a23);
        DoubleVector w3 = broadcast(weight[parameter + 3]);
        a30 = x0.fma(w3, a30);
        a31 = x1.fma(w3, a31);
        a32 = x2.fma(w3, a32);
        a33 = x3.fma(w3, a33);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a02, from, out, c * STRIDE + r + 2 * LANES);
      fold(a03, from, out, c * STRIDE + r + 3 * LANES);
      fold(a10, from, out, (c + 1) * STRIDE + r);
      fold(a11, from, out, (c + 1) * STRIDE + r + LANES);
      fold(a12, from, out, (c + 1) * STRIDE + r + 2 * LANES);
      fold(a13, from, out, (c + 1) * STRIDE + r + 3 * LANES);
      fold(a20, from, out, (c + 2) * STRIDE + r);
      fold(a21, from, out, (c + 2) * STRIDE + r + LANES);
      fold(a22, from, out, (c + 2) * STRIDE + r + 2 * LANES);
      fold(a23, from, out, (c + 2) * STRIDE + r + 3 * LANES);
      fold(a30, from, out, (c + 3) * STRIDE + r);
      fold(a31, from, out, (c + 3) * STRIDE + r + LANES);
      fold(a32, from, out, (c + 3) * STRIDE + r + 2 * LANES);
      fold(a33, from, out, (c + 3) * STRIDE + r + 3 * LANES);
    }
  }

  private static void affine4x2(
      double[] block,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = broadcast(from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a02 = a00;
      DoubleVector a03 = a00;
      DoubleVector a10 = broadcast(from == 0 ? intercept[c + 1] : 0);
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
        DoubleVector w0 = broadcast(weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        a02 = x2.fma(w0, a02);
        a03 = x3.fma(w0, a03);
        DoubleVector w1 = broadcast(weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
        a12 = x2.fma(w1, a12);
        a13 = x3.fma(w1, a13);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a02, from, out, c * STRIDE + r + 2 * LANES);
      fold(a03, from, out, c * STRIDE + r + 3 * LANES);
      fold(a10, from, out, (c + 1) * STRIDE + r);
      fold(a11, from, out, (c + 1) * STRIDE + r + LANES);
      fold(a12, from, out, (c + 1) * STRIDE + r + 2 * LANES);
      fold(a13, from, out, (c + 1) * STRIDE + r + 3 * LANES);
    }
  }

  private static void affine2x2(
      double[] block,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = broadcast(from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a10 = broadcast(from == 0 ? intercept[c + 1] : 0);
      DoubleVector a11 = a10;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector w0 = broadcast(weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        DoubleVector w1 = broadcast(weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a10, from, out, (c + 1) * STRIDE + r);
      fold(a11, from, out, (c + 1) * STRIDE + r + LANES);
    }
  }

  private static void affine4x1(
      double[] block,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = broadcast(from == 0 ? intercept[c] : 0);
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
        DoubleVector w0 = broadcast(weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        a02 = x2.fma(w0, a02);
        a03 = x3.fma(w0, a03);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a02, from, out, c * STRIDE + r + 2 * LANES);
      fold(a03, from, out, c * STRIDE + r + 3 * LANES);
    }
  }

  private static void affine2x4(
      double[] block,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = broadcast(from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a10 = broadcast(from == 0 ? intercept[c + 1] : 0);
      DoubleVector a11 = a10;
      DoubleVector a20 = broadcast(from == 0 ? intercept[c + 2] : 0);
      DoubleVector a21 = a20;
      DoubleVector a30 = broadcast(from == 0 ? intercept[c + 3] : 0);
      DoubleVector a31 = a30;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector w0 = broadcast(weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        DoubleVector w1 = broadcast(weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
        DoubleVector w2 = broadcast(weight[parameter + 2]);
        a20 = x0.fma(w2, a20);
        a21 = x1.fma(w2, a21);
        DoubleVector w3 = broadcast(weight[parameter + 3]);
        a30 = x0.fma(w3, a30);
        a31 = x1.fma(w3, a31);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a10, from, out, (c + 1) * STRIDE + r);
      fold(a11, from, out, (c + 1) * STRIDE + r + LANES);
      fold(a20, from, out, (c + 2) * STRIDE + r);
      fold(a21, from, out, (c + 2) * STRIDE + r + LANES);
      fold(a30, from, out, (c + 3) * STRIDE + r);
      fold(a31, from, out, (c + 3) * STRIDE + r + LANES);
    }
  }

  private static void affine2x1(
      double[] block,
      int r,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int c,
      double[] out) {
    int quarter = ScoreKernels.quarter(d);
    for (int from = 0; from < d; from += quarter) {
      int to = Math.min(from + quarter, d);
      DoubleVector a00 = broadcast(from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector w0 = broadcast(weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
    }
  }

  @Override
  public void diagonalRow(
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
          .fma(broadcast(-0.5), DoubleVector.fromArray(S, constant, c))
          .intoArray(out, c);
    }
  }

  @Override
  public void diagonalBlock(
      double[] block,
      int rows,
      int d,
      double[] mean,
      double[] inverse,
      double[] constant,
      int classStride,
      int k,
      double[] out) {
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
        DoubleVector m0 = broadcast(mean[parameter]);
        DoubleVector i0 = broadcast(inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
        DoubleVector z02 = x2.sub(m0).mul(i0);
        a02 = z02.fma(z02, a02);
        DoubleVector z03 = x3.sub(m0).mul(i0);
        a03 = z03.fma(z03, a03);
        DoubleVector m1 = broadcast(mean[parameter + 1]);
        DoubleVector i1 = broadcast(inverse[parameter + 1]);
        DoubleVector z10 = x0.sub(m1).mul(i1);
        a10 = z10.fma(z10, a10);
        DoubleVector z11 = x1.sub(m1).mul(i1);
        a11 = z11.fma(z11, a11);
        DoubleVector z12 = x2.sub(m1).mul(i1);
        a12 = z12.fma(z12, a12);
        DoubleVector z13 = x3.sub(m1).mul(i1);
        a13 = z13.fma(z13, a13);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a02, from, out, c * STRIDE + r + 2 * LANES);
      fold(a03, from, out, c * STRIDE + r + 3 * LANES);
      fold(a10, from, out, (c + 1) * STRIDE + r);
      fold(a11, from, out, (c + 1) * STRIDE + r + LANES);
      fold(a12, from, out, (c + 1) * STRIDE + r + 2 * LANES);
      fold(a13, from, out, (c + 1) * STRIDE + r + 3 * LANES);
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
        DoubleVector m0 = broadcast(mean[parameter]);
        DoubleVector i0 = broadcast(inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
        DoubleVector z02 = x2.sub(m0).mul(i0);
        a02 = z02.fma(z02, a02);
        DoubleVector z03 = x3.sub(m0).mul(i0);
        a03 = z03.fma(z03, a03);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a02, from, out, c * STRIDE + r + 2 * LANES);
      fold(a03, from, out, c * STRIDE + r + 3 * LANES);
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
        DoubleVector m0 = broadcast(mean[parameter]);
        DoubleVector i0 = broadcast(inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
        DoubleVector m1 = broadcast(mean[parameter + 1]);
        DoubleVector i1 = broadcast(inverse[parameter + 1]);
        DoubleVector z10 = x0.sub(m1).mul(i1);
        a10 = z10.fma(z10, a10);
        DoubleVector z11 = x1.sub(m1).mul(i1);
        a11 = z11.fma(z11, a11);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
      fold(a10, from, out, (c + 1) * STRIDE + r);
      fold(a11, from, out, (c + 1) * STRIDE + r + LANES);
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
        DoubleVector m0 = broadcast(mean[parameter]);
        DoubleVector i0 = broadcast(inverse[parameter]);
        DoubleVector z00 = x0.sub(m0).mul(i0);
        a00 = z00.fma(z00, a00);
        DoubleVector z01 = x1.sub(m0).mul(i0);
        a01 = z01.fma(z01, a01);
      }
      fold(a00, from, out, c * STRIDE + r);
      fold(a01, from, out, c * STRIDE + r + LANES);
    }
    finish(constant[c], out, c * STRIDE + r);
    finish(constant[c], out, c * STRIDE + r + LANES);
  }

  private static DoubleVector standardise(double x, double[] mean, double[] inverse, int at) {
    return broadcast(x)
        .sub(DoubleVector.fromArray(S, mean, at))
        .mul(DoubleVector.fromArray(S, inverse, at));
  }

  private static DoubleVector broadcast(double value) {
    return DoubleVector.broadcast(S, value);
  }

  /// Adds a finished quarter to the sum in `out`; the first quarter begins it.
  private static void fold(DoubleVector quarter, int from, double[] out, int at) {
    DoubleVector sum = from == 0 ? quarter : DoubleVector.fromArray(S, out, at).add(quarter);
    sum.intoArray(out, at);
  }

  private static void finish(double constant, double[] out, int at) {
    DoubleVector.fromArray(S, out, at).fma(broadcast(-0.5), broadcast(constant)).intoArray(out, at);
  }

  @Override
  public double triangularRow(double[] x, int d, double[] factor, int factorOffset, double[] z) {
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
      DoubleVector xj = broadcast(x[j]);
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
      sum = broadcast(x[j]).fma(DoubleVector.fromArray(S, factor, at), sum);
    }
    sum.intoArray(z, v * LANES);
  }

  /// Where vector v of outputs begins in row 0 of its panel.
  private static int column(int factorOffset, int v) {
    return factorOffset + PackedTriangle.start(v * LANES / WIDTH) + v * LANES % WIDTH;
  }

  @Override
  public void triangularBlock(
      double[] block,
      int rows,
      int d,
      double[] factor,
      int factorOffset,
      double[] out,
      int outOffset) {
    int quarter = ScoreKernels.quarter(d);
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
        DoubleVector l0 = broadcast(factor[f]);
        z00 = x0.fma(l0, z00);
        z01 = x1.fma(l0, z01);
        z02 = x2.fma(l0, z02);
        z03 = x3.fma(l0, z03);
        DoubleVector l1 = broadcast(factor[f + 1]);
        z10 = x0.fma(l1, z10);
        z11 = x1.fma(l1, z11);
        z12 = x2.fma(l1, z12);
        z13 = x3.fma(l1, z13);
        DoubleVector l2 = broadcast(factor[f + 2]);
        z20 = x0.fma(l2, z20);
        z21 = x1.fma(l2, z21);
        z22 = x2.fma(l2, z22);
        z23 = x3.fma(l2, z23);
        DoubleVector l3 = broadcast(factor[f + 3]);
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
    fold(q0, from, out, at);
    fold(q1, from, out, at + LANES);
    fold(q2, from, out, at + 2 * LANES);
    fold(q3, from, out, at + 3 * LANES);
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
        DoubleVector l0 = broadcast(factor[f]);
        z00 = x0.fma(l0, z00);
        z01 = x1.fma(l0, z01);
        DoubleVector l1 = broadcast(factor[f + 1]);
        z10 = x0.fma(l1, z10);
        z11 = x1.fma(l1, z11);
        DoubleVector l2 = broadcast(factor[f + 2]);
        z20 = x0.fma(l2, z20);
        z21 = x1.fma(l2, z21);
        DoubleVector l3 = broadcast(factor[f + 3]);
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
    fold(q0, from, out, at);
    fold(q1, from, out, at + LANES);
  }

  @Override
  public boolean shift(
      double[] x, int offset, int count, double subtrahend, double[] out, int outOffset) {
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector poison = zero;
    DoubleVector value = broadcast(subtrahend);
    int r = 0;
    for (; r + LANES <= count; r += LANES) {
      DoubleVector shifted = DoubleVector.fromArray(S, x, offset + r).sub(value);
      shifted.intoArray(out, outOffset + r);
      poison = shifted.fma(zero, poison);
    }
    boolean finite = poison.compare(VectorOperators.EQ, zero).allTrue();
    for (; r < count; r++) {
      double shifted = x[offset + r] - subtrahend;
      out[outOffset + r] = shifted;
      finite &= Double.isFinite(shifted);
    }
    return finite;
  }

  @Override
  public boolean finite(double[] values, int offset, int count) {
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector poison = zero;
    int i = offset;
    for (; i + LANES <= offset + count; i += LANES) {
      poison = DoubleVector.fromArray(S, values, i).fma(zero, poison);
    }
    boolean finite = poison.compare(VectorOperators.EQ, zero).allTrue();
    for (; i < offset + count; i++) {
      finite &= Double.isFinite(values[i]);
    }
    return finite;
  }

  @Override
  public void argmax(double[] score, int rows, int k, int[] label, int labelOffset) {
    double[] index = new double[LANES];
    for (int r = 0; r < rows; r += LANES) {
      DoubleVector best = DoubleVector.fromArray(S, score, r);
      DoubleVector bestClass = DoubleVector.zero(S);
      for (int c = 1; c < k; c++) {
        DoubleVector next = DoubleVector.fromArray(S, score, c * STRIDE + r);
        VectorMask<Double> larger = next.compare(VectorOperators.GT, best);
        best = best.blend(next, larger);
        bestClass = bestClass.blend(broadcast(c), larger);
      }
      bestClass.intoArray(index, 0);
      for (int l = 0; l < Math.min(LANES, rows - r); l++) {
        label[labelOffset + r + l] = (int) index[l];
      }
    }
  }
}
