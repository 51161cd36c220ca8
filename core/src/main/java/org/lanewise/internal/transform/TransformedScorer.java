package org.lanewise.internal.transform;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.Stores;

/// Transforms rows and scores them by the scorer of a model of transformed rows.
public final class TransformedScorer extends BatchScorer<double[], NumericColumns> {

  private final RowTransform transform;
  private final BatchScorer<double[], NumericColumns> scorer;

  /// @param naming of the rows before the transform
  public TransformedScorer(
      Naming naming, RowTransform transform, BatchScorer<double[], NumericColumns> scorer) {
    super(naming);
    this.transform = transform;
    this.scorer = scorer;
  }

  @Override
  public boolean hasDensity() {
    return scorer.hasDensity();
  }

  @Override
  public boolean hasImpossible() {
    return scorer.hasImpossible();
  }

  /// A row that transforms accept: not all zeros.
  @Override
  public double[] syntheticRow() {
    double[] row = new double[featureCount()];
    for (int j = 0; j < row.length; j++) {
      row[j] = 1 + (j & 7);
    }
    return row;
  }

  @Override
  public NumericColumns known(NumericColumns rows) {
    return Stores.view(transform.of(Stores.of(rows), features()), scorer.features());
  }

  @Override
  public void range(
      NumericColumns rows,
      int from,
      int to,
      int outRow,
      Result result,
      int[] labels,
      double[] out) {
    scorer.range(rows, from, to, outRow, result, labels, out);
  }

  @Override
  public void row(double[] row, Result result, double[] out) {
    Workspace w = Scratch.forRow();
    try {
      scorer.row(transformed(row, w), result, out);
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public boolean rowPlanes(double[] row, double[] out, Workspace w) {
    return scorer.rowPlanes(transformed(row, w), out, w);
  }

  @Override
  public int predict(double[] row) {
    Workspace w = Scratch.forRow();
    try {
      return scorer.predict(transformed(row, w));
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public double logDensity(double[] row) {
    Workspace w = Scratch.forRow();
    try {
      return scorer.logDensity(transformed(row, w));
    } finally {
      Scratch.giveBack(w);
    }
  }

  private double[] transformed(double[] row, Workspace w) {
    return transform.row(row, features(), w);
  }
}
