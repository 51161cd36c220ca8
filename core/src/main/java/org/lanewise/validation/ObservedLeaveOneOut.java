package org.lanewise.validation;

import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.statistics.VarianceSummary;
import org.lanewise.validation.Removals.NumericRemoval;
import org.lanewise.validation.Removals.Removed;
import org.lanewise.validation.Removals.RemovedPriors;

/// Rows with missing numbers removed from Gaussian Naive Bayes. A row takes its observed values out
/// of the moments of its class: for each observed feature j, with the weight W_kj of the rows of
/// its class in which j is observed,
///
/// ```
/// mean             μ_kj − w/(W_kj − w)·δ_j
/// sum of squares   S_kj − w·W_kj/(W_kj − w)·δ_j²
/// ```
///
/// Other features keep their moments and add nothing to the row's density. For a row that holds
/// nearly all of a sum of squares, the model is refitted.
final class ObservedLeaveOneOut {

  /// Below this share of a sum of squares, a subtraction loses digits.
  private static final double MIN_LEFT = 0.01;

  private final NumericColumns rows;
  private final Labels labels;
  private final GaussianBayesOptions options;
  private final VarianceSummary summary;
  private final int d;
  private final int k;
  private final boolean pooled;

  // For each class and feature: the weight of the rows in which it is observed, and their moments.
  private final double[][] weights;
  private final double[][] means;
  private final double[][] remainders;
  private final double[][] squares;

  // For each feature, over all classes; variances are divided by the weight.
  private final double[] totals;
  private final double[] within;
  private final double[] allMeans;
  private final double[] allVariances;

  private ObservedLeaveOneOut(
      LeaveOneOutTask task, GaussianBayesOptions options, VarianceSummary summary) {
    rows = task.rows(NumericColumns.class);
    labels = task.labels();
    this.options = options;
    this.summary = summary;
    d = rows.featureCount();
    k = labels.classCount();
    pooled = options.pooledVariances();
    weights = new double[k][];
    means = new double[k][];
    remainders = new double[k][];
    squares = new double[k][];
    totals = new double[d];
    within = summary.withinSumsOfSquares();
    allMeans = new double[d];
    allVariances = summary.totalVariances();
    for (int c = 0; c < k; c++) {
      weights[c] = summary.featureWeights(c);
      means[c] = summary.mean(c);
      remainders[c] = summary.meanRemainder(c);
      squares[c] = summary.sumsOfSquares(c);
      for (int j = 0; j < d; j++) {
        totals[j] += weights[c][j];
      }
    }
    double[] origin = summary.origin();
    for (int c = 0; c < k; c++) {
      double[] residual = summary.residualMean(c);
      for (int j = 0; j < d; j++) {
        allMeans[j] += weights[c][j] / totals[j] * residual[j];
      }
    }
    for (int j = 0; j < d; j++) {
      allMeans[j] += origin[j];
    }
  }

  /// @param summary the summary of these rows
  static LeaveOneOut of(
      LeaveOneOutTask task, GaussianBayesOptions options, VarianceSummary summary) {
    Refits refits =
        task.refits(given -> task.recipe().fit(task.rows(), given), RowFormat.NUMBERS_WITH_MISSING);
    return new ObservedLeaveOneOut(task, options, summary).all(refits);
  }

  private LeaveOneOut all(Refits refits) {
    double[] classWeights = summary.classWeights();
    Removals removals =
        new Removals(
            new RemovedPriors(options.priors(), labels.classes(), classWeights), classWeights);
    LeaveOneOut results =
        new LeaveOneOut(labels, new double[Math.multiplyExact(rows.rowCount(), k)]);
    double[] row = new double[d];
    for (int index = 0; index < rows.rowCount(); index++) {
      if (refits.isLast(index, results)) {
        continue;
      }
      rows.row(index, row);
      int own = labels.index(index);
      double weight = labels.weight(index);
      removals.of(own, weight);
      if (!densities(row, own, weight, results.values(), results.at(index))) {
        refits.refit(index, results);
        continue;
      }
      for (int c = 0; c < k; c++) {
        results.values()[results.at(index) + c] += removals.logPriors[c];
      }
    }
    return results.finished();
  }

  /// log p(x | c) of a row under every class, fitted without it, into `out[from + c]`.
  ///
  /// @return whether these are exact; otherwise they are meaningless
  private boolean densities(double[] row, int own, double weight, double[] out, int from) {
    double epsilon = epsilon(row, weight);
    boolean exact = epsilon >= 0 && divisor(summary, own, weight) > 0;
    for (int c = 0; c < k && exact; c++) {
      double logDeterminant = 0;
      double sum = 0;
      int observed = 0;
      for (int j = 0; j < d && exact; j++) {
        if (Double.isNaN(row[j])) {
          continue;
        }
        Removed removed = Removed.of(weight, weights[own][j]);
        double ofOwn = row[j] - means[own][j] - remainders[own][j];
        boolean loses = pooled || c == own;
        double whole = pooled ? within[j] : squares[c][j];
        double left = loses ? whole - removed.scatter() * ofOwn * ofOwn : whole;
        double variance =
            left / divisor(pooled ? totals[j] : weights[c][j], loses ? weight : 0) + epsilon;
        double z = c == own ? removed.stretch() * ofOwn : row[j] - means[c][j] - remainders[c][j];
        exact =
            left >= MIN_LEFT * whole
                && weights[own][j] > weight
                && variance > 0
                && variance < Double.POSITIVE_INFINITY;
        logDeterminant += StrictMath.log(variance);
        sum += z * z / variance;
        observed++;
      }
      out[from + c] = NumericRemoval.logNormalizer(logDeterminant, observed) - 0.5 * sum;
      exact &= Double.isFinite(out[from + c]);
    }
    return exact;
  }

  private double divisor(VarianceSummary of, int own, double weight) {
    return divisor(pooled ? of.totalWeight() : of.classWeight(own), weight);
  }

  private double divisor(double all, double weight) {
    return Removed.divisor(options.divisor(), all - weight, pooled ? k : 1);
  }

  /// ε without a row, or −1 if a sum of squares that may be the largest loses digits.
  private double epsilon(double[] row, double weight) {
    if (options.varianceSmoothing() == 0) {
      return 0;
    }
    double largest = 0;
    double doubtful = 0;
    for (int j = 0; j < d; j++) {
      double left = allVariances[j];
      if (!Double.isNaN(row[j])) {
        double delta = row[j] - allMeans[j];
        double whole = totals[j] * allVariances[j];
        double rest = whole - Removed.of(weight, totals[j]).scatter() * delta * delta;
        left = rest / (totals[j] - weight);
        if (!(rest >= MIN_LEFT * whole)) {
          doubtful = Math.max(doubtful, whole / (totals[j] - weight));
          continue;
        }
      }
      largest = Math.max(largest, left);
    }
    return doubtful > largest ? -1 : largest * options.varianceSmoothing();
  }
}
