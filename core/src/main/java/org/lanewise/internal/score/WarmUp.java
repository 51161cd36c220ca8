package org.lanewise.internal.score;

import java.util.concurrent.locks.LockSupport;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.score.Answer;

/// Calls of a scorer on made rows, until the JIT compiler has compiled it.
final class WarmUp<R, B extends RowBatch> {

  /// Calls after which the second compiler has taken a method.
  private static final int CALLS = 20_000;

  private static final long TURN_NANOS = 2_000_000;

  private final BatchScorer<R, B> scorer;
  private final R row;
  private final B rows;
  private final int[] labels;
  private final double[] out;
  private final double[] one;
  private final Answer answer = new Answer();
  private int calls;

  WarmUp(BatchScorer<R, B> scorer, R row, B rows) {
    this.scorer = scorer;
    this.row = row;
    this.rows = rows;
    labels = new int[rows.rowCount()];
    out = new double[rows.rowCount() * scorer.classCount()];
    one = new double[scorer.classCount()];
  }

  /// Calls for a few milliseconds, and leaves the processor to the compiler once that has to come.
  void turn() {
    long begin = System.nanoTime();
    do {
      for (int i = 0; i < 16; i++) {
        scorer.predict(row);
        scorer.logPosterior(row, one);
        scorer.posterior(row, one);
        scorer.answer(row, answer);
      }
      calls += 16;
    } while (System.nanoTime() - begin < TURN_NANOS);
    scorer.range(rows, 0, rows.rowCount(), 0, Result.LABEL, labels, out);
    scorer.range(rows, 0, rows.rowCount(), 0, Result.LOG_POSTERIOR, labels, out);
    if (isCompiled()) {
      LockSupport.parkNanos(TURN_NANOS);
    }
  }

  /// Whether there were enough calls.
  boolean isCompiled() {
    return calls >= CALLS;
  }
}
