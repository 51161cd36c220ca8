package org.lanewise.bench.study.question;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/// Tasks that are numbered, done by several threads. What comes of a task depends on its number
/// alone, so that the results are the same for any number of threads.
public final class Parallel implements AutoCloseable {

  private final ExecutorService threads;

  public Parallel(int count) {
    threads = Executors.newFixedThreadPool(count);
  }

  /// What comes of the tasks from 0 to n − 1, in their order. Not to be called by a task.
  <T> List<T> map(int n, IntFunction<T> task) {
    List<Future<T>> futures = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      int number = i;
      futures.add(threads.submit(() -> task.apply(number)));
    }
    List<T> results = new ArrayList<>();
    try {
      for (Future<T> future : futures) {
        results.add(future.get());
      }
    } catch (ExecutionException e) {
      futures.forEach(future -> future.cancel(true));
      throw new IllegalStateException("a task failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      futures.forEach(future -> future.cancel(true));
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    return results;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
