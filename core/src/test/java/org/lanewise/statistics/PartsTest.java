package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.statistics.StatisticsKind.Gatherer;
import org.lanewise.textbook.Trials;

/// Parts that any thread makes, in any order, and that are added in the order of their rows.
class PartsTest {

  private static final int LARGEST_RANGE = 1 << 15;

  /// Classes without names in the beginning have fewer rows; weights are 0 for some rows.
  private static Labels labels(int from, int to, boolean weighted) {
    String[] names = new String[to - from];
    double[] weights = new double[to - from];
    for (int i = 0; i < names.length; i++) {
      int row = from + i;
      names[i] = "class " + (row < LARGEST_RANGE ? row % 2 + 1 : row % 3);
      weights[i] = row % 5 == 0 ? 0 : 0.1 * (row % 7);
    }
    Labels labels = Labels.of(names);
    return weighted ? labels.withWeights(weights) : labels;
  }

  private static Statistics.Part part(Gatherer to, int from, double[][] rows, boolean weighted) {
    return to.statistics().part(from, to.batch(rows), labels(from, from + rows.length, weighted));
  }

  @ParameterizedTest
  @EnumSource
  void partsAreBitIdenticalToOnePass(StatisticsKind kind) throws Exception {
    int n = 2 * LARGEST_RANGE + 700;
    double[][] rows = LawsOfAllStatisticsTest.rows(n, new Random(5));
    for (boolean weighted : new boolean[] {false, true}) {
      Gatherer whole = kind.make(Workers.CALLER);
      whole.add(rows, labels(0, n, weighted));
      for (int size : Trials.some(2, LARGEST_RANGE, 10_000, 8192)) {
        Gatherer gathered = kind.make(Workers.CALLER);
        List<Callable<Statistics.Part>> making = new ArrayList<>();
        for (int from = 0; from < n; from += size) {
          int begin = from;
          double[][] some = Arrays.copyOfRange(rows, from, Math.min(n, from + size));
          making.add(() -> part(gathered, begin, some, weighted));
        }
        Collections.reverse(making);
        List<Future<Statistics.Part>> made;
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
          made = threads.invokeAll(making);
        }
        for (Future<Statistics.Part> part : made.reversed()) {
          gathered.statistics().add(part.get());
        }
        assertArrayEquals(whole.bytes(), gathered.bytes(), kind + " in parts of " + size);
      }
    }
  }

  @Test
  void onlyWholeRangesAreGatheredEarly() {
    Gatherer scatters = StatisticsKind.GAUSSIAN.make(Workers.CALLER);
    assertEquals(8192, scatters.statistics().partRows());
    double[][] rows = new double[8192][StatisticsKind.D];
    assertEquals(true, part(scatters, 16_384, rows, false).isGathered());
    assertEquals(false, part(scatters, 16_385, rows, false).isGathered());
    assertEquals(false, part(scatters, 0, Arrays.copyOf(rows, 8191), false).isGathered());
    assertEquals(
        false,
        scatters
            .statistics()
            .part(-1, scatters.batch(rows), labels(0, rows.length, false))
            .isGathered());
    assertEquals(0, StatisticsKind.COUNTS.make(Workers.CALLER).statistics().partRows());
    assertEquals(0, StatisticsKind.HOLES.make(Workers.CALLER).statistics().partRows());
  }

  @Test
  void scattersOfManyClassesAreNotGatheredEarly() {
    int d = 100;
    NumericColumns rows = NumericColumns.of(new double[d][8192]);
    int[] few = new int[8192];
    int[] many = new int[8192];
    Arrays.setAll(few, i -> i % 10);
    Arrays.setAll(many, i -> i % 2000);
    GaussianStatistics statistics = new GaussianStatistics(d);
    assertEquals(true, statistics.part(0, rows, Labels.of(few)).isGathered());
    assertEquals(false, statistics.part(0, rows, Labels.of(many)).isGathered());
  }

  @Test
  void aPartOutOfTurnIsRefused() {
    Gatherer gatherer = StatisticsKind.GAUSSIAN.make(Workers.CALLER);
    double[][] rows = LawsOfAllStatisticsTest.rows(8192, new Random(6));
    Statistics statistics = gatherer.statistics();
    Statistics.Part second = part(gatherer, 8192, rows, false);
    assertEquals(
        "the part was gathered to follow 8192 rows; these statistics hold 0 rows",
        assertThrows(IllegalArgumentException.class, () -> statistics.add(second)).getMessage());
    gatherer.add(Arrays.copyOf(rows, 100), labels(0, 100, false));
    statistics.merge(
        StatisticsKind.GAUSSIAN
            .make(Workers.CALLER)
            .statistics()
            .add(gatherer.batch(Arrays.copyOf(rows, 50)), labels(0, 50, false)));
    gatherer.add(Arrays.copyOf(rows, 8042), labels(0, 8042, false));
    byte[] before = gatherer.bytes();
    assertEquals(
        "the part was gathered to follow 8192 rows; these statistics hold 8192 rows, which do not"
            + " end a range",
        assertThrows(IllegalArgumentException.class, () -> statistics.add(second)).getMessage());
    assertArrayEquals(before, gatherer.bytes());
  }
}
