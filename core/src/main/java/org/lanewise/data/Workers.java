package org.lanewise.data;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/// The executor for the tasks of a batch, and the number of tasks that run at once.
///
/// Results do not depend on the number of tasks: rows are cut into ranges by their index, and the
/// results of ranges are combined in order.
///
/// @param executor runs the tasks
/// @param count the number of tasks that run at once, at least 1
public record Workers(Executor executor, int count) {

  /// Only the calling thread.
  public static final Workers CALLER = new Workers(Runnable::run, 1);

  /// The common pool of the JVM, with one task for each of its threads.
  public static Workers common() {
    return new Workers(
        ForkJoinPool.commonPool(), Math.max(1, ForkJoinPool.getCommonPoolParallelism()));
  }

  /// Checks the count.
  ///
  /// @throws IllegalArgumentException if `count` < 1
  public Workers {
    Objects.requireNonNull(executor, "executor");
    if (count < 1) {
      throw new IllegalArgumentException("count is " + count + "; at least 1 worker is expected");
    }
  }
}
