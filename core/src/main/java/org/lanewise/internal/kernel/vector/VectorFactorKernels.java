package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.FactorKernels;

/// [FactorKernels] in vectors: a block of outputs ([GaussianVectors]) stays in registers while the
/// rows pass by.
///
/// Vectors of 8 lanes come with 32 registers and take 8 × 2 accumulators; narrower ones take 4 × 2,
/// which 16 registers hold.
final class VectorFactorKernels implements FactorKernels {

  private static final VectorSpecies<Double> SPECIES = VectorWidth.DOUBLES;
  private static final int LANES = SPECIES.length();

  @Override
  public void addProduct(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int rows,
      double[] out,
      int outOffset,
      int step,
      int strips) {
    int v = 0;
    for (; LANES == WIDTH && v + 2 <= strips; v += 2) {
      int from = rightOffset + v * step;
      int to = outOffset + v * step;
      GaussianVectors.block8x2(
          left, leftOffset, right, from, from + step, rows, out, to, to + step, out, to, to + step);
    }
    for (; v < strips; v++) {
      addStrip(left, leftOffset, right, rightOffset + v * step, rows, out, outOffset + v * step);
    }
  }

  private static void addStrip(
      double[] left, int leftOffset, double[] right, int from, int rows, double[] out, int to) {
    if (LANES == WIDTH) {
      GaussianVectors.block8x1(left, leftOffset, right, from, rows, out, to, out, to);
      return;
    }
    for (int l = 0; l < WIDTH; l += 2 * LANES) {
      for (int i = 0; i < WIDTH; i += 4) {
        int b = from + l;
        int o = to + i * WIDTH + l;
        GaussianVectors.block4x2(
            left, leftOffset + i, right, b, b + LANES, rows, out, o, o + LANES, out, o, o + LANES);
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
        TriangularVectors.forward(
            factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset + v * step + l);
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
        TriangularVectors.backward(
            factor, factorOffset, reciprocal, reciprocalOffset, out, outOffset + v * step + l);
      }
    }
  }
}
