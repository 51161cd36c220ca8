package org.lanewise.internal.score;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.tasks.TaskFailures;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Scorer;

/// What all scorers share: checks of a batch, and its cut into ranges of rows.
public abstract class BatchScorer<R, B extends RowBatch> implements Scorer<R, B> {

  /// What a batch is scored for.
  public enum Result {
    LABEL,
    LOG_JOINT,
    LOG_POSTERIOR,
    POSTERIOR,
    LOG_DENSITY
  }

  /// Rows of a task: enough to make its start cheap, a multiple of every block size.
  private static final int TASK_ROWS = 4096;

  private final Features features;
  private final Classes classes;
  private final int featureCount;
  private final int classCount;

  protected BatchScorer(Naming naming) {
    features = naming.features();
    classes = naming.classes();
    featureCount = features.count();
    classCount = classes.count();
  }

  /// Scores rows `from` to `to` − 1 into `labels[row]` for [Result#LABEL], else into `out[row]` or
  /// `out[row·k + c]`.
  protected abstract void range(
      B rows, int from, int to, Result result, int[] labels, double[] out);

  @Override
  public final Features features() {
    return features;
  }

  @Override
  public final Classes classes() {
    return classes;
  }

  @Override
  public final int featureCount() {
    return featureCount;
  }

  @Override
  public final int classCount() {
    return classCount;
  }

  @Override
  public final String kernels() {
    return Kernels.name();
  }

  /// A row that the model answers.
  protected abstract R madeRow();

  /// Rows that the model answers, enough for every kernel of a batch.
  protected abstract B madeRows();

  @Override
  public final boolean warmUp(Duration atMost) {
    long begin = System.nanoTime();
    long nanos = atMost.toNanos();
    WarmUp<R, B> warmUp = new WarmUp<>(this, madeRow(), madeRows());
    return Kernels.hurry(decided -> {
      do {
        warmUp.turn();
      } while (!(warmUp.isCompiled() && decided.getAsBoolean())
          && System.nanoTime() - begin < nanos);
      return warmUp.isCompiled() && decided.getAsBoolean();
    });
  }

  @Override
  public final Scorer<R, B> on(Workers workers) {
    return new WorkersScorer<>(this, workers);
  }

  @Override
  public final void predict(B rows, int[] out) {
    run(rows, Result.LABEL, out, null, Workers.CALLER);
  }

  @Override
  public final void logJoint(B rows, double[] out) {
    run(rows, Result.LOG_JOINT, null, out, Workers.CALLER);
  }

  @Override
  public final void logPosterior(B rows, double[] out) {
    run(rows, Result.LOG_POSTERIOR, null, out, Workers.CALLER);
  }

  @Override
  public final void posterior(B rows, double[] out) {
    run(rows, Result.POSTERIOR, null, out, Workers.CALLER);
  }

  @Override
  public final void logDensity(B rows, double[] out) {
    run(rows, Result.LOG_DENSITY, null, out, Workers.CALLER);
  }

  /// Throws if the model defines no p(x).
  protected void requireDensity() {}

  /// The rows of a batch in the terms of the model.
  protected B known(B rows) {
    return rows;
  }

  /// Scores a batch with the given workers.
  final void run(B batch, Result result, int[] labels, double[] out, Workers workers) {
    if (result == Result.LOG_DENSITY) {
      requireDensity();
    }
    int n = batch.rowCount();
    requireFeatures(batch);
    B rows = known(batch);
    boolean perClass = result != Result.LABEL && result != Result.LOG_DENSITY;
    long needed = perClass ? (long) n * classCount : n;
    requireRoom(result == Result.LABEL ? labels.length : out.length, needed);
    if (workers.count() == 1 || n <= TASK_ROWS) {
      range(rows, 0, n, result, labels, out);
      return;
    }
    Deque<CompletableFuture<Void>> running = new ArrayDeque<>();
    try {
      for (int from = 0; from < n; from += TASK_ROWS) {
        int begin = from;
        int end = Math.min(n, from + TASK_ROWS);
        if (running.size() == workers.count() + 1) {
          running.remove().join();
        }
        running.add(
            CompletableFuture.runAsync(
                () -> range(rows, begin, end, result, labels, out), workers.executor()));
      }
      while (!running.isEmpty()) {
        running.remove().join();
      }
    } catch (CompletionException e) {
      throw TaskFailures.cause(e);
    } finally {
      // Tasks that still run write to the caller's arrays: wait for them before giving those back.
      for (CompletableFuture<Void> task : running) {
        task.exceptionally(e -> null).join();
      }
    }
  }

  /// Refuses rows of other features.
  protected final void requireFeatures(B rows) {
    features.requireSame(rows.features(), ", as in the model");
  }

  /// Refuses an `out` that is too short.
  protected static void requireRoom(int length, long needed) {
    if (length < needed) {
      throw new IllegalArgumentException(
          "the array for the results has %d elements; at least %d are expected"
              .formatted(length, needed));
    }
  }
}
