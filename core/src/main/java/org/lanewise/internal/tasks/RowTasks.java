package org.lanewise.internal.tasks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.lanewise.data.Workers;

/// Work that is shared out among workers by rows: each takes the next rows when it is done with its
/// own.
public final class RowTasks {

  private final int rowCount;
  private final int taskRows;
  private Task work;

  /// The first row that no task has taken.
  private final AtomicLong next = new AtomicLong();

  /// Rows that are neither done nor given up. When there are none the caller goes on, and a worker
  /// that begins later finds nothing to do.
  private final AtomicLong left;

  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private Throwable failure;
  private long failedRow;

  private RowTasks(int rowCount, int taskRows, Task work) {
    this.rowCount = rowCount;
    this.taskRows = taskRows;
    this.work = work;
    left = new AtomicLong(rowCount);
  }

  /// Work on rows `from` to `to − 1`.
  public interface Task {
    void run(int from, int to);
  }

  /// Cuts rows 0 to n − 1 into tasks, and waits for all that begin. Where some fail, no more begin,
  /// and the failure of the first of them is thrown, or that of the executor if it takes no task.
  public static void run(Workers workers, int n, int taskRows, Task work) {
    if (n > 0) {
      new RowTasks(n, taskRows, work).run(workers);
    }
  }

  private void run(Workers workers) {
    int runners = Math.min(workers.count(), Math.ceilDiv(rowCount, taskRows));
    try {
      for (int i = 0; i < runners; i++) {
        // Not execute: a thread of a ForkJoinPool that waits runs asynchronous tasks only.
        CompletableFuture.runAsync(this::takeRows, workers.executor());
      }
    } catch (RuntimeException | Error e) {
      fail(rowCount, e);
    }
    // Tasks write to the caller's arrays: wait for them before giving those back.
    done.join();
    if (failure != null) {
      throw TaskFailures.cause(new CompletionException(failure));
    }
  }

  private void takeRows() {
    long from;
    while ((from = next.getAndAdd(taskRows)) < rowCount) {
      int to = (int) Math.min(rowCount, from + taskRows);
      try {
        work.run((int) from, to);
      } catch (Throwable e) {
        fail(from, e);
      } finally {
        finish(to - from);
      }
    }
  }

  /// Keeps the failure of the first rows, and lets no more tasks begin.
  private synchronized void fail(long row, Throwable e) {
    if (failure == null || row < failedRow) {
      failure = e;
      failedRow = row;
    }
    finish(Math.max(0, rowCount - next.getAndSet(rowCount)));
  }

  private void finish(long rows) {
    if (left.addAndGet(-rows) == 0) {
      // A worker that begins later does not hold on to the caller's arrays.
      work = null;
      done.complete(null);
    }
  }
}
