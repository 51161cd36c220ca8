package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;

/// Deals rows of columns out to tiles, eight columns at a time, and refuses what is not finite.
///
/// Columns are read where they lie as doubles, else from a copy of the chunk's rows.
final class TileDealer {

  static final int WIDTH = PackedTriangle.WIDTH;

  final int panels;

  /// Where in the tiles each row of a chunk goes.
  final int[] targets;

  private final int featureCount;

  /// The columns of one panel.
  private final NumericBlock panel;

  /// Columns behind the last.
  private final double[] zeros;

  /// @param chunk the rows that are dealt out at once, at most
  TileDealer(int featureCount, int chunk) {
    this.featureCount = featureCount;
    panels = PackedTriangle.panels(featureCount);
    targets = new int[chunk];
    panel = new NumericBlock(chunk);
    zeros = new double[chunk];
  }

  /// Deals rows `firstRow` to `firstRow + count − 1` out to where `targets` says.
  ///
  /// @throws NonFiniteException if one of them holds NaN or an infinity
  void deal(NumericColumns rows, int firstRow, int count, double[] tiles, int panelStride) {
    panel.begin(Stores.of(rows));
    double[][] columns = panel.columns();
    for (int p = 0; p < panels; p++) {
      int first = p * WIDTH;
      int used = Math.min(featureCount - first, WIDTH);
      if (used == WIDTH) {
        panel.read(first, WIDTH, firstRow, count);
      } else {
        panel.copy(first, used, firstRow, count);
        Arrays.fill(columns, used, WIDTH, zeros);
      }
      int offset = panel.offset();
      if (!Kernels.GAUSSIAN.deal(columns, offset, count, targets, tiles, p * panelStride)) {
        throw notFinite(columns, offset, count, firstRow, first);
      }
    }
    panel.forget();
  }

  private static NonFiniteException notFinite(
      double[][] columns, int offset, int count, int firstRow, int first) {
    int l = 0;
    while (l < WIDTH - 1 && Kernels.SCORE.finite(columns[l], offset, count)) {
      l++;
    }
    return NonFiniteException.find(columns[l], offset, count, firstRow, first + l);
  }
}
