package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.LEADERS;
import static org.lanewise.internal.tier.Kernel.ROW_SUMS;
import static org.lanewise.internal.tier.Kernel.TILE_SUMS;

import java.util.Arrays;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Labels by sums of 16 and of 32 bits. [Rounding] proves their margins.
///
/// A tile of 64 rows goes through the coarse tables where the kernels look many rows up at once;
/// rows that no class leads by the coarse margin, and elsewhere all rows, go through the fine ones.
public final class TableArgmax extends CertifiedArgmax {

  private static final double MAX_CHUNK = 0xffff;
  private static final int PATTERNS = TableKernels.PATTERNS;

  /// As [TableKernels#tileSums] and [TableKernels#rowSums] read them.
  private final short[] coarse;

  private final int[] fine;
  private final Rounding coarseRounding;
  private final Rounding fineRounding;
  private final int coarseMargin;
  private final int margin;

  /// @param terms those for which tables [exist][#exists]
  public TableArgmax(PatternTerms terms) {
    super(terms);
    int tables = k - first;
    coarse = new short[groups * tables * PATTERNS];
    fine = new int[groups * tables * PATTERNS + TableKernels.SLACK];
    ShiftedTerms shifted = new ShiftedTerms(terms, TableKernels.SPAN);
    coarseRounding = new Rounding(shifted, MAX_CHUNK);
    fineRounding = new Rounding(shifted, Double.POSITIVE_INFINITY);
    double[] entries = new double[k * PATTERNS];
    for (int g = 0; g < groups; g++) {
      shifted.entries(g, entries);
      for (int c = first; c < k; c++) {
        int to = ((c - first) * groups + g) * PATTERNS;
        for (int p = 0; p < PATTERNS; p++) {
          double entry = entries[c * PATTERNS + p];
          coarse[to + p] = (short) coarseRounding.round(entry);
          fine[(g * PATTERNS + p) * tables + c - first] = fineRounding.round(entry);
        }
        coarseRounding.endGroup(c);
        fineRounding.endGroup(c);
      }
    }
    coarseMargin = coarseRounding.margin();
    margin = fineRounding.margin();
  }

  @Override
  public boolean hasDigits() {
    return false;
  }

  @Override
  public void label(int count, Workspace w, int[] labels, int firstRow) {
    Arrays.fill(w.labels.left, 0);
    for (int from = 0; from < count; from += TILE) {
      int rows = Math.min(TILE, count - from);
      w.labels.left[from / TILE] = labelTile(from * groups, rows, w, labels, firstRow + from);
    }
  }

  private long labelTile(int from, int count, Workspace w, int[] labels, int firstRow) {
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
      Arrays.fill(sums, c * TILE, (c + 1) * TILE, coarseRounding.start(c));
    }
    Kernels.tables(TILE_SUMS).tileSums(w.labels.patterns, from, groups, coarse, first, k, sums);
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
    int[] sums = w.labels.rowSums;
    for (int c = first; c < k; c++) {
      sums[c - first] = fineRounding.start(c);
    }
    Kernels.tables(ROW_SUMS).rowSums(w.labels.patterns, from, groups, fine, k - first, sums);
    int most = first == 0 ? sums[0] : fineRounding.start(0);
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
