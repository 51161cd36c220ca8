package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.FactorKernels;

/// [FactorKernels] in vectors: a block of outputs stays in registers while the rows pass by.
///
/// Vectors of 8 lanes come with 32 registers and take 8 × 3 accumulators; narrower ones take 4 × 2,
/// which 16 registers hold.
final class VectorFactorKernels implements FactorKernels {

  private static final VectorSpecies<Double> SPECIES = VectorWidth.DOUBLES;
  private static final int LANES = SPECIES.length();

  @Override
  public void subtractProduct(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int rows,
      double[] out,
      int outOffset,
      int step,
      int strips) {
    if (LANES < WIDTH) {
      for (int v = 0; v < strips; v++) {
        subtractNarrow(
            left, leftOffset, right, rightOffset + v * step, rows, out, outOffset + v * step);
      }
    } else if (strips == STRIPS) {
      subtract8x3(
          left,
          leftOffset,
          right,
          rightOffset,
          rightOffset + step,
          rightOffset + 2 * step,
          rows,
          out,
          outOffset,
          outOffset + step,
          outOffset + 2 * step);
    } else {
      for (int v = 0; v < strips; v++) {
        subtract8x1(
            left, leftOffset, right, rightOffset + v * step, rows, out, outOffset + v * step);
      }
    }
  }

  private static void subtractNarrow(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int rows,
      double[] out,
      int outOffset) {
    for (int l = 0; l < WIDTH; l += 2 * LANES) {
      for (int i = 0; i < WIDTH; i += 4) {
        int from = rightOffset + l;
        int to = outOffset + i * WIDTH + l;
        subtract4x2(left, leftOffset + i, right, from, from + LANES, rows, out, to, to + LANES);
      }
    }
  }

  @Override
  public void forward(
      double[] factor,
      int factorOffset,
      double[] reciprocal,
      int reciprocalOffset,
      double[] out,
      int outOffset,
      int step,
      int strips) {
    for (int v = 0; v < strips; v++) {
      for (int l = 0; l < WIDTH; l += LANES) {
        forward(factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset + v * step + l);
      }
    }
  }

  @Override
  public void backward(
      double[] factor,
      int factorOffset,
      double[] reciprocal,
      int reciprocalOffset,
      double[] out,
      int outOffset,
      int step,
      int strips) {
    for (int v = 0; v < strips; v++) {
      for (int l = 0; l < WIDTH; l += LANES) {
        backward(factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset + v * step + l);
      }
    }
  }

  /// 8 rows of 3 vectors of a strip each.
  private static void subtract8x3(
      double[] left,
      int leftOffset,
      double[] right,
      int right0,
      int right1,
      int right2,
      int rows,
      double[] out,
      int out0,
      int out1,
      int out2) {
    DoubleVector s00 = DoubleVector.fromArray(SPECIES, out, out0);
    DoubleVector s01 = DoubleVector.fromArray(SPECIES, out, out1);
    DoubleVector s02 = DoubleVector.fromArray(SPECIES, out, out2);
    DoubleVector s10 = DoubleVector.fromArray(SPECIES, out, out0 + 8);
    DoubleVector s11 = DoubleVector.fromArray(SPECIES, out, out1 + 8);
    DoubleVector s12 = DoubleVector.fromArray(SPECIES, out, out2 + 8);
    DoubleVector s20 = DoubleVector.fromArray(SPECIES, out, out0 + 16);
    DoubleVector s21 = DoubleVector.fromArray(SPECIES, out, out1 + 16);
    DoubleVector s22 = DoubleVector.fromArray(SPECIES, out, out2 + 16);
    DoubleVector s30 = DoubleVector.fromArray(SPECIES, out, out0 + 24);
    DoubleVector s31 = DoubleVector.fromArray(SPECIES, out, out1 + 24);
    DoubleVector s32 = DoubleVector.fromArray(SPECIES, out, out2 + 24);
    DoubleVector s40 = DoubleVector.fromArray(SPECIES, out, out0 + 32);
    DoubleVector s41 = DoubleVector.fromArray(SPECIES, out, out1 + 32);
    DoubleVector s42 = DoubleVector.fromArray(SPECIES, out, out2 + 32);
    DoubleVector s50 = DoubleVector.fromArray(SPECIES, out, out0 + 40);
    DoubleVector s51 = DoubleVector.fromArray(SPECIES, out, out1 + 40);
    DoubleVector s52 = DoubleVector.fromArray(SPECIES, out, out2 + 40);
    DoubleVector s60 = DoubleVector.fromArray(SPECIES, out, out0 + 48);
    DoubleVector s61 = DoubleVector.fromArray(SPECIES, out, out1 + 48);
    DoubleVector s62 = DoubleVector.fromArray(SPECIES, out, out2 + 48);
    DoubleVector s70 = DoubleVector.fromArray(SPECIES, out, out0 + 56);
    DoubleVector s71 = DoubleVector.fromArray(SPECIES, out, out1 + 56);
    DoubleVector s72 = DoubleVector.fromArray(SPECIES, out, out2 + 56);
    for (int t = 0; t < rows; t++) {
      int at = leftOffset + t * WIDTH;
      DoubleVector r0 = DoubleVector.fromArray(SPECIES, right, right0 + t * WIDTH).neg();
      DoubleVector r1 = DoubleVector.fromArray(SPECIES, right, right1 + t * WIDTH).neg();
      DoubleVector r2 = DoubleVector.fromArray(SPECIES, right, right2 + t * WIDTH).neg();
      DoubleVector l0 = DoubleVector.broadcast(SPECIES, left[at]);
      s00 = l0.fma(r0, s00);
      s01 = l0.fma(r1, s01);
      s02 = l0.fma(r2, s02);
      DoubleVector l1 = DoubleVector.broadcast(SPECIES, left[at + 1]);
      s10 = l1.fma(r0, s10);
      s11 = l1.fma(r1, s11);
      s12 = l1.fma(r2, s12);
      DoubleVector l2 = DoubleVector.broadcast(SPECIES, left[at + 2]);
      s20 = l2.fma(r0, s20);
      s21 = l2.fma(r1, s21);
      s22 = l2.fma(r2, s22);
      DoubleVector l3 = DoubleVector.broadcast(SPECIES, left[at + 3]);
      s30 = l3.fma(r0, s30);
      s31 = l3.fma(r1, s31);
      s32 = l3.fma(r2, s32);
      DoubleVector l4 = DoubleVector.broadcast(SPECIES, left[at + 4]);
      s40 = l4.fma(r0, s40);
      s41 = l4.fma(r1, s41);
      s42 = l4.fma(r2, s42);
      DoubleVector l5 = DoubleVector.broadcast(SPECIES, left[at + 5]);
      s50 = l5.fma(r0, s50);
      s51 = l5.fma(r1, s51);
      s52 = l5.fma(r2, s52);
      DoubleVector l6 = DoubleVector.broadcast(SPECIES, left[at + 6]);
      s60 = l6.fma(r0, s60);
      s61 = l6.fma(r1, s61);
      s62 = l6.fma(r2, s62);
      DoubleVector l7 = DoubleVector.broadcast(SPECIES, left[at + 7]);
      s70 = l7.fma(r0, s70);
      s71 = l7.fma(r1, s71);
      s72 = l7.fma(r2, s72);
    }
    s00.intoArray(out, out0);
    s01.intoArray(out, out1);
    s02.intoArray(out, out2);
    s10.intoArray(out, out0 + 8);
    s11.intoArray(out, out1 + 8);
    s12.intoArray(out, out2 + 8);
    s20.intoArray(out, out0 + 16);
    s21.intoArray(out, out1 + 16);
    s22.intoArray(out, out2 + 16);
    s30.intoArray(out, out0 + 24);
    s31.intoArray(out, out1 + 24);
    s32.intoArray(out, out2 + 24);
    s40.intoArray(out, out0 + 32);
    s41.intoArray(out, out1 + 32);
    s42.intoArray(out, out2 + 32);
    s50.intoArray(out, out0 + 40);
    s51.intoArray(out, out1 + 40);
    s52.intoArray(out, out2 + 40);
    s60.intoArray(out, out0 + 48);
    s61.intoArray(out, out1 + 48);
    s62.intoArray(out, out2 + 48);
    s70.intoArray(out, out0 + 56);
    s71.intoArray(out, out1 + 56);
    s72.intoArray(out, out2 + 56);
  }

  /// 8 rows of one vector.
  private static void subtract8x1(
      double[] left, int leftOffset, double[] right, int right0, int rows, double[] out, int out0) {
    DoubleVector s00 = DoubleVector.fromArray(SPECIES, out, out0);
    DoubleVector s10 = DoubleVector.fromArray(SPECIES, out, out0 + 8);
    DoubleVector s20 = DoubleVector.fromArray(SPECIES, out, out0 + 16);
    DoubleVector s30 = DoubleVector.fromArray(SPECIES, out, out0 + 24);
    DoubleVector s40 = DoubleVector.fromArray(SPECIES, out, out0 + 32);
    DoubleVector s50 = DoubleVector.fromArray(SPECIES, out, out0 + 40);
    DoubleVector s60 = DoubleVector.fromArray(SPECIES, out, out0 + 48);
    DoubleVector s70 = DoubleVector.fromArray(SPECIES, out, out0 + 56);
    for (int t = 0; t < rows; t++) {
      int at = leftOffset + t * WIDTH;
      DoubleVector r0 = DoubleVector.fromArray(SPECIES, right, right0 + t * WIDTH).neg();
      DoubleVector l0 = DoubleVector.broadcast(SPECIES, left[at]);
      s00 = l0.fma(r0, s00);
      DoubleVector l1 = DoubleVector.broadcast(SPECIES, left[at + 1]);
      s10 = l1.fma(r0, s10);
      DoubleVector l2 = DoubleVector.broadcast(SPECIES, left[at + 2]);
      s20 = l2.fma(r0, s20);
      DoubleVector l3 = DoubleVector.broadcast(SPECIES, left[at + 3]);
      s30 = l3.fma(r0, s30);
      DoubleVector l4 = DoubleVector.broadcast(SPECIES, left[at + 4]);
      s40 = l4.fma(r0, s40);
      DoubleVector l5 = DoubleVector.broadcast(SPECIES, left[at + 5]);
      s50 = l5.fma(r0, s50);
      DoubleVector l6 = DoubleVector.broadcast(SPECIES, left[at + 6]);
      s60 = l6.fma(r0, s60);
      DoubleVector l7 = DoubleVector.broadcast(SPECIES, left[at + 7]);
      s70 = l7.fma(r0, s70);
    }
    s00.intoArray(out, out0);
    s10.intoArray(out, out0 + 8);
    s20.intoArray(out, out0 + 16);
    s30.intoArray(out, out0 + 24);
    s40.intoArray(out, out0 + 32);
    s50.intoArray(out, out0 + 40);
    s60.intoArray(out, out0 + 48);
    s70.intoArray(out, out0 + 56);
  }

  /// 4 rows of two neighbouring vectors.
  private static void subtract4x2(
      double[] left,
      int leftOffset,
      double[] right,
      int right0,
      int right1,
      int rows,
      double[] out,
      int out0,
      int out1) {
    DoubleVector s00 = DoubleVector.fromArray(SPECIES, out, out0);
    DoubleVector s01 = DoubleVector.fromArray(SPECIES, out, out1);
    DoubleVector s10 = DoubleVector.fromArray(SPECIES, out, out0 + 8);
    DoubleVector s11 = DoubleVector.fromArray(SPECIES, out, out1 + 8);
    DoubleVector s20 = DoubleVector.fromArray(SPECIES, out, out0 + 16);
    DoubleVector s21 = DoubleVector.fromArray(SPECIES, out, out1 + 16);
    DoubleVector s30 = DoubleVector.fromArray(SPECIES, out, out0 + 24);
    DoubleVector s31 = DoubleVector.fromArray(SPECIES, out, out1 + 24);
    for (int t = 0; t < rows; t++) {
      int at = leftOffset + t * WIDTH;
      DoubleVector r0 = DoubleVector.fromArray(SPECIES, right, right0 + t * WIDTH).neg();
      DoubleVector r1 = DoubleVector.fromArray(SPECIES, right, right1 + t * WIDTH).neg();
      DoubleVector l0 = DoubleVector.broadcast(SPECIES, left[at]);
      s00 = l0.fma(r0, s00);
      s01 = l0.fma(r1, s01);
      DoubleVector l1 = DoubleVector.broadcast(SPECIES, left[at + 1]);
      s10 = l1.fma(r0, s10);
      s11 = l1.fma(r1, s11);
      DoubleVector l2 = DoubleVector.broadcast(SPECIES, left[at + 2]);
      s20 = l2.fma(r0, s20);
      s21 = l2.fma(r1, s21);
      DoubleVector l3 = DoubleVector.broadcast(SPECIES, left[at + 3]);
      s30 = l3.fma(r0, s30);
      s31 = l3.fma(r1, s31);
    }
    s00.intoArray(out, out0);
    s01.intoArray(out, out1);
    s10.intoArray(out, out0 + 8);
    s11.intoArray(out, out1 + 8);
    s20.intoArray(out, out0 + 16);
    s21.intoArray(out, out1 + 16);
    s30.intoArray(out, out0 + 24);
    s31.intoArray(out, out1 + 24);
  }

  private static void forward(
      double[] factor, int from, double[] reciprocal, int r, double[] out, int at) {
    DoubleVector x0 = DoubleVector.fromArray(SPECIES, out, at);
    DoubleVector x1 = DoubleVector.fromArray(SPECIES, out, at + 8);
    DoubleVector x2 = DoubleVector.fromArray(SPECIES, out, at + 16);
    DoubleVector x3 = DoubleVector.fromArray(SPECIES, out, at + 24);
    DoubleVector x4 = DoubleVector.fromArray(SPECIES, out, at + 32);
    DoubleVector x5 = DoubleVector.fromArray(SPECIES, out, at + 40);
    DoubleVector x6 = DoubleVector.fromArray(SPECIES, out, at + 48);
    DoubleVector x7 = DoubleVector.fromArray(SPECIES, out, at + 56);
    x0 = x0.mul(reciprocal[r]);
    DoubleVector n0 = x0.neg();
    x1 = DoubleVector.broadcast(SPECIES, factor[from + 1]).fma(n0, x1);
    x1 = x1.mul(reciprocal[r + 1]);
    DoubleVector n1 = x1.neg();
    x2 = DoubleVector.broadcast(SPECIES, factor[from + 2]).fma(n0, x2);
    x2 = DoubleVector.broadcast(SPECIES, factor[from + 10]).fma(n1, x2);
    x2 = x2.mul(reciprocal[r + 2]);
    DoubleVector n2 = x2.neg();
    x3 = DoubleVector.broadcast(SPECIES, factor[from + 3]).fma(n0, x3);
    x3 = DoubleVector.broadcast(SPECIES, factor[from + 11]).fma(n1, x3);
    x3 = DoubleVector.broadcast(SPECIES, factor[from + 19]).fma(n2, x3);
    x3 = x3.mul(reciprocal[r + 3]);
    DoubleVector n3 = x3.neg();
    x4 = DoubleVector.broadcast(SPECIES, factor[from + 4]).fma(n0, x4);
    x4 = DoubleVector.broadcast(SPECIES, factor[from + 12]).fma(n1, x4);
    x4 = DoubleVector.broadcast(SPECIES, factor[from + 20]).fma(n2, x4);
    x4 = DoubleVector.broadcast(SPECIES, factor[from + 28]).fma(n3, x4);
    x4 = x4.mul(reciprocal[r + 4]);
    DoubleVector n4 = x4.neg();
    x5 = DoubleVector.broadcast(SPECIES, factor[from + 5]).fma(n0, x5);
    x5 = DoubleVector.broadcast(SPECIES, factor[from + 13]).fma(n1, x5);
    x5 = DoubleVector.broadcast(SPECIES, factor[from + 21]).fma(n2, x5);
    x5 = DoubleVector.broadcast(SPECIES, factor[from + 29]).fma(n3, x5);
    x5 = DoubleVector.broadcast(SPECIES, factor[from + 37]).fma(n4, x5);
    x5 = x5.mul(reciprocal[r + 5]);
    DoubleVector n5 = x5.neg();
    x6 = DoubleVector.broadcast(SPECIES, factor[from + 6]).fma(n0, x6);
    x6 = DoubleVector.broadcast(SPECIES, factor[from + 14]).fma(n1, x6);
    x6 = DoubleVector.broadcast(SPECIES, factor[from + 22]).fma(n2, x6);
    x6 = DoubleVector.broadcast(SPECIES, factor[from + 30]).fma(n3, x6);
    x6 = DoubleVector.broadcast(SPECIES, factor[from + 38]).fma(n4, x6);
    x6 = DoubleVector.broadcast(SPECIES, factor[from + 46]).fma(n5, x6);
    x6 = x6.mul(reciprocal[r + 6]);
    DoubleVector n6 = x6.neg();
    x7 = DoubleVector.broadcast(SPECIES, factor[from + 7]).fma(n0, x7);
    x7 = DoubleVector.broadcast(SPECIES, factor[from + 15]).fma(n1, x7);
    x7 = DoubleVector.broadcast(SPECIES, factor[from + 23]).fma(n2, x7);
    x7 = DoubleVector.broadcast(SPECIES, factor[from + 31]).fma(n3, x7);
    x7 = DoubleVector.broadcast(SPECIES, factor[from + 39]).fma(n4, x7);
    x7 = DoubleVector.broadcast(SPECIES, factor[from + 47]).fma(n5, x7);
    x7 = DoubleVector.broadcast(SPECIES, factor[from + 55]).fma(n6, x7);
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

  private static void backward(
      double[] factor, int from, double[] reciprocal, int r, double[] out, int at) {
    DoubleVector x0 = DoubleVector.fromArray(SPECIES, out, at);
    DoubleVector x1 = DoubleVector.fromArray(SPECIES, out, at + 8);
    DoubleVector x2 = DoubleVector.fromArray(SPECIES, out, at + 16);
    DoubleVector x3 = DoubleVector.fromArray(SPECIES, out, at + 24);
    DoubleVector x4 = DoubleVector.fromArray(SPECIES, out, at + 32);
    DoubleVector x5 = DoubleVector.fromArray(SPECIES, out, at + 40);
    DoubleVector x6 = DoubleVector.fromArray(SPECIES, out, at + 48);
    DoubleVector x7 = DoubleVector.fromArray(SPECIES, out, at + 56);
    x7 = x7.mul(reciprocal[r + 7]);
    DoubleVector n7 = x7.neg();
    x6 = DoubleVector.broadcast(SPECIES, factor[from + 55]).fma(n7, x6);
    x6 = x6.mul(reciprocal[r + 6]);
    DoubleVector n6 = x6.neg();
    x5 = DoubleVector.broadcast(SPECIES, factor[from + 47]).fma(n7, x5);
    x5 = DoubleVector.broadcast(SPECIES, factor[from + 46]).fma(n6, x5);
    x5 = x5.mul(reciprocal[r + 5]);
    DoubleVector n5 = x5.neg();
    x4 = DoubleVector.broadcast(SPECIES, factor[from + 39]).fma(n7, x4);
    x4 = DoubleVector.broadcast(SPECIES, factor[from + 38]).fma(n6, x4);
    x4 = DoubleVector.broadcast(SPECIES, factor[from + 37]).fma(n5, x4);
    x4 = x4.mul(reciprocal[r + 4]);
    DoubleVector n4 = x4.neg();
    x3 = DoubleVector.broadcast(SPECIES, factor[from + 31]).fma(n7, x3);
    x3 = DoubleVector.broadcast(SPECIES, factor[from + 30]).fma(n6, x3);
    x3 = DoubleVector.broadcast(SPECIES, factor[from + 29]).fma(n5, x3);
    x3 = DoubleVector.broadcast(SPECIES, factor[from + 28]).fma(n4, x3);
    x3 = x3.mul(reciprocal[r + 3]);
    DoubleVector n3 = x3.neg();
    x2 = DoubleVector.broadcast(SPECIES, factor[from + 23]).fma(n7, x2);
    x2 = DoubleVector.broadcast(SPECIES, factor[from + 22]).fma(n6, x2);
    x2 = DoubleVector.broadcast(SPECIES, factor[from + 21]).fma(n5, x2);
    x2 = DoubleVector.broadcast(SPECIES, factor[from + 20]).fma(n4, x2);
    x2 = DoubleVector.broadcast(SPECIES, factor[from + 19]).fma(n3, x2);
    x2 = x2.mul(reciprocal[r + 2]);
    DoubleVector n2 = x2.neg();
    x1 = DoubleVector.broadcast(SPECIES, factor[from + 15]).fma(n7, x1);
    x1 = DoubleVector.broadcast(SPECIES, factor[from + 14]).fma(n6, x1);
    x1 = DoubleVector.broadcast(SPECIES, factor[from + 13]).fma(n5, x1);
    x1 = DoubleVector.broadcast(SPECIES, factor[from + 12]).fma(n4, x1);
    x1 = DoubleVector.broadcast(SPECIES, factor[from + 11]).fma(n3, x1);
    x1 = DoubleVector.broadcast(SPECIES, factor[from + 10]).fma(n2, x1);
    x1 = x1.mul(reciprocal[r + 1]);
    DoubleVector n1 = x1.neg();
    x0 = DoubleVector.broadcast(SPECIES, factor[from + 7]).fma(n7, x0);
    x0 = DoubleVector.broadcast(SPECIES, factor[from + 6]).fma(n6, x0);
    x0 = DoubleVector.broadcast(SPECIES, factor[from + 5]).fma(n5, x0);
    x0 = DoubleVector.broadcast(SPECIES, factor[from + 4]).fma(n4, x0);
    x0 = DoubleVector.broadcast(SPECIES, factor[from + 3]).fma(n3, x0);
    x0 = DoubleVector.broadcast(SPECIES, factor[from + 2]).fma(n2, x0);
    x0 = DoubleVector.broadcast(SPECIES, factor[from + 1]).fma(n1, x0);
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
