package org.lanewise.internal.gather;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.tasks.OfferedTask;

/// A batch cut into ranges. One worker gathers a range, and one or several merge its parts. A part
/// is merged once its range is gathered and the same part of the previous range is merged.
final class RangeTasks<M extends Moments<M>, R extends RowRange<M, R>> {

  private final NumericColumns rows;
  private final Labels labels;
  private final double[] weights;
  private final Workers workers;
  private final M merged;
  private final R first;
  private final int openRows;
  private final Deque<Task<R>> running = new ArrayDeque<>();
  private final Deque<R> spare = new ArrayDeque<>();

  /// A range, and the tasks that gather it and merge its parts; no part is merged if the range
  /// stays open.
  private record Task<R>(R range, OfferedTask gather, List<OfferedTask> merges) {

    void join() {
      gather.join();
      // Parts of earlier ranges are merged by now.
      merges.forEach(OfferedTask::join);
    }

    void end() {
      gather.end();
      merges.forEach(OfferedTask::end);
    }
  }

  /// @param weights one for each row, or null if all are 1
  /// @param merged the moments into which ranges are merged
  /// @param first a range with `openRows` rows, to which the first rows are added
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

  /// Gathers and merges all rows. If this fails, the merged moments and the first range must not be
  /// used any more.
  ///
  /// @return the range that stays open; null if the rows end one
  /// @throws CancellationException if the calling thread is interrupted
  @SuppressWarnings("ReferenceEquality") // Which range stays open.
  R run() {
    first.reserveClasses(merged.classCount);
    first.moments.grow(merged.classCount);
    RowRange.Merger<R> merger = first.merger(merged, workers.count());
    OfferedTask[] before = new OfferedTask[merger.parts()];
    OfferedTask none = new OfferedTask(() -> {});
    none.join();
    Arrays.fill(before, none);
    // One more range than workers, so that no worker waits for a merge. If there are more classes
    // than rows in a range, means take more memory than rows, so there is only one range.
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
        Task<R> task = running.peek();
        task.join();
        running.remove();
        if (Thread.interrupted()) {
          Thread.currentThread().interrupt();
          throw new CancellationException("interrupted while rows were added; none of them was");
        }
        if (task.range() != last) {
          task.range().clear();
          spare.add(task.range());
        }
      }
      return last;
    } finally {
      // Tasks that still run read the caller's arrays.
      running.forEach(Task::end);
    }
  }

  private R next() {
    return spare.isEmpty() ? first.fresh() : spare.remove();
  }

  /// Starts gathering a range and, if it will be complete, merging it.
  private void start(R range, int from, int end, RowRange.Merger<R> merger, OfferedTask[] before) {
    OfferedTask gather =
        new OfferedTask(() -> {
          range.add(rows, labels, weights, from, end);
          if (merger != null) {
            range.finish();
          }
        });
    List<OfferedTask> merges = new ArrayList<>();
    running.add(new Task<>(range, gather, merges));
    for (int part = 0; merger != null && part < before.length; part++) {
      int which = part;
      OfferedTask merge = new OfferedTask(() -> merger.merge(range, which));
      merge.offerAfter(gather, before[part], workers);
      before[part] = merge;
      merges.add(merge);
    }
    gather.offer(workers);
  }
}
