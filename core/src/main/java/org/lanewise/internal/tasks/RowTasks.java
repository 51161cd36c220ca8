package org.lanewise.internal.tasks;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.lanewise.data.Workers;

/// Work that is shared out among workers by rows: each takes the next rows when it is done with its
/// own.
///
/// The caller is one of the workers, so all rows are done even if the executor runs no task:
/// because it refuses or drops them, is shut down, or has threads that wait for this call.
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
  /// and the failure of the first of them is thrown. An interrupt of the caller changes nothing; it
  /// stays interrupted.
  public static void run(Workers workers, int n, int taskRows, Task work) {
    if (n > 0) {
      new RowTasks(n, taskRows, work).run(workers);
    }
  }

  private void run(Workers workers) {
    int runners = Math.min(workers.count(), Math.ceilDiv(rowCount, taskRows));
    boolean taken = true;
    for (int i = 1; i < runners && taken; i++) {
      taken = OfferedTask.offer(workers, this::takeRows);
    }
    takeRows();
    // Tasks write to the caller's arrays: wait for them before giving those back.
    done.join();
    if (failure != null) {
      throw OfferedTask.unchecked(failure);
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
