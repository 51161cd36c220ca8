package org.lanewise.internal.score.certify;

import org.lanewise.internal.kernel.TableKernels;

/// Tables of integers in two finenesses, of 16 and of 32 bits. [Rounding] proves their margins.
final class IntegerTables {

  private static final double MAX_CHUNK = 0xffff;
  private static final int PATTERNS = TableKernels.PATTERNS;

  /// The first class that has a table: 1 of two classes, else 0.
  final int first;

  final int groups;

  /// As [TableKernels#tileSums] and [TableKernels#rowSums] read them.
  final short[] coarse;

  final int[] fine;

  final Rounding coarseRounding;
  final Rounding fineRounding;

  IntegerTables(PatternTerms terms) {
    int k = terms.classCount();
    groups = terms.groups();
    first = k == 2 ? 1 : 0;
    int tables = k - first;
    coarse = new short[groups * tables * PATTERNS];
    fine = new int[groups * tables * PATTERNS + TableKernels.SLACK];
    ShiftedTerms shifted = new ShiftedTerms(terms, TableKernels.CHUNK);
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
  }
}
