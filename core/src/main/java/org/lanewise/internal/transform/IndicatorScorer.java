package org.lanewise.internal.transform;

import java.util.function.UnaryOperator;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.BatchScorer;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.scratch.Workspace;

/// Turns categories into indicators and scores these and the numbers by the scorer of their model.
public final class IndicatorScorer extends DerivedScorer<Object[], MixedColumns> {

  /// Writes the numbers and indicators of a row.
  public interface Writer {

    /// Writes those of a row into `out[0 …]`.
    void write(Object[] row, double[] out);
  }

  private final UnaryOperator<MixedColumns> columns;
  private final Writer writer;
  private final Object[] syntheticRow;

  /// @param naming of the rows before the indicators
  /// @param columns the same rows as one block of numbers
  public IndicatorScorer(
      Naming naming,
      UnaryOperator<MixedColumns> columns,
      Writer writer,
      Object[] syntheticRow,
      BatchScorer<double[], NumericColumns> scorer) {
    super(naming, scorer);
    this.columns = columns;
    this.writer = writer;
    this.syntheticRow = syntheticRow;
  }

  @Override
  public Object[] syntheticRow() {
    return syntheticRow;
  }

  @Override
  public MixedColumns known(MixedColumns rows) {
    // Those of a scorer that transforms rows are transformed.
    return MixedColumns.of(ofNumbers().known(numbers(columns.apply(rows))));
  }

  @Override
  NumericColumns numbers(MixedColumns rows) {
    return (NumericColumns) rows.block(0);
  }

  @Override
  double[] numbers(Object[] row, Workspace w) {
    double[] out = w.transform.exact(ofNumbers().featureCount());
    writer.write(row, out);
    return out;
  }
}
