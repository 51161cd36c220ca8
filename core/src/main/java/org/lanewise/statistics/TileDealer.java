package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// Deals rows of columns out to tiles.
final class TileDealer {

  static final int WIDTH = PackedTriangle.WIDTH;

  final int panels;

  /// Where in the tiles each row of a chunk goes.
  final int[] targets;

  private final int featureCount;

  /// Rows of a chunk: what is dealt out at once, at most.
  private final int chunk;

  /// Eight columns of the chunk.
  private final double[] columns;

  TileDealer(int featureCount, int chunk) {
    this.featureCount = featureCount;
    this.chunk = chunk;
    panels = PackedTriangle.panels(featureCount);
    targets = new int[chunk];
    columns = new double[WIDTH * chunk];
  }

  /// Deals `count` rows out to where `targets` says.
  ///
  /// @throws NonFiniteException if one of them holds NaN or an infinity
  void deal(NumericColumns rows, int firstRow, int count, double[] tiles, int panelStride) {
    for (int p = 0; p < panels; p++) {
      int used = Math.min(WIDTH, featureCount - p * WIDTH);
      for (int l = 0; l < used; l++) {
        if (!rows.shift(p * WIDTH + l, firstRow, count, 0, columns, l * chunk)) {
          throw NonFiniteException.find(columns, l * chunk, count, firstRow, p * WIDTH + l);
        }
      }
      if (used < WIDTH) {
        Arrays.fill(columns, used * chunk, WIDTH * chunk, 0);
      }
      Kernels.GAUSSIAN.deal(columns, chunk, count, targets, tiles, p * panelStride);
    }
  }
}
