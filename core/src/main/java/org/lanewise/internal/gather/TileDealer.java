package org.lanewise.internal.gather;

import static org.lanewise.internal.tier.Kernel.DEAL;
import static org.lanewise.internal.tier.Kernel.FINITE;

import java.util.Arrays;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;

/// Deals rows of columns out to tiles, eight columns at a time, and refuses what is not finite.
///
/// Columns are read where they lie as doubles, else from a copy of the chunk's rows.
final class TileDealer {

  public static final int WIDTH = PackedTriangle.WIDTH;

  final int panels;

  /// Where in the tiles each row of a chunk goes.
  public final int[] targets;

  private final int featureCount;

  /// The columns of one panel.
  private final NumericBlock panel;

  /// Columns behind the last.
  private final double[] zeros;

  /// @param chunk the rows that are dealt out at once, at most
  public TileDealer(int featureCount, int chunk) {
    this.featureCount = featureCount;
    panels = PackedTriangle.panels(featureCount);
    targets = new int[chunk];
    panel = new NumericBlock();
    zeros = new double[chunk];
  }

  /// Makes all arrays that dealing rows of doubles takes.
  public void reserve() {
    if (featureCount % WIDTH != 0) {
      panel.reserve(WIDTH, targets.length);
    }
  }

  /// Deals rows `firstRow` to `firstRow + count − 1` out to where `targets` says.
  ///
  /// @throws NonFiniteException if one of them holds NaN or an infinity
  void deal(NumericColumns rows, int firstRow, int count, double[] tiles, int panelStride) {
    begin(rows);
    for (int p = 0; p < panels; p++) {
      dealPanel(firstRow, count, p, tiles, p * panelStride);
    }
    forget();
  }

  /// Begins to deal rows out panel by panel; [#forget] is to be called after the last.
  public void begin(NumericColumns rows) {
    panel.begin(Stores.of(rows));
  }

  /// Deals one panel of rows out, as [#deal] does all of them.
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

  /// Forgets the caller's arrays.
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
