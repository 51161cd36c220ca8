package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.GAUSSIAN_ABSORB;
import static org.lanewise.internal.tier.Kernel.PRODUCTS;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.tier.Kernels;

/// A range that keeps one scatter for all classes, in memory of O(k·d + d²).
///
/// Rows of all classes share one tile. Let δ be the distance of a row of weight w to the mean of
/// its class so far, of weight W. The row enters the tile as √(W·w/(W+w))·δ and moves the mean by
/// δ·w/(W+w): the pairwise formula with one row on the right side (West, Communications of the ACM
/// 22, 1979).
final class PooledTile extends ScatterRange {

  private static final int ROWS_PER_TILE = PanelRows.MAX_DEALT;

  private final PanelRows staged;
  private final int[] bases = new int[ROWS_PER_TILE];
  private final double[] shares = new double[ROWS_PER_TILE];
  private final double[] roots = new double[ROWS_PER_TILE];

  PooledTile(ScatterMoments moments) {
    super(moments);
    staged = new PanelRows(moments.featureCount);
  }

  @Override
  public PooledTile copy(int room) {
    return new PooledTile(moments.copy(room));
  }

  @Override
  public void clear() {
    moments.clear();
  }

  @Override
  public void reserveClasses(int classes) {
    moments.reserve(classes);
  }

  @Override
  public void add(NumericColumns rows, Labels labels, double[] weights, int from, int to) {
    for (int row = from; row < to; row += ROWS_PER_TILE) {
      int count = Math.min(ROWS_PER_TILE, to - row);
      staged.read(rows, labels, weights, row, count);
      absorb(0, count);
    }
  }

  @Override
  public void stage(NumericColumns rows, Labels labels, double[] weights) {
    staged.read(rows, labels, weights, 0, rows.rowCount());
  }

  @Override
  public void reserve(ScatterMoments left) {
    moments.scatter(0);
    if (left != null) {
      left.reserveMerging();
    }
  }

  @Override
  public void take(int from, int to) {
    for (int row = from; row < to; row += ROWS_PER_TILE) {
      absorb(row, Math.min(ROWS_PER_TILE, to - row));
    }
  }

  private void absorb(int first, int count) {
    int panelStride = staged.panelStride();
    for (int r = 0; r < count; r++) {
      int c = staged.labels[first + r];
      double weight = staged.weights[first + r];
      double before = moments.weight[c];
      if (before == 0 && weight > 0) {
        moments.anchorAt(c, staged.tile, (first + r) * WIDTH, panelStride);
      }
      double after = before + weight;
      bases[r] = c * moments.paddedCount;
      shares[r] = weight == 0 ? 0 : weight / after;
      roots[r] = Math.sqrt(before * shares[r]);
      moments.weight[c] = after;
    }
    int offset = first * WIDTH;
    Kernels.gaussian(GAUSSIAN_ABSORB)
        .absorb(
            staged.tile,
            offset,
            panelStride,
            moments.panels,
            count,
            bases,
            shares,
            roots,
            moments.anchor,
            moments.mean);
    Kernels.gaussian(PRODUCTS)
        .scatter(staged.tile, offset, panelStride, moments.panels, count, moments.scatter(0), 0);
  }

  @Override
  public void settleInto(ScatterMoments left) {
    left.merge(moments);
  }

  @Override
  public void finish() {
    // No row waits.
  }

  /// One part, because the scatter adds the classes in their order.
  @Override
  public Merger<ScatterRange> merger(ScatterMoments left, int parts) {
    return Merger.whole(range -> left.merge(range.moments));
  }

  @Override
  public double totalWeight() {
    return moments.totalWeight();
  }

  @Override
  public void set(GaussianState state) {
    moments.set(state.open());
  }

  @Override
  public double[][] waitingWeights() {
    return new double[moments.classCount][0];
  }

  @Override
  public double[][][] waitingRows() {
    return new double[moments.classCount][0][];
  }
}
