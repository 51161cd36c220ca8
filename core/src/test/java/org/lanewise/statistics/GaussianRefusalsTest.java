package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.statistics.GaussianRows.RANGE;
import static org.lanewise.statistics.GaussianRows.addRows;
import static org.lanewise.statistics.GaussianRows.bits;
import static org.lanewise.statistics.GaussianRows.statistics;
import static org.lanewise.statistics.GaussianRows.whole;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.textbook.RandomData;

/// A batch is taken whole or not at all: what is refused leaves no bit behind.
class GaussianRefusalsTest {

  @FunctionalInterface
  private interface BadBatch {
    void addTo(GaussianStatistics statistics);
  }

  /// Tries to add the batch between two good ones, and compares with statistics that never saw it.
  private static void assertLeavesNoTrace(
      RandomData data, int already, Class<? extends Exception> type, String named, BadBatch bad) {
    assertLeavesNoTrace(data, bits(whole(data).summary()), already, type, named, bad);
  }

  private static void assertLeavesNoTrace(
      RandomData data,
      long[] expected,
      int already,
      Class<? extends Exception> type,
      String named,
      BadBatch bad) {
    GaussianStatistics statistics = statistics(data);
    addRows(statistics, data, 0, already);
    long rowCount = statistics.rowCount();
    long[] before = bits(statistics.summary());
    Exception refusal = assertThrows(type, () -> bad.addTo(statistics));
    if (named != null) {
      assertTrue(refusal.getMessage().contains(named), refusal.getMessage());
    }
    assertArrayEquals(before, bits(statistics.summary()));
    assertEquals(rowCount, statistics.rowCount());
    statistics.on(Workers.CALLER);
    addRows(statistics, data, already, data.rows.length);
    assertArrayEquals(expected, bits(statistics.summary()));
    assertEquals(data.rows.length, statistics.rowCount());
  }

  @Test
  void aRefusedBatchLeavesNoTrace() {
    int already = 777;
    RandomData data = RandomData.of(15, already + 2 * RANGE + 99, 5, 2, 5);
    long[] expected = bits(whole(data).summary());
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      for (Workers workers : new Workers[] {Workers.CALLER, new Workers(executor, 2)}) {
        for (int size : new int[] {1, RANGE - already, 2 * RANGE + 99}) {
          int last = already + size - 1;
          for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
            double[][] rows = data.rows.clone();
            rows[last] = rows[last].clone();
            rows[last][3] = bad;
            RandomData spoiled = data.with(rows, data.labels, data.weights);
            assertLeavesNoTrace(
                data,
                expected,
                already,
                IllegalArgumentException.class,
                "row " + (size - 1) + ", feature 3 is " + bad,
                statistics ->
                    statistics
                        .on(workers)
                        .add(
                            spoiled.columns(already, last + 1),
                            spoiled
                                .labels(already, last + 1)
                                .withWeights(spoiled.weights(already, last + 1))));
          }
          for (double bad : new double[] {-1e-300, Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] weights = data.weights(already, last + 1);
            weights[size - 1] = bad;
            assertLeavesNoTrace(
                data,
                expected,
                already,
                IllegalArgumentException.class,
                "weight of row " + (size - 1) + " is " + bad,
                statistics ->
                    statistics
                        .on(workers)
                        .add(
                            data.columns(already, last + 1),
                            data.labels(already, last + 1).withWeights(weights)));
          }
        }
      }
    }
    NumericColumns columns = data.columns(0, 9);
    Labels labels = data.labels(0, 9);
    assertLeavesNoTrace(
        data,
        expected,
        already,
        IllegalArgumentException.class,
        "8 labels for 9 rows",
        s -> s.add(columns, data.labels(0, 8)));
    assertLeavesNoTrace(
        data,
        expected,
        already,
        IllegalArgumentException.class,
        "3 classes; 2 are expected",
        s -> s.add(columns, Labels.ofIndices(new int[9], 3)));
    assertLeavesNoTrace(
        data,
        expected,
        already,
        IllegalArgumentException.class,
        "4 features; 5 are expected",
        s -> s.add(NumericColumns.of(new double[4][9]), labels));
    assertLeavesNoTrace(
        data,
        expected,
        already,
        IllegalArgumentException.class,
        "8 weights for 9 rows",
        s -> s.add(columns, labels.withWeights(new double[8])));
  }

  @Test
  void anInterruptedThreadAddsNothing() {
    RandomData data = RandomData.of(16, 777 + 3 * RANGE, 5, 2, 5);
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      for (Workers workers : new Workers[] {Workers.CALLER, new Workers(executor, 2)}) {
        assertLeavesNoTrace(
            data,
            777,
            CancellationException.class,
            null,
            statistics -> {
              Thread.currentThread().interrupt();
              try {
                statistics
                    .on(workers)
                    .add(data.columns(777, data.rows.length), data.labels(777, data.rows.length));
              } finally {
                assertTrue(Thread.interrupted(), "the interrupt is still there for the caller");
              }
            });
      }
    }
  }

  @Test
  void shapesOfNothingAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new GaussianStatistics(Features.unnamed(0), Classes.unnamed(2)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new GaussianStatistics(Features.unnamed(2), Classes.unnamed(0)));
    assertThrows(IllegalArgumentException.class, () -> new Workers(Runnable::run, 0));
    assertThrows(NullPointerException.class, () -> new Workers(null, 1));
  }
}
