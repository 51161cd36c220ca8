package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.model.gaussian.ExpectationMaximization;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.StatisticsKind.Gatherer;
import org.lanewise.validation.Choice;
import org.lanewise.validation.CrossValidation;
import org.lanewise.validation.Folds;
import org.lanewise.validation.LeaveOneOut;

/// Whatever an executor does with tasks, all rows are added and scored, and no bit changes.
@Tag("once")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnyExecutorTest {

  private static final int ROWS = 40_000;

  private static final double[][] NUMBERS = numbers();
  private static final Labels LABELS = LawsOfAllStatisticsTest.labels(ROWS, 3, new Random(2));
  private static final NumericColumns COLUMNS = NumericColumns.fromRows(NUMBERS);

  private static double[][] numbers() {
    return LawsOfAllStatisticsTest.rows(ROWS, new Random(1));
  }

  /// Executors that do not run what they are given, or not when they are.
  private enum Kind {
    REFUSES {
      @Override
      Executor executor() {
        return _ -> {
          throw new RejectedExecutionException("full");
        };
      }
    },
    DROPS {
      @Override
      Executor executor() {
        return _ -> {};
      }
    },
    TAKES_ONE {
      @Override
      Executor executor() {
        AtomicInteger taken = new AtomicInteger();
        return task -> {
          if (taken.getAndIncrement() > 0) {
            throw new RejectedExecutionException("full");
          }
          Thread.ofPlatform().daemon().start(task);
        };
      }
    },
    DROPS_EVERY_SECOND {
      @Override
      Executor executor() {
        AtomicInteger given = new AtomicInteger();
        return task -> {
          if (given.getAndIncrement() % 2 == 0) {
            Thread.ofVirtual().start(task);
          }
        };
      }
    },
    IS_SHUT_DOWN {
      @Override
      Executor executor() {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.shutdownNow();
        return pool;
      }
    },
    IS_BUSY {
      @Override
      Executor executor() {
        ExecutorService pool =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
        pool.execute(() -> awaited(new CountDownLatch(1)));
        return pool;
      }
    },
    DISCARDS_THE_OLDEST {
      @Override
      Executor executor() {
        return new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            Thread.ofPlatform().daemon().factory(),
            new ThreadPoolExecutor.DiscardOldestPolicy());
      }
    },
    RUNS_IN_THE_CALLER_IF_FULL {
      @Override
      Executor executor() {
        return new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().factory(),
            new ThreadPoolExecutor.CallerRunsPolicy());
      }
    },
    RUNS_AT_ONCE {
      @Override
      Executor executor() {
        return Runnable::run;
      }
    };

    abstract Executor executor();

    Workers workers() {
      return new Workers(executor(), 8);
    }
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void statisticsAreComplete(Kind executor) {
    for (StatisticsKind kind : StatisticsKind.values()) {
      Gatherer alone = kind.make(Workers.CALLER);
      alone.add(NUMBERS, LABELS);
      Gatherer shared = kind.make(executor.workers());
      shared.add(NUMBERS, LABELS);
      assertArrayEquals(alone.bytes(), shared.bytes(), kind.name());
    }
  }

  @ParameterizedTest
  @EnumSource
  void batchesAreComplete(Kind executor) {
    Scorer<double[], NumericColumns> alone = LinearDiscriminant.fit(COLUMNS, LABELS).scorer();
    assertSameAnswers(alone, alone.on(executor.workers()));
  }

  private static void assertSameAnswers(
      Scorer<double[], NumericColumns> alone, Scorer<double[], NumericColumns> shared) {
    assertArrayEquals(alone.predict(COLUMNS), shared.predict(COLUMNS));
    assertArrayEquals(alone.posterior(COLUMNS), shared.posterior(COLUMNS));
    int[] best = new int[2 * ROWS];
    int[] foundBest = new int[2 * ROWS];
    alone.top(COLUMNS, 2, best);
    shared.top(COLUMNS, 2, foundBest);
    assertArrayEquals(best, foundBest);
    double[] expected = new double[ROWS];
    double[] found = new double[ROWS];
    alone.score(COLUMNS, Results.none().withLogDensities(expected));
    shared.score(COLUMNS, Results.none().withLogDensities(found));
    assertArrayEquals(expected, found);
  }

  @ParameterizedTest
  @EnumSource
  void fitsAndValidationsAreComplete(Kind executor) {
    NumericColumns some = NumericColumns.fromRows(Arrays.copyOf(NUMBERS, 500));
    Labels labels = LawsOfAllStatisticsTest.labels(500, 3, new Random(3));
    Workers workers = executor.workers();
    assertArrayEquals(
        ExpectationMaximization.shared(
                COLUMNS, LABELS, new ExpectationMaximization.Options(0, 2), Workers.CALLER)
            .logLikelihoods(),
        ExpectationMaximization.shared(
                COLUMNS, LABELS, new ExpectationMaximization.Options(0, 2), workers)
            .logLikelihoods());
    List<Boolean> values = List.of(true, false, true);
    assertEquals(
        Choice.among(
            values, _ -> LeaveOneOut.of(LinearDiscriminant.recipe(), some, labels), Workers.CALLER),
        Choice.among(
            values, _ -> LeaveOneOut.of(LinearDiscriminant.recipe(), some, labels), workers));
    Folds folds = Folds.stratified(labels, 3, 1);
    assertEquals(
        CrossValidation.of(LinearDiscriminant.recipe(), some, labels, folds).logLoss(),
        CrossValidation.of(LinearDiscriminant.recipe(), some, labels, folds, workers).logLoss());
  }

  @Test
  void handlersOfAPoolMayLabelOnTheirOwnPool() throws Exception {
    Scorer<double[], NumericColumns> alone = LinearDiscriminant.fit(COLUMNS, LABELS).scorer();
    int[] expected = alone.predict(COLUMNS);
    byte[] statistics = gathered(Workers.CALLER);
    for (ExecutorService pool :
        List.of(Executors.newFixedThreadPool(2), new ForkJoinPool(2), new ForkJoinPool(1))) {
      try (pool) {
        Workers workers = new Workers(pool, 4);
        List<Callable<Void>> handlers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
          handlers.add(() -> {
            assertArrayEquals(expected, alone.on(workers).predict(COLUMNS));
            assertArrayEquals(statistics, gathered(workers));
            return null;
          });
        }
        for (Future<Void> handler : pool.invokeAll(handlers)) {
          handler.get();
        }
      }
    }
  }

  private static byte[] gathered(Workers workers) {
    Gatherer gatherer = StatisticsKind.values()[0].make(workers);
    gatherer.add(NUMBERS, LABELS);
    return gatherer.bytes();
  }

  @Test
  void aPoolMayBeShutDownWhileABatchIsQueued() throws Exception {
    Scorer<double[], NumericColumns> alone = LinearDiscriminant.fit(COLUMNS, LABELS).scorer();
    int[] expected = alone.predict(COLUMNS);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ExecutorService callers = Executors.newFixedThreadPool(4);
    try (callers) {
      List<Future<int[]>> batches = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        batches.add(callers.submit(() -> alone.on(new Workers(pool, 3)).predict(COLUMNS)));
        if (i == 20) {
          pool.shutdownNow();
        }
      }
      for (Future<int[]> batch : batches) {
        assertArrayEquals(expected, batch.get());
      }
    }
  }

  @Test
  void aBatchInABatchIsComplete() {
    Scorer<double[], NumericColumns> alone = LinearDiscriminant.fit(COLUMNS, LABELS).scorer();
    int[] expected = alone.predict(COLUMNS);
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      Workers workers = new Workers(pool, 3);
      Choice.among(
          List.of(1, 2, 3, 4, 5, 6),
          _ -> {
            assertArrayEquals(expected, alone.on(workers).predict(COLUMNS));
            return LeaveOneOut.of(LinearDiscriminant.recipe(), COLUMNS, LABELS);
          },
          workers);
    }
  }

  @Test
  void anInterruptEndsTheAddingOfRowsAndNotTheScoring() {
    Scorer<double[], NumericColumns> alone = LinearDiscriminant.fit(COLUMNS, LABELS).scorer();
    int[] expected = alone.predict(COLUMNS);
    Workers workers = Kind.DROPS.workers();
    Thread.currentThread().interrupt();
    assertArrayEquals(expected, alone.on(workers).predict(COLUMNS));
    GaussianStatistics statistics =
        new GaussianStatistics(NUMBERS[0].length).on(workers).as(GaussianStatistics.class);
    assertThrows(CancellationException.class, () -> statistics.add(COLUMNS, LABELS));
    assertTrue(Thread.interrupted());
    assertEquals(0, statistics.rowCount());
    statistics.add(COLUMNS, LABELS);
    assertEquals(ROWS, statistics.rowCount());
  }
}
