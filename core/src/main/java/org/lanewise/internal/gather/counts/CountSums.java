package org.lanewise.internal.gather.counts;

import static org.lanewise.internal.tier.Kernel.ADD_WHOLE;

import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.kernel.CountKernels;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.tier.Kernels;

/// Adds checked counts to the sums of the classes: feature j of d in class c is cell `[c·d + j]`,
/// as the words of a document are of one class.
///
/// Adding itself makes nothing, so it cannot fail.
public final class CountSums {

  private CountSums() {}

  /// The rows, those of class 0 first.
  public static int[] byClass(Labels labels) {
    int k = labels.classCount();
    int[] next = new int[k + 1];
    for (int i = 0; i < labels.rowCount(); i++) {
      next[labels.index(i) + 1]++;
    }
    for (int c = 0; c < k; c++) {
      next[c + 1] += next[c];
    }
    int[] rows = new int[labels.rowCount()];
    for (int i = 0; i < rows.length; i++) {
      rows[next[labels.index(i)]++] = i;
    }
    return rows;
  }

  /// Adds sparse rows, whose class c is class `to[c]` of the cells.
  ///
  /// @param row to read rows with, so that nothing is made here that may fail
  /// @param order the rows, in the order of adding
  /// @param featureCount d
  /// @param cells with room for sums if the rows have weights or fractions
  public static void add(
      SparseRows rows,
      SparseRow row,
      Labels labels,
      int[] order,
      int[] to,
      int featureCount,
      ClassCounts cells) {
    for (int i : order) {
      rows.row(i, row);
      int from = to[labels.index(i)] * featureCount;
      if (labels.areWeighted()) {
        addWeighted(row, from, labels.weight(i), cells.sums);
      } else if (row.values() == null) {
        int[] indices = row.indices();
        for (int at = row.from(); at < row.to(); at++) {
          cells.exact[from + indices[at]]++;
        }
      } else {
        int[] indices = row.indices();
        double[] values = row.values();
        for (int at = row.from(); at < row.to(); at++) {
          addCount(cells, from + indices[at], values[at]);
        }
      }
    }
  }

  private static void addWeighted(SparseRow row, int from, double weight, double[] sums) {
    int[] indices = row.indices();
    double[] values = row.values();
    for (int at = row.from(); at < row.to(); at++) {
      int cell = from + indices[at];
      sums[cell] = Math.fma(weight, values == null ? 1 : values[at], sums[cell]);
    }
  }

  /// Sums rows without weights whose values lie together, if all are whole counts, and exactly:
  /// while the sums are below 2^53, doubles have the same ones in any order.
  ///
  /// @return the sums, feature j of d in class c at `[c·d + j]`; null if a value is no whole count,
  ///   a sum is 2^53 or more, or there are more sums than values
  public static double[] whole(NumericStore rows, Labels labels) {
    int d = rows.columnCount();
    if (labels.areWeighted()
        || !rows.rowsLieTogether()
        || labels.rowCount() < labels.classCount()) {
      return null;
    }
    double[] sums = new double[labels.classCount() * d];
    double[] row = new double[d];
    for (int i = 0; i < labels.rowCount(); i++) {
      rows.rows(i, 1, row);
      if (!Kernels.count(ADD_WHOLE).addWhole(row, d, sums, labels.index(i) * d)) {
        return null;
      }
    }
    return areExact(sums) ? sums : null;
  }

  /// As [#whole(NumericStore, Labels)] of sparse rows with values.
  ///
  /// @param order the rows, in the order of adding
  public static double[] whole(SparseRows rows, Labels labels, int[] order) {
    int d = rows.features().count();
    int n = rows.rowCount();
    SparseRow row = new SparseRow();
    rows.row(Math.max(0, n - 1), row);
    if (labels.areWeighted()
        || rows.isBinary()
        || n == 0
        || row.to() < (long) labels.classCount() * d) {
      return null;
    }
    double[] sums = new double[labels.classCount() * d];
    for (int i : order) {
      rows.row(i, row);
      if (!addWhole(row, sums, labels.index(i) * d)) {
        return null;
      }
    }
    return areExact(sums) ? sums : null;
  }

  private static boolean addWhole(SparseRow row, double[] sums, int from) {
    int[] indices = row.indices();
    double[] values = row.values();
    boolean whole = true;
    for (int at = row.from(); at < row.to(); at++) {
      sums[from + indices[at]] += values[at];
      whole &= CountKernels.isWhole(values[at]);
    }
    return whole;
  }

  private static boolean areExact(double[] sums) {
    for (double sum : sums) {
      if (sum >= CountCheck.MAX_EXACT) {
        return false;
      }
    }
    return true;
  }

  /// Adds such sums; their class c is class `to[c]` of the cells.
  public static void add(double[] whole, int[] to, int featureCount, ClassCounts cells) {
    for (int c = 0; c < to.length; c++) {
      for (int j = 0; j < featureCount; j++) {
        cells.exact[to[c] * featureCount + j] += (long) whole[c * featureCount + j];
      }
    }
  }

  /// Adds the columns of a block, in rows whose class c is class `to[c]` of the cells.
  ///
  /// @param block that is visited
  /// @param featureCount d
  /// @param cells with room for sums, by the time of the visit, if the rows have weights or
  ///   fractions
  public static NumericBlock.Visitor adding(
      NumericBlock block, Labels labels, int[] to, int featureCount, ClassCounts cells) {
    return (_, column, width, first, count) -> {
      for (int l = 0; l < width; l++) {
        addColumn(
            cells,
            featureCount,
            column + l,
            block.column(l),
            block.offset(),
            labels,
            to,
            first,
            count);
      }
    };
  }

  private static void addColumn(
      ClassCounts cells,
      int featureCount,
      int feature,
      double[] values,
      int offset,
      Labels labels,
      int[] to,
      int first,
      int count) {
    for (int i = 0; i < count; i++) {
      int cell = to[labels.index(first + i)] * featureCount + feature;
      double value = values[offset + i];
      if (labels.areWeighted()) {
        cells.sums[cell] = Math.fma(labels.weight(first + i), value, cells.sums[cell]);
      } else {
        addCount(cells, cell, value);
      }
    }
  }

  private static void addCount(ClassCounts cells, int cell, double value) {
    if (CountCheck.isExact(value)) {
      cells.exact[cell] += (long) value;
    } else {
      cells.sums[cell] += value;
    }
  }
}
