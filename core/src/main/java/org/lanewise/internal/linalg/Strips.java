package org.lanewise.internal.linalg;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;
import static org.lanewise.internal.tier.Kernel.FACTOR;

import java.util.Arrays;
import org.lanewise.internal.kernel.FactorKernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.tier.Kernels;

/// Vectors of d numbers, eight side by side: number j of vector i is at `i / 8 · step + 8·j + i mod
/// 8`, where the step of a strip is 8 times d rounded up to a multiple of 8. The padding is 0.
public final class Strips {

  private static final int BLOCK = WIDTH * WIDTH;

  final int d;
  final int step;
  final int strips;
  final double[] values;

  /// Vectors of zeros.
  public Strips(int d, int count) {
    this(
        d,
        PackedTriangle.panels(d) * BLOCK,
        Math.ceilDiv(count, WIDTH),
        new double
            [Math.multiplyExact(PackedTriangle.panels(d) * BLOCK, Math.ceilDiv(count, WIDTH))]);
  }

  private Strips(int d, int step, int strips, double[] values) {
    this.d = d;
    this.step = step;
    this.strips = strips;
    this.values = values;
  }

  /// A copy of these vectors.
  public Strips copy() {
    return new Strips(d, step, strips, values.clone());
  }

  /// Sets number j of vector i.
  public void set(int i, int j, double value) {
    values[i / WIDTH * step + j * WIDTH + i % WIDTH] = value;
  }

  /// Sets vector i.
  public void set(int i, double[] vector) {
    for (int j = 0; j < d; j++) {
      set(i, j, vector[j]);
    }
  }

  /// Number j of vector i.
  public double get(int i, int j) {
    return values[i / WIDTH * step + j * WIDTH + i % WIDTH];
  }

  /// Sets all numbers to 0.
  public void clear() {
    Arrays.fill(values, 0);
  }

  /// Multiplies each vector by itself, into `out[i]`, for as many vectors as strips hold.
  public void squares(double[] out) {
    Arrays.fill(out, 0, strips * WIDTH, 0);
    for (int s = 0; s < strips; s++) {
      for (int at = s * step; at < (s + 1) * step; at += WIDTH) {
        for (int l = 0; l < WIDTH; l++) {
          double value = values[at + l];
          out[s * WIDTH + l] = Math.fma(value, value, out[s * WIDTH + l]);
        }
      }
    }
  }

  /// Multiplies each vector i by the first vectors of another set, into `out[c·stride + i]`.
  ///
  /// @param stride at least the number of vectors, rounded up to a multiple of 8
  public void products(Strips others, int count, double[] out, int stride) {
    double[] sums = new double[(FactorKernels.STRIPS - 1) * step + BLOCK];
    for (int c = 0; c < count; c += WIDTH) {
      int together = Math.min(WIDTH, count - c);
      for (int s = 0; s < strips; s += FactorKernels.STRIPS) {
        int width = Math.min(FactorKernels.STRIPS, strips - s);
        for (int v = 0; v < width; v++) {
          Arrays.fill(sums, v * step, v * step + BLOCK, 0);
        }
        Kernels.factor(FACTOR)
            .addProduct(others.values, c / WIDTH * step, values, s * step, d, sums, 0, step, width);
        for (int v = 0; v < width; v++) {
          for (int l = 0; l < together; l++) {
            System.arraycopy(
                sums, v * step + l * WIDTH, out, (c + l) * stride + (s + v) * WIDTH, WIDTH);
          }
        }
      }
    }
  }
}
