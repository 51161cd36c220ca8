package org.lanewise.internal.gather;

import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;

/// Rows cut into ranges by their index. Workers gather ranges, which are merged in order, so
/// neither batches nor the number of workers change a bit of the moments.
///
/// Classes are indices. A batch may bring new classes, which come after the known ones; the bits of
/// a class are the same as if it had been known from the first row.
///
/// @param <M> the moments
/// @param <R> the ranges
public final class RangeAccumulator<M extends Moments<M>, R extends RowRange<M, R>> {

  /// The number of rows from which a batch is gathered separately from the state, instead of being
  /// staged. A range has at least as many rows, so a smaller batch ends at most one range.
  private static final int MIN_BESIDE = 8192;

  /// Below the largest double by more than the rounding of any sum.
  private static final double MAX_WEIGHT = 0x1p1023;

  private final int featureCount;
  private final IntFunction<R> empty;
  private int classCount;
  private long rowCount;

  /// Rows in the open range so far.
  private int openRows;

  /// The merged complete ranges.
  private M complete;

  /// The range to which rows are added.
  private R open;

  /// @param empty makes a range for a number of classes
  /// @throws IllegalArgumentException if the number of features or of classes is less than 1, or
  ///   arrays cannot hold their moments
  public RangeAccumulator(int featureCount, int classCount, IntFunction<R> empty) {
    this.featureCount = featureCount;
    this.classCount = classCount;
    this.empty = empty;
    open = empty.apply(classCount);
    complete = open.moments.copy();
  }

  /// The number of rows added, including those of weight 0.
  public long rowCount() {
    return rowCount;
  }

  /// A copy with room for some more classes, which continues with the same bits.
  public RangeAccumulator<M, R> copy() {
    RangeAccumulator<M, R> copy = new RangeAccumulator<>(featureCount, 0, empty);
    int room = complete.roomOfCopy();
    copy.complete = complete.copy(room);
    copy.open = open.copy(room);
    copy.classCount = classCount;
    copy.rowCount = rowCount;
    copy.openRows = openRows;
    return copy;
  }

  /// A batch that was read but not added yet.
  public interface Addition {
    /// Adds it, which cannot fail. Nothing may have been added in between.
    void take();
  }

  /// Reads a batch to be added. The state does not change before it is added.
  ///
  /// @param rows rows with the same number of features
  /// @param labels one for each row, possibly with weights; new classes become known
  /// @param order all classes in the order in which sums over classes add them
  /// @throws NonFiniteException if a value is NaN or infinite
  /// @throws IllegalArgumentException if the weights overflow, or arrays cannot hold the moments of
  ///   so many classes
  /// @throws CancellationException if the calling thread is interrupted
  public Addition prepare(NumericColumns rows, Labels labels, int[] order, Workers workers) {
    double[] weights = labels.weights();
    if (weights != null) {
      double sum = 0;
      for (double weight : weights) {
        sum += weight;
      }
      requireFiniteWeight(sum);
    }
    int classes = Math.max(classCount, labels.classCount());
    Moments.requireSize(featureCount, classes);
    if (rows.rowCount() >= MIN_BESIDE) {
      return beside(rows, labels, order, weights, workers, classes);
    }
    return rowCount == 0
        ? first(rows, labels, order, weights, classes)
        : small(rows, labels, order, weights, classes);
  }

  private void requireFiniteWeight(double added) {
    double sum = complete.totalWeight() + open.totalWeight() + added;
    if (!(sum < MAX_WEIGHT)) {
      throw new BadDataException(
          "the weights of all rows sum to %s with these; less than 2^1023 is expected",
          Fact.value(sum));
    }
  }

  /// A small first batch. It is gathered in a new range, which it cannot fill.
  private Addition first(
      NumericColumns rows, Labels labels, int[] order, double[] weights, int classes) {
    R range = open.fresh();
    range.reserveClasses(classes);
    range.moments.grow(classes);
    complete.reserve(classes);
    int count = rows.rowCount();
    range.add(rows, labels, weights, 0, count);
    return () -> {
      complete.grow(classes);
      complete.order = order;
      open = range;
      classCount = classes;
      rowCount = count;
      openRows = count;
    };
  }

  /// A small batch. Reading it and allocating arrays may fail; adding it only computes, in arrays
  /// that exist.
  private Addition small(
      NumericColumns rows, Labels labels, int[] order, double[] weights, int classes) {
    int count = rows.rowCount();
    int rest = open.rangeRows() - openRows;
    boolean ends = count >= rest;
    open.reserveClasses(classes);
    complete.reserve(classes);
    open.stage(rows, labels, weights);
    open.reserve(ends ? complete : null);
    RowRange.Merger<R> merger = ends ? open.merger(complete, 1) : null;

    return () -> takeSmall(count, ends ? rest : count, merger, order, classes);
  }

  /// @param merger the merger of the open range, which the first `before` staged rows end; null if
  ///   they do not
  private void takeSmall(
      int count, int before, RowRange.Merger<R> merger, int[] order, int classes) {
    open.moments.grow(classes);
    complete.grow(classes);
    complete.order = order;
    classCount = classes;
    open.take(0, before);
    if (merger != null) {
      open.finish();
      merger.merge(open, 0);
      open.clear();
      open.take(before, count);
    }
    openRows = merger != null ? count - before : openRows + count;
    rowCount += count;
  }

  /// A large batch. It is gathered separately from the state, which changes last and at once.
  private Addition beside(
      NumericColumns rows,
      Labels labels,
      int[] order,
      double[] weights,
      Workers workers,
      int classes) {
    M merged = complete.copy(classes);
    merged.order = order;
    merged.grow(classes);
    R first = openRows == 0 ? open.fresh() : open.copy(classes);
    RangeTasks<M, R> tasks =
        new RangeTasks<>(rows, labels, weights, workers, merged, first, openRows);
    R left = tasks.run();
    // Statistics of whole ranges hold nothing that served to gather them.
    R last = left != null ? left : empty.apply(0);
    int count = rows.rowCount();
    return () -> {
      complete = merged;
      open = last;
      classCount = classes;
      rowCount += count;
      openRows = (int) ((openRows + (long) count) % open.rangeRows());
    };
  }

  /// Adds classes without rows after those known so far.
  ///
  /// @throws IllegalArgumentException if arrays cannot hold the moments of so many classes
  public void grow(int classes) {
    open.reserveClasses(classes);
    complete.reserve(classes);
    open.moments.grow(classes);
    complete.grow(classes);
    classCount = Math.max(classCount, classes);
  }

  /// The moments of the complete ranges.
  public M complete() {
    return complete;
  }

  /// The range to which rows are added.
  public R open() {
    return open;
  }

  public int openRows() {
    return openRows;
  }

  /// Sets the open range, after the moments of complete ranges were set.
  public void resume(R range, long rows, int rowsInOpenRange) {
    open = range;
    rowCount = rows;
    openRows = rowsInOpenRange;
  }

  /// Continues from the given moments with an empty open range; if this fails, nothing changes.
  public void settle(M moments, long rows) {
    R range = empty.apply(moments.classCount);
    complete = moments;
    open = range;
    classCount = moments.classCount;
    openRows = 0;
    rowCount = rows;
  }

  /// A bound of the relative error of a sum of squares, in units of 2⁻⁵³.
  public double roundings() {
    return open.roundings(rowCount);
  }

  /// A copy of all moments, the open range included.
  public M settled() {
    M settled = complete.copy();
    open.settleInto(settled);
    return settled;
  }

  /// Merges other rows, as if they came after these.
  ///
  /// @param left all moments of these rows, which become those of all rows
  /// @param right all moments of the other rows, with the same classes in the same order
  /// @throws IllegalArgumentException if the weights overflow
  public void merge(RangeAccumulator<M, R> other, M left, M right) {
    requireFiniteWeight(right.totalWeight());
    left.merge(right);
    settle(left, rowCount + other.rowCount);
  }

  /// Refuses to subtract more rows than there are.
  ///
  /// @throws IllegalArgumentException if there are fewer
  public void requireRows(long rows) {
    if (rows > rowCount) {
      throw new BadDataException(
          "there are %d rows, of which %s cannot be subtracted; rows that were added before are"
              + " expected",
          rowCount, Fact.value(rows));
    }
  }

  /// Checks a selection of features.
  ///
  /// @throws IllegalArgumentException if one is out of range or given twice
  public static void requireDistinct(int[] features, int featureCount) {
    boolean[] given = new boolean[featureCount];
    for (int feature : features) {
      if (feature < 0 || feature >= featureCount || given[feature]) {
        throw new IllegalArgumentException(
            "feature %d is out of range or given twice; distinct features from 0 to %d are expected"
                .formatted(feature, featureCount - 1));
      }
      given[feature] = true;
    }
  }
}
