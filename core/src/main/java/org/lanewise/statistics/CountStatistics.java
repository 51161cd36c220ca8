package org.lanewise.statistics;

import java.util.Objects;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.NumericStore;
import org.lanewise.internal.store.Stores;

/// Of every class, the number of rows, and of every feature the sum of its counts.
///
/// A count is a number from 0 to [#LARGEST], such as how often a word occurs. Whole counts up to
/// 2^53 in rows without weights are summed in integers, so batches, merging and subtracting are
/// exact and give the same bits in any order; all of them together may sum to 2^63 − 1. Fractions,
/// and rows with weights, are summed in doubles beside them, one chain over the rows in the order
/// of adding for each class and feature: exact in any cut into batches, and as exact as a sum of
/// doubles in merging. Sparse rows and columns of the same counts give the same bits.
///
/// A batch is taken whole or, with an exception, not at all. Not safe for use by several threads at
/// once.
public final class CountStatistics implements Statistics {

  /// The largest count of a row.
  public static final double LARGEST = 0x1p500;

  private static final double LARGEST_EXACT = 0x1p53;

  private final int featureCount;
  private final int classCount;
  private long rowCount;
  private final Tally rows;
  // [c·d + j], as the words of a document are of one class.
  private final Tally counts;
  // The sum of all exact counts: no cell overflows while this does not.
  private long exactTotal;

  /// Empty statistics.
  ///
  /// @param featureCount the number of features d ≥ 1
  /// @param classCount the number of classes k ≥ 1
  /// @throws IllegalArgumentException if one is below 1 or d·k is more than an array can hold
  public CountStatistics(int featureCount, int classCount) {
    Batches.requireShape(featureCount, classCount, (long) featureCount * classCount);
    this.featureCount = featureCount;
    this.classCount = classCount;
    rows = new Tally(classCount);
    counts = new Tally(featureCount * classCount);
  }

  /// Statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(SparseRows, Labels)]
  public static CountStatistics of(SparseRows batch, Labels labels) {
    return new CountStatistics(batch.featureCount(), labels.classCount()).add(batch, labels);
  }

  /// Statistics of one batch.
  ///
  /// @throws IllegalArgumentException as [#add(NumericColumns, Labels)]
  public static CountStatistics of(NumericColumns batch, Labels labels) {
    return new CountStatistics(batch.featureCount(), labels.classCount()).add(batch, labels);
  }

  /// Statistics that hold what others held.
  static CountStatistics of(CountState state) {
    int k = state.counts().length;
    int d = k == 0 ? 0 : state.counts()[0].length;
    CountStatistics statistics = new CountStatistics(d, k);
    state.restore(statistics.rows, statistics.counts);
    statistics.rowCount = state.rowCount();
    for (long count : statistics.counts.exact) {
      statistics.exactTotal += count;
      if (statistics.exactTotal < 0) {
        throw tooMany();
      }
    }
    return statistics;
  }

  /// A copy of all that these statistics hold.
  public CountState state() {
    return CountState.of(rowCount, rows, counts);
  }

  /// Adds a batch of sparse rows; features that are not stored count 0.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of rows, features or classes do not match, a
  ///   count is not from 0 to [#LARGEST], or all whole counts sum to more than 2^63 − 1
  public CountStatistics add(SparseRows batch, Labels labels) {
    return addSparse(batch, labels, null);
  }

  /// Adds a batch of weighted sparse rows: a row of weight w counts w times.
  ///
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public CountStatistics add(SparseRows batch, Labels labels, double[] weights) {
    return addSparse(batch, labels, Objects.requireNonNull(weights, "weights"));
  }

  /// Adds a batch of columns of counts.
  ///
  /// @return this
  /// @throws IllegalArgumentException as [#add(SparseRows, Labels)]
  public CountStatistics add(NumericColumns batch, Labels labels) {
    return addDense(batch, labels, null);
  }

  /// Adds a batch of columns of counts with weights: a row of weight w counts w times.
  ///
  /// @return this
  /// @throws IllegalArgumentException as above, or if a weight is negative, NaN or infinite
  public CountStatistics add(NumericColumns batch, Labels labels, double[] weights) {
    return addDense(batch, labels, Objects.requireNonNull(weights, "weights"));
  }

  private CountStatistics addSparse(SparseRows batch, Labels labels, double[] weights) {
    Batches.check(batch, labels, weights, featureCount, classCount);
    Checker checker = new Checker(weights != null);
    SparseRow row = new SparseRow();
    for (int i = 0; i < batch.rowCount(); i++) {
      batch.row(i, row);
      checker.check(i, row);
    }
    checker.apply();
    // One class after the other: its counts stay in the cache, and rows of a class keep their
    // order.
    for (int i : byClass(labels)) {
      batch.row(i, row);
      int from = labels.index(i) * featureCount;
      if (weights != null) {
        addWeighted(row, from, weights[i]);
      } else if (row.values() == null) {
        int[] indices = row.indices();
        for (int at = row.from(); at < row.to(); at++) {
          counts.exact[from + indices[at]]++;
        }
      } else {
        int[] indices = row.indices();
        double[] values = row.values();
        for (int at = row.from(); at < row.to(); at++) {
          addCount(from + indices[at], values[at]);
        }
      }
    }
    addRows(labels, weights);
    return this;
  }

  /// The rows, those of class 0 first.
  private int[] byClass(Labels labels) {
    int[] next = new int[classCount + 1];
    for (int i = 0; i < labels.rowCount(); i++) {
      next[labels.index(i) + 1]++;
    }
    for (int c = 0; c < classCount; c++) {
      next[c + 1] += next[c];
    }
    int[] rows = new int[labels.rowCount()];
    for (int i = 0; i < rows.length; i++) {
      rows[next[labels.index(i)]++] = i;
    }
    return rows;
  }

  private void addWeighted(SparseRow row, int from, double weight) {
    int[] indices = row.indices();
    double[] values = row.values();
    double[] sums = counts.sums;
    for (int at = row.from(); at < row.to(); at++) {
      int cell = from + indices[at];
      sums[cell] = Math.fma(weight, values == null ? 1 : values[at], sums[cell]);
    }
  }

  private CountStatistics addDense(NumericColumns batch, Labels labels, double[] weights) {
    Batches.check(batch, labels, weights, featureCount, classCount);
    Checker checker = new Checker(weights != null);
    NumericStore store = Stores.of(batch);
    NumericBlock.forEach(
        store,
        (block, column, width, first, count) -> {
          for (int l = 0; l < width; l++) {
            double[] values = block.column(l);
            for (int i = 0; i < count; i++) {
              checker.check(first + i, column + l, values[block.offset() + i]);
            }
          }
        });
    checker.apply();
    NumericBlock.forEach(
        store,
        (block, column, width, first, count) -> {
          for (int l = 0; l < width; l++) {
            addColumn(column + l, block.column(l), block.offset(), labels, weights, first, count);
          }
        });
    addRows(labels, weights);
    return this;
  }

  private void addColumn(
      int feature,
      double[] values,
      int offset,
      Labels labels,
      double[] weights,
      int first,
      int count) {
    for (int i = 0; i < count; i++) {
      int cell = labels.index(first + i) * featureCount + feature;
      double value = values[offset + i];
      if (weights == null) {
        addCount(cell, value);
      } else {
        counts.sums[cell] = Math.fma(weights[first + i], value, counts.sums[cell]);
      }
    }
  }

  private void addCount(int cell, double value) {
    if (isExact(value)) {
      counts.exact[cell] += (long) value;
    } else {
      counts.sums[cell] += value;
    }
  }

  private static boolean isExact(double value) {
    return (long) value == value && value <= LARGEST_EXACT;
  }

  private void addRows(Labels labels, double[] weights) {
    rowCount += labels.rowCount();
    for (int row = 0; row < labels.rowCount(); row++) {
      if (weights == null) {
        rows.exact[labels.index(row)]++;
      } else {
        rows.sums[labels.index(row)] += weights[row];
      }
    }
  }

  /// Checks the counts of a batch before anything is changed.
  private final class Checker {
    private final boolean weighted;
    private long total = exactTotal;
    private boolean fractions;

    private Checker(boolean weighted) {
      this.weighted = weighted;
    }

    private void check(int i, SparseRow row) {
      double[] values = row.values();
      if (values == null) {
        if (!weighted) {
          add(row.to() - row.from());
        }
        return;
      }
      for (int at = row.from(); at < row.to(); at++) {
        check(i, row.indices()[at], values[at]);
      }
    }

    private void check(int row, int feature, double value) {
      if (!(value >= 0 && value <= LARGEST)) {
        throw new IllegalArgumentException(
            "row %d, feature %d is %s; a number from 0 to 2^500 is expected"
                .formatted(row, feature, value));
      }
      if (!weighted) {
        if (isExact(value)) {
          add((long) value);
        } else {
          fractions = true;
        }
      }
    }

    private void add(long count) {
      total += count;
      if (total < 0) {
        throw tooMany();
      }
    }

    private void apply() {
      if (weighted || fractions) {
        counts.startSums();
      }
      if (weighted) {
        rows.startSums();
      }
      exactTotal = total;
    }
  }

  /// Adds what other statistics hold, which stay as they are.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of features or classes differ, `other` is
  ///   this, or all whole counts sum to more than 2^63 − 1
  public CountStatistics merge(CountStatistics other) {
    requireLike(other, "merge");
    if (exactTotal + other.exactTotal < 0) {
      throw tooMany();
    }
    exactTotal += other.exactTotal;
    rowCount += other.rowCount;
    rows.merge(other.rows);
    counts.merge(other.counts);
    return this;
  }

  /// Takes away what other statistics hold, which stay as they are: exactly as if their rows had
  /// never been added.
  ///
  /// @return this
  /// @throws IllegalArgumentException if the numbers of features or classes differ, `other` is
  ///   this, holds weights or fractions, or holds more of anything than this; nothing is changed
  ///   then
  public CountStatistics subtract(CountStatistics other) {
    requireLike(other, "subtract");
    rows.requireSubtractable(other.rows, "the number of rows of class %d"::formatted);
    counts.requireSubtractable(
        other.counts,
        cell ->
            "the count of feature %d in class %d"
                .formatted(cell % featureCount, cell / featureCount));
    exactTotal -= other.exactTotal;
    rowCount -= other.rowCount;
    rows.subtract(other.rows);
    counts.subtract(other.counts);
    return this;
  }

  private void requireLike(CountStatistics other, String what) {
    Batches.requireLike(
        other == this, what, other.featureCount, other.classCount, featureCount, classCount);
  }

  /// The number of features d.
  @Override
  public int featureCount() {
    return featureCount;
  }

  /// The number of classes k.
  @Override
  public int classCount() {
    return classCount;
  }

  /// The number of rows added, those of weight 0 included.
  @Override
  public long rowCount() {
    return rowCount;
  }

  /// The sum of weights n_c of the rows of a class, a row without a weight counting 1.
  public double classWeight(int label) {
    return rows.value(Objects.checkIndex(label, classCount));
  }

  /// The sum N_cj of a feature's counts in the rows of a class, each times its row's weight.
  public double count(int label, int feature) {
    Objects.checkIndex(label, classCount);
    Objects.checkIndex(feature, featureCount);
    return counts.value(label * featureCount + feature);
  }

  private static IllegalArgumentException tooMany() {
    return new IllegalArgumentException(
        "the counts sum to more than 2^63 - 1; smaller counts, or a weight for each row, are"
            + " expected");
  }
}
