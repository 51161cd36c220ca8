package org.lanewise.data;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/// The executor for a batch's tasks and how many run at once.
///
/// Results do not depend on the number of tasks: rows are cut into ranges fixed by their index, and
/// what ranges give is put together in their order.
///
/// @param executor runs the tasks
/// @param count how many tasks run at once, at least 1
public record Workers(Executor executor, int count) {

  /// The calling thread alone.
  public static final Workers CALLER = new Workers(Runnable::run, 1);

  /// The common pool of the JVM, with as many tasks at once as it has threads.
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
