package org.lanewise.internal.gather.counts;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;

/// Counts kept as longs, plus double sums allocated on the first weight or fraction.
public final class ClassCounts {

  /// Integers, the exact part.
  public final long[] exact;

  /// Sums of values that are not counted in integers; null if there are none.
  public double[] sums;

  public ClassCounts(int size) {
    exact = new long[size];
  }

  /// The content of a cell: exact up to 2^53 if there are no sums.
  public double value(int cell) {
    return sums == null ? exact[cell] : exact[cell] + sums[cell];
  }

  /// A copy of the integers in some number of rows.
  public long[][] exactRows(int rowCount) {
    int length = exact.length / rowCount;
    long[][] rows = new long[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      rows[row] = Arrays.copyOfRange(exact, row * length, (row + 1) * length);
    }
    return rows;
  }

  /// A copy of the sums, which must exist, in some number of rows.
  public double[][] sumRows(int rowCount) {
    int length = sums.length / rowCount;
    double[][] rows = new double[rowCount][];
    for (int row = 0; row < rowCount; row++) {
      rows[row] = Arrays.copyOfRange(sums, row * length, (row + 1) * length);
    }
    return rows;
  }

  public ClassCounts copy() {
    return arranged(exact.length, cell -> cell);
  }

  /// Other cells: cell i has the value of cell `from(i)` of these, or 0 if that is −1.
  public ClassCounts arranged(int size, IntUnaryOperator from) {
    ClassCounts arranged = new ClassCounts(size);
    if (sums != null) {
      arranged.startSums();
    }
    for (int cell = 0; cell < size; cell++) {
      int source = from.applyAsInt(cell);
      if (source >= 0) {
        arranged.exact[cell] = exact[source];
        if (sums != null) {
          arranged.sums[cell] = sums[source];
        }
      }
    }
    return arranged;
  }

  public void startSums() {
    sums = sumsToStart(true);
  }

  /// The sums, or new ones of 0 if there are none.
  public double[] sumsToStart(boolean start) {
    return sums == null && start ? new double[exact.length] : sums;
  }

  /// Adds integers.
  public void add(long[] batch) {
    for (int cell = 0; cell < exact.length; cell++) {
      exact[cell] += batch[cell];
    }
  }

  public void merge(ClassCounts other) {
    add(other.exact);
    if (other.sums != null) {
      startSums();
      for (int cell = 0; cell < exact.length; cell++) {
        sums[cell] += other.sums[cell];
      }
    }
  }

  /// The name of a cell, for a message.
  public interface CellName {
    Fact of(int cell);
  }

  /// Refuses to subtract counts that these do not contain, or sums, which are not exact.
  public void requireSubtractable(ClassCounts other, CellName name) {
    Objects.requireNonNull(other, "other");
    if (other.sums != null) {
      throw new IllegalArgumentException(
          "the statistics to subtract hold weights or fractions, whose sums are not exact; whole"
              + " counts without weights are expected");
    }
    for (int cell = 0; cell < exact.length; cell++) {
      if (other.exact[cell] > exact[cell]) {
        throw new BadDataException(
            "%s is %s in the statistics to subtract; at most %d is expected, which these hold",
            name.of(cell), Fact.value(other.exact[cell]), exact[cell]);
      }
    }
  }

  public void subtract(ClassCounts other) {
    for (int cell = 0; cell < exact.length; cell++) {
      exact[cell] -= other.exact[cell];
    }
  }
}
