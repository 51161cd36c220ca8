package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.statistics.VarianceRows.RANGE;
import static org.lanewise.statistics.VarianceRows.addRows;
import static org.lanewise.statistics.VarianceRows.assertSameBits;
import static org.lanewise.statistics.VarianceRows.bits;
import static org.lanewise.statistics.VarianceRows.part;
import static org.lanewise.statistics.VarianceRows.statistics;
import static org.lanewise.statistics.VarianceRows.whole;

import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Workers;
import org.lanewise.textbook.RandomData;

/// A batch is taken whole or not at all: what is refused leaves no bit behind.
@Tag("once")
class VarianceRefusalsTest {

  @FunctionalInterface
  private interface BadBatch {
    void addTo(VarianceStatistics statistics);
  }

  /// Tries to add the batch between two good ones, and compares with statistics that never saw it.
  private static void assertLeavesNoTrace(
      RandomData data,
      VarianceStatistics expected,
      int already,
      Class<? extends Exception> type,
      String named,
      BadBatch bad) {
    VarianceStatistics statistics = part(data, 0, already);
    long[] before = bits(statistics.summary());
    Exception refusal = assertThrows(type, () -> bad.addTo(statistics));
    assertTrue(
        named == null || refusal.getMessage().contains(named), () -> "" + refusal.getMessage());
    assertArrayEquals(before, bits(statistics.summary()));
    assertEquals(already, statistics.rowCount());
    addRows(statistics, data, already, data.rows.length);
    assertSameBits(expected, statistics);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9})
  void aRefusedBatchLeavesNoTrace(int k) {
    int already = 777;
    RandomData data = RandomData.of(18, already + 2 * RANGE, 4, k, 5);
    VarianceStatistics expected = whole(data);
    try (ExecutorService executor = Executors.newFixedThreadPool(2)) {
      for (Workers workers : new Workers[] {Workers.CALLER, new Workers(executor, 2)}) {
        for (int size : new int[] {1, 100, 2000, 9000, RANGE - already, 2 * RANGE}) {
          int last = already + size - 1;
          for (double bad : new double[] {Double.NaN, Double.NEGATIVE_INFINITY}) {
            for (double weight : new double[] {0, 1, 2.5}) {
              double[][] rows = data.rows.clone();
              rows[last] = rows[last].clone();
              rows[last][3] = bad;
              double[] weights = data.weights(already, last + 1);
              weights[size - 1] = weight;
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
                              spoiled.labels(already, last + 1).withWeights(weights)));
            }
          }
        }
      }
    }
    assertLeavesNoTrace(
        data,
        expected,
        already,
        IllegalArgumentException.class,
        "8 labels for 9 rows",
        s -> s.add(data.columns(0, 9), data.labels(0, 8)));
    assertLeavesNoTrace(
        data,
        expected,
        already,
        CancellationException.class,
        null,
        s -> {
          Thread.currentThread().interrupt();
          try {
            addRows(s, data, already, data.rows.length);
          } finally {
            assertTrue(Thread.interrupted(), "the interrupt is still there for the caller");
          }
        });
  }
}
