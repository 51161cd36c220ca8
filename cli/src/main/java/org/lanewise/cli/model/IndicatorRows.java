package org.lanewise.cli.model;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.lanewise.cli.rows.FileWording;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.rows.MixedRows;
import org.lanewise.cli.rows.UnknownValue;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.model.Classifier;
import org.lanewise.model.gaussian.IndicatorClassifier;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.SingularCovarianceException;
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
  /// @param labels the classes of the rows
  /// @throws org.lanewise.cli.table.DataException if the columns do not allow the fit
  @SuppressWarnings("unchecked") // The model of columns takes numbers.
  IndicatorClassifier model(
      FileWording wording,
      ClassifierKind kind,
      FitOptions options,
      Labels labels,
      Function<NumericColumns, Classifier<?, ?>> fit) {
    NumericColumns columns = columns();
    try {
      return IndicatorClassifier.of(
          indicators,
          (Classifier<double[], NumericColumns>) fitted(kind, options, labels, columns, fit));
    } catch (LanewiseException e) {
      throw FittedModel.refusal(kind, wording.of(indicators), 0, e);
    }
  }

  /// Fits a model to columns; a linear discriminant, if its covariance is singular, without
  /// indicators that other columns determine.
  ///
  /// @param columns those of these rows; some values may be missing
  Classifier<?, ?> fitted(
      ClassifierKind kind,
      FitOptions options,
      Labels labels,
      NumericColumns columns,
      Function<NumericColumns, Classifier<?, ?>> fit) {
    try {
      return fit.apply(columns);
    } catch (SingularCovarianceException e) {
      Optional<IndependentColumns> found = independent(kind, options, labels);
      if (found.isEmpty()) {
        throw e;
      }
      try {
        return found.get().widened((LinearDiscriminant) fit.apply(found.get().of(columns)));
      } catch (SingularCovarianceException again) {
        e.addSuppressed(again);
        throw e;
      }
    }
  }

  /// The columns without indicators that other columns determine in the complete rows; empty if the
  /// model needs all columns or no such indicators are known.
  Optional<IndependentColumns> independent(ClassifierKind kind, FitOptions options, Labels labels) {
    if (!kind.sharesCovariance() || options.transform().isPresent()) {
      return Optional.empty();
    }
    NumericColumns columns = incompleteColumns();
    int[] complete =
        IntStream.range(0, columns.rowCount())
            .filter(row -> UnknownValue.firstOf(blocks, row) < 0)
            .toArray();
    return complete.length <= 2 * columns.featureCount()
        ? Optional.empty()
        : Optional.of(IndependentColumns.of(columns, labels, complete, indicators.numberCount()))
            .filter(found -> !found.areAll());
  }

  /// The complete rows as columns to leave rows out of: of a linear discriminant, whose covariance
  /// is otherwise singular, without indicators that other columns determine.
  public NumericColumns columns(ClassifierKind kind, FitOptions options, Labels labels) {
    NumericColumns columns = NumericColumns.copyOf(columns());
    return independent(kind, options, labels)
        .filter(_ -> isSingular(options, columns, labels))
        .map(found -> found.of(columns))
        .orElse(columns);
  }

  private static boolean isSingular(FitOptions options, NumericColumns columns, Labels labels) {
    try {
      LinearDiscriminant unused =
          LinearDiscriminant.recipe(options.discriminant()).fit(columns, labels);
      return false;
    } catch (SingularCovarianceException e) {
      return true;
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
