package org.lanewise.internal.score;

import java.time.Duration;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tasks.RowTasks;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Answer;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// What all scorers share: checks of a batch, and its cut into ranges of rows.
public abstract class BatchScorer<R, B extends RowBatch> implements Scorer<R, B> {

  /// What a batch is scored for.
  public enum Result {
    LABEL,
    /// Scores whose largest gives the label and whose softmax is the posterior.
    DISCRIMINANT,
    /// The finite parts of the discriminants, and behind them how many factors are impossible: 2k
    /// numbers for each row. Of scorers that have such factors only.
    PARTS,
    LOG_JOINT,
    LOG_POSTERIOR,
    POSTERIOR,
    LOG_DENSITY,
    /// Discriminants in planes, class c of row r at `out[c·planeStride + r − outRow]`.
    PLANES,
    /// Behind them those of log joints without what all classes share, and that.
    JOINT_PLANES;

    /// Whether it is made of log joints, not of discriminants alone.
    public boolean isOfJoints() {
      return switch (this) {
        case LOG_JOINT, LOG_DENSITY, JOINT_PLANES -> true;
        case LABEL, DISCRIMINANT, PARTS, LOG_POSTERIOR, POSTERIOR, PLANES -> false;
      };
    }

    /// Whether it is laid out class by class.
    public boolean isInPlanes() {
      return this == PLANES || this == JOINT_PLANES;
    }
  }

  /// Rows of a task: enough to make its start cheap, a multiple of every block size.
  private static final int TASK_ROWS = 4096;

  /// Scores that a rule is applied to while they are in the cache, and what the number of their
  /// rows is a multiple of: that of the largest block of discrete rows.
  private static final int MOST_SCORES = 1 << 14;

  private static final int LEAST_ROWS = 64;

  private final Features features;
  private final Classes classes;
  private final int featureCount;
  private final int classCount;

  /// The rows of planes, and the distance of two of them: off the power of two.
  private final int planeRows;

  private final int planeStride;

  protected BatchScorer(Naming naming) {
    features = naming.features();
    classes = naming.classes();
    featureCount = features.count();
    classCount = classes.count();
    planeRows = Math.clamp(MOST_SCORES / classCount / LEAST_ROWS * LEAST_ROWS, LEAST_ROWS, 1024);
    planeStride = planeRows + Long.BYTES;
  }

  /// Scores rows `from` to `to` − 1 into `labels[row]` for [Result#LABEL], else into `out[row −
  /// outRow]` or `out[(row − outRow)·k + c]`.
  ///
  /// @param outRow the row whose scores go to the beginning of `out`
  public abstract void range(
      B rows, int from, int to, int outRow, Result result, int[] labels, double[] out);

  /// Of one row, what a result is of a batch that is more than one number, from `out[0]` on.
  public abstract void row(R row, Result result, double[] out);

  /// Whether a row may have impossible factors, so that scores come in [Result#PARTS].
  public boolean hasImpossible() {
    return false;
  }

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
  public abstract R madeRow();

  @Override
  public final boolean warmUp(Duration atMost) {
    return new WarmUp<>(this, madeRow()).run(atMost.toNanos());
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

  @Override
  public final void top(R row, int[] out) {
    requireTop(out.length);
    apply(row, TopClasses.RULE, out.length, out, null);
  }

  @Override
  public final void top(B rows, int count, int[] out) {
    top(rows, count, out, Workers.CALLER);
  }

  final void top(B rows, int count, int[] out, Workers workers) {
    requireTop(count);
    apply(rows, TopClasses.RULE, count, out, null, workers);
  }

  final void requireTop(int count) {
    if (count < 1 || count > classCount) {
      throw new IllegalArgumentException(
          "the %d best classes were asked for; 1 to %d are expected".formatted(count, classCount));
    }
  }

  @Override
  public final void answer(R row, Answer out) {
    answer(row, null, out);
  }

  /// @param temperature what the posterior is tempered by, or null
  protected void answer(R row, Temperature temperature, Answer out) {
    OneRow.answer(this, row, temperature, out);
  }

  /// Answers by the k discriminants of a row, which it changes.
  protected final void answer(
      double[] scores, Temperature temperature, double logDensity, Answer out) {
    OneRow.answer(scores, classCount, temperature, logDensity, out);
  }

  @Override
  public final void score(R row, Results results) {
    OneRow.score(this, row, null, results);
  }

  /// The k discriminants of a row, and behind them its k log joints, from `out[0]` on, where that
  /// is less than scoring it for each.
  ///
  /// @return whether it is; if not nothing was done
  protected boolean rowPlanes(R row, double[] out, Workspace w) {
    return false;
  }

  @Override
  public final Decider<R, B> withCosts(Costs costs) {
    return new CostDecider<>(this, Workers.CALLER, costs, null);
  }

  @Override
  public final Scorer<R, B> withTemperature(Temperature temperature) {
    return new TemperedScorer<>(this, Workers.CALLER, temperature);
  }

  /// Whether the model defines p(x).
  public boolean hasDensity() {
    return true;
  }

  /// Throws if it does not.
  public final void requireDensity() {
    if (!hasDensity()) {
      throw new UnsupportedOperationException(
          "the model has no density p(x), only scores of the classes; a label or a posterior is"
              + " expected to be asked for");
    }
  }

  /// The rows of a batch in the terms of the model.
  public B known(B rows) {
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
    long needed =
        switch (result) {
          case LABEL, LOG_DENSITY -> n;
          case LOG_JOINT, LOG_POSTERIOR, POSTERIOR -> (long) n * classCount;
          case DISCRIMINANT, PARTS, PLANES, JOINT_PLANES -> throw new IllegalStateException();
        };
    requireRoom(result == Result.LABEL ? labels.length : out.length, needed);
    if (workers.count() == 1 || n <= TASK_ROWS) {
      range(rows, 0, n, 0, result, labels, out);
      return;
    }
    RowTasks.run(
        workers, n, TASK_ROWS, (from, to) -> range(rows, from, to, 0, result, labels, out));
  }

  /// Applies a rule to the scores of a row.
  final void apply(R row, RowRule rule, int width, int[] labels, double[] out) {
    Workspace w = Scratch.forRow();
    try {
      double[] scores = w.copies.results(classCount);
      row(row, Result.DISCRIMINANT, scores);
      rule.apply(scores, 0, classCount, width, 0, labels, out);
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// The one number that a rule makes of the scores of a row.
  final int applied(R row, RowRule rule) {
    Workspace w = Scratch.forRow();
    try {
      double[] scores = w.copies.results(classCount);
      int[] label = w.places(1);
      row(row, Result.DISCRIMINANT, scores);
      rule.apply(scores, 0, classCount, 1, 0, label, null);
      return label[0];
    } finally {
      Scratch.giveBack(w);
    }
  }

  /// Applies a rule to the scores of every row of a batch, with the given workers.
  final void apply(B batch, RowRule rule, int width, int[] labels, double[] out, Workers workers) {
    int n = batch.rowCount();
    requireFeatures(batch);
    B rows = known(batch);
    requireRoom(labels == null ? out.length : labels.length, (long) n * width);
    if (workers.count() == 1 || n <= TASK_ROWS) {
      applyRange(rows, 0, n, rule, width, labels, out);
      return;
    }
    RowTasks.run(
        workers, n, TASK_ROWS, (from, to) -> applyRange(rows, from, to, rule, width, labels, out));
  }

  private void applyRange(
      B rows, int from, int to, RowRule rule, int width, int[] labels, double[] out) {
    // The copies of a row's workspace: a batch's own is in use while its blocks are scored.
    Workspace w = Scratch.forRow();
    try {
      double[] scores =
          w.copies.results(Math.multiplyExact(Math.min(planeRows, to - from), classCount));
      for (int first = from; first < to; first += planeRows) {
        int end = Math.min(to, first + planeRows);
        range(rows, first, end, first, Result.DISCRIMINANT, null, scores);
        for (int row = first; row < end; row++) {
          rule.apply(scores, (row - first) * classCount, classCount, width, row, labels, out);
        }
      }
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public final void score(B rows, Results results) {
    score(rows, results, null, Workers.CALLER);
  }

  /// The distance of two planes of scores.
  public final int planeStride() {
    return planeStride;
  }

  /// Scores a batch once for several results.
  ///
  /// @param temperature what posteriors are tempered by, or null
  final void score(B batch, Results results, Temperature temperature, Workers workers) {
    OnePass pass = new OnePass(results, temperature, classCount);
    if (results.logDensities() != null) {
      requireDensity();
    }
    int n = batch.rowCount();
    requireFeatures(batch);
    B rows = known(batch);
    pass.requireRoom(n);
    if (workers.count() == 1 || n <= TASK_ROWS) {
      passRange(rows, 0, n, pass);
    } else {
      RowTasks.run(workers, n, TASK_ROWS, (from, to) -> passRange(rows, from, to, pass));
    }
  }

  private void passRange(B rows, int from, int to, OnePass pass) {
    Result result = pass.needsJoints() ? Result.JOINT_PLANES : Result.PLANES;
    Workspace w = Scratch.forRow();
    try {
      w.numeric.makeScores(planeStride, planeStride, 2 * classCount);
      for (int first = from; first < to; first += planeRows) {
        int end = Math.min(to, first + planeRows);
        range(rows, first, end, first, result, null, w.numeric.scores);
        pass.store(w.numeric, planeStride, first, end - first);
      }
    } finally {
      Scratch.giveBack(w);
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
