package org.lanewise.internal.gather;

import java.util.concurrent.CancellationException;
import java.util.function.IntFunction;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;

/// Rows cut into ranges by their index, gathered by one or several workers and merged in order: so
/// neither batches nor the number of workers change a bit of the moments.
///
/// Classes are known by their index. A batch may bring more of them than there were: they come
/// behind those, and the bits of a class are the same as if it had been known from the first row.
///
/// @param <M> the moments
/// @param <R> the ranges
public final class RangeAccumulator<M extends Moments<M>, R extends RowRange<M, R>> {

  /// The rows of a batch from which on it is gathered beside the state, not read first. A range has
  /// at least as many: a smaller batch ends one range at most.
  private static final int MIN_BESIDE = 8192;

  /// Less than the largest double by more than the rounding of any sum.
  private static final double MAX_WEIGHT = 0x1p1023;

  private final int featureCount;
  private final IntFunction<R> empty;
  private int classCount;
  private long rowCount;

  /// Rows in the open range so far.
  private int openRows;

  /// The merged ranges that are complete.
  private M complete;

  /// The range that more rows go to.
  private R open;

  /// @param empty makes ranges of some number of classes
  /// @throws IllegalArgumentException if the number of features or of classes is less than 1, or
  ///   arrays cannot hold their moments
  public RangeAccumulator(int featureCount, int classCount, IntFunction<R> empty) {
    this.featureCount = featureCount;
    this.classCount = classCount;
    this.empty = empty;
    open = empty.apply(classCount);
    complete = open.moments.copy();
  }

  /// The number of rows added, those of weight 0 included.
  public long rowCount() {
    return rowCount;
  }

  /// A copy with room for some more classes, which goes on with the same bits.
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

  /// A batch that was read, and is not part of the moments yet.
  public interface Addition {
    /// Takes it in, which cannot fail. Nothing may have been added in between.
    void take();
  }

  /// Reads a batch that is to be added; it is as if this had not been called until the batch is
  /// taken in.
  ///
  /// @param rows of as many features
  /// @param labels and perhaps weights, one for each row, of any number of classes; those beyond
  ///   the known ones become known
  /// @param order all classes in the order in which a sum over them takes them
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

  /// A small batch that comes first: it is gathered in a range of its own, which it cannot end.
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

  /// A batch that is read before the state changes. Reading it and making arrays may fail; what
  /// changes the state only computes, in arrays that are there.
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

  /// @param merger of the open range, which the first `before` of the staged rows end; null where
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

  /// A batch that is gathered apart from the state, which changes last and at once.
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

  /// Goes on with more classes, behind those known so far and without rows as yet.
  ///
  /// @throws IllegalArgumentException if arrays cannot hold the moments of so many
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

  /// The range that more rows go to.
  public R open() {
    return open;
  }

  public int openRows() {
    return openRows;
  }

  /// Takes up an open range, after the moments of complete ranges were set.
  public void resume(R range, long rows, int rowsInOpenRange) {
    open = range;
    rowCount = rows;
    openRows = rowsInOpenRange;
  }

  /// Goes on from the given moments with an empty open range; whole, or with an error not at all.
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
  /// @param left all moments of these rows, which become those of all
  /// @param right all moments of the other rows, of the same classes in the same order
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
