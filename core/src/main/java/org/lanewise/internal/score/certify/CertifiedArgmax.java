package org.lanewise.internal.score.certify;

import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.scratch.Workspace;

/// Finds the labels of most rows by integer sums, and leaves the others to the exact scorer: the
/// labels are the exact scorer's on every input, by the margins of [Rounding].
public abstract sealed class CertifiedArgmax permits TableArgmax, DigitArgmax {

  static final int TILE = DiscreteKernels.TILE;

  /// The largest G·k that tables are made for; they take about two hundred bytes of each.
  private static final int MAX = 1 << 18;

  final int groups;
  final int k;

  /// The first class that has a table: 1 of two classes, else 0.
  final int first;

  CertifiedArgmax(PatternTerms terms) {
    groups = terms.groups();
    k = terms.classCount();
    first = k == 2 ? 1 : 0;
  }

  /// Whether terms have tables: not where there are more than [#MAX], a single class, or numbers
  /// too large to sum.
  public static boolean exists(PatternTerms terms) {
    int k = terms.classCount();
    return k > 1 && (long) terms.groups() * k <= MAX && ShiftedTerms.magnitude(terms) < 0x1p900;
  }

  /// The number of groups that patterns are of.
  public final int groups() {
    return groups;
  }

  /// Whether the groups are those of digits.
  public abstract boolean hasDigits();

  /// Makes room for the patterns of a run of tiles, and for what is summed.
  public final void begin(Workspace w) {
    w.labels.makeSums(groups, k);
  }

  /// Labels the rows of a run that can be decided, and sets `w.labels.left`: bit r of element t is
  /// 1 where row 64·t + r is left to the exact scorer.
  ///
  /// @param count the number of rows, at most 64·[TableKernels#RUN], whose patterns are in the
  ///   workspace
  /// @param labels row r at `[firstRow + r]`
  public abstract void label(int count, Workspace w, int[] labels, int firstRow);
}
