package org.lanewise.internal.score.certify;

import static org.lanewise.internal.tier.Kernel.DIGIT_SUMS;
import static org.lanewise.internal.tier.Kernel.LEADERS;

import java.util.Arrays;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;

/// Labels by sums of digits. [Rounding] proves their margin.
public final class DigitArgmax extends CertifiedArgmax {

  private static final double MAX_CHUNK = 255 << TableKernels.DIGIT_BITS;
  private static final int LOWER = (1 << TableKernels.DIGIT_BITS) - 1;
  private static final int PATTERNS = TableKernels.DIGIT_PATTERNS;

  /// As [TableKernels#digitSums] reads it; that of class c begins at [#at].
  private final byte[] digits;

  private final Rounding rounding;
  private final int margin;
  private final boolean dealt;

  /// @param terms those for which tables [exist][#exists]
  public DigitArgmax(PatternTerms terms) {
    super(terms);
    digits = new byte[(k - first) * groups * 2 * PATTERNS];
    ShiftedTerms shifted = new ShiftedTerms(terms, TableKernels.DIGIT_SPAN);
    rounding = new Rounding(shifted, MAX_CHUNK);
    double[] entries = new double[k * PATTERNS];
    for (int g = 0; g < groups; g++) {
      shifted.entries(g, entries);
      for (int c = first; c < k; c++) {
        int to = at(c) + g * 2 * PATTERNS;
        for (int p = 0; p < PATTERNS; p++) {
          int entry = rounding.round(entries[c * PATTERNS + p]);
          digits[to + p] = (byte) (entry & LOWER);
          digits[to + PATTERNS + p] = (byte) (entry >>> TableKernels.DIGIT_BITS);
        }
        rounding.endGroup(c);
      }
    }
    margin = rounding.margin();
    dealt = terms.areDealt();
  }

  private int at(int label) {
    return (label - first) * groups * 2 * PATTERNS;
  }

  @Override
  public boolean hasDigits() {
    return true;
  }

  @Override
  public void label(int count, Workspace w, int[] labels, int firstRow) {
    long[] left = w.labels.left;
    Arrays.fill(left, 0);
    int tiles = dealt ? TableKernels.RUN : (count + TILE - 1) / TILE;
    for (int tile = 0; tile < tiles; tile++) {
      long certain = sum(tile, w);
      for (int place = 0; place < TILE; place++) {
        int row = row(tile, place);
        if (row < count) {
          labels[firstRow + row] = w.labels.best[place];
        }
      }
      for (long places = ~certain; places != 0; places &= places - 1) {
        int row = row(tile, Long.numberOfTrailingZeros(places));
        if (row < count) {
          left[row / TILE] |= 1L << row;
        }
      }
    }
  }

  private int row(int tile, int place) {
    int i = TableKernels.digitRow(place);
    return dealt ? TableKernels.RUN * i + tile : TILE * tile + i;
  }

  /// Finds the best class of each place of a tile; bit p of the result is 1 where that of place p
  /// is certain.
  private long sum(int tile, Workspace w) {
    int[] sums = w.labels.sums;
    for (int c = 0; c < k; c++) {
      Arrays.fill(sums, c * TILE, (c + 1) * TILE, rounding.start(c));
    }
    int from = tile * groups * TILE;
    for (int c = first; c < k; c++) {
      Kernels.tables(DIGIT_SUMS)
          .digitSums(w.labels.patterns, from, groups, digits, at(c), sums, c * TILE);
    }
    return Kernels.tables(LEADERS).leaders(sums, k, margin, w.labels.best);
  }
}
