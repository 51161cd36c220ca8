package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import java.util.Arrays;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// The specification of [GaussianKernels]: one loop per line of its formulas.
public class ScalarGaussianKernels implements GaussianKernels {

  @Override
  public boolean deal(
      double[][] columns, int offset, int count, int[] target, double[] out, int outOffset) {
    double poison = 0;
    for (int r = 0; r < count; r++) {
      int to = target[r] + outOffset;
      for (int l = 0; l < WIDTH; l++) {
        double value = columns[l][offset + r];
        out[to + l] = value;
        poison = Math.fma(value, 0, poison);
      }
    }
    return poison == 0;
  }

  @Override
  public void move(
      double[] rows, int offset, int count, int[] target, double[] out, int outOffset) {
    for (int r = 0; r < count; r++) {
      System.arraycopy(rows, offset + r * WIDTH, out, target[r] + outOffset, WIDTH);
    }
  }

  @Override
  public void sums(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] weight,
      double[] anchor,
      int anchorOffset,
      double[] sum) {
    for (int p = 0; p < panels; p++) {
      for (int l = 0; l < WIDTH; l++) {
        double a = anchor[anchorOffset + p * WIDTH + l];
        int at = offset + p * panelStride + l;
        double s = 0;
        for (int t = 0; t < rows; t++) {
          s = Math.fma(weight[t], tile[at + t * WIDTH] - a, s);
        }
        sum[p * WIDTH + l] = s;
      }
    }
  }

  @Override
  public void centre(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] rootWeight,
      double[] anchor,
      int anchorOffset,
      double[] mean) {
    for (int p = 0; p < panels; p++) {
      for (int t = 0; t < rows; t++) {
        int at = offset + p * panelStride + t * WIDTH;
        for (int l = 0; l < WIDTH; l++) {
          int j = p * WIDTH + l;
          tile[at + l] = ((tile[at + l] - anchor[anchorOffset + j]) - mean[j]) * rootWeight[t];
        }
      }
    }
  }

  @Override
  public void absorb(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      int[] base,
      double[] share,
      double[] root,
      double[] anchor,
      double[] mean) {
    for (int p = 0; p < panels; p++) {
      for (int t = 0; t < rows; t++) {
        int at = offset + p * panelStride + t * WIDTH;
        int of = base[t] + p * WIDTH;
        for (int l = 0; l < WIDTH; l++) {
          double delta = (tile[at + l] - anchor[of + l]) - mean[of + l];
          mean[of + l] = Math.fma(delta, share[t], mean[of + l]);
          tile[at + l] = delta * root[t];
        }
      }
    }
  }

  @Override
  public void products(
      double[] tiles,
      int left,
      int right,
      int panelStride,
      int panels,
      int rows,
      double[] product,
      int productOffset) {
    for (int p = 0; p < panels; p++) {
      for (int i = 0; i < (p + 1) * WIDTH; i++) {
        int x = left + i / WIDTH * panelStride + i % WIDTH;
        int out = productOffset + PackedTriangle.start(p) + i * WIDTH;
        addProducts(tiles, x, right + p * panelStride, rows, product, out);
      }
    }
  }

  /// Adds the products of one column of a tile with the eight of a panel, each sum in a register.
  private static void addProducts(double[] tiles, int x, int y, int rows, double[] sum, int at) {
    double s0 = sum[at];
    double s1 = sum[at + 1];
    double s2 = sum[at + 2];
    double s3 = sum[at + 3];
    double s4 = sum[at + 4];
    double s5 = sum[at + 5];
    double s6 = sum[at + 6];
    double s7 = sum[at + 7];
    for (int t = 0; t < rows; t++) {
      double factor = tiles[x + t * WIDTH];
      int of = y + t * WIDTH;
      s0 = Math.fma(factor, tiles[of], s0);
      s1 = Math.fma(factor, tiles[of + 1], s1);
      s2 = Math.fma(factor, tiles[of + 2], s2);
      s3 = Math.fma(factor, tiles[of + 3], s3);
      s4 = Math.fma(factor, tiles[of + 4], s4);
      s5 = Math.fma(factor, tiles[of + 5], s5);
      s6 = Math.fma(factor, tiles[of + 6], s6);
      s7 = Math.fma(factor, tiles[of + 7], s7);
    }
    sum[at] = s0;
    sum[at + 1] = s1;
    sum[at + 2] = s2;
    sum[at + 3] = s3;
    sum[at + 4] = s4;
    sum[at + 5] = s5;
    sum[at + 6] = s6;
    sum[at + 7] = s7;
  }

  @Override
  public void newScatter(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] scatter,
      int scatterOffset) {
    Arrays.fill(scatter, scatterOffset, scatterOffset + PackedTriangle.start(panels), 0);
    scatter(tile, offset, panelStride, panels, rows, scatter, scatterOffset);
  }

  @Override
  public void mergeTile(
      double[] tile,
      int offset,
      int panelStride,
      int panels,
      int rows,
      double[] right,
      double[] left,
      double[] delta,
      double factor,
      double[] work) {
    for (int p = 0; p < panels; p++) {
      for (int i = 0; i < (p + 1) * WIDTH; i++) {
        int x = offset + i / WIDTH * panelStride + i % WIDTH;
        int out = PackedTriangle.start(p) + i * WIDTH;
        if (right == null) {
          Arrays.fill(work, 0, WIDTH, 0);
        } else {
          System.arraycopy(right, out, work, 0, WIDTH);
        }
        addProducts(tile, x, offset + p * panelStride, rows, work, 0);
        mergeSums(left, out, work, factor * delta[i], delta, p * WIDTH);
      }
    }
  }

  /// A method of its own: loops this short, which run seldom, are compiled again and again where
  /// they stand within others.
  private static void mergeSums(
      double[] left, int at, double[] right, double scaled, double[] delta, int of) {
    for (int l = 0; l < WIDTH; l++) {
      left[at + l] = Math.fma(scaled, delta[of + l], left[at + l] + right[l]);
    }
  }

  @Override
  public void mergeScatter(
      double[] left,
      int leftOffset,
      double[] right,
      int rightOffset,
      int panels,
      double[] delta,
      double factor) {
    for (int p = 0; p < panels; p++) {
      for (int i = 0; i < (p + 1) * WIDTH; i++) {
        double scaled = factor * delta[i];
        int at = PackedTriangle.start(p) + i * WIDTH;
        for (int l = 0; l < WIDTH; l++) {
          left[leftOffset + at + l] =
              Math.fma(
                  scaled,
                  delta[p * WIDTH + l],
                  left[leftOffset + at + l] + right[rightOffset + at + l]);
        }
      }
    }
  }
}
