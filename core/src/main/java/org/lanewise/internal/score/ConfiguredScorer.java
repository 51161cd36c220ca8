package org.lanewise.internal.score;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.kernel.DiscreteKernels;
import org.lanewise.internal.kernel.TableKernels;
import org.lanewise.internal.score.BatchScorer.Wanted;
import org.lanewise.internal.score.ScoreWriter.Output;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tasks.RowTasks;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// Takes scores from a [BatchScorer] and results from a [ScoreWriter]: checks what is asked for,
/// distributes batches over workers, and lends scratch.
final class ConfiguredScorer<R, B extends RowBatch> implements Scorer<R, B>, Decider<R, B> {

  /// The most rows of a task, and their multiples: of numbers, and of what is scored in runs.
  private static final int TASK_ROWS = 4096;

  private static final int NUMERIC_STEP = 64;
  private static final int RUN = TableKernels.RUN * DiscreteKernels.TILE;

  /// Rows × features × classes of numbers that are worth a task, which takes some 20 µs to begin.
  private static final int TASK_VALUES = 1 << 20;

  private final BatchScorer<R, B> scorer;
  private final int k;
  private final Workers workers;
  private final ScoreWriter writer;

  ConfiguredScorer(BatchScorer<R, B> scorer, Workers workers, ScoreWriter writer) {
    this.scorer = scorer;
    this.workers = Objects.requireNonNull(workers, "workers");
    this.writer = writer;
    k = scorer.classCount();
  }

  BatchScorer<R, B> scores() {
    return scorer;
  }

  SumLabels sums(float[] vectors) {
    return writer.reorders() ? null : scorer.sums(vectors);
  }

  @Override
  public Features features() {
    return scorer.features();
  }

  @Override
  public Classes classes() {
    return scorer.classes();
  }

  @Override
  public String kernels() {
    return Kernels.name();
  }

  @Override
  public boolean warmUp(Duration atMost) {
    return WarmUp.of(scorer).run(atMost.toNanos());
  }

  @Override
  public Scorer<R, B> on(Workers others) {
    return new ConfiguredScorer<>(scorer, others, writer);
  }

  @Override
  public Scorer<R, B> withTemperature(Temperature other) {
    if (other.classCount() != 0 && other.classCount() != k) {
      throw new IllegalArgumentException(
          "the temperature is under priors of %d classes; %d are expected, as in the model"
              .formatted(other.classCount(), k));
    }
    return new ConfiguredScorer<>(scorer, workers, new ScoreWriter(classes(), other, writer.costs));
  }

  @Override
  public Decider<R, B> withCosts(Costs others) {
    Objects.requireNonNull(others, "costs");
    return new ConfiguredScorer<>(
        scorer, workers, new ScoreWriter(classes(), writer.temperature, others));
  }

  @Override
  public List<String> actions() {
    return writer.actions;
  }

  @Override
  public int predict(R row) {
    return number(row, Output.LABEL);
  }

  @Override
  public void predict(B rows, int[] out) {
    run(rows, Output.LABEL, 1, out, null);
  }

  @Override
  public void top(R row, int[] out) {
    requireTop(out.length);
    write(row, Output.TOP, out.length, out, null);
  }

  @Override
  public void top(B rows, int count, int[] out) {
    requireTop(count);
    run(rows, Output.TOP, count, out, null);
  }

  private void requireTop(int count) {
    if (count < 1 || count > k) {
      throw new IllegalArgumentException(
          "the %d best classes were asked for; 1 to %d are expected".formatted(count, k));
    }
  }

  @Override
  public void logJoint(R row, double[] out) {
    write(row, Output.LOG_JOINT, k, null, out);
  }

  @Override
  public void logJoint(B rows, double[] out) {
    run(rows, Output.LOG_JOINT, k, null, out);
  }

  @Override
  public void logPosterior(R row, double[] out) {
    write(row, Output.LOG_POSTERIOR, k, null, out);
  }

  @Override
  public void logPosterior(B rows, double[] out) {
    run(rows, Output.LOG_POSTERIOR, k, null, out);
  }

  @Override
  public void posterior(R row, double[] out) {
    write(row, Output.POSTERIOR, k, null, out);
  }

  @Override
  public void posterior(B rows, double[] out) {
    run(rows, Output.POSTERIOR, k, null, out);
  }

  private void requireDensity() {
    if (!scorer.hasDensity()) {
      throw new UnsupportedOperationException(
          "the model has no density p(x), only scores of the classes; a label or a posterior is"
              + " expected to be asked for");
    }
  }

  @Override
  public double logDensity(R row) {
    requireDensity();
    Workspace w = Scratch.ofThread();
    return scorer.holdsRow(w) ? logDensity(row, w) : lentLogDensity(row);
  }

  private double lentLogDensity(R row) {
    Workspace w = Scratch.forRow();
    try {
      scorer.makeRow(w);
      return logDensity(row, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private double logDensity(R row, Workspace w) {
    scorer.score(row, Wanted.JOINTS, w);
    return writer.logDensity(w.row);
  }

  @Override
  public void logDensity(B rows, double[] out) {
    requireDensity();
    run(rows, Output.LOG_DENSITY, 1, null, out);
  }

  @Override
  public int decide(R row) {
    return number(row, Output.ACTION);
  }

  @Override
  public void decide(B rows, int[] out) {
    run(rows, Output.ACTION, 1, out, null);
  }

  @Override
  public void expectedCosts(R row, double[] out) {
    write(row, Output.EXPECTED_COSTS, writer.actionCount(), null, out);
  }

  @Override
  public void expectedCosts(B rows, double[] out) {
    run(rows, Output.EXPECTED_COSTS, writer.actionCount(), null, out);
  }

  @Override
  public void score(R row, Results results) {
    ScoreWriter.requireRoom(results, 1, k);
    if (results.logDensities() != null) {
      requireDensity();
    }
    write(row, null, 0, null, null, results);
  }

  @Override
  public void score(B batch, Results results) {
    if (results.logDensities() != null) {
      requireDensity();
    }
    B rows = checked(batch);
    ScoreWriter.requireRoom(results, rows.rowCount(), k);
    run(rows, null, 0, null, null, results);
  }

  /// The one whole number that comes of a row.
  private int number(R row, Output output) {
    Workspace w = Scratch.ofThread();
    return scorer.holdsRow(w) ? number(row, output, w) : lentNumber(row, output);
  }

  /// As the others with a workspace, if the thread has none that is large enough.
  private int lentNumber(R row, Output output) {
    Workspace w = Scratch.forRow();
    try {
      scorer.makeRow(w);
      return number(row, output, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private int number(R row, Output output, Workspace w) {
    if (output == Output.LABEL && !writer.reorders()) {
      return scorer.label(row, w);
    }
    scorer.score(row, output.wanted, w);
    writer.write(output, w.row, 0, 1, w.row.best, null);
    return w.row.best[0];
  }

  private void write(R row, Output output, int width, int[] labels, double[] out) {
    ScoreWriter.requireRoom(labels == null ? out.length : labels.length, width);
    write(row, output, width, labels, out, null);
  }

  /// Writes one result of a row, or several.
  private void write(R row, Output output, int width, int[] labels, double[] out, Results several) {
    Workspace w = Scratch.ofThread();
    if (scorer.holdsRow(w)) {
      write(row, output, width, labels, out, several, w);
    } else {
      lentWrite(row, output, width, labels, out, several);
    }
  }

  private void lentWrite(
      R row, Output output, int width, int[] labels, double[] out, Results several) {
    Workspace w = Scratch.forRow();
    try {
      scorer.makeRow(w);
      write(row, output, width, labels, out, several, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private void write(
      R row, Output output, int width, int[] labels, double[] out, Results several, Workspace w) {
    if (several == null) {
      scorer.score(row, output.wanted, w);
      writer.write(output, w.row, 0, width, labels, out);
    } else {
      scorer.score(row, ScoreWriter.wanted(several), w);
      writer.write(several, w.row, 0);
    }
  }

  /// The rows of a task: all, or else as many as keep the workers busy to the end.
  private int taskRows(B rows) {
    int n = rows.rowCount();
    int most = workers.count();
    boolean numeric = rows instanceof NumericColumns;
    long worthwhile = numeric ? (long) n * rows.features().count() * k / TASK_VALUES : 0;
    long tasks = Math.max(Math.ceilDiv(n, TASK_ROWS), Math.min(most, worthwhile));
    if (most == 1 || tasks <= 1) {
      return n;
    }
    if (tasks > most) {
      tasks = Math.ceilDiv(tasks, most) * most;
    }
    int step = numeric ? NUMERIC_STEP : RUN;
    return (int) Math.ceilDiv(Math.ceilDiv(n, tasks), step) * step;
  }

  /// The rows of a batch in the terms of the model.
  private B checked(B batch) {
    scorer.requireFeatures(batch);
    return scorer.known(batch);
  }

  private void run(B batch, Output output, int width, int[] labels, double[] out) {
    B rows = checked(batch);
    ScoreWriter.requireRoom(
        labels == null ? out.length : labels.length, (long) rows.rowCount() * width);
    run(rows, output, width, labels, out, null);
  }

  /// Writes one result of all rows, or several.
  private void run(B rows, Output output, int width, int[] labels, double[] out, Results several) {
    int n = rows.rowCount();
    int taskRows = taskRows(rows);
    if (taskRows >= n) {
      write(rows, 0, n, output, width, labels, out, several);
    } else {
      RowTasks.run(
          workers,
          n,
          taskRows,
          (from, to) -> write(rows, from, to, output, width, labels, out, several));
    }
  }

  private void write(
      B rows,
      int from,
      int to,
      Output output,
      int width,
      int[] labels,
      double[] out,
      Results several) {
    Workspace w = Scratch.forBatch();
    try {
      if (output == Output.LABEL && !writer.reorders()) {
        scorer.label(rows, from, to, labels, w);
        return;
      }
      Wanted wanted = several == null ? output.wanted : ScoreWriter.wanted(several);
      for (int first = from; first < to; ) {
        ScorePlanes s = scorer.score(rows, first, to, wanted, w);
        int count = s.count;
        if (several == null) {
          writer.write(output, s, first, width, labels, out);
        } else {
          writer.write(several, s, first);
        }
        first += count;
      }
    } finally {
      Scratch.giveBack(w);
    }
  }
}
