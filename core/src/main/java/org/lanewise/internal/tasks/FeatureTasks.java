package org.lanewise.internal.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.lanewise.data.Workers;

/// Work that is shared out among workers by features.
public final class FeatureTasks {

  private FeatureTasks() {}

  /// Work on features `from` to `to − 1`.
  public interface Task {
    void run(int from, int to);
  }

  public static void run(Workers workers, int featureCount, Task work) {
    int tasks = Math.min(workers.count(), featureCount);
    List<CompletableFuture<Void>> running = new ArrayList<>();
    try {
      try {
        for (int task = 0; task < tasks; task++) {
          int from = (int) ((long) featureCount * task / tasks);
          int to = (int) ((long) featureCount * (task + 1) / tasks);
          running.add(CompletableFuture.runAsync(() -> work.run(from, to), workers.executor()));
        }
      } finally {
        // Tasks read the caller's arrays: wait for them before giving those back.
        CompletableFuture.allOf(running.toArray(new CompletableFuture<?>[0])).join();
      }
    } catch (CompletionException e) {
      throw TaskFailures.cause(e);
    }
  }
}
