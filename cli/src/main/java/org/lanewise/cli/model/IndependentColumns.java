package org.lanewise.cli.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Numbers and indicators of categories, without indicators that other columns determine: those
/// that are a linear function of the columns before them in all rows. A linear discriminant does
/// not need them, and with them its covariance is singular.
///
/// @param kept the indices of the other columns
/// @param features all columns
/// @param means the mean of each column
record IndependentColumns(int[] kept, Features features, double[] means) {

  /// The share of a column's variance up to which what other columns leave of it is rounding.
  private static final double ROUNDING = 1e-10;

  /// The columns of rows.
  ///
  /// @param complete the rows without missing values
  /// @param numbers how many of the columns are numbers, which are kept
  static IndependentColumns of(NumericColumns rows, Labels labels, int[] complete, int numbers) {
    double[] weights = new double[rows.rowCount()];
    double[][] copy = new double[rows.rowCount()][rows.featureCount()];
    for (int row : complete) {
      weights[row] = labels.weight(row);
      rows.row(row, copy[row]);
    }
    GaussianSummary all =
        GaussianStatistics.pooled(rows.features(), labels.classes())
            .add(
                NumericColumns.fromRows(copy).withFeatures(rows.features()),
                labels.withWeights(weights))
            .as(GaussianStatistics.class)
            .ofAllRows()
            .summary();
    double[][] scatter = all.withinScatter();
    int d = scatter.length;
    // Cholesky factorisation by rows, in which a column that others determine gets none.
    List<Integer> kept = new ArrayList<>();
    double[][] factor = new double[d][];
    for (int j = 0; j < d; j++) {
      double[] own = new double[kept.size()];
      double left = scatter[j][j];
      for (int i = 0; i < own.length; i++) {
        double[] other = factor[kept.get(i)];
        double sum = scatter[j][kept.get(i)];
        for (int l = 0; l < i; l++) {
          sum -= own[l] * other[l];
        }
        own[i] = other[i] > 0 ? sum / other[i] : 0;
        left -= own[i] * own[i];
      }
      if (j < numbers || scatter[j][j] == 0 || left > ROUNDING * scatter[j][j]) {
        factor[j] = Arrays.copyOf(own, own.length + 1);
        factor[j][own.length] = left > ROUNDING * scatter[j][j] ? Math.sqrt(left) : 0;
        kept.add(j);
      }
    }
    return new IndependentColumns(
        kept.stream().mapToInt(j -> j).toArray(), rows.features(), all.mean(0));
  }

  /// Whether no column is left out.
  boolean areAll() {
    return kept.length == means.length;
  }

  /// Rows with the columns that are kept.
  NumericColumns of(NumericColumns rows) {
    double[][] columns = new double[kept.length][rows.rowCount()];
    double[] row = new double[rows.featureCount()];
    for (int i = 0; i < rows.rowCount(); i++) {
      rows.row(i, row);
      for (int j = 0; j < kept.length; j++) {
        columns[j][i] = row[kept[j]];
      }
    }
    return NumericColumns.of(columns)
        .withFeatures(
            features.areNamed()
                ? Features.of(IntStream.of(kept).mapToObj(features::name).toList())
                : Features.unnamed(kept.length));
  }

  /// A discriminant of all columns with the posteriors of one of the columns that are kept: each of
  /// the others has one mean, the variance 1, which no indicator has, and no covariance.
  LinearDiscriminant widened(LinearDiscriminant model) {
    double[] origin = means.clone();
    double[][] residuals = new double[model.classCount()][means.length];
    double[][] covariance = new double[means.length][means.length];
    for (int j = 0; j < means.length; j++) {
      covariance[j][j] = 1;
    }
    double[][] known = model.covariance();
    for (int i = 0; i < kept.length; i++) {
      origin[kept[i]] = model.origin(0)[i];
      for (int c = 0; c < residuals.length; c++) {
        residuals[c][kept[i]] = model.residualMean(c)[i];
      }
      for (int j = 0; j < kept.length; j++) {
        covariance[kept[i]][kept[j]] = known[i][j];
      }
    }
    return LinearDiscriminant.of(
        features, model.classes(), model.priors(), origin, residuals, covariance);
  }
}
