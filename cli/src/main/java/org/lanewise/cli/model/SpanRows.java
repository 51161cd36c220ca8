package org.lanewise.cli.model;

import org.lanewise.cli.table.NumberFeatures;
import org.lanewise.cli.table.Table;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.TransformedClassifier;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.transform.Transform;

/// Rows in coordinates of their own space, in which linear discriminants with shrinkage are fitted
/// if there are more features than rows: for n rows, in n²·d operations instead of d³.
///
/// @param transform the transform to these coordinates
/// @param rows the rows in coordinates
/// @param featureCount the number of features before the transform
public record SpanRows(Transform transform, NumericColumns rows, int featureCount) {

  /// Whether a linear discriminant of rows has the same posteriors in their space, and is faster
  /// there, if an option regularises it.
  public static boolean suit(ClassifierKind kind, FitOptions options, Table rows) {
    return kind == ClassifierKind.LDA
        && options.transform().isEmpty()
        && !options.discriminant().shrinkage().readsRowsAgain()
        && rows.features() instanceof NumberFeatures numbers
        && numbers.columns().length > rows.rowCount()
        && IncompleteRows.lacking(rows).isEmpty();
  }

  /// The coordinates of rows for a fit with these options.
  public static SpanRows of(FitOptions options, NumericColumns rows, Labels labels) {
    if (!options.standardizes()) {
      Transform span = Transform.toSpan(rows);
      return new SpanRows(span, NumericColumns.copyOf(span.of(rows)), rows.featureCount());
    }
    double[] scales = options.discriminant().scales(VarianceStatistics.of(rows, labels).summary());
    Transform scaling = Transform.standardization(new double[scales.length], scales);
    Transform all = scaling.then(Transform.toSpan(scaling.of(rows)));
    return new SpanRows(all, NumericColumns.copyOf(all.of(rows)), rows.featureCount());
  }

  /// The discriminant of the coordinates.
  public Recipe<LinearDiscriminant> recipe(FitOptions options) {
    DiscriminantOptions given = options.discriminant();
    return LinearDiscriminant.recipe(
        given.withShrinkage(given.shrinkage().unstandardized().inSubspaceOf(featureCount)));
  }

  /// The discriminant of the rows.
  Recipe<TransformedClassifier> recipeOfRows(FitOptions options) {
    return TransformedClassifier.recipe(transform, recipe(options));
  }
}
