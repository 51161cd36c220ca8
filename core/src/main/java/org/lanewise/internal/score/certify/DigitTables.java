package org.lanewise.internal.score.certify;

import org.lanewise.internal.kernel.TableKernels;

/// Tables of digits. [Rounding] proves their margin.
final class DigitTables {

  private static final double MAX_CHUNK = 255 << TableKernels.DIGIT_BITS;
  private static final int LOWER = (1 << TableKernels.DIGIT_BITS) - 1;
  private static final int PATTERNS = TableKernels.DIGIT_PATTERNS;

  /// The first class that has a table: 1 of two classes, else 0.
  final int first;

  final int groups;

  /// As [TableKernels#digitSums] reads it; that of class c begins at [#at].
  final byte[] digits;

  final Rounding rounding;

  DigitTables(PatternTerms terms) {
    int k = terms.classCount();
    groups = terms.groups();
    first = k == 2 ? 1 : 0;
    digits = new byte[(k - first) * groups * 2 * PATTERNS];
    ShiftedTerms shifted = new ShiftedTerms(terms, TableKernels.DIGIT_CHUNK);
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
  }

  int at(int label) {
    return (label - first) * groups * 2 * PATTERNS;
  }
}
