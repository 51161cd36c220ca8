package org.lanewise.internal.score;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.score.Answer;

/// Calls of a scorer on made rows, until the JIT compiler has compiled it.
///
/// What no call did before is not in the code that the compiler makes: the first one that does it
/// throws that code away for all threads, and rows go through the interpreter meanwhile. So there
/// are calls of threads that have called little, and scores of every kind.
final class WarmUp<R, B extends RowBatch> {

  /// Calls after which the second compiler has taken a method.
  private static final int CALLS = 20_000;

  private static final long TURN_NANOS = 2_000_000;

  /// Turns from one in which all kinds of calls are made to the next.
  private static final int ALL_KINDS = 8;

  private static final int MOST_CLASSES = 64;

  /// How far the best score is ahead: from a tie to exponentials that are 0.
  private static final double[] LEADS = {0, 0.1, 2, 40, 800};

  private final BatchScorer<R, B> scorer;
  private final R row;
  private final B rows;
  private final int[] labels;
  private final double[] out;
  private final double[] one;
  private final Answer answer = new Answer();
  private int calls;
  private int turns;

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
    if (turns++ % ALL_KINDS == 0) {
      runThrough(Thread.ofPlatform());
      runThrough(Thread.ofVirtual());
      scores();
    }
    do {
      rows();
      calls += 16;
    } while (System.nanoTime() - begin < TURN_NANOS);
    scorer.range(rows, 0, rows.rowCount(), 0, Result.LABEL, labels, out);
    scorer.range(rows, 0, rows.rowCount(), 0, Result.LOG_POSTERIOR, labels, out);
    if (isCompiled()) {
      LockSupport.parkNanos(TURN_NANOS);
    }
  }

  private void rows() {
    for (int i = 0; i < 16; i++) {
      scorer.predict(row);
      scorer.logPosterior(row, one);
      scorer.posterior(row, one);
      scorer.answer(row, answer);
    }
  }

  /// Calls in a new thread, which is lent what a thread that called more often has of its own.
  private void runThrough(Thread.Builder builder) {
    Thread thread = builder.start(this::rows);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// What is told of scores, of which the made row has one kind.
  private void scores() {
    int k = Math.min(one.length, MOST_CLASSES);
    Workspace w = Scratch.forRow();
    try {
      w.makeScores(k + Byte.SIZE);
      for (double lead : LEADS) {
        for (int best = 0; best < k; best += Math.max(1, k - 1)) {
          Arrays.fill(w.scores, 0, k, -lead);
          w.scores[best] = 0;
          LogSumExp.logPosterior(w, k, one);
          LogSumExp.posterior(w, k, one);
          LogSumExp.logDensity(w, k);
          LogSumExp.answer(w.scores, k, w.exponentials(), answer);
          LogSumExp.answer(w.scores, k, best, 0, answer);
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Whether there were enough calls.
  boolean isCompiled() {
    return calls >= CALLS;
  }
}
