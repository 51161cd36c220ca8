package org.lanewise.internal.transform;

import static org.lanewise.internal.tier.Kernel.FINITE;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.internal.store.DerivedStore;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Rows of a store after a step, computed block by block when they are read.
///
/// @param source the rows before the step
/// @param root the rows before the first step
/// @param features those of `root`
public record StepStore(
    NumericStore source, Step step, int columnCount, NumericStore root, Features features)
    implements DerivedStore {

  @Override
  public int rowCount() {
    return source.rowCount();
  }

  /// All, because a step needs the whole row.
  @Override
  public int together() {
    return columnCount;
  }

  @Override
  public double value(int row, int column) {
    double[] values = new double[columnCount];
    rows(row, 1, values);
    return values[column];
  }

  @Override
  public void rows(int first, int count, double[] out) {
    double[][] columns = new double[columnCount][count];
    fill(0, columnCount, first, count, columns, 0);
    int at = 0;
    for (int row = 0; row < count; row++) {
      for (double[] column : columns) {
        out[at++] = column[row];
      }
    }
  }

  @Override
  public void fill(int first, int width, int firstRow, int count, double[][] out, int offset) {
    if (width < columnCount) {
      double[][] all = new double[columnCount][count];
      fill(0, columnCount, firstRow, count, all, 0);
      for (int l = 0; l < width; l++) {
        System.arraycopy(all[first + l], 0, out[l], offset, count);
      }
      return;
    }
    step.fill(source, firstRow, count, out, offset);
    boolean finite = true;
    for (int j = 0; j < columnCount; j++) {
      finite &= Kernels.score(FINITE).finite(out[j], offset, count);
    }
    if (!finite) {
      throw refusal(firstRow, count, out, offset);
    }
  }

  private BadDataException refusal(int firstRow, int count, double[][] out, int offset) {
    double[] row = new double[root.columnCount()];
    for (int r = 0; r < count; r++) {
      root.rows(firstRow + r, 1, row);
      for (int j = 0; j < row.length; j++) {
        if (!Double.isFinite(row[j])) {
          return new BadDataException(
              "%s, %s is %s; a finite number is expected",
              Fact.row(firstRow + r), Fact.feature(j, features), Fact.value(row[j]));
        }
      }
    }
    for (int r = 0; r < count; r++) {
      for (int j = 0; j < columnCount; j++) {
        if (!Double.isFinite(out[j][offset + r])) {
          return overflow(Fact.row(firstRow + r), step);
        }
      }
    }
    throw new IllegalStateException();
  }

  /// Refuses a row alone with a value that is not finite.
  static void requireFinite(double[] row, int d, Features features) {
    for (int j = 0; j < d; j++) {
      if (!Double.isFinite(row[j])) {
        throw new BadDataException(
            "%s of the row is %s; a finite number is expected",
            Fact.feature(j, features), Fact.value(row[j]));
      }
    }
  }

  static BadDataException overflow(Object row, Step step) {
    return new BadDataException(
        "%s is out of the range of doubles after the transform '%s'; smaller values are expected",
        row, step);
  }
}
