package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.ScoreKernels.STRIDE;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.ScoreKernels;

/// Affine scores: blocks of 4 (or 2) vectors of rows × 4, 2 or 1 classes held in registers; for a
/// row alone a lane is a class.
final class AffineVectors {

  private static final VectorSpecies<Double> S = VectorWidth.DOUBLES;
  private static final int LANES = S.length();
  private static final int ROW_VECTORS = VectorWidth.ROW_VECTORS;
  private static final int STEP = VectorWidth.ROW_STEP;

  private AffineVectors() {}

  static void affineRow(
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
        q0 = DoubleVector.broadcast(S, x[j]).fma(DoubleVector.fromArray(S, weight, at), q0);
        q1 =
            DoubleVector.broadcast(S, x[j + quarter])
                .fma(DoubleVector.fromArray(S, weight, at + step), q1);
        q2 =
            DoubleVector.broadcast(S, x[j + 2 * quarter])
                .fma(DoubleVector.fromArray(S, weight, at + 2 * step), q2);
        q3 =
            DoubleVector.broadcast(S, x[j + 3 * quarter])
                .fma(DoubleVector.fromArray(S, weight, at + 3 * step), q3);
      }
      for (; j < quarter; j++, at += classStride) {
        if (j < d) {
          q0 = DoubleVector.broadcast(S, x[j]).fma(DoubleVector.fromArray(S, weight, at), q0);
        }
        if (j + quarter < d) {
          q1 =
              DoubleVector.broadcast(S, x[j + quarter])
                  .fma(DoubleVector.fromArray(S, weight, at + step), q1);
        }
        if (j + 2 * quarter < d) {
          q2 =
              DoubleVector.broadcast(S, x[j + 2 * quarter])
                  .fma(DoubleVector.fromArray(S, weight, at + 2 * step), q2);
        }
      }
      // 0 + q0 is not always q0: it may be −0.
      DoubleVector.zero(S).add(q0).add(q1).add(q2).add(q3).intoArray(out, c);
    }
  }

  static void affineBlock(
      double[] block,
      int rows,
      int d,
      double[] weight,
      double[] intercept,
      int classStride,
      int k,
      double[] out) {
    for (int c = 0; c < k; c++) {
      Arrays.fill(out, c * STRIDE, c * STRIDE + VectorWidth.rounded(rows), 0);
    }
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
      DoubleVector a00 = DoubleVector.broadcast(S, from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a02 = a00;
      DoubleVector a03 = a00;
      DoubleVector a10 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 1] : 0);
      DoubleVector a11 = a10;
      DoubleVector a12 = a10;
      DoubleVector a13 = a10;
      DoubleVector a20 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 2] : 0);
      DoubleVector a21 = a20;
      DoubleVector a22 = a20;
      DoubleVector a23 = a20;
      DoubleVector a30 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 3] : 0);
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
        DoubleVector w0 = DoubleVector.broadcast(S, weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        a02 = x2.fma(w0, a02);
        a03 = x3.fma(w0, a03);
        DoubleVector w1 = DoubleVector.broadcast(S, weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
        a12 = x2.fma(w1, a12);
        a13 = x3.fma(w1, a13);
        DoubleVector w2 = DoubleVector.broadcast(S, weight[parameter + 2]);
        a20 = x0.fma(w2, a20);
        a21 = x1.fma(w2, a21);
        a22 = x2.fma(w2, a22);
        a23 = x3.fma(w2, a23);
        DoubleVector w3 = DoubleVector.broadcast(S, weight[parameter + 3]);
        a30 = x0.fma(w3, a30);
        a31 = x1.fma(w3, a31);
        a32 = x2.fma(w3, a32);
        a33 = x3.fma(w3, a33);
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
      DoubleVector.fromArray(S, out, (c + 2) * STRIDE + r)
          .add(a20)
          .intoArray(out, (c + 2) * STRIDE + r);
      DoubleVector.fromArray(S, out, (c + 2) * STRIDE + r + LANES)
          .add(a21)
          .intoArray(out, (c + 2) * STRIDE + r + LANES);
      DoubleVector.fromArray(S, out, (c + 2) * STRIDE + r + 2 * LANES)
          .add(a22)
          .intoArray(out, (c + 2) * STRIDE + r + 2 * LANES);
      DoubleVector.fromArray(S, out, (c + 2) * STRIDE + r + 3 * LANES)
          .add(a23)
          .intoArray(out, (c + 2) * STRIDE + r + 3 * LANES);
      DoubleVector.fromArray(S, out, (c + 3) * STRIDE + r)
          .add(a30)
          .intoArray(out, (c + 3) * STRIDE + r);
      DoubleVector.fromArray(S, out, (c + 3) * STRIDE + r + LANES)
          .add(a31)
          .intoArray(out, (c + 3) * STRIDE + r + LANES);
      DoubleVector.fromArray(S, out, (c + 3) * STRIDE + r + 2 * LANES)
          .add(a32)
          .intoArray(out, (c + 3) * STRIDE + r + 2 * LANES);
      DoubleVector.fromArray(S, out, (c + 3) * STRIDE + r + 3 * LANES)
          .add(a33)
          .intoArray(out, (c + 3) * STRIDE + r + 3 * LANES);
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
      DoubleVector a00 = DoubleVector.broadcast(S, from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a02 = a00;
      DoubleVector a03 = a00;
      DoubleVector a10 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 1] : 0);
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
        DoubleVector w0 = DoubleVector.broadcast(S, weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        a02 = x2.fma(w0, a02);
        a03 = x3.fma(w0, a03);
        DoubleVector w1 = DoubleVector.broadcast(S, weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
        a12 = x2.fma(w1, a12);
        a13 = x3.fma(w1, a13);
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
      DoubleVector a00 = DoubleVector.broadcast(S, from == 0 ? intercept[c] : 0);
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
        DoubleVector w0 = DoubleVector.broadcast(S, weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        a02 = x2.fma(w0, a02);
        a03 = x3.fma(w0, a03);
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
      DoubleVector a00 = DoubleVector.broadcast(S, from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a10 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 1] : 0);
      DoubleVector a11 = a10;
      DoubleVector a20 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 2] : 0);
      DoubleVector a21 = a20;
      DoubleVector a30 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 3] : 0);
      DoubleVector a31 = a30;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector w0 = DoubleVector.broadcast(S, weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        DoubleVector w1 = DoubleVector.broadcast(S, weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
        DoubleVector w2 = DoubleVector.broadcast(S, weight[parameter + 2]);
        a20 = x0.fma(w2, a20);
        a21 = x1.fma(w2, a21);
        DoubleVector w3 = DoubleVector.broadcast(S, weight[parameter + 3]);
        a30 = x0.fma(w3, a30);
        a31 = x1.fma(w3, a31);
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
      DoubleVector.fromArray(S, out, (c + 2) * STRIDE + r)
          .add(a20)
          .intoArray(out, (c + 2) * STRIDE + r);
      DoubleVector.fromArray(S, out, (c + 2) * STRIDE + r + LANES)
          .add(a21)
          .intoArray(out, (c + 2) * STRIDE + r + LANES);
      DoubleVector.fromArray(S, out, (c + 3) * STRIDE + r)
          .add(a30)
          .intoArray(out, (c + 3) * STRIDE + r);
      DoubleVector.fromArray(S, out, (c + 3) * STRIDE + r + LANES)
          .add(a31)
          .intoArray(out, (c + 3) * STRIDE + r + LANES);
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
      DoubleVector a00 = DoubleVector.broadcast(S, from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      DoubleVector a10 = DoubleVector.broadcast(S, from == 0 ? intercept[c + 1] : 0);
      DoubleVector a11 = a10;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector w0 = DoubleVector.broadcast(S, weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
        DoubleVector w1 = DoubleVector.broadcast(S, weight[parameter + 1]);
        a10 = x0.fma(w1, a10);
        a11 = x1.fma(w1, a11);
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
      DoubleVector a00 = DoubleVector.broadcast(S, from == 0 ? intercept[c] : 0);
      DoubleVector a01 = a00;
      int at = from * STRIDE + r;
      int parameter = from * classStride + c;
      for (int j = from; j < to; j++, at += STRIDE, parameter += classStride) {
        DoubleVector x0 = DoubleVector.fromArray(S, block, at);
        DoubleVector x1 = DoubleVector.fromArray(S, block, at + LANES);
        DoubleVector w0 = DoubleVector.broadcast(S, weight[parameter]);
        a00 = x0.fma(w0, a00);
        a01 = x1.fma(w0, a01);
      }
      DoubleVector.fromArray(S, out, c * STRIDE + r).add(a00).intoArray(out, c * STRIDE + r);
      DoubleVector.fromArray(S, out, c * STRIDE + r + LANES)
          .add(a01)
          .intoArray(out, c * STRIDE + r + LANES);
    }
  }
}
