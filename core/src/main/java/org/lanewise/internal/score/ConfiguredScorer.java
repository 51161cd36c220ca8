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
import org.lanewise.internal.score.BatchScorer.Result;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tasks.RowTasks;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// Scores batches by workers, tempers posteriors and weighs costs, by the scores that a
/// [BatchScorer] gives.
///
/// Log joints and densities are those of the model whatever the temperature, and so are labels
/// while it keeps the order of the classes.
final class ConfiguredScorer<R, B extends RowBatch> implements Scorer<R, B>, Decider<R, B> {

  /// Results that are made of the discriminants of one row after the other.
  private enum Rule {
    LABEL,
    TOP,
    LOG_POSTERIOR,
    POSTERIOR,
    ACTION,
    EXPECTED_COSTS
  }

  /// The most rows of a task, and their multiples: of numbers, and of what is scored in runs.
  private static final int TASK_ROWS = 4096;

  private static final int NUMERIC_STEP = 64;
  private static final int RUN = TableKernels.RUN * DiscreteKernels.TILE;

  /// Rows × features × classes of numbers that are worth a task, which takes some 20 µs to begin.
  private static final int TASK_VALUES = 1 << 20;

  private final BatchScorer<R, B> scorer;
  private final int k;
  private final Workers workers;

  /// Null where posteriors are those of the model.
  private final Temperature temperature;

  /// The temperature, if labels have to be taken by it.
  private final Temperature reordering;

  /// Null where no actions are taken.
  private final Costs costs;

  /// The costs of the classes in the order of the scorer.
  private final Costs ordered;

  private final List<String> actions;

  /// @param temperature null if posteriors are those of the model
  /// @param costs null if no actions are taken
  ConfiguredScorer(
      BatchScorer<R, B> scorer, Workers workers, Temperature temperature, Costs costs) {
    this.scorer = scorer;
    this.workers = Objects.requireNonNull(workers, "workers");
    this.temperature = temperature;
    this.costs = costs;
    k = scorer.classCount();
    reordering = temperature == null || temperature.keepsOrder() ? null : temperature;
    ordered = costs == null ? null : costs.in(scorer.classes());
    actions = costs == null ? null : costs.actions(scorer.classes());
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
    return scorer.kernels();
  }

  @Override
  public boolean warmUp(Duration atMost) {
    return scorer.warmUp(atMost);
  }

  @Override
  public Scorer<R, B> on(Workers others) {
    return new ConfiguredScorer<>(scorer, others, temperature, costs);
  }

  @Override
  public Scorer<R, B> withTemperature(Temperature other) {
    if (other.classCount() != 0 && other.classCount() != k) {
      throw new IllegalArgumentException(
          "the temperature is under priors of %d classes; %d are expected, as in the model"
              .formatted(other.classCount(), k));
    }
    return new ConfiguredScorer<>(scorer, workers, other, costs);
  }

  @Override
  public Decider<R, B> withCosts(Costs others) {
    return new ConfiguredScorer<>(
        scorer, workers, temperature, Objects.requireNonNull(others, "costs"));
  }

  @Override
  public Costs costs() {
    return costs;
  }

  @Override
  public List<String> actions() {
    return actions;
  }

  @Override
  public int predict(R row) {
    return reordering == null ? scorer.predict(row) : apply(row, Rule.LABEL);
  }

  @Override
  public void top(R row, int[] out) {
    requireTop(out.length);
    apply(row, Rule.TOP, out.length, out, null);
  }

  @Override
  public void logJoint(R row, double[] out) {
    scorer.logJoint(row, out);
  }

  @Override
  public void logPosterior(R row, double[] out) {
    if (temperature == null) {
      scorer.logPosterior(row, out);
    } else {
      OnePass.requireRoom(out.length, k);
      apply(row, Rule.LOG_POSTERIOR, k, null, out);
    }
  }

  @Override
  public void posterior(R row, double[] out) {
    if (temperature == null) {
      scorer.posterior(row, out);
    } else {
      OnePass.requireRoom(out.length, k);
      apply(row, Rule.POSTERIOR, k, null, out);
    }
  }

  @Override
  public double logDensity(R row) {
    return scorer.logDensity(row);
  }

  @Override
  public void score(R row, Results results) {
    OnePass.requireRoom(results, 1, k);
    if (results.logDensities() != null) {
      scorer.requireDensity();
    }
    boolean needsJoints = OnePass.needsJoints(results);
    double[] given = results.posteriors() == null ? results.logPosteriors() : results.posteriors();
    if (!needsJoints && given != null) {
      // An array that is filled in the end can hold the scores until then.
      scorer.row(row, Result.DISCRIMINANT, given);
      OnePass.storeRow(results, temperature, k, given);
      return;
    }
    Workspace w = Scratch.forRow();
    try {
      double[] scores = w.copies.results(2 * k);
      if (!needsJoints) {
        scorer.row(row, Result.DISCRIMINANT, scores);
      } else if (scorer.rowPlanes(row, scores, w)) {
        if (results.logJoints() != null) {
          System.arraycopy(scores, k, results.logJoints(), 0, k);
        }
        if (results.logDensities() != null) {
          results.logDensities()[0] = LogSumExp.logDensity(scores, k, 1, k);
        }
      } else {
        scorer.row(row, Result.DISCRIMINANT, scores);
        if (results.logJoints() != null) {
          scorer.logJoint(row, results.logJoints());
        }
        if (results.logDensities() != null) {
          results.logDensities()[0] = scorer.logDensity(row);
        }
      }
      OnePass.storeRow(results, temperature, k, scores);
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public int decide(R row) {
    return apply(row, Rule.ACTION);
  }

  @Override
  public void expectedCosts(R row, double[] out) {
    OnePass.requireRoom(out.length, ordered.actionCount());
    apply(row, Rule.EXPECTED_COSTS, ordered.actionCount(), null, out);
  }

  @Override
  public void predict(B rows, int[] out) {
    if (reordering == null) {
      run(rows, Result.LABEL, out, null);
    } else {
      apply(rows, Rule.LABEL, 1, out, null);
    }
  }

  @Override
  public void top(B rows, int count, int[] out) {
    requireTop(count);
    apply(rows, Rule.TOP, count, out, null);
  }

  @Override
  public void logJoint(B rows, double[] out) {
    run(rows, Result.LOG_JOINT, null, out);
  }

  @Override
  public void logPosterior(B rows, double[] out) {
    if (temperature == null) {
      run(rows, Result.LOG_POSTERIOR, null, out);
    } else {
      apply(rows, Rule.LOG_POSTERIOR, k, null, out);
    }
  }

  @Override
  public void posterior(B rows, double[] out) {
    if (temperature == null) {
      run(rows, Result.POSTERIOR, null, out);
    } else {
      apply(rows, Rule.POSTERIOR, k, null, out);
    }
  }

  @Override
  public void logDensity(B rows, double[] out) {
    scorer.requireDensity();
    run(rows, Result.LOG_DENSITY, null, out);
  }

  @Override
  public void score(B batch, Results results) {
    OnePass pass = new OnePass(results, temperature, k);
    if (results.logDensities() != null) {
      scorer.requireDensity();
    }
    int n = batch.rowCount();
    B rows = scorer.checked(batch);
    OnePass.requireRoom(results, n, k);
    int taskRows = taskRows(rows);
    if (taskRows >= n) {
      pass(rows, 0, n, pass);
    } else {
      RowTasks.run(workers, n, taskRows, (from, to) -> pass(rows, from, to, pass));
    }
  }

  @Override
  public void decide(B rows, int[] out) {
    apply(rows, Rule.ACTION, 1, out, null);
  }

  @Override
  public void expectedCosts(B rows, double[] out) {
    apply(rows, Rule.EXPECTED_COSTS, ordered.actionCount(), null, out);
  }

  private void requireTop(int count) {
    if (count < 1 || count > k) {
      throw new IllegalArgumentException(
          "the %d best classes were asked for; 1 to %d are expected".formatted(count, k));
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

  /// Takes the results of the scorer.
  private void run(B batch, Result result, int[] labels, double[] out) {
    int n = batch.rowCount();
    B rows = scorer.checked(batch);
    boolean isOfClasses = result != Result.LABEL && result != Result.LOG_DENSITY;
    OnePass.requireRoom(
        labels == null ? out.length : labels.length, isOfClasses ? (long) n * k : n);
    int taskRows = taskRows(rows);
    if (taskRows >= n) {
      scorer.range(rows, 0, n, 0, result, labels, out);
    } else {
      RowTasks.run(
          workers, n, taskRows, (from, to) -> scorer.range(rows, from, to, 0, result, labels, out));
    }
  }

  private void pass(B rows, int from, int to, OnePass pass) {
    Result result = OnePass.needsJoints(pass.results()) ? Result.JOINT_PLANES : Result.PLANES;
    int most = scorer.planeRows();
    int stride = scorer.planeStride();
    Workspace w = Scratch.forRow();
    try {
      w.numeric.makeScores(stride, stride, 2 * k);
      for (int first = from; first < to; first += most) {
        int end = Math.min(to, first + most);
        scorer.range(rows, first, end, first, result, null, w.numeric.scores);
        pass.store(w.numeric, stride, first, end - first);
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// The one number that a rule makes of a row.
  private int apply(R row, Rule rule) {
    Workspace w = Scratch.forRow();
    try {
      int[] label = w.places(1);
      apply(row, rule, 1, label, null, w);
      return label[0];
    } finally {
      Scratch.giveBack(w);
    }
  }

  private void apply(R row, Rule rule, int width, int[] labels, double[] out) {
    Workspace w = Scratch.forRow();
    try {
      apply(row, rule, width, labels, out, w);
    } finally {
      Scratch.giveBack(w);
    }
  }

  private void apply(R row, Rule rule, int width, int[] labels, double[] out, Workspace w) {
    double[] scores = w.copies.results(k);
    scorer.row(row, Result.DISCRIMINANT, scores);
    apply(rule, scores, 0, width, 0, labels, out);
  }

  private void apply(B batch, Rule rule, int width, int[] labels, double[] out) {
    int n = batch.rowCount();
    B rows = scorer.checked(batch);
    OnePass.requireRoom(labels == null ? out.length : labels.length, (long) n * width);
    int taskRows = taskRows(rows);
    if (taskRows >= n) {
      apply(rows, 0, n, rule, width, labels, out);
    } else {
      RowTasks.run(
          workers, n, taskRows, (from, to) -> apply(rows, from, to, rule, width, labels, out));
    }
  }

  private void apply(B rows, int from, int to, Rule rule, int width, int[] labels, double[] out) {
    int most = scorer.planeRows();
    // The copies of a row's workspace: a batch's own is in use while its blocks are scored.
    Workspace w = Scratch.forRow();
    try {
      double[] scores = w.copies.results(Math.multiplyExact(Math.min(most, to - from), k));
      for (int first = from; first < to; first += most) {
        int end = Math.min(to, first + most);
        scorer.range(rows, first, end, first, Result.DISCRIMINANT, null, scores);
        for (int row = first; row < end; row++) {
          apply(rule, scores, (row - first) * k, width, row, labels, out);
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Applies a rule to k scores from `scores[from]` on, which it may change.
  ///
  /// @param width how many numbers come of a row
  /// @param row the place of the row in the results
  /// @param labels takes whole numbers from `labels[row·width]` on, or is null
  /// @param out takes the others from `out[row·width]` on, or is null
  private void apply(
      Rule rule, double[] scores, int from, int width, int row, int[] labels, double[] out) {
    Temperature by = rule == Rule.LABEL || rule == Rule.TOP ? reordering : temperature;
    if (by != null) {
      by.apply(scores, from, 1, k);
    }
    int at = row * width;
    switch (rule) {
      case LABEL -> labels[at] = LogSumExp.argmax(scores, from, 1, k);
      case TOP -> top(scores, from, width, labels, at);
      case LOG_POSTERIOR -> LogSumExp.logPosterior(scores, from, 1, k, out, at);
      case POSTERIOR -> LogSumExp.posterior(scores, from, 1, k, out, at);
      case ACTION -> {
        LogSumExp.posterior(scores, from, 1, k, scores, from);
        labels[at] = ordered.decide(scores, from);
      }
      case EXPECTED_COSTS -> {
        LogSumExp.posterior(scores, from, 1, k, scores, from);
        for (int a = 0; a < width; a++) {
          out[at + a] = ordered.expected(a, scores, from);
        }
      }
    }
  }

  /// The classes of the largest scores, the best first; ties go to the lowest index.
  private void top(double[] scores, int from, int width, int[] labels, int first) {
    for (int c = 0; c < k; c++) {
      double score = scores[from + c];
      int held = Math.min(c, width);
      int at = held;
      while (at > 0 && scores[from + labels[first + at - 1]] < score) {
        at--;
      }
      if (at == width) {
        continue;
      }
      int end = Math.min(held, width - 1);
      for (int i = end; i > at; i--) {
        labels[first + i] = labels[first + i - 1];
      }
      labels[first + at] = c;
    }
  }
}
