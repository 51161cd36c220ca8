package org.lanewise.internal.score;

import java.time.Duration;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// Scores rows under a model. A subclass scores a row and a range of rows; a [ConfiguredScorer]
/// makes of these all that is asked of a batch.
public abstract class BatchScorer<R, B extends RowBatch> implements Scorer<R, B> {

  /// The result that a batch is scored for.
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

  /// Scores that a rule is applied to while they are in the cache, and what the number of their
  /// rows is a multiple of: that of the largest block of discrete rows.
  private static final int MAX_SCORES = 1 << 14;

  private static final int MIN_ROWS = 64;

  private final Features features;
  private final Classes classes;
  private final int featureCount;
  private final int classCount;

  /// The rows of planes, and the distance of two of them: off the power of two.
  private final int planeRows;

  private final int planeStride;

  private final ConfiguredScorer<R, B> plain;

  protected BatchScorer(Naming naming) {
    features = naming.features();
    classes = naming.classes();
    featureCount = features.count();
    classCount = classes.count();
    planeRows = Math.clamp(MAX_SCORES / classCount / MIN_ROWS * MIN_ROWS, MIN_ROWS, 1024);
    planeStride = planeRows + Long.BYTES;
    plain = new ConfiguredScorer<>(this, Workers.CALLER, null, null);
  }

  /// Scores rows `from` to `to` − 1 into `labels[row]` for [Result#LABEL], else into `out[row −
  /// outRow]` or `out[(row − outRow)·k + c]`.
  ///
  /// @param outRow the row whose scores go to the beginning of `out`
  public abstract void range(
      B rows, int from, int to, int outRow, Result result, int[] labels, double[] out);

  /// Of one row, what a result is of a batch that is more than one number, from `out[0]` on.
  public abstract void row(R row, Result result, double[] out);

  @Override
  public final void logJoint(R row, double[] out) {
    requireRoom(out.length, classCount);
    row(row, Result.LOG_JOINT, out);
  }

  @Override
  public final void logPosterior(R row, double[] out) {
    requireRoom(out.length, classCount);
    row(row, Result.LOG_POSTERIOR, out);
  }

  @Override
  public final void posterior(R row, double[] out) {
    requireRoom(out.length, classCount);
    row(row, Result.POSTERIOR, out);
  }

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

  /// A row for [#warmUp], which the model answers.
  public abstract R syntheticRow();

  @Override
  public final boolean warmUp(Duration atMost) {
    return new WarmUp<>(this, syntheticRow()).run(atMost.toNanos());
  }

  @Override
  public final Scorer<R, B> on(Workers workers) {
    return plain.on(workers);
  }

  @Override
  public final void predict(B rows, int[] out) {
    plain.predict(rows, out);
  }

  @Override
  public final void logJoint(B rows, double[] out) {
    plain.logJoint(rows, out);
  }

  @Override
  public final void logPosterior(B rows, double[] out) {
    plain.logPosterior(rows, out);
  }

  @Override
  public final void posterior(B rows, double[] out) {
    plain.posterior(rows, out);
  }

  @Override
  public final void logDensity(B rows, double[] out) {
    plain.logDensity(rows, out);
  }

  @Override
  public final void top(R row, int[] out) {
    plain.top(row, out);
  }

  @Override
  public final void top(B rows, int count, int[] out) {
    plain.top(rows, count, out);
  }

  @Override
  public final void score(R row, Results results) {
    plain.score(row, results);
  }

  /// The k discriminants of a row, and behind them its k log joints, from `out[0]` on, where that
  /// is less than scoring it for each.
  ///
  /// @return whether it is; if not nothing was done
  public boolean rowPlanes(R row, double[] out, Workspace w) {
    return false;
  }

  @Override
  public final Decider<R, B> withCosts(Costs costs) {
    return plain.withCosts(costs);
  }

  @Override
  public final Scorer<R, B> withTemperature(Temperature temperature) {
    return plain.withTemperature(temperature);
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

  @Override
  public final void score(B rows, Results results) {
    plain.score(rows, results);
  }

  /// How many rows are scored at once, at most, where their scores stay in the cache.
  public final int planeRows() {
    return planeRows;
  }

  /// The distance of two planes of scores.
  public final int planeStride() {
    return planeStride;
  }

  /// The rows of a batch in the terms of the model.
  ///
  /// @throws IllegalArgumentException if they are of other features
  final B checked(B batch) {
    requireFeatures(batch);
    return known(batch);
  }

  /// Refuses rows of other features.
  protected final void requireFeatures(B rows) {
    features.requireSame(rows.features(), ", as in the model");
  }

  /// Refuses an `out` that is too short.
  protected static void requireRoom(int length, long needed) {
    OnePass.requireRoom(length, needed);
  }
}
