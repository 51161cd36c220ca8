package org.lanewise.internal.tasks;

import org.lanewise.data.Workers;

/// Work that is shared out among workers by features.
public final class FeatureTasks {

  private FeatureTasks() {}

  /// Cuts features 0 to d − 1 into as many tasks as there are workers, as [RowTasks] does rows.
  public static void run(Workers workers, int featureCount, RowTasks.Task work) {
    int tasks = Math.min(workers.count(), featureCount);
    long d = featureCount;
    RowTasks.run(
        workers,
        tasks,
        1,
        (task, next) -> work.run((int) (d * task / tasks), (int) (d * next / tasks)));
  }
}
