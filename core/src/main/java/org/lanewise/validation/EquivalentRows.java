package org.lanewise.validation;

import java.util.Arrays;
import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.Recipe;
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

  private EquivalentRows() {}

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
    NumericColumns rows = task.rows(NumericColumns.class);
    double[] scales = options.scales(VarianceStatistics.of(rows, task.labels()).summary());
    Transform scaling = Transform.standardization(new double[scales.length], scales);
    LeaveOneOut results =
        plain.apply(
            task.with(
                recipe.apply(options.withShrinkage(options.shrinkage().unstandardized())),
                NumericColumns.copyOf(scaling.of(rows)).withFeatures(rows.features())));
    double shift = -Arrays.stream(scales).map(StrictMath::log).sum();
    for (int row = 0; row < results.rowCount(); row++) {
      results.shift(row, shift);
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
      addOtherDimensions(by, inSpan, coordinates, task.labels(), results);
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

  private static void addOtherDimensions(
      Regularization by,
      DiscriminantOptions options,
      NumericColumns rows,
      Labels labels,
      LeaveOneOut results) {
    VarianceSummary summary = VarianceStatistics.of(rows, labels).summary();
    int k = (int) Arrays.stream(summary.classWeights()).filter(weight -> weight > 0).count();
    double divisor = Removed.divisor(options.divisor(), summary.totalWeight(), k);
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
      results.shift(row, -0.5 * others * (LOG_TWO_PI + StrictMath.log(tau)));
    }
  }
}
