package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import java.util.Arrays;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;

/// The specification of [DiagonalKernels]: one loop per line of its formulas.
public final class ScalarDiagonalKernels implements DiagonalKernels {

  @Override
  public void members(int[] classes, int classCount, long[] members) {
    for (int c = 0; c < classCount; c++) {
      for (int w = 0; w < ChunkRows.WORDS; w++) {
        long bits = 0;
        for (int r = 0; r < Long.SIZE; r++) {
          bits |= (classes[w * Long.SIZE + r] == c ? 1L : 0L) << r;
        }
        members[c * ChunkRows.WORDS + w] = bits;
      }
    }
  }

  @Override
  public void sums(double[] x, int offset, ChunkRows rows, double[] pivot, double[] chains) {
    Arrays.fill(chains, 0, (rows.classCount + 1) * 2 * CHAINS, 0);
    addRows(x, offset, rows, 0, pivot, chains);
  }

  /// Adds the rows from `from` on to the chains.
  public static void addRows(
      double[] x, int offset, ChunkRows rows, int from, double[] pivot, double[] chains) {
    int[] classes = rows.classes;
    double[] weights = rows.weights;
    for (int r = from; r < rows.count(); r++) {
      int c = classes[r];
      int at = c * 2 * CHAINS + r % CHAINS;
      double delta = x[offset + r] - pivot[c];
      double weighted = weights[r] * delta;
      chains[at] += weighted;
      chains[at + CHAINS] = Math.fma(weighted, delta, chains[at + CHAINS]);
    }
  }

  @Override
  public void absorb(
      double[] tile,
      int panelStride,
      int panels,
      int rows,
      int[] base,
      double[] share,
      double[] factor,
      double[] anchor,
      double[] mean,
      double[] square) {
    for (int p = 0; p < panels; p++) {
      for (int t = 0; t < rows; t++) {
        int at = p * panelStride + t * WIDTH;
        int of = base[t] + p * WIDTH;
        for (int l = 0; l < WIDTH; l++) {
          double delta = (tile[at + l] - anchor[of + l]) - mean[of + l];
          square[of + l] = Math.fma(factor[t] * delta, delta, square[of + l]);
          mean[of + l] = Math.fma(share[t], delta, mean[of + l]);
        }
      }
    }
  }
}
