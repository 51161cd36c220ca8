package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import java.util.Arrays;
import org.lanewise.internal.kernel.GaussianKernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// The specification of [GaussianKernels]: one loop per line of its formulas.
public final class ScalarGaussianKernels implements GaussianKernels {

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
        for (int t = 0; t < rows; t++) {
          double factor = tiles[x + t * WIDTH];
          int y = right + p * panelStride + t * WIDTH;
          for (int l = 0; l < WIDTH; l++) {
            product[out + l] = Math.fma(factor, tiles[y + l], product[out + l]);
          }
        }
      }
    }
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
        for (int l = 0; l < WIDTH; l++) {
          work[l] = right == null ? 0 : right[out + l];
        }
        for (int t = 0; t < rows; t++) {
          int y = offset + p * panelStride + t * WIDTH;
          for (int l = 0; l < WIDTH; l++) {
            work[l] = Math.fma(tile[x + t * WIDTH], tile[y + l], work[l]);
          }
        }
        double scaled = factor * delta[i];
        for (int l = 0; l < WIDTH; l++) {
          left[out + l] = Math.fma(scaled, delta[p * WIDTH + l], left[out + l] + work[l]);
        }
      }
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
