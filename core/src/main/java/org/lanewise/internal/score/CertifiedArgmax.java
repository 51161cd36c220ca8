package org.lanewise.internal.score;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.Kernels;
import org.lanewise.internal.kernel.TableKernels;

/// Finds the labels of most rows by integer sums, and leaves the others to the exact scorer: the
/// labels are the exact scorer's on every input, by the margins of [IntegerTables].
///
/// A tile of 64 rows goes through the coarse tables where the kernels look many rows up at once;
/// rows that no class leads by the coarse margin, and elsewhere all rows, go through the fine ones.
final class CertifiedArgmax {

  private static final int TILE = DiscreteKernels.TILE;

  private final IntegerTables tables;
  private final int k;

  /// The numbers of rows that were decided by each stage.
  static final class Counts {
    long coarse;
    long fine;
    long exact;
  }

  /// The scratch of one thread.
  static final class Scratch {
    /// The patterns of a run of tiles: `[(t·G + g)·64 + r]` of tile t, group g and row r.
    final byte[] patterns;

    private final int[] sums;
    private final int[] best = new int[TILE];
    private final int[] rowSums;

    private Scratch(int groups, int k) {
      patterns = new byte[TableKernels.RUN * groups * TILE];
      sums = new int[k * TILE];
      rowSums = new int[k + TableKernels.SLACK];
    }
  }

  CertifiedArgmax(IntegerTables tables, int classCount) {
    this.tables = tables;
    k = classCount;
  }

  Scratch newScratch() {
    return new Scratch(tables.groups(), k);
  }

  /// Labels the rows of a tile that can be decided.
  ///
  /// @param tile the number of the tile in the run whose patterns are in the scratch
  /// @param count the number of rows, at most 64
  /// @param labels row r at `[firstRow + r]`
  /// @return bit r is 1 where row r is left to the exact scorer
  long label(int tile, int count, Scratch s, int[] labels, int firstRow, Counts counts) {
    int from = tile * tables.groups() * TILE;
    long rows = -1L >>> -count;
    long left = rows;
    if (Kernels.TABLES.tilesAreFast()) {
      left &= ~coarse(from, s, count, labels, firstRow);
      counts.coarse += count - Long.bitCount(left);
    }
    long exact = 0;
    for (long bits = left; bits != 0; bits &= bits - 1) {
      int r = Long.numberOfTrailingZeros(bits);
      int label = fine(from + r, s);
      if (label < 0) {
        exact |= 1L << r;
      } else {
        labels[firstRow + r] = label;
      }
    }
    counts.exact += Long.bitCount(exact);
    counts.fine += Long.bitCount(left) - Long.bitCount(exact);
    return exact;
  }

  /// Labels all rows of the tile at `from`; bit r of the result is 1 where that of row r is
  /// certain.
  private long coarse(int from, Scratch s, int count, int[] labels, int firstRow) {
    int[] sums = s.sums;
    for (int c = 0; c < k; c++) {
      int start = tables.coarseStart(c);
      for (int place = 0; place < TILE; place++) {
        sums[c * TILE + place] = start;
      }
    }
    Kernels.TABLES.tileSums(
        s.patterns, from, tables.groups(), tables.coarse(), tables.first(), k, sums);
    long certain = Kernels.TABLES.leaders(sums, k, tables.coarseMargin(), s.best);
    long rows = 0;
    for (int r = 0; r < count; r++) {
      int place = TableKernels.place(r);
      labels[firstRow + r] = s.best[place];
      rows |= (certain >>> place & 1) << r;
    }
    return rows;
  }

  /// The label of the row whose patterns begin at `from`, or −1 where it is not certain.
  private int fine(int from, Scratch s) {
    int first = tables.first();
    int[] sums = s.rowSums;
    for (int c = first; c < k; c++) {
      sums[c - first] = tables.fineStart(c);
    }
    Kernels.TABLES.rowSums(s.patterns, from, tables.groups(), tables.fine(), k - first, sums);
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
