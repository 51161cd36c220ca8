package org.lanewise.statistics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;

/// Rows cut into ranges by their index, gathered by one or several workers and merged in order: so
/// neither batches nor the number of workers change a bit of the moments.
///
/// @param <M> the moments
/// @param <R> the ranges
final class Ranges<M extends Moments<M>, R extends RowRange<M, R>> {

  /// The rows of a batch from which on a copy of the open range costs less than a scan.
  private static final int MOST_SCANNED = 8192;

  private final int featureCount;
  private final int classCount;
  private final int rangeRows;
  private final Supplier<R> empty;
  private long rowCount;

  /// Rows in the open range so far.
  private int openRows;

  /// The merged ranges that are complete.
  private M complete;

  /// The range that more rows go to.
  private R open;

  /// @param rangeRows the number of rows of a range
  /// @param empty makes ranges
  /// @throws IllegalArgumentException if the number of features or of classes is less than 1
  Ranges(int featureCount, int classCount, int rangeRows, Supplier<R> empty) {
    if (featureCount < 1) {
      throw new IllegalArgumentException(
          "featureCount is " + featureCount + "; at least 1 is expected");
    }
    this.featureCount = featureCount;
    this.classCount = classCount;
    this.rangeRows = rangeRows;
    this.empty = empty;
    open = empty.get();
    complete = open.moments.copy();
  }

  int featureCount() {
    return featureCount;
  }

  int classCount() {
    return classCount;
  }

  int rangeRows() {
    return rangeRows;
  }

  /// The number of rows added, those of weight 0 included.
  long rowCount() {
    return rowCount;
  }

  /// Adds a batch, whole or with an exception not at all.
  ///
  /// @param weights one for each row, or null where all are 1
  /// @throws IllegalArgumentException if shapes do not match, or a value or weight is none
  /// @throws CancellationException if the calling thread is interrupted
  void add(NumericColumns rows, Labels labels, double[] weights, Workers workers) {
    Batches.check(rows, labels, weights, featureCount, classCount);
    int count = rows.rowCount();
    try {
      if (count < Math.min(rangeRows - openRows, MOST_SCANNED)) {
        Batches.requireFinite(rows);
        open.add(rows, labels, weights, 0, count);
      } else {
        addRanges(rows, labels, weights, workers);
      }
    } catch (NonFiniteException e) {
      throw e.refusal(rows.features());
    }
    rowCount += count;
    openRows = (int) ((openRows + (long) count) % rangeRows);
  }

  /// Adds a batch that ends the open range, or is large: beside the state, which changes last and
  /// at once.
  private void addRanges(NumericColumns rows, Labels labels, double[] weights, Workers workers) {
    M merged = complete.copy();
    R first = openRows == 0 ? empty.get() : open.copy();
    Deque<CompletableFuture<R>> running = new ArrayDeque<>();
    Deque<R> spare = new ArrayDeque<>();
    // One more than the workers: none of them waits while a range is merged.
    int inFlight = workers.count() == 1 ? 1 : workers.count() + 1;
    R last = null;
    int count = rows.rowCount();
    int from = 0;
    try {
      while (from < count || !running.isEmpty()) {
        while (from < count && running.size() < inFlight) {
          R range = from == 0 ? first : next(spare);
          int begin = from;
          int rest = rangeRows - (begin == 0 ? openRows : 0);
          boolean whole = count - begin >= rest;
          int end = whole ? begin + rest : count;
          if (!whole) {
            last = range;
          }
          running.add(
              CompletableFuture.supplyAsync(
                  () -> gather(range, rows, labels, weights, begin, end, whole),
                  workers.executor()));
          from = end;
        }
        R done = running.remove().join();
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          throw new CancellationException("interrupted while rows were added; none of them was");
        }
        // The range that stays open is the last to come.
        if (last == null || !running.isEmpty()) {
          merged.merge(done.moments);
          done.clear();
          spare.add(done);
        }
      }
    } catch (CompletionException e) {
      throw FeatureTasks.cause(e);
    } finally {
      // Tasks that still run read the caller's arrays: wait for them before giving those back.
      for (CompletableFuture<R> task : running) {
        task.exceptionally(e -> null).join();
      }
    }
    complete = merged;
    open = last != null ? last : next(spare);
  }

  private R next(Deque<R> spare) {
    return spare.isEmpty() ? empty.get() : spare.remove();
  }

  private R gather(
      R range,
      NumericColumns rows,
      Labels labels,
      double[] weights,
      int from,
      int to,
      boolean whole) {
    range.add(rows, labels, weights, from, to);
    if (whole) {
      range.finish();
    }
    return range;
  }

  /// The moments of the complete ranges.
  M complete() {
    return complete;
  }

  /// The range that more rows go to.
  R open() {
    return open;
  }

  int openRows() {
    return openRows;
  }

  /// Takes up counts that were kept, after the moments and the open range were set.
  void resume(long rows, int rowsInOpenRange) {
    rowCount = rows;
    openRows = rowsInOpenRange;
  }

  /// Goes on from the given moments with an empty open range.
  void settle(M moments, long rows) {
    complete = moments;
    open = empty.get();
    openRows = 0;
    rowCount = rows;
  }

  /// A copy of all moments, the open range included.
  M settled() {
    M settled = complete.copy();
    R end = open.copy();
    end.finish();
    settled.merge(end.moments);
    return settled;
  }

  /// Merges other rows, as if they came after these.
  void merge(Ranges<M, R> other) {
    if (other.rowCount == 0) {
      // An open range stays open: later rows give the bits they would have given.
      return;
    }
    M merged = settled();
    merged.merge(other.settled());
    settle(merged, rowCount + other.rowCount);
  }

  /// Refuses to subtract more rows than there are.
  ///
  /// @throws IllegalArgumentException if there are fewer
  void requireRows(long rows) {
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
  void requireDistinct(int[] features) {
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
