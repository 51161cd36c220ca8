package org.lanewise.internal.score;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.lanewise.data.Classes;
import org.lanewise.internal.score.ScoreWriter.Output;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;

/// Scores synthetic rows until the code that scores them is compiled: first the kernels switch to
/// vectors, then the code that calls them is compiled once more, around these.
///
/// What no call did before is not in the code that the compiler makes: the first one that does it
/// throws that code away for all threads, and rows go through the interpreter meanwhile. So there
/// are calls of threads that have called little, and scores of every kind.
final class WarmUp {

  /// Calls after which C2 has taken a method, or a time after which what is left of a call, where
  /// it takes that long, is its kernels.
  private static final int CALLS = 20_000;

  private static final long CALLS_NANOS = 200_000_000;

  private static final long TURN_NANOS = 2_000_000;

  /// Turns from one in which all kinds of calls are made to the next.
  private static final int ALL_KINDS = 8;

  private static final int MAX_CLASSES = 64;

  /// How far the best score is ahead: from a tie to exponentials that are 0.
  private static final double[] LEADS = {0, 0.1, 2, 40, 800};

  /// Makes 16 calls of each kind.
  private final Runnable rows;

  private final Runnable scores;
  private int turns;

  private WarmUp(Runnable rows, Runnable scores) {
    this.rows = rows;
    this.scores = scores;
  }

  static <R> WarmUp of(BatchScorer<R, ?> scores) {
    Scorer<R, ?> scorer = scores.results();
    R row = scores.syntheticRow();
    double[] one = new double[scores.classCount()];
    Results best = Results.none().withLabels(new int[1]).withBestLogPosteriors(new double[1]);
    Results several = scores.hasDensity() ? best.withLogDensities(new double[1]) : best;
    return new WarmUp(
        () -> {
          for (int i = 0; i < 16; i++) {
            scorer.predict(row);
            scorer.logPosterior(row, one);
            scorer.posterior(row, one);
            scorer.score(row, several);
          }
        },
        () -> takeResults(one, several));
  }

  /// Warms up other calls.
  static WarmUp of(Runnable call) {
    return new WarmUp(
        () -> {
          for (int i = 0; i < 16; i++) {
            call.run();
          }
        },
        () -> {});
  }

  /// Warms up.
  ///
  /// @param nanos how long it may take
  /// @return whether it was done in that time; an interrupt ends it, too
  boolean run(long nanos) {
    long begin = System.nanoTime();
    boolean isDone =
        Kernels.hurry(inVectors -> {
          do {
            turn();
            // Leaves the processors to those who exercise and compile.
            LockSupport.parkNanos(4 * TURN_NANOS);
          } while (!inVectors.getAsBoolean() && mayGoOn(begin, nanos));
          return inVectors.getAsBoolean();
        });
    long rowsBegin = System.nanoTime();
    int calls = 0;
    while (isDone && calls < CALLS && System.nanoTime() - rowsBegin < CALLS_NANOS) {
      calls += turn();
      isDone = mayGoOn(begin, nanos);
    }
    return isDone;
  }

  private static boolean mayGoOn(long begin, long nanos) {
    return System.nanoTime() - begin < nanos && !Thread.currentThread().isInterrupted();
  }

  /// Calls for a few milliseconds.
  ///
  /// @return the calls of each kind
  private int turn() {
    long begin = System.nanoTime();
    if (turns++ % ALL_KINDS == 0) {
      runThrough(Thread.ofPlatform());
      runThrough(Thread.ofVirtual());
      scores.run();
    }
    int calls = 0;
    do {
      rows.run();
      calls += 16;
    } while (System.nanoTime() - begin < TURN_NANOS);
    return calls;
  }

  /// Calls in a new thread, which is lent what a thread that called more often has of its own.
  private void runThrough(Thread.Builder builder) {
    Thread thread = builder.start(rows);
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

  /// Takes results from scores of every kind: the synthetic row has only one.
  private static void takeResults(double[] one, Results several) {
    int k = Math.min(one.length, MAX_CLASSES);
    ScoreWriter writer = new ScoreWriter(Classes.unnamed(k), null, null);
    Workspace w = Scratch.forRow();
    try {
      w.row.makeRow(k + Byte.SIZE);
      w.row.counted = false;
      w.row.joints = 0;
      for (double lead : LEADS) {
        for (int best = 0; best < k; best += Math.max(1, k - 1)) {
          Arrays.fill(w.row.scores, 0, k, -lead);
          w.row.scores[best] = 0;
          writer.write(Output.LOG_POSTERIOR, w.row, 0, k, null, one);
          writer.write(Output.POSTERIOR, w.row, 0, k, null, one);
          writer.logDensity(w.row);
          writer.write(several, w.row, 0);
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }
}
