package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import org.lanewise.internal.kernel.FactorKernels;

/// The specification of [FactorKernels].
public class ScalarFactorKernels implements FactorKernels {

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
    for (int v = 0; v < strips; v++) {
      for (int i = 0; i < WIDTH; i++) {
        int to = outOffset + v * step + i * WIDTH;
        for (int t = 0; t < rows; t++) {
          double factor = left[leftOffset + t * WIDTH + i];
          add(factor, right, rightOffset + v * step + t * WIDTH, out, to);
        }
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
      int at = outOffset + v * step;
      for (int i = 0; i < WIDTH; i++) {
        for (int k = 0; k < i; k++) {
          eliminate(factor[factorOffset + k * WIDTH + i], out, at + k * WIDTH, out, at + i * WIDTH);
        }
        scale(reciprocal[reciprocalOffset + i], out, at + i * WIDTH);
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
      int at = outOffset + v * step;
      for (int i = WIDTH - 1; i >= 0; i--) {
        for (int k = WIDTH - 1; k > i; k--) {
          eliminate(factor[factorOffset + i * WIDTH + k], out, at + k * WIDTH, out, at + i * WIDTH);
        }
        scale(reciprocal[reciprocalOffset + i], out, at + i * WIDTH);
      }
    }
  }

  private static void add(double factor, double[] row, int from, double[] out, int to) {
    for (int l = 0; l < WIDTH; l++) {
      out[to + l] = Math.fma(factor, row[from + l], out[to + l]);
    }
  }

  private static void eliminate(double factor, double[] row, int from, double[] out, int to) {
    for (int l = 0; l < WIDTH; l++) {
      out[to + l] = Math.fma(factor, -row[from + l], out[to + l]);
    }
  }

  private static void scale(double factor, double[] out, int at) {
    for (int l = 0; l < WIDTH; l++) {
      out[at + l] *= factor;
    }
  }
}
