package org.lanewise.internal.gather;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// Rows of a batch in the panels of one tile, each with a class and a weight.
final class PanelRows {

  /// The largest number of rows that are copied at once.
  public static final int MAX_DEALT = 128;

  private static final int WIDTH = TileDealer.WIDTH;

  private final TileDealer dealer;

  /// Row t of panel p begins at `p·panelStride() + 8·t`.
  public double[] tile = {};

  public int[] labels = {};
  public double[] weights = {};
  private int panelStride;

  public PanelRows(int featureCount) {
    dealer = new TileDealer(featureCount, MAX_DEALT);
  }

  /// An odd number of cache lines.
  public int panelStride() {
    return panelStride;
  }

  /// Reads rows.
  ///
  /// @throws NonFiniteException if one of them holds NaN or an infinity
  public void read(
      NumericColumns rows, Labels rowLabels, double[] rowWeights, int from, int count) {
    int room = Math.max(count, MAX_DEALT);
    if (room > labels.length) {
      tile = new double[Math.multiplyExact(dealer.panels, stride(room))];
      weights = new double[room];
      labels = new int[room];
    }
    panelStride = stride(count);
    rowLabels.copy(from, count, labels, 0);
    if (rowWeights == null) {
      Arrays.fill(weights, 0, count, 1);
    } else {
      System.arraycopy(rowWeights, from, weights, 0, count);
    }
    for (int r = 0; r < count; r += MAX_DEALT) {
      int part = Math.min(MAX_DEALT, count - r);
      for (int i = 0; i < part; i++) {
        dealer.targets[i] = (r + i) * WIDTH;
      }
      dealer.deal(rows, from + r, part, tile, panelStride);
    }
  }

  private static int stride(int rows) {
    return (rows | 1) * WIDTH;
  }
}
