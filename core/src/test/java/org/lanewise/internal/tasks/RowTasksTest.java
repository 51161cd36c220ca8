package org.lanewise.internal.tasks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Workers;

/// Every row is of one task; what the first task that fails throws reaches the caller as it is.
class RowTasksTest {

  @Test
  void everyRowIsOfOneTask() {
    try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
      for (int n : new int[] {0, 1, 63, 64, 65, 1000}) {
        int[] runs = new int[n];
        RowTasks.run(
            new Workers(pool, 3),
            n,
            64,
            (from, to) -> {
              for (int i = from; i < to; i++) {
                runs[i]++;
              }
            });
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        assertArrayEquals(ones, runs);
      }
    }
  }

  @Test
  void rowsUpToTheLastIntAreCut() {
    List<Integer> ends = new ArrayList<>();
    RowTasks.run(
        new Workers(Runnable::run, 2), Integer.MAX_VALUE, 1 << 30, (from, to) -> ends.add(to));
    assertEquals(List.of(1 << 30, Integer.MAX_VALUE), ends);
  }

  @Test
  void aFailureIsThatOfTheFirstRows() {
    IllegalStateException first = new IllegalStateException("first");
    IllegalStateException second = new IllegalStateException("second");
    CountDownLatch failed = new CountDownLatch(1);
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      Throwable caught =
          assertThrows(
              Throwable.class,
              () ->
                  RowTasks.run(
                      new Workers(pool, 2),
                      20,
                      10,
                      (from, to) -> {
                        if (from == 10) {
                          failed.countDown();
                          throw second;
                        }
                        awaited(failed);
                        throw first;
                      }));
      assertSame(first, caught);
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void noTaskBeginsAfterAFailure() {
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    AtomicInteger tasks = new AtomicInteger();
    Throwable caught =
        assertThrows(
            Throwable.class,
            () ->
                RowTasks.run(
                    new Workers(Runnable::run, 3),
                    100,
                    10,
                    (from, to) -> {
                      tasks.incrementAndGet();
                      if (from == 20) {
                        throw error;
                      }
                    }));
    assertSame(error, caught);
    assertEquals(3, tasks.get());
  }

  @Test
  void rowsThatAreDoneDoNotWaitForAWorkerThatIsBusy() {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger rows = new AtomicInteger();
    Workers workers =
        new Workers(
            task -> {
              if (begun.getAndIncrement() == 0) {
                task.run();
              }
            },
            3);
    RowTasks.run(workers, 100, 10, (from, to) -> rows.addAndGet(to - from));
    assertEquals(100, rows.get());
    assertEquals(2, begun.get());
  }

  @Test
  void aThreadOfThePoolMayWaitForIt() throws Exception {
    try (ForkJoinPool pool = new ForkJoinPool(1)) {
      AtomicInteger rows = new AtomicInteger();
      pool.submit(() ->
              RowTasks.run(new Workers(pool, 2), 100, 10, (from, to) -> rows.addAndGet(to - from)))
          .get();
      assertEquals(100, rows.get());
    }
  }

  @Test
  void aRefusalOfTheExecutorDoesNotHideTheFailureOfATask() {
    IllegalStateException failure = new IllegalStateException("of a task");
    AtomicInteger begun = new AtomicInteger();
    Workers workers =
        new Workers(
            task -> {
              if (begun.getAndIncrement() > 0) {
                throw new RejectedExecutionException("of the test");
              }
              task.run();
            },
            2);
    Throwable caught =
        assertThrows(
            Throwable.class,
            () ->
                RowTasks.run(
                    workers,
                    100,
                    10,
                    (from, to) -> {
                      throw failure;
                    }));
    assertSame(failure, caught);
  }

  @Test
  void theCallerIsOneOfTheWorkers() {
    AtomicInteger offered = new AtomicInteger();
    Set<Thread> threads = new HashSet<>();
    Workers workers = new Workers(_ -> offered.incrementAndGet(), 3);
    RowTasks.run(workers, 100, 10, (from, to) -> threads.add(Thread.currentThread()));
    assertEquals(2, offered.get());
    assertEquals(Set.of(Thread.currentThread()), threads);
  }

  @Test
  void aWorkerThatBeginsLaterFindsNothing() {
    List<Runnable> dropped = new ArrayList<>();
    AtomicInteger rows = new AtomicInteger();
    RowTasks.run(new Workers(dropped::add, 3), 100, 10, (from, to) -> rows.addAndGet(to - from));
    dropped.forEach(Runnable::run);
    assertEquals(100, rows.get());
  }

  @Test
  void theCallerStaysInterrupted() {
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      AtomicInteger rows = new AtomicInteger();
      Thread.currentThread().interrupt();
      RowTasks.run(new Workers(pool, 2), 100, 10, (from, to) -> rows.addAndGet(to - from));
      assertTrue(Thread.interrupted());
      assertEquals(100, rows.get());
    }
  }

  @Test
  void whateverTheExecutorThrowsTheCallerTakesTheRows() {
    List<Throwable> refusals =
        List.of(
            new RejectedExecutionException("full"),
            new IllegalStateException("shut down"),
            new OutOfMemoryError("unable to create native thread"));
    for (Throwable refusal : refusals) {
      AtomicInteger offered = new AtomicInteger();
      AtomicInteger rows = new AtomicInteger();
      Workers workers =
          new Workers(
              task -> {
                offered.incrementAndGet();
                RowTasksTest.<RuntimeException>sneak(refusal);
              },
              8);
      RowTasks.run(workers, 100, 10, (from, to) -> rows.addAndGet(to - from));
      assertEquals(100, rows.get());
      assertEquals(1, offered.get());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
