package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;

/// A batch is shared out evenly among workers where it is worth it.
class SharedBatchTest {

  private static final int WIDE = 1024;
  private static final int CLASSES = 2;

  /// Notes the rows that it is asked for.
  private static final class Noting extends BatchScorer<double[], NumericColumns> {

    final List<Integer> counts = new ArrayList<>();

    Noting(int features) {
      super(Naming.unnamed(features, CLASSES));
    }

    @Override
    public boolean holdsRow(Workspace w) {
      return true;
    }

    @Override
    public void makeRow(Workspace w) {}

    @Override
    public void score(double[] row, Wanted wanted, Workspace w) {}

    @Override
    public ScorePlanes score(NumericColumns rows, int first, int end, Wanted wanted, Workspace w) {
      throw new AssertionError("labels are found otherwise");
    }

    @Override
    public void label(NumericColumns rows, int from, int to, int[] labels, Workspace w) {
      counts.add(to - from);
    }

    @Override
    public double[] syntheticRow() {
      return new double[1];
    }
  }

  @Test
  void fewValuesStayTogether() {
    assertEquals(List.of(0), counts(WIDE, 0, 2));
    assertEquals(List.of(1023), counts(WIDE, 1023, 2));
  }

  @Test
  void wideRowsAreSharedFromAMillionValuesOnForEachWorker() {
    assertEquals(List.of(512, 512), counts(WIDE, 1024, 2));
    assertEquals(List.of(576, 576, 448), counts(WIDE, 1600, 3));
  }

  @Test
  void longBatchesGiveEveryWorkerAsManyTasks() {
    assertEquals(List.of(3392, 3392, 3392, 3392, 3392, 3040), counts(WIDE, 20_000, 2));
  }

  @Test
  void fewTasksAreNotCutForManyWorkers() {
    assertEquals(List.of(2560, 2440), counts(1, 5000, 64));
  }

  @Test
  void oneWorkerIsTheCaller() {
    assertEquals(List.of(20_000), counts(WIDE, 20_000, 1));
  }

  private static List<Integer> counts(int features, int rows, int workers) {
    Noting scorer = new Noting(features);
    double[][] columns = new double[features][];
    Arrays.fill(columns, new double[rows]);
    scorer
        .results()
        .on(new Workers(Runnable::run, workers))
        .predict(NumericColumns.of(columns), new int[rows]);
    return scorer.counts;
  }
}
