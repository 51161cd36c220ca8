package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Workers;

/// A batch is shared out evenly among workers where it is worth it.
class SharedBatchTest {

  private static final int FEATURES = 1024;
  private static final int CLASSES = 2;

  /// Notes the rows that it is asked for.
  private static final class Noting extends BatchScorer<double[], DoubleColumns> {

    final List<Integer> counts = new ArrayList<>();

    Noting() {
      super(Naming.unnamed(FEATURES, CLASSES));
    }

    @Override
    public void range(
        DoubleColumns rows,
        int from,
        int to,
        int outRow,
        Result result,
        int[] labels,
        double[] out) {
      counts.add(to - from);
    }

    @Override
    public void row(double[] row, Result result, double[] out) {}

    @Override
    public double[] syntheticRow() {
      return new double[FEATURES];
    }

    @Override
    public int predict(double[] row) {
      return 0;
    }

    @Override
    public double logDensity(double[] row) {
      return 0;
    }
  }

  @Test
  void fewValuesStayTogether() {
    assertEquals(List.of(0), counts(0, 2));
    assertEquals(List.of(1023), counts(1023, 2));
  }

  @Test
  void wideRowsAreSharedFromAMillionValuesOnForEachWorker() {
    assertEquals(List.of(512, 512), counts(1024, 2));
    assertEquals(List.of(576, 576, 448), counts(1600, 3));
  }

  @Test
  void longBatchesGiveEveryWorkerAsManyTasks() {
    assertEquals(List.of(3392, 3392, 3392, 3392, 3392, 3040), counts(20_000, 2));
  }

  @Test
  void oneWorkerIsTheCaller() {
    assertEquals(List.of(20_000), counts(20_000, 1));
  }

  private static List<Integer> counts(int rows, int workers) {
    Noting scorer = new Noting();
    double[][] columns = new double[FEATURES][];
    Arrays.fill(columns, new double[rows]);
    scorer
        .on(new Workers(Runnable::run, workers))
        .predict(DoubleColumns.of(columns), new int[rows]);
    return scorer.counts;
  }
}
