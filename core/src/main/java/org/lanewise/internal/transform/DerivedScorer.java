package org.lanewise.internal.transform;

import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.ScorePlanes;
import org.lanewise.internal.score.scratch.Workspace;

/// Computes numbers from rows and scores these by the scorer of their model. A batch is scored as a
/// view that computes the numbers when they are read.
abstract class DerivedScorer<R, B extends RowBatch> extends BatchScorer<R, B> {

  private final BatchScorer<double[], NumericColumns> scorer;

  /// @param naming of the rows
  /// @param scorer of the numbers
  DerivedScorer(Naming naming, BatchScorer<double[], NumericColumns> scorer) {
    super(naming);
    this.scorer = scorer;
  }

  /// The numbers of a row, in an array of the workspace.
  abstract double[] numbers(R row, Workspace w);

  /// The numbers of a batch that [#known] returned.
  abstract NumericColumns numbers(B rows);

  /// The scorer of the numbers.
  final BatchScorer<double[], NumericColumns> ofNumbers() {
    return scorer;
  }

  @Override
  public boolean hasDensity() {
    return scorer.hasDensity();
  }

  @Override
  public boolean hasImpossible() {
    return scorer.hasImpossible();
  }

  @Override
  public final boolean holdsRow(Workspace w) {
    return false;
  }

  @Override
  public final void makeRow(Workspace w) {
    scorer.makeRow(w);
  }

  @Override
  public final void score(R row, Wanted wanted, Workspace w) {
    scorer.score(numbers(row, w), wanted, w);
  }

  @Override
  public final int label(R row, Workspace w) {
    return scorer.label(numbers(row, w), w);
  }

  @Override
  public final ScorePlanes score(B rows, int first, int end, Wanted wanted, Workspace w) {
    return scorer.score(numbers(rows), first, end, wanted, w);
  }

  @Override
  public final void label(B rows, int from, int to, int[] labels, Workspace w) {
    scorer.label(numbers(rows), from, to, labels, w);
  }
}
