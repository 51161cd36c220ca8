package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.LEADERS;
import static org.lanewise.internal.tier.Kernel.ROW_SUMS;
import static org.lanewise.internal.tier.Kernel.TILE_SUMS;

import java.util.Arrays;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Labels by sums of 16 and of 32 bits.
///
/// A tile of 64 rows goes through the coarse tables where the kernels look many rows up at once;
/// rows that no class leads by the coarse margin, and elsewhere all rows, go through the fine ones.
public final class TableArgmax extends CertifiedArgmax {

  private final IntegerTables tables;
  private final int coarseMargin;
  private final int margin;

  /// @param terms those for which tables [exist][#exists]
  public TableArgmax(PatternTerms terms) {
    super(terms);
    tables = new IntegerTables(terms);
    coarseMargin = tables.coarseRounding.margin();
    margin = tables.fineRounding.margin();
  }

  @Override
  public boolean hasDigits() {
    return false;
  }

  @Override
  public void label(int count, Workspace w, int[] labels, int firstRow) {
    Arrays.fill(w.labels.left, 0);
    for (int first = 0; first < count; first += TILE) {
      int rows = Math.min(TILE, count - first);
      w.labels.left[first / TILE] = labelTile(first, rows, w, labels, firstRow + first);
    }
  }

  private long labelTile(int first, int count, Workspace w, int[] labels, int firstRow) {
    int from = first * tables.groups;
    long left = -1L >>> -count;
    if (Kernels.tables(TILE_SUMS).tilesAreFast()) {
      left &= ~coarse(from, w, count, labels, firstRow);
    }
    long exact = 0;
    for (long bits = left; bits != 0; bits &= bits - 1) {
      int r = Long.numberOfTrailingZeros(bits);
      int label = fine(from + r, w);
      if (label < 0) {
        exact |= 1L << r;
      } else {
        labels[firstRow + r] = label;
      }
    }
    return exact;
  }

  /// Labels all rows of the tile at `from`; bit r of the result is 1 where that of row r is
  /// certain.
  private long coarse(int from, Workspace w, int count, int[] labels, int firstRow) {
    int[] sums = w.labels.sums;
    for (int c = 0; c < k; c++) {
      Arrays.fill(sums, c * TILE, (c + 1) * TILE, tables.coarseRounding.start(c));
    }
    Kernels.tables(TILE_SUMS)
        .tileSums(w.labels.patterns, from, tables.groups, tables.coarse, tables.first, k, sums);
    long certain = Kernels.tables(LEADERS).leaders(sums, k, coarseMargin, w.labels.best);
    long rows = 0;
    for (int r = 0; r < count; r++) {
      int place = TableKernels.place(r);
      labels[firstRow + r] = w.labels.best[place];
      rows |= (certain >>> place & 1) << r;
    }
    return rows;
  }

  /// The label of the row whose patterns begin at `from`, or −1 where it is not certain.
  private int fine(int from, Workspace w) {
    int first = tables.first;
    int[] sums = w.labels.rowSums;
    for (int c = first; c < k; c++) {
      sums[c - first] = tables.fineRounding.start(c);
    }
    Kernels.tables(ROW_SUMS)
        .rowSums(w.labels.patterns, from, tables.groups, tables.fine, k - first, sums);
    int most = first == 0 ? sums[0] : tables.fineRounding.start(0);
    int second = -1;
    int leader = 0;
    for (int c = 1; c < k; c++) {
      int sum = sums[c - first];
      if (sum > most) {
        second = most;
        most = sum;
        leader = c;
      } else {
        second = Math.max(second, sum);
      }
    }
    return most - second > margin ? leader : -1;
  }
}
