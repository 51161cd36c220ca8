package org.lanewise.internal.transform;

import java.util.function.UnaryOperator;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Scratch;
import org.lanewise.internal.score.scratch.Workspace;

/// Writes numbers and categories as numbers and indicators, and scores them by the scorer of a
/// model of numbers.
public final class IndicatorScorer extends BatchScorer<Object[], MixedColumns> {

  /// The indicators of a row.
  public interface Writer {

    /// Writes a row into `out[0 …]`.
    void write(Object[] row, double[] out);
  }

  private final UnaryOperator<MixedColumns> columns;
  private final Writer writer;
  private final Object[] syntheticRow;
  private final BatchScorer<double[], NumericColumns> scorer;

  /// @param naming of the rows before the indicators
  /// @param columns the same rows as one block of numbers
  public IndicatorScorer(
      Naming naming,
      UnaryOperator<MixedColumns> columns,
      Writer writer,
      Object[] syntheticRow,
      BatchScorer<double[], NumericColumns> scorer) {
    super(naming);
    this.columns = columns;
    this.writer = writer;
    this.syntheticRow = syntheticRow;
    this.scorer = scorer;
  }

  @Override
  public Object[] syntheticRow() {
    return syntheticRow;
  }

  /// One block, of numbers.
  @Override
  public MixedColumns known(MixedColumns rows) {
    return columns.apply(rows);
  }

  @Override
  public void range(
      MixedColumns rows, int from, int to, int outRow, Result result, int[] labels, double[] out) {
    scorer.range((NumericColumns) rows.block(0), from, to, outRow, result, labels, out);
  }

  @Override
  public void row(Object[] row, Result result, double[] out) {
    Workspace w = Scratch.forRow();
    try {
      scorer.row(written(row, w), result, out);
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public boolean rowPlanes(Object[] row, double[] out, Workspace w) {
    return scorer.rowPlanes(written(row, w), out, w);
  }

  @Override
  public int predict(Object[] row) {
    Workspace w = Scratch.forRow();
    try {
      return scorer.predict(written(row, w));
    } finally {
      Scratch.giveBack(w);
    }
  }

  @Override
  public double logDensity(Object[] row) {
    Workspace w = Scratch.forRow();
    try {
      return scorer.logDensity(written(row, w));
    } finally {
      Scratch.giveBack(w);
    }
  }

  private double[] written(Object[] row, Workspace w) {
    double[] out = w.transform.exact(scorer.featureCount());
    writer.write(row, out);
    return out;
  }
}
