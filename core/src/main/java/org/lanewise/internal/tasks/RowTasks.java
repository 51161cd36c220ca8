package org.lanewise.internal.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.lanewise.data.Workers;

/// Work that is shared out among workers by rows: each takes the next rows when it is done with its
/// own.
public final class RowTasks {

  private final int rowCount;
  private final int taskRows;
  private final Task work;
  private final AtomicLong next = new AtomicLong();
  private Throwable failure;
  private long failedRow;

  private RowTasks(int rowCount, int taskRows, Task work) {
    this.rowCount = rowCount;
    this.taskRows = taskRows;
    this.work = work;
  }

  /// Work on rows `from` to `to − 1`.
  public interface Task {
    void run(int from, int to);
  }

  /// Cuts rows 0 to n − 1 into tasks, and waits for all that began. Where some fail, no more begin,
  /// and the failure of the first of them is thrown.
  public static void run(Workers workers, int n, int taskRows, Task work) {
    new RowTasks(n, taskRows, work).run(workers);
  }

  private void run(Workers workers) {
    int runners = Math.min(workers.count(), Math.ceilDiv(rowCount, taskRows));
    List<CompletableFuture<Void>> running = new ArrayList<>();
    try {
      while (running.size() < runners) {
        running.add(CompletableFuture.runAsync(this::takeRows, workers.executor()));
      }
    } finally {
      if (running.size() < runners) {
        next.set(rowCount);
      }
      // Tasks write to the caller's arrays: wait for them before giving those back.
      CompletableFuture.allOf(running.toArray(new CompletableFuture<?>[0])).join();
    }
    if (failure != null) {
      throw TaskFailures.cause(new CompletionException(failure));
    }
  }

  private void takeRows() {
    long from;
    while ((from = next.getAndAdd(taskRows)) < rowCount) {
      try {
        work.run((int) from, (int) Math.min(rowCount, from + taskRows));
      } catch (RuntimeException | Error e) {
        next.set(rowCount);
        fail(from, e);
      }
    }
  }

  private synchronized void fail(long row, Throwable e) {
    if (failure == null || row < failedRow) {
      failure = e;
      failedRow = row;
    }
  }
}
