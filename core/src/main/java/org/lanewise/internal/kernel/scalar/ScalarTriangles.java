package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;
import static org.lanewise.internal.kernel.ScoreKernels.STRIDE;

import java.util.Arrays;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.kernel.ScoreKernels;

/// Squared lengths of triangular images: the loops of [ScalarScoreKernels].
final class ScalarTriangles {

  /// Outputs that are computed side by side, of one row or of several.
  private static final int IMAGES = 4;

  private ScalarTriangles() {}

  static double row(double[] x, int d, double[] factor, int factorOffset, double[] z) {
    for (int i = 0; i < d; i += IMAGES) {
      int at = factorOffset + PackedTriangle.start(i / WIDTH) + i % WIDTH;
      double z0 = 0;
      double z1 = 0;
      double z2 = 0;
      double z3 = 0;
      int end = (i / WIDTH + 1) * WIDTH;
      for (int j = 0; j < end; j++) {
        z0 = Math.fma(x[j], factor[at + j * WIDTH], z0);
        z1 = Math.fma(x[j], factor[at + j * WIDTH + 1], z1);
        z2 = Math.fma(x[j], factor[at + j * WIDTH + 2], z2);
        z3 = Math.fma(x[j], factor[at + j * WIDTH + 3], z3);
      }
      z[i] = z0;
      z[i + 1] = z1;
      z[i + 2] = z2;
      z[i + 3] = z3;
    }
    return squaredLength(z, d);
  }

  static void block(
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
    Arrays.fill(strip, IMAGES * d, IMAGES * ScoreKernels.width(d), 0);
    for (int r = 0; r < rows; r += IMAGES) {
      for (int j = 0; j < d; j++) {
        for (int i = 0; i < IMAGES; i++) {
          strip[IMAGES * j + i] = block[j * STRIDE + r + i] - mean[j];
        }
      }
      double sum0 = 0;
      double sum1 = 0;
      double sum2 = 0;
      double sum3 = 0;
      for (int from = 0; from < d; from += quarter) {
        double q0 = 0;
        double q1 = 0;
        double q2 = 0;
        double q3 = 0;
        int to = Math.min(from + quarter, d);
        for (int i = from; i < to; i++) {
          int at = factorOffset + PackedTriangle.start(i / WIDTH) + i % WIDTH;
          double z0 = 0;
          double z1 = 0;
          double z2 = 0;
          double z3 = 0;
          int end = (i / WIDTH + 1) * WIDTH;
          for (int j = 0; j < end; j++) {
            double entry = factor[at + j * WIDTH];
            z0 = Math.fma(strip[j * IMAGES], entry, z0);
            z1 = Math.fma(strip[j * IMAGES + 1], entry, z1);
            z2 = Math.fma(strip[j * IMAGES + 2], entry, z2);
            z3 = Math.fma(strip[j * IMAGES + 3], entry, z3);
          }
          q0 = Math.fma(z0, z0, q0);
          q1 = Math.fma(z1, z1, q1);
          q2 = Math.fma(z2, z2, q2);
          q3 = Math.fma(z3, z3, q3);
        }
        sum0 += q0;
        sum1 += q1;
        sum2 += q2;
        sum3 += q3;
      }
      out[outOffset + r] = sum0;
      out[outOffset + r + 1] = sum1;
      out[outOffset + r + 2] = sum2;
      out[outOffset + r + 3] = sum3;
    }
  }

  private static double squaredLength(double[] z, int d) {
    int quarter = ScoreKernels.quarter(d);
    double sum = 0;
    for (int from = 0; from < 4 * quarter; from += quarter) {
      double q = 0;
      for (int i = from; i < Math.min(from + quarter, d); i++) {
        double value = z[i];
        q = Math.fma(value, value, q);
      }
      sum += q;
    }
    return sum;
  }
}
