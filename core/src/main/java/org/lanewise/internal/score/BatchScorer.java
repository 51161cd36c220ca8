package org.lanewise.internal.score;

import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.score.Scorer;

/// Scores rows under a model. A subclass gives scores, of a row and of a block of rows, as
/// [ScorePlanes]; the [Scorer] of [#results()] makes of them what callers ask for.
public abstract class BatchScorer<R, B extends RowBatch> {

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
  private final Scorer<R, B> results;

  protected BatchScorer(Naming naming) {
    features = naming.features();
    classes = naming.classes();
    featureCount = features.count();
    classCount = classes.count();
    results = new ConfiguredScorer<>(this, Workers.CALLER, new ScoreWriter(classes, null, null));
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

  /// A row for the warm-up, which the model answers.
  public abstract R syntheticRow();

  /// Whether a row may have impossible factors.
  public boolean hasImpossible() {
    return false;
  }

  /// Whether the model defines p(x).
  public boolean hasDensity() {
    return true;
  }

  /// The rows of a batch in the terms of the model.
  public B known(B rows) {
    return rows;
  }

  /// Refuses rows of other features.
  protected final void requireFeatures(B rows) {
    features.requireSame(rows.features(), ", as in the model");
  }

  /// Refuses an `out` that is too short.
  protected static void requireRoom(int length, long needed) {
    ScoreWriter.requireRoom(length, needed);
  }

  /// Makes calls until their code is compiled, as [Scorer#warmUp].
  ///
  /// @param nanos how long it may take
  /// @return whether it was done in that time
  public static boolean warmUp(Runnable call, long nanos) {
    return WarmUp.of(call).run(nanos);
  }

  /// The scorer that callers get.
  public final Scorer<R, B> results() {
    return results;
  }

  /// The scores of a scorer that a model of this library gave.
  public static <R, B extends RowBatch> BatchScorer<R, B> of(Scorer<R, B> scorer) {
    return ((ConfiguredScorer<R, B>) scorer).scores();
  }

  /// Labels of rows that are sums of vectors, as a scorer gives them; null where no sums of scores
  /// give them.
  ///
  /// @param vectors one after another, as wide as the rows; not to be changed
  public static SumLabels sums(Scorer<double[], ?> scorer, float[] vectors) {
    return scorer instanceof ConfiguredScorer<double[], ?> own ? own.sums(vectors) : null;
  }

  /// As [#sums(Scorer, float\[\])].
  protected SumLabels sums(float[] vectors) {
    return null;
  }

  /// The features of a row.
  public final Features features() {
    return features;
  }

  public final Classes classes() {
    return classes;
  }

  public final int featureCount() {
    return featureCount;
  }

  public final int classCount() {
    return classCount;
  }
}
