package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.DEAL;
import static org.lanewise.internal.tier.Kernel.FINITE;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Copies rows from columns into tiles, eight columns at a time, and refuses values that are not
/// finite.
///
/// Columns of doubles are read in place, others from a copy of the chunk's rows.
final class TileDealer {

  public static final int WIDTH = PackedTriangle.WIDTH;

  final int panels;

  /// The place of each row of a chunk in the tiles.
  public final int[] targets;

  private final int featureCount;

  /// The columns of one panel.
  private final NumericBlock panel;

  /// Padding after the last column.
  private final double[] zeros;

  /// @param chunk the largest number of rows that are copied at once
  public TileDealer(int featureCount, int chunk) {
    this.featureCount = featureCount;
    panels = PackedTriangle.panels(featureCount);
    targets = new int[chunk];
    panel = new NumericBlock();
    zeros = new double[chunk];
  }

  /// Allocates all arrays for rows of doubles.
  public void reserve() {
    if (featureCount % WIDTH != 0) {
      panel.reserve(WIDTH, targets.length);
    }
  }

  /// Copies rows `firstRow` to `firstRow + count − 1` to their `targets`.
  ///
  /// @throws NonFiniteException if one of them holds NaN or an infinity
  void deal(NumericColumns rows, int firstRow, int count, double[] tiles, int panelStride) {
    begin(rows);
    for (int p = 0; p < panels; p++) {
      dealPanel(firstRow, count, p, tiles, p * panelStride);
    }
    forget();
  }

  /// Begins to copy rows panel by panel; callers call [#forget] after the last panel.
  public void begin(NumericColumns rows) {
    panel.begin(Stores.of(rows));
  }

  /// Copies one panel of rows, as [#deal] copies all panels.
  ///
  /// @param tileOffset what is added to `targets`
  public void dealPanel(int firstRow, int count, int p, double[] tiles, int tileOffset) {
    double[][] columns = panel.columns();
    int first = p * WIDTH;
    int used = Math.min(featureCount - first, WIDTH);
    if (used == WIDTH) {
      panel.read(first, WIDTH, firstRow, count);
    } else {
      panel.copy(first, used, firstRow, count);
      Arrays.fill(columns, used, WIDTH, zeros);
    }
    int offset = panel.offset();
    if (!Kernels.gaussian(DEAL).deal(columns, offset, count, targets, tiles, tileOffset)) {
      throw notFinite(columns, offset, count, firstRow, first);
    }
  }

  /// Drops references to the caller's arrays.
  public void forget() {
    panel.forget();
  }

  private static NonFiniteException notFinite(
      double[][] columns, int offset, int count, int firstRow, int first) {
    int l = 0;
    while (l < WIDTH - 1 && Kernels.score(FINITE).finite(columns[l], offset, count)) {
      l++;
    }
    return NonFiniteException.find(columns[l], offset, count, firstRow, first + l);
  }
}
