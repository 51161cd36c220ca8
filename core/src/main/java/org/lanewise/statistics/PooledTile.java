package org.lanewise.statistics;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.state.GaussianState;

/// A range that keeps one scatter for all classes, for many of them: memory is O(k·d + d²).
///
/// Rows of all classes share one tile. A row of weight w enters as √(W·w/(W+w))·δ, δ being its
/// distance to the mean of its class so far, of weight W, which it then moves by δ·w/(W+w): the
/// pairwise formula with a right side of one row (West, Communications of the ACM 22, 1979).
final class PooledTile extends GaussianRange {

  private static final int ROWS = 128;

  private final int panelStride;
  private final double[] tile;
  private final int[] bases = new int[ROWS];
  private final double[] shares = new double[ROWS];
  private final double[] roots = new double[ROWS];

  PooledTile(ClassMoments moments) {
    super(moments, ROWS);
    panelStride = (ROWS + 1) * WIDTH;
    tile = new double[moments.panels * panelStride];
  }

  @Override
  PooledTile copy() {
    return new PooledTile(moments.copy());
  }

  @Override
  void clear() {
    moments.clear();
  }

  @Override
  void add(NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int to) {
    for (int row = from; row < to; row += ROWS) {
      int count = Math.min(ROWS, to - row);
      rowLabels.copy(row, count, labels, 0);
      for (int r = 0; r < count; r++) {
        dealer.targets[r] = r * WIDTH;
      }
      dealer.deal(rows, row, count, tile, panelStride);
      absorb(rowWeights, row, count);
    }
  }

  private void absorb(double[] rowWeights, int firstRow, int count) {
    for (int r = 0; r < count; r++) {
      int c = labels[r];
      double weight = rowWeights == null ? 1 : rowWeights[firstRow + r];
      double before = moments.weight[c];
      if (before == 0 && weight > 0) {
        moments.anchorAt(c, tile, r * WIDTH, panelStride);
      }
      double after = before + weight;
      bases[r] = c * moments.paddedCount;
      shares[r] = weight == 0 ? 0 : weight / after;
      roots[r] = Math.sqrt(before * shares[r]);
      moments.weight[c] = after;
    }
    Kernels.GAUSSIAN.absorb(
        tile,
        panelStride,
        moments.panels,
        count,
        bases,
        shares,
        roots,
        moments.anchor,
        moments.mean);
    Kernels.GAUSSIAN.scatter(tile, 0, panelStride, moments.panels, count, moments.scatter(0), 0);
  }

  @Override
  void finish() {
    // No row waits.
  }

  @Override
  GaussianState.Schedule schedule(int rangeRows) {
    return new GaussianState.Schedule(rangeRows, 1, 1);
  }

  @Override
  void set(GaussianState state) {
    moments.set(state.open());
  }

  @Override
  double[][] waitingWeights() {
    return new double[moments.classCount][0];
  }

  @Override
  double[][][] waitingRows() {
    return new double[moments.classCount][0][];
  }
}
