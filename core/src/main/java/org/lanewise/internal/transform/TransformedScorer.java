package org.lanewise.internal.transform;

import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Workspace;
import org.lanewise.internal.store.Stores;

/// Transforms rows and scores them by the scorer of a model of transformed rows.
public final class TransformedScorer extends DerivedScorer<double[], NumericColumns> {

  private final RowTransform transform;

  /// @param naming of the rows before the transform
  public TransformedScorer(
      Naming naming, RowTransform transform, BatchScorer<double[], NumericColumns> scorer) {
    super(naming, scorer);
    this.transform = transform;
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
    return Stores.view(transform.of(Stores.of(rows), features()), ofNumbers().features());
  }

  @Override
  NumericColumns numbers(NumericColumns rows) {
    return rows;
  }

  @Override
  double[] numbers(double[] row, Workspace w) {
    return transform.row(row, features(), w);
  }
}
