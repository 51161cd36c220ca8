package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.LEADERS;
import static org.lanewise.internal.tier.Kernel.ROW_SUMS;
import static org.lanewise.internal.tier.Kernel.TILE_SUMS;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Finds the labels of most rows by integer sums, and leaves the others to the exact scorer: the
/// labels are the exact scorer's on every input, by the margins of [IntegerTables].
///
/// A tile of 64 rows goes through the coarse tables where the kernels look many rows up at once;
/// rows that no class leads by the coarse margin, and elsewhere all rows, go through the fine ones.
public final class CertifiedArgmax {

  private static final int TILE = DiscreteKernels.TILE;

  private final IntegerTables tables;
  private final int k;

  public CertifiedArgmax(IntegerTables tables, int classCount) {
    this.tables = tables;
    k = classCount;
  }

  /// Makes room for the patterns of a run of tiles, and for what is summed.
  public void begin(Workspace w) {
    w.labels.makeSums(tables.groups(), k);
  }

  /// Labels the rows of a tile that can be decided.
  ///
  /// @param tile the number of the tile in the run whose patterns are in the workspace
  /// @param count the number of rows, at most 64
  /// @param labels row r at `[firstRow + r]`
  /// @return bit r is 1 where row r is left to the exact scorer
  public long label(int tile, int count, Workspace w, int[] labels, int firstRow) {
    int from = tile * tables.groups() * TILE;
    long rows = -1L >>> -count;
    long left = rows;
    if (Kernels.tables(TILE_SUMS).tilesAreFast()) {
      left &= ~coarse(from, w, count, labels, firstRow);
      w.labels.coarse += count - Long.bitCount(left);
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
    w.labels.fine += Long.bitCount(left) - Long.bitCount(exact);
    return exact;
  }

  /// Labels all rows of the tile at `from`; bit r of the result is 1 where that of row r is
  /// certain.
  private long coarse(int from, Workspace w, int count, int[] labels, int firstRow) {
    int[] sums = w.labels.sums;
    for (int c = 0; c < k; c++) {
      int start = tables.coarseStart(c);
      for (int place = 0; place < TILE; place++) {
        sums[c * TILE + place] = start;
      }
    }
    Kernels.tables(TILE_SUMS)
        .tileSums(
            w.labels.patterns, from, tables.groups(), tables.coarse(), tables.first(), k, sums);
    long certain = Kernels.tables(LEADERS).leaders(sums, k, tables.coarseMargin(), w.labels.best);
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
    int first = tables.first();
    int[] sums = w.labels.rowSums;
    for (int c = first; c < k; c++) {
      sums[c - first] = tables.fineStart(c);
    }
    Kernels.tables(ROW_SUMS)
        .rowSums(w.labels.patterns, from, tables.groups(), tables.fine(), k - first, sums);
    int most = first == 0 ? sums[0] : tables.fineStart(0);
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
    return most - second > tables.fineMargin() ? leader : -1;
  }
}
