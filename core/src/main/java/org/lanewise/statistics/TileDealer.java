package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.PackedTriangle;

/// Deals rows of columns out to tiles, eight columns at a time, and refuses what is not finite.
///
/// Columns of doubles are read where they lie, others from a copy of the chunk's rows.
final class TileDealer {

  static final int WIDTH = PackedTriangle.WIDTH;

  final int panels;

  /// Where in the tiles each row of a chunk goes.
  final int[] targets;

  private final int featureCount;

  /// The columns of one panel.
  private final double[][] columns = new double[WIDTH][];

  /// Copies of columns.
  private final double[][] copies;

  /// @param chunk the rows that are dealt out at once, at most
  TileDealer(int featureCount, int chunk) {
    this.featureCount = featureCount;
    panels = PackedTriangle.panels(featureCount);
    targets = new int[chunk];
    copies = new double[WIDTH][chunk];
  }

  /// Deals rows `firstRow` to `firstRow + count − 1` out to where `targets` says.
  ///
  /// @throws NonFiniteException if one of them holds NaN or an infinity
  void deal(NumericColumns rows, int firstRow, int count, double[] tiles, int panelStride) {
    for (int p = 0; p < panels; p++) {
      int first = p * WIDTH;
      int offset = read(rows, firstRow, count, first);
      if (!Kernels.GAUSSIAN.deal(columns, offset, count, targets, tiles, p * panelStride)) {
        throw notFinite(offset, count, firstRow, first);
      }
    }
    // The caller's arrays are not kept.
    Arrays.fill(columns, null);
  }

  /// Finds the columns of a panel.
  ///
  /// @return where in them the rows begin
  private int read(NumericColumns rows, int firstRow, int count, int first) {
    int used = Math.min(featureCount - first, WIDTH);
    if (used == WIDTH && rows instanceof DoubleColumns doubles) {
      for (int l = 0; l < WIDTH; l++) {
        columns[l] = doubles.column(first + l);
      }
      return firstRow;
    }
    for (int l = 0; l < WIDTH; l++) {
      columns[l] = copies[l];
      if (l < used) {
        rows.copy(first + l, firstRow, count, copies[l], 0);
      } else {
        Arrays.fill(copies[l], 0, count, 0);
      }
    }
    return 0;
  }

  private NonFiniteException notFinite(int offset, int count, int firstRow, int first) {
    int l = 0;
    while (l < WIDTH - 1 && Kernels.SCORE.finite(columns[l], offset, count)) {
      l++;
    }
    return NonFiniteException.find(columns[l], offset, count, firstRow, first + l);
  }
}
