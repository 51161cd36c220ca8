package org.lanewise.internal.score;

import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Workers;
import org.lanewise.score.Scorer;

/// An error that a worker meets reaches the caller as it is.
class WorkerErrorsTest {

  private static final int ROWS = 10_000;

  /// A scorer of batches that gets no memory after some rows.
  private static final class Starving extends BatchScorer<double[], DoubleColumns> {

    private final Error error;

    Starving(Error error) {
      super(Naming.unnamed(1, 2));
      this.error = error;
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
      if (from > 0) {
        throw error;
      }
    }

    @Override
    public void row(double[] row, Result result, double[] out) {
      throw error;
    }

    @Override
    public double[] syntheticRow() {
      return new double[1];
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
  void anErrorStaysAnError() {
    OutOfMemoryError error = new OutOfMemoryError("of the test");
    DoubleColumns rows = DoubleColumns.of(new double[1][ROWS]);
    Scorer<double[], DoubleColumns> scorer = new Starving(error).on(new Workers(Runnable::run, 2));
    assertSame(error, assertThrows(Throwable.class, () -> scorer.predict(rows, new int[ROWS])));
  }
}
