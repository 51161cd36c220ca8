package org.lanewise.internal.tasks;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.lanewise.data.Workers;

/// Work that is shared out among workers by rows.
public final class RowTasks {

  private RowTasks() {}

  /// Work on rows `from` to `to − 1`.
  public interface Task {
    void run(int from, int to);
  }

  /// Cuts rows 0 to n − 1 into tasks, and waits for all of them, also where one fails.
  public static void run(Workers workers, int n, int taskRows, Task work) {
    Deque<CompletableFuture<Void>> running = new ArrayDeque<>();
    try {
      for (int from = 0; from < n; from += taskRows) {
        int begin = from;
        int end = Math.min(n, from + taskRows);
        if (running.size() == workers.count() + 1) {
          running.remove().join();
        }
        running.add(CompletableFuture.runAsync(() -> work.run(begin, end), workers.executor()));
      }
      while (!running.isEmpty()) {
        running.remove().join();
      }
    } catch (CompletionException e) {
      throw TaskFailures.cause(e);
    } finally {
      // Tasks that still run write to the caller's arrays: wait for them before giving those back.
      for (CompletableFuture<Void> task : running) {
        task.exceptionally(e -> null).join();
      }
    }
  }
}
