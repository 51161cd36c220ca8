package org.lanewise.cli.model;

import java.util.BitSet;
import java.util.function.Function;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.MixedRows;
import org.lanewise.cli.rows.UnknownValue;
import org.lanewise.cli.table.Table;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.transform.Indicators;

/// Rows of numbers and categories that a discriminant is fitted to as numbers and indicators.
///
/// @param indicators the categories of the rows, each column without its most frequent one
/// @param blocks the rows
public record IndicatorRows(Indicators indicators, MixedColumns blocks) {

  /// The rows of a form with blocks.
  public static IndicatorRows of(RowBatch rows) {
    MixedColumns blocks = (MixedColumns) rows;
    return new IndicatorRows(Indicators.of(blocks), blocks);
  }

  /// Complete rows as numbers and indicators.
  ///
  /// @throws IllegalArgumentException if a value is missing
  public NumericColumns columns() {
    return indicators.columns(blocks);
  }

  /// The same with NaN for missing values.
  NumericColumns incompleteColumns() {
    return indicators.columns(blocks, RowFormat.BLOCKS.withMissing(MissingValues.ALLOW));
  }

  /// The model of these rows, from a fit to the columns.
  ///
  /// @throws org.lanewise.cli.table.DataException if the columns do not allow the fit
  @SuppressWarnings("unchecked") // The model of columns takes numbers.
  IndicatorClassifier model(
      FileWording wording, ClassifierKind kind, Function<NumericColumns, Classifier<?, ?>> fit) {
    NumericColumns columns = columns();
    try {
      return IndicatorClassifier.of(
          indicators, (Classifier<double[], NumericColumns>) fit.apply(columns));
    } catch (LanewiseException e) {
      throw FittedModel.refusal(kind, wording.of(indicators), 0, e);
    }
  }

  /// The rows of a table that lack a number or category.
  static BitSet lacking(Inputs inputs, Table rows) {
    BitSet lacking = new BitSet();
    MixedColumns blocks = MixedRows.of(inputs, rows);
    for (int row = 0; row < rows.rowCount(); row++) {
      lacking.set(row, UnknownValue.firstOf(blocks, row) >= 0);
    }
    return lacking;
  }
}
