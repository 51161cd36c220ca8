package org.lanewise.statistics;

import java.util.Objects;

/// Cells that are summed exactly in integers, and beside them sums of doubles that begin when the
/// first weight or fraction comes.
final class Tally {

  /// Integers, the exact part.
  final long[] exact;

  /// Sums of what is not counted in integers; null until there is any.
  double[] sums;

  Tally(int size) {
    exact = new long[size];
  }

  /// What a cell holds: exact up to 2^53 where there are no sums.
  double value(int cell) {
    return sums == null ? exact[cell] : exact[cell] + sums[cell];
  }

  void startSums() {
    if (sums == null) {
      sums = new double[exact.length];
    }
  }

  /// Adds integers.
  void add(long[] batch) {
    for (int cell = 0; cell < exact.length; cell++) {
      exact[cell] += batch[cell];
    }
  }

  void merge(Tally other) {
    add(other.exact);
    if (other.sums != null) {
      startSums();
      for (int cell = 0; cell < exact.length; cell++) {
        sums[cell] += other.sums[cell];
      }
    }
  }

  /// The name of a cell, for a message.
  interface CellName {
    String of(int cell);
  }

  /// Refuses to subtract what is not held, or not exactly.
  void requireSubtractable(Tally other, CellName name) {
    Objects.requireNonNull(other, "other");
    if (other.sums != null) {
      throw new IllegalArgumentException(
          "the statistics to subtract hold weights or fractions, whose sums are not exact; whole"
              + " counts without weights are expected");
    }
    for (int cell = 0; cell < exact.length; cell++) {
      if (other.exact[cell] > exact[cell]) {
        throw new IllegalArgumentException(
            "%s is %d in the statistics to subtract; at most %d is expected, which these hold"
                .formatted(name.of(cell), other.exact[cell], exact[cell]));
      }
    }
  }

  void subtract(Tally other) {
    for (int cell = 0; cell < exact.length; cell++) {
      exact[cell] -= other.exact[cell];
    }
  }
}
