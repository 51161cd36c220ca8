package org.lanewise.internal.transform;

import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Scratch;
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
  public void range(
      B rows, int from, int to, int outRow, Result result, int[] labels, double[] out) {
    scorer.range(numbers(rows), from, to, outRow, result, labels, out);
  }

  @Override
  public void row(R row, Result result, double[] out) {
    Workspace w = Scratch.forRow();
    try {
      scorer.row(numbers(row, w), result, out);
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public boolean rowPlanes(R row, double[] out, Workspace w) {
    return scorer.rowPlanes(numbers(row, w), out, w);
  }

  @Override
  public int predict(R row) {
    Workspace w = Scratch.forRow();
    try {
      return scorer.predict(numbers(row, w));
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public double logDensity(R row) {
    Workspace w = Scratch.forRow();
    try {
      return scorer.logDensity(numbers(row, w));
    } finally {
      Scratch.giveBack(w);
    }
  }
}
