package org.lanewise.internal.score;

import java.time.Duration;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.score.Costs;
import org.lanewise.score.Decider;
import org.lanewise.score.Results;
import org.lanewise.score.Scorer;
import org.lanewise.score.Temperature;

/// Scores rows under a model. A subclass gives scores, of a row and of a block of rows, as
/// [ScorePlanes]; a [ConfiguredScorer] makes of them what callers ask for.
public abstract class BatchScorer<R, B extends RowBatch> implements Scorer<R, B> {

  /// The scores that are needed of a row.
  public enum Wanted {
    DISCRIMINANTS,
    /// Log joints, whatever is in the planes of discriminants.
    JOINTS,
    BOTH
  }

  private final Features features;
  private final Classes classes;
  private final int featureCount;
  private final int classCount;
  private final ConfiguredScorer<R, B> plain;

  protected BatchScorer(Naming naming) {
    features = naming.features();
    classes = naming.classes();
    featureCount = features.count();
    classCount = classes.count();
    plain = new ConfiguredScorer<>(this, Workers.CALLER, new ScoreWriter(classes, null, null));
  }

  /// Whether a row can be scored in a workspace as it is.
  public abstract boolean holdsRow(Workspace w);

  /// Makes room for a row in a workspace.
  public abstract void makeRow(Workspace w);

  /// Checks and scores a row, into `w.row`.
  public abstract void score(R row, Wanted wanted, Workspace w);

  /// Checks and scores some rows of a batch that [#known] returned: as many from `first` on as suit
  /// the scorer, at least one.
  ///
  /// @param end the row behind the last
  /// @return their scores, `w.block` or, of a row alone, `w.row`
  public abstract ScorePlanes score(B rows, int first, int end, Wanted wanted, Workspace w);

  /// Checks a row and finds its label.
  public int label(R row, Workspace w) {
    score(row, Wanted.DISCRIMINANTS, w);
    w.row.preferPossible(classCount);
    return LogSumExp.argmax(w.row.scores, 0, 1, classCount);
  }

  /// Finds the labels of rows `from` to `to − 1` of a batch, into `labels[row]`.
  public void label(B rows, int from, int to, int[] labels, Workspace w) {
    labelByScores(rows, from, to, labels, w);
  }

  /// As [#label(RowBatch, int, int, int[], Workspace)], by [#score(RowBatch, int, int, Wanted,
  /// Workspace)].
  public final void labelByScores(B rows, int from, int to, int[] labels, Workspace w) {
    for (int first = from; first < to; ) {
      ScorePlanes s = score(rows, first, to, Wanted.DISCRIMINANTS, w);
      s.preferPossible(classCount);
      ScoreWriter.labels(s, classCount, first, labels);
      first += s.count;
    }
  }

  /// A row for [#warmUp], which the model answers.
  public abstract R syntheticRow();

  /// Whether a row may have impossible factors.
  public boolean hasImpossible() {
    return false;
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
    ScoreWriter.requireRoom(length, needed);
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

  @Override
  public final boolean warmUp(Duration atMost) {
    return new WarmUp<>(this, syntheticRow()).run(atMost.toNanos());
  }

  @Override
  public final Scorer<R, B> on(Workers workers) {
    return plain.on(workers);
  }

  @Override
  public final Scorer<R, B> withTemperature(Temperature temperature) {
    return plain.withTemperature(temperature);
  }

  @Override
  public final Decider<R, B> withCosts(Costs costs) {
    return plain.withCosts(costs);
  }

  @Override
  public final int predict(R row) {
    // Without a detour, as it is called most.
    Workspace w = Scratch.ofThread();
    return holdsRow(w) ? label(row, w) : plain.predict(row);
  }

  @Override
  public final void predict(B rows, int[] out) {
    plain.predict(rows, out);
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
  public final void logJoint(R row, double[] out) {
    plain.logJoint(row, out);
  }

  @Override
  public final void logJoint(B rows, double[] out) {
    plain.logJoint(rows, out);
  }

  @Override
  public final void logPosterior(R row, double[] out) {
    plain.logPosterior(row, out);
  }

  @Override
  public final void logPosterior(B rows, double[] out) {
    plain.logPosterior(rows, out);
  }

  @Override
  public final void posterior(R row, double[] out) {
    plain.posterior(row, out);
  }

  @Override
  public final void posterior(B rows, double[] out) {
    plain.posterior(rows, out);
  }

  @Override
  public final double logDensity(R row) {
    return plain.logDensity(row);
  }

  @Override
  public final void logDensity(B rows, double[] out) {
    plain.logDensity(rows, out);
  }

  @Override
  public final void score(R row, Results results) {
    plain.score(row, results);
  }

  @Override
  public final void score(B rows, Results results) {
    plain.score(rows, results);
  }
}
