package org.lanewise.internal.kernel.vector;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import jdk.incubator.vector.VectorSpecies;
import org.lanewise.internal.kernel.FactorKernels;

/// [FactorKernels] in vectors: a block of outputs ([TriangularVectors]) stays in registers while
/// the rows pass by.
///
/// Vectors of 8 lanes come with 32 registers and take 8 × 3 accumulators; narrower ones take 4 × 2,
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
    if (LANES < WIDTH) {
      for (int v = 0; v < strips; v++) {
        addNarrow(left, leftOffset, right, rightOffset + v * step, rows, out, outOffset + v * step);
      }
    } else if (strips == STRIPS) {
      TriangularVectors.add8x3(
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
        TriangularVectors.add8x1(
            left, leftOffset, right, rightOffset + v * step, rows, out, outOffset + v * step);
      }
    }
  }

  private static void addNarrow(
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
        TriangularVectors.add4x2(
            left, leftOffset + i, right, from, from + LANES, rows, out, to, to + LANES);
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
