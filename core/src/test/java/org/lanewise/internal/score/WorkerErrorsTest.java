package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.score.Scorer;

/// An error that a worker meets reaches the caller as it is.
class WorkerErrorsTest {

  private static final int ROWS = 10_000;

  /// A scorer of batches that gets no memory after some rows.
  private static final class Starving extends BatchScorer<double[], NumericColumns> {

    private final Error error;

    Starving(Error error) {
      super(Naming.unnamed(1, 2));
      this.error = error;
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
      if (from > 0) {
        throw error;
      }
    }

    @Override
    public double[] syntheticRow() {
      return new double[1];
    }
  }

  @Test
  void anErrorStaysAnError() {
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    NumericColumns rows = NumericColumns.of(new double[1][ROWS]);
    Scorer<double[], NumericColumns> scorer =
        new Starving(error).results().on(new Workers(Runnable::run, 2));
    assertSame(error, assertThrows(Throwable.class, () -> scorer.predict(rows, new int[ROWS])));
  }
}
