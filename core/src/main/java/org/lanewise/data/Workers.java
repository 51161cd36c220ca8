package org.lanewise.data;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;

/// The executor for the tasks of a batch, and the number of tasks that run at once.
///
/// Results do not depend on the number of tasks: rows are cut into ranges by their index, and the
/// results of ranges are combined in order.
///
/// The calling thread takes tasks, too, and waits only for those that have begun. So a batch is
/// complete even if the executor refuses or drops tasks, is shut down meanwhile, or has the calling
/// thread and others that wait in its own pool.
///
/// @param executor runs the tasks, except those of the caller
/// @param count the number of tasks that run at once, including that of the caller, at least 1
public record Workers(Executor executor, int count) {

  /// Only the calling thread.
  public static final Workers CALLER = new Workers(Runnable::run, 1);

  /// The calling thread and the common pool of the JVM, with one task for each of its threads.
  public static Workers common() {
    return new Workers(ForkJoinPool.commonPool(), 1 + ForkJoinPool.getCommonPoolParallelism());
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
