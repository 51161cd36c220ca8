package org.lanewise.internal.gather.counts;

import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;

/// The number of rows, in all and per class, and the sums of their weights.
public final class ClassRows {

  private final ClassCounts tally;
  private long rowCount;

  /// No rows.
  public ClassRows(int classCount) {
    this(new ClassCounts(classCount), 0);
  }

  private ClassRows(ClassCounts tally, long rowCount) {
    this.tally = tally;
    this.rowCount = rowCount;
  }

  /// Restores the numbers of a state.
  ///
  /// @param counts the number of rows of each class without weights
  /// @param weights the sums of the weights of other rows; of length 0 if there are none
  public void restore(long rows, long[] counts, double[] weights) {
    rowCount = rows;
    System.arraycopy(counts, 0, tally.exact, 0, counts.length);
    if (weights.length > 0) {
      startSums();
      System.arraycopy(weights, 0, tally.sums, 0, weights.length);
    }
  }

  /// A copy of the number of rows of each class without weights.
  public long[] counts() {
    return tally.exact.clone();
  }

  /// A copy of the sums of the weights of other rows; of length 0 if there are none.
  public double[] weights() {
    return tally.sums == null ? new double[0] : tally.sums.clone();
  }

  public int classCount() {
    return tally.exact.length;
  }

  public long rowCount() {
    return rowCount;
  }

  /// The number of rows of a class without weights.
  public long count(int c) {
    return tally.exact[c];
  }

  /// The sum of weights of the rows of a class, a row without a weight counting 1.
  public double weight(int c) {
    return tally.value(c);
  }

  /// The rows of other classes: class c is class `from[c]` of these, or has no rows if that is −1.
  public ClassRows arranged(int[] from) {
    return new ClassRows(tally.arranged(from.length, c -> from[c]), rowCount);
  }

  /// Makes room for the sums of weights.
  public void startSums() {
    tally.startSums();
  }

  /// Adds the rows of a batch, whose class c is class `to[c]` here. Weighted rows need sums.
  public void add(Labels labels, int[] to) {
    rowCount += labels.rowCount();
    if (labels.areWeighted()) {
      for (int row = 0; row < labels.rowCount(); row++) {
        tally.sums[to[labels.index(row)]] += labels.weight(row);
      }
    } else {
      for (int row = 0; row < labels.rowCount(); row++) {
        tally.exact[to[labels.index(row)]]++;
      }
    }
  }

  /// Adds rows without weights that are counted already.
  ///
  /// @param counts those of each class
  public void add(long rows, long[] counts) {
    rowCount += rows;
    tally.add(counts);
  }

  /// Adds rows that are in no class here.
  public void addElsewhere(long rows) {
    rowCount += rows;
  }

  /// Adds rows of the same classes.
  public void merge(ClassRows other) {
    rowCount += other.rowCount;
    tally.merge(other.tally);
  }

  /// Refuses to subtract rows that these do not contain, or weights, which are not exact.
  ///
  /// @param classes the classes of both
  public void requireSubtractable(ClassRows other, Classes classes) {
    tally.requireSubtractable(
        other.tally, c -> Fact.clause("the number of rows of %s", Fact.label(c, classes)));
  }

  /// Subtracts rows of the same classes.
  public void subtract(ClassRows other) {
    rowCount -= other.rowCount;
    tally.subtract(other.tally);
  }
}
