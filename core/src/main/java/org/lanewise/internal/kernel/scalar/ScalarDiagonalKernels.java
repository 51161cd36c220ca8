package org.lanewise.internal.kernel.scalar;

import static org.lanewise.internal.kernel.PackedTriangle.WIDTH;

import java.util.Arrays;
import org.lanewise.internal.kernel.ChunkRows;
import org.lanewise.internal.kernel.DiagonalKernels;
import org.lanewise.internal.kernel.PanelMoments;

/// The specification of [DiagonalKernels]: one loop per line of its formulas.
public class ScalarDiagonalKernels implements DiagonalKernels {

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
    if (rows.weighted()) {
      double[] weights = rows.weights;
      for (int r = from; r < rows.count(); r++) {
        int c = classes[r];
        int at = c * 2 * CHAINS + r % CHAINS;
        double delta = x[offset + r] - pivot[c];
        double weighted = weights[r] * delta;
        chains[at] += weighted;
        chains[at + CHAINS] = Math.fma(weighted, delta, chains[at + CHAINS]);
      }
    } else {
      // 1·δ is δ. One array fewer keeps the loop within the registers, also as a part of its
      // caller.
      for (int r = from; r < rows.count(); r++) {
        int c = classes[r];
        int at = c * 2 * CHAINS + r % CHAINS;
        double delta = x[offset + r] - pivot[c];
        chains[at] += delta;
        chains[at + CHAINS] = Math.fma(delta, delta, chains[at + CHAINS]);
      }
    }
  }

  @Override
  public void pivots(
      int[] base, int slots, int panelOffset, double[] anchor, double[] mean, double[] pivot) {
    for (int s = 0; s < slots; s++) {
      int of = base[s] + panelOffset;
      for (int l = 0; l < WIDTH; l++) {
        pivot[s * WIDTH + l] = anchor[of + l] + mean[of + l];
      }
    }
  }

  @Override
  public void addRows(
      double[] tile,
      int[] row,
      int[] pivotAt,
      int[] sumAt,
      double[] weight,
      int from,
      int to,
      double[] pivot,
      double[] sums) {
    for (int i = from; i < to; i++) {
      for (int l = 0; l < WIDTH; l++) {
        double delta = tile[row[i] + l] - pivot[pivotAt[i] + l];
        double weighted = weight[i] * delta;
        int at = sumAt[i] + l;
        sums[at] += weighted;
        sums[at + WIDTH] = Math.fma(weighted, delta, sums[at + WIDTH]);
      }
    }
  }

  @Override
  public void addChains(int[] to, int[] from, int begin, int end, double[] sums) {
    for (int i = begin; i < end; i++) {
      for (int m = 0; m < 2 * WIDTH; m++) {
        sums[to[i] + m] += sums[from[i] + m];
      }
    }
  }

  @Override
  public int settle(
      int[] list,
      int count,
      boolean last,
      PanelMoments panel,
      double[] sums,
      int[] sumAt,
      double[] pivot,
      int[] settled) {
    int left = 0;
    for (int i = 0; i < count; i++) {
      int s = list[i];
      for (int l = 0; l < WIDTH; l++) {
        if ((settled[s] >> l & 1) == 0) {
          double sum = sums[sumAt[s] + l];
          double square = sums[sumAt[s] + WIDTH + l];
          double distance = sum / panel.weight[s];
          double cancelled = distance * sum;
          if (last || isSettled(cancelled, square)) {
            merge(s, l, pivot[s * WIDTH + l], distance, square - cancelled, panel);
            settled[s] |= 1 << l;
          } else {
            pivot[s * WIDTH + l] += distance;
          }
        }
      }
      if (settled[s] != (1 << WIDTH) - 1) {
        list[left++] = s;
      }
    }
    return left;
  }

  private static boolean isSettled(double cancelled, double square) {
    return cancelled <= MAX_CANCELLED * square && square < Double.POSITIVE_INFINITY;
  }

  private static void merge(
      int s, int l, double pivot, double residual, double square, PanelMoments panel) {
    int of = panel.base[s] + panel.panelOffset + l;
    if (panel.before[s] == 0) {
      panel.anchor[of] = pivot;
    }
    double delta = ((pivot - panel.anchor[of]) - panel.mean[of]) + residual;
    double factor = panel.before[s] * panel.share[s];
    panel.square[of] = Math.fma(factor * delta, delta, panel.square[of] + square);
    panel.mean[of] = Math.fma(delta, panel.share[s], panel.mean[of]);
  }

  @Override
  public void settleSingles(double[] tile, int[] row, int from, int to, PanelMoments panel) {
    for (int s = from; s < to; s++) {
      settleSingle(tile, row[s], s, 0, WIDTH, panel);
    }
  }

  /// All passes over a class of one row, for columns `from` to `to` − 1.
  public static void settleSingle(
      double[] tile, int row, int s, int from, int to, PanelMoments panel) {
    double weight = panel.weight[s];
    for (int l = from; l < to; l++) {
      int of = panel.base[s] + panel.panelOffset + l;
      double pivot = panel.anchor[of] + panel.mean[of];
      boolean settled = false;
      for (int pass = 1; !settled; pass++) {
        double delta = tile[row + l] - pivot;
        double weighted = weight * delta;
        double sum = 0 + weighted;
        double square = Math.fma(weighted, delta, 0);
        double distance = sum / weight;
        double cancelled = distance * sum;
        if (pass == MAX_PASSES || isSettled(cancelled, square)) {
          merge(s, l, pivot, distance, square - cancelled, panel);
          settled = true;
        } else {
          pivot += distance;
        }
      }
    }
  }
}
