package org.lanewise.statistics;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;

/// A range of many classes, which takes row by row into its class: a row of weight w moves the mean
/// of its class, of weight W, by δ·w/(W+w) and adds W·w/(W+w)·δ² to its squares, the pairwise
/// formula with a right side of one row (West, Communications of the ACM 22, 1979).
final class RowTile extends DiagonalRange {

  private static final int ROWS_PER_TILE = 128;

  private final TileDealer dealer;
  private final int panelStride = (ROWS_PER_TILE + 1) * TileDealer.WIDTH;
  private final double[] tile;
  private final int[] labels = new int[ROWS_PER_TILE];
  private final int[] bases = new int[ROWS_PER_TILE];
  private final double[] shares = new double[ROWS_PER_TILE];
  private final double[] factors = new double[ROWS_PER_TILE];

  RowTile(DiagonalMoments moments) {
    super(moments);
    dealer = new TileDealer(moments.featureCount, ROWS_PER_TILE);
    tile = new double[dealer.panels * panelStride];
    for (int r = 0; r < ROWS_PER_TILE; r++) {
      dealer.targets[r] = r * TileDealer.WIDTH;
    }
  }

  @Override
  RowTile copy() {
    return new RowTile(moments.copy());
  }

  @Override
  void forget() {
    // No row waits.
  }

  @Override
  int chunkRows() {
    return 1;
  }

  @Override
  Waiting waiting() {
    return new Waiting(new int[0], new double[0], new double[0][]);
  }

  @Override
  void add(NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int to) {
    for (int row = from; row < to; row += ROWS_PER_TILE) {
      int count = Math.min(ROWS_PER_TILE, to - row);
      rowLabels.copy(row, count, labels, 0);
      dealer.deal(rows, row, count, tile, panelStride);
      absorb(rowWeights, row, count);
    }
  }

  private void absorb(double[] rowWeights, int firstRow, int count) {
    for (int r = 0; r < count; r++) {
      int c = labels[r];
      double weight = rowWeights == null ? 1 : rowWeights[firstRow + r];
      double before = moments.weight[c];
      bases[r] = c * moments.paddedCount;
      for (int p = 0; p < dealer.panels; p++) {
        int row = p * panelStride + r * TileDealer.WIDTH;
        int at = bases[r] + p * TileDealer.WIDTH;
        if (weight == 0) {
          // Not even its distance may overflow.
          System.arraycopy(moments.anchor, at, tile, row, TileDealer.WIDTH);
        } else if (before == 0) {
          System.arraycopy(tile, row, moments.anchor, at, TileDealer.WIDTH);
        }
      }
      double after = before + weight;
      shares[r] = weight == 0 ? 0 : weight / after;
      factors[r] = before * shares[r];
      moments.weight[c] = after;
    }
    Kernels.DIAGONAL.absorb(
        tile,
        panelStride,
        dealer.panels,
        count,
        bases,
        shares,
        factors,
        moments.anchor,
        moments.mean,
        moments.square);
  }

  @Override
  void finish() {
    // No row waits.
  }
}
