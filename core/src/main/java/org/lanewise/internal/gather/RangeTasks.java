package org.lanewise.internal.gather;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.tasks.TaskFailures;

/// A batch cut into ranges, each gathered by one worker and merged by one or several, part by part:
/// a part of a range is merged when the range is gathered and that part of the range before it is
/// merged.
final class RangeTasks<M extends Moments<M>, R extends RowRange<M, R>> {

  private final NumericColumns rows;
  private final Labels labels;
  private final double[] weights;
  private final Workers workers;
  private final M merged;
  private final R first;
  private final int openRows;
  private final Deque<Task> running = new ArrayDeque<>();
  private final Deque<R> spare = new ArrayDeque<>();

  /// A range, and when it is done.
  private final class Task {
    final R range;
    CompletableFuture<?> done;

    Task(R range, CompletableFuture<?> done) {
      this.range = range;
      this.done = done;
    }
  }

  /// @param weights one for each row, or null where all are 1
  /// @param merged what ranges are merged into
  /// @param first a range with `openRows` rows, which more rows go to
  RangeTasks(
      NumericColumns rows,
      Labels labels,
      double[] weights,
      Workers workers,
      M merged,
      R first,
      int openRows) {
    this.rows = rows;
    this.labels = labels;
    this.weights = weights;
    this.workers = workers;
    this.merged = merged;
    this.first = first;
    this.openRows = openRows;
  }

  /// Gathers and merges all rows. What is merged, and the first range, are of no use if it fails.
  ///
  /// @return the range that stays open
  /// @throws CancellationException if the calling thread is interrupted
  @SuppressWarnings("ReferenceEquality") // Which range stays open.
  R run() {
    first.reserveClasses(merged.classCount);
    first.moments.grow(merged.classCount);
    RowRange.Merger<R> merger = first.merger(merged, workers.count());
    CompletableFuture<?>[] before = new CompletableFuture<?>[merger.parts()];
    Arrays.fill(before, CompletableFuture.completedFuture(null));
    // One more than the workers: none of them waits while a range is merged. The means of more
    // classes than rows take more memory than the rows of a range, so there is one.
    boolean alone = workers.count() == 1 || merged.classCount > first.rangeRows();
    int inFlight = alone ? 1 : workers.count() + 1;
    R last = null;
    int count = rows.rowCount();
    int from = 0;
    try {
      while (from < count || !running.isEmpty()) {
        while (from < count && running.size() < inFlight) {
          R range = from == 0 ? first : next();
          int rest = range.rangeRows() - (from == 0 ? openRows : 0);
          boolean whole = count - from >= rest;
          int end = whole ? from + rest : count;
          start(range, from, end, whole ? merger : null, before);
          last = whole ? null : range;
          from = end;
        }
        Task task = running.peek();
        task.done.join();
        running.remove();
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          throw new CancellationException("interrupted while rows were added; none of them was");
        }
        if (task.range != last) {
          task.range.clear();
          spare.add(task.range);
        }
      }
      return last != null ? last : next();
    } catch (CompletionException e) {
      throw TaskFailures.cause(e);
    } finally {
      // Tasks that still run read the caller's arrays: wait for them before giving those back.
      for (Task task : running) {
        task.done.exceptionally(e -> null).join();
      }
    }
  }

  private R next() {
    return spare.isEmpty() ? first.fresh() : spare.remove();
  }

  /// Starts to gather a range and, if it will be whole, to merge it.
  private void start(
      R range, int from, int end, RowRange.Merger<R> merger, CompletableFuture<?>[] before) {
    CompletableFuture<Void> gathered =
        CompletableFuture.runAsync(
            () -> {
              range.add(rows, labels, weights, from, end);
              if (merger != null) {
                range.finish();
              }
            },
            workers.executor());
    Task task = new Task(range, gathered);
    running.add(task);
    if (merger != null) {
      for (int part = 0; part < before.length; part++) {
        int which = part;
        before[part] =
            gathered.thenAcceptBothAsync(
                before[part], (_, _) -> merger.merge(range, which), workers.executor());
      }
      task.done = CompletableFuture.allOf(before);
    }
  }
}
