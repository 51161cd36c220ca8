package org.lanewise.validation;

import java.util.Arrays;
import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.CovarianceDivisor;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.model.gaussian.SingularCovarianceException;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;
import org.lanewise.transform.Transform;
import org.lanewise.validation.Removals.Removed;
import org.lanewise.validation.Spectrum.Regularization;

/// Leave-one-out of discriminants by other rows with the same posteriors.
///
/// **Standardised columns.** Shrinkage on standardised columns is plain shrinkage of the rows
/// D^−½·x, with D from all rows. log p(x) of the rows differs by −½ log|D|.
///
/// **More features than rows.** Without a row, the covariance is α·S + τ·I, where S has no part
/// outside of the span of the n rows about their mean. Coordinates in this span, fewer than n, give
/// all that distinguishes the classes; each other dimension adds −½(log 2π + log τ) to log p(x). A
/// refit takes n³ operations instead of d³.
final class EquivalentRows {

  /// Up to this number of features, covariances take no time.
  private static final int FEW = 64;

  private static final double LOG_TWO_PI = 1.8378770664093453;

  private final LeaveOneOutTask task;
  private final NumericColumns rows;
  private final Labels labels;
  private final VarianceSummary summary;
  private final double divisor;

  private EquivalentRows(LeaveOneOutTask task, DiscriminantOptions options, NumericColumns rows) {
    this.task = task;
    this.rows = rows;
    labels = task.labels();
    summary =
        new VarianceStatistics(rows.features(), labels.classes())
            .add(rows, labels)
            .as(VarianceStatistics.class)
            .summary();
    long met = Arrays.stream(summary.classWeights()).filter(weight -> weight > 0).count();
    divisor = summary.totalWeight() - (options.divisor() == CovarianceDivisor.UNBIASED ? met : 0);
  }

  /// Leaves rows out of linear discriminants.
  static LeaveOneOut linear(LeaveOneOutTask task) {
    return standardized(task, LinearDiscriminant::recipe, EquivalentRows::inSpan);
  }

  /// Leaves rows out of quadratic discriminants.
  static LeaveOneOut quadratic(LeaveOneOutTask task) {
    return standardized(task, QuadraticDiscriminant::recipe, QuadraticLeaveOneOut::of);
  }

  private static LeaveOneOut standardized(
      LeaveOneOutTask task,
      Function<DiscriminantOptions, Recipe<?>> recipe,
      Function<LeaveOneOutTask, LeaveOneOut> plain) {
    DiscriminantOptions options = task.options(DiscriminantOptions.class);
    if (!options.shrinkage().isStandardized()) {
      return plain.apply(task);
    }
    return new EquivalentRows(task, options, task.rows(NumericColumns.class))
        .standardized(
            recipe.apply(options.withShrinkage(options.shrinkage().unstandardized())), plain);
  }

  private LeaveOneOut standardized(Recipe<?> recipe, Function<LeaveOneOutTask, LeaveOneOut> plain) {
    double[] scales = summary.withinSumsOfSquares();
    double shift = 0;
    for (int j = 0; j < scales.length; j++) {
      scales[j] = scales[j] > 0 ? Math.sqrt(scales[j] / divisor) : 1;
      shift -= StrictMath.log(scales[j]);
    }
    Transform scaling = Transform.standardization(new double[scales.length], scales);
    LeaveOneOut results =
        plain.apply(
            task.with(
                recipe, NumericColumns.copyOf(scaling.of(rows)).withFeatures(rows.features())));
    for (int row = 0; row < labels.rowCount(); row++) {
      shift(results, row, shift);
    }
    return results;
  }

  private static LeaveOneOut inSpan(LeaveOneOutTask task) {
    NumericColumns rows = task.rows(NumericColumns.class);
    DiscriminantOptions options = task.options(DiscriminantOptions.class);
    int d = rows.featureCount();
    boolean isWide = d > Math.max(FEW, rows.rowCount()) && !options.usesClassScatters();
    if (!isWide || !hasUnit(options.shrinkage())) {
      return LinearLeaveOneOut.of(task);
    }
    DiscriminantOptions inSpan = options.withShrinkage(options.shrinkage().inSubspaceOf(d));
    NumericColumns coordinates = NumericColumns.copyOf(Transform.toSpan(rows).of(rows));
    try {
      Recipe<LinearDiscriminant> recipe = LinearDiscriminant.recipe(inSpan);
      double intensity = recipe.fit(coordinates, task.labels()).shrinkageIntensities()[0];
      Regularization by = Regularization.of(inSpan.shrinkage(), intensity, d);
      LeaveOneOut results = LinearLeaveOneOut.of(task.with(recipe, coordinates));
      new EquivalentRows(task, inSpan, coordinates).addOtherDimensions(by, results);
      return results;
    } catch (SingularCovarianceException _) {
      // Says which features depend on one another.
      return LinearLeaveOneOut.of(task);
    }
  }

  /// Whether a multiple of the unit matrix is added, without another pass over the rows.
  private static boolean hasUnit(Shrinkage shrinkage) {
    double[] intensities = shrinkage.intensities();
    return shrinkage.kind() != Shrinkage.Kind.NONE
        && !shrinkage.readsRowsAgain()
        && (intensities.length == 0 || intensities[0] > 0);
  }

  private void addOtherDimensions(Regularization by, LeaveOneOut results) {
    int others = by.features() - rows.featureCount();
    double trace = Arrays.stream(summary.withinSumsOfSquares()).sum();
    double[] values = new double[rows.featureCount()];
    for (int row = 0; row < labels.rowCount(); row++) {
      int own = labels.index(row);
      double weight = labels.weight(row);
      double[] mean = summary.mean(own);
      double[] remainder = summary.meanRemainder(own);
      rows.row(row, values);
      double squared = 0;
      for (int j = 0; j < values.length; j++) {
        double deviation = values[j] - mean[j] - remainder[j];
        squared = Math.fma(deviation, deviation, squared);
      }
      double without = trace - Removed.of(weight, summary.classWeight(own)).scatter() * squared;
      double tau = by.diagonal(without / (divisor - weight));
      shift(results, row, -0.5 * others * (LOG_TWO_PI + StrictMath.log(tau)));
    }
  }

  /// Adds to the log joints of a row. Posteriors stay.
  private void shift(LeaveOneOut results, int row, double by) {
    for (int c = 0; c < labels.classCount(); c++) {
      results.values()[results.at(row) + c] += by;
    }
  }
}
