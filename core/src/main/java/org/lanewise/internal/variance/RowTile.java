package org.lanewise.internal.variance;

import static org.lanewise.internal.tier.Kernel.DIAGONAL_ABSORB;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.moments.PanelRows;
import org.lanewise.internal.moments.TileDealer;
import org.lanewise.internal.state.VarianceState;
import org.lanewise.internal.tier.Kernels;

/// A range as earlier versions gathered more than 8 classes, for statistics they kept. It takes row
/// by row into its class: a row of weight w moves the mean of its class, of weight W, by δ·w/(W+w)
/// and adds W·w/(W+w)·δ² to its squares, the pairwise formula with a right side of one row (West,
/// Communications of the ACM 22, 1979).
final class RowTile extends VarianceRange {

  private static final int WIDTH = TileDealer.WIDTH;
  private static final int ROWS_PER_TILE = PanelRows.MAX_DEALT;

  private final PanelRows staged;
  private final int[] bases = new int[ROWS_PER_TILE];
  private final double[] shares = new double[ROWS_PER_TILE];
  private final double[] factors = new double[ROWS_PER_TILE];

  RowTile(VarianceMoments moments) {
    super(moments);
    staged = new PanelRows(moments.featureCount);
  }

  @Override
  public RowTile copy() {
    return new RowTile(moments.copy());
  }

  @Override
  public void clear() {
    moments.clear();
  }

  @Override
  public VarianceState.Schedule schedule() {
    return new VarianceState.Schedule(ROWS, 1);
  }

  @Override
  public double roundings(long rowCount) {
    return 3.0 * Math.min(rowCount, ROWS) + 4.0 * Math.ceilDiv(rowCount, ROWS);
  }

  @Override
  public Waiting waiting() {
    return new Waiting(new int[0], new double[0], new double[0][]);
  }

  @Override
  public void restore(VarianceState state) {
    moments.set(state.open());
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
  public void reserve(VarianceMoments left) {
    // Taking rows in and merging need nothing that is not there.
  }

  @Override
  public void take(int from, int to) {
    for (int row = from; row < to; row += ROWS_PER_TILE) {
      absorb(row, Math.min(ROWS_PER_TILE, to - row));
    }
  }

  private void absorb(int first, int count) {
    for (int r = 0; r < count; r++) {
      int c = staged.labels[first + r];
      double weight = staged.weights[first + r];
      double before = moments.weight[c];
      bases[r] = c * moments.paddedCount;
      for (int p = 0; p < moments.panels; p++) {
        int row = p * staged.panelStride() + (first + r) * WIDTH;
        int at = bases[r] + p * WIDTH;
        if (weight == 0) {
          // Not even its distance may overflow.
          System.arraycopy(moments.anchor, at, staged.tile, row, WIDTH);
        } else if (before == 0) {
          System.arraycopy(staged.tile, row, moments.anchor, at, WIDTH);
        }
      }
      double after = before + weight;
      shares[r] = weight == 0 ? 0 : weight / after;
      factors[r] = before * shares[r];
      moments.weight[c] = after;
    }
    Kernels.diagonal(DIAGONAL_ABSORB)
        .absorb(
            staged.tile,
            first * WIDTH,
            staged.panelStride(),
            moments.panels,
            count,
            bases,
            shares,
            factors,
            moments.anchor,
            moments.mean,
            moments.square);
  }

  @Override
  public void settleInto(VarianceMoments left) {
    left.merge(moments);
  }

  @Override
  public void finish() {
    // No row waits.
  }

  @Override
  public double totalWeight() {
    return moments.totalWeight();
  }
}
