package org.lanewise.validation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// Rows removed from Gaussian Naive Bayes: in the row's own class each feature loses its square,
/// and in all classes ε follows the largest variance of the rows that are left.
///
/// Lanes are rows: every sum over the features is one chain in their order.
final class DiagonalRemoval {

  private static final int BLOCK = 64;

  /// Below this share a sum of squares is taken anew from the rows.
  private static final double LEAST_LEFT = 1e-4;

  /// Products of ratios of variances below it, or above its inverse, may have lost digits.
  private static final double LEAST_PRODUCT = 1e-280;

  private final NumericColumns rows;
  private final Labels labels;
  private final GaussianBayesOptions options;
  private final Refits<double[]> refits;
  private final RemovedPriors priors;
  private final double[] classWeights;
  private final double total;
  private final double[] origin;
  private final double[][] means;
  private final double[][] squares;
  private final double[][] variances;
  private final double[] logDeterminants;
  private final double[] grandMean;
  private final double[] totalSquares;
  private final int[][] rowsOfClass;
  private final int[] allRows;
  private final int d;
  private final int k;

  // Of a block of rows, [j·BLOCK + r].
  private final double[] x;
  private final double[] ownLeft;
  private final double[] newEpsilon = new double[BLOCK];
  private final double[] sums = new double[BLOCK];
  private final double[] products = new double[BLOCK];
  private final boolean[] unfit = new boolean[BLOCK];

  private DiagonalRemoval(
      NumericColumns rows,
      Labels labels,
      GaussianBayesOptions options,
      VarianceSummary summary,
      GaussianNaiveBayes model,
      Refits<double[]> refits) {
    this.rows = rows;
    this.labels = labels;
    this.options = options;
    this.refits = refits;
    d = rows.featureCount();
    k = labels.classCount();
    classWeights = summary.classWeights();
    total = summary.totalWeight();
    priors = new RemovedPriors(options.priors(), labels.classes(), classWeights);
    origin = summary.origin();
    means = new double[k][];
    squares = new double[k][];
    variances = new double[k][];
    logDeterminants = new double[k];
    grandMean = new double[d];
    rowsOfClass = new int[k][];
    allRows = IntStream.range(0, rows.rowCount()).toArray();
    for (int c = 0; c < k; c++) {
      int label = c;
      means[c] = summary.residualMean(c);
      squares[c] = summary.sumsOfSquares(c);
      variances[c] = model.variances(c);
      logDeterminants[c] = model.logDeterminant(c);
      rowsOfClass[c] = Arrays.stream(allRows).filter(row -> labels.index(row) == label).toArray();
      for (int j = 0; j < d; j++) {
        grandMean[j] = Math.fma(classWeights[c] / total, means[c][j], grandMean[j]);
      }
    }
    totalSquares = summary.totalVariances();
    for (int j = 0; j < d; j++) {
      totalSquares[j] *= total;
    }
    x = new double[d * BLOCK];
    ownLeft = new double[d * BLOCK];
  }

  static LeaveOneOut of(
      NumericColumns rows, Labels labels, GaussianBayesOptions options, EssentialRows essential) {
    VarianceStatistics statistics = VarianceStatistics.of(rows, labels);
    GaussianNaiveBayes model = GaussianNaiveBayes.fit(statistics, options);
    Refits<double[]> refits =
        NumericRows.refits(
            rows,
            labels,
            essential,
            given -> GaussianNaiveBayes.fit(VarianceStatistics.of(rows, given), options).scorer());
    if (Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    return new DiagonalRemoval(rows, labels, options, statistics.summary(), model, refits).all();
  }

  private LeaveOneOut all() {
    LeaveOneOut results =
        new LeaveOneOut(labels, new double[Math.multiplyExact(rows.rowCount(), k)]);
    for (int first = 0; first < rows.rowCount(); first += BLOCK) {
      int count = Math.min(BLOCK, rows.rowCount() - first);
      load(first, count);
      for (int c = 0; c < k; c++) {
        score(c, first, count, results);
      }
      for (int r = 0; r < count; r++) {
        if (refits.isLast(first + r, results)) {
          continue;
        }
        if (unfit[r]) {
          refits.refit(first + r, results);
        } else {
          results.take(first + r);
        }
      }
    }
    return results;
  }

  /// The rows of a block less the origin, what is left of the sums of squares of their classes, and
  /// ε without each of them.
  private void load(int first, int count) {
    Arrays.fill(newEpsilon, 0);
    Arrays.fill(unfit, false);
    for (int j = 0; j < d; j++) {
      for (int r = 0; r < count; r++) {
        int row = first + r;
        int own = labels.index(row);
        double weight = labels.weight(row);
        double value = rows.value(row, j) - origin[j];
        x[j * BLOCK + r] = value;
        double delta = value - means[own][j];
        double all = squares[own][j];
        double left = all - Removed.of(weight, classWeights[own]).scatter() * delta * delta;
        ownLeft[j * BLOCK + r] =
            left >= LEAST_LEFT * all ? left : squaresOf(rowsOfClass[own], j, row);
        double part = value - grandMean[j];
        double totalLeft = totalSquares[j] - Removed.of(weight, total).scatter() * part * part;
        if (!(totalLeft >= LEAST_LEFT * totalSquares[j])) {
          totalLeft = squaresOf(allRows, j, row);
        }
        newEpsilon[r] = Math.max(newEpsilon[r], totalLeft / (total - weight));
      }
    }
    for (int r = 0; r < count; r++) {
      newEpsilon[r] *= options.varianceSmoothing();
    }
  }

  /// Σ w (x_j − mean)² of some rows without one of them.
  private double squaresOf(int[] which, int feature, int without) {
    double weight = 0;
    double sum = 0;
    for (int row : which) {
      double w = row == without ? 0 : labels.weight(row);
      weight += w;
      sum += w * (rows.value(row, feature) - origin[feature]);
    }
    double mean = sum / weight;
    double squared = 0;
    double rest = 0;
    for (int row : which) {
      double w = row == without ? 0 : labels.weight(row);
      double part = (rows.value(row, feature) - origin[feature]) - mean;
      squared = Math.fma(w * part, part, squared);
      rest += w * part;
    }
    return weight > 0 ? Math.max(0, squared - rest * rest / weight) : 0;
  }

  /// The log joints of a block under class c.
  private void score(int c, int first, int count, LeaveOneOut results) {
    Arrays.fill(sums, 0);
    Arrays.fill(products, 1);
    double divisor = Removed.divisor(options.divisor(), classWeights[c], 1);
    for (int j = 0; j < d; j++) {
      addFeature(x, j * BLOCK, means[c][j], squares[c][j] / divisor, 1 / variances[c][j], count);
    }
    for (int r = 0; r < count; r++) {
      if (labels.index(first + r) == c) {
        ownClass(first + r, r, c);
      }
      if (!(products[r] >= LEAST_PRODUCT && products[r] <= 1 / LEAST_PRODUCT)) {
        unfit[r] = true;
        products[r] = 1;
      }
    }
    Kernels.ELEMENTARY.log(products, 0, count, products, 0);
    for (int r = 0; r < count; r++) {
      int row = first + r;
      double logPrior = logPrior(row, c);
      results.values()[results.at(row) + c] =
          logPrior + NumericRows.logNormalizer(logDeterminants[c] + products[r], d) - 0.5 * sums[r];
    }
  }

  private double logPrior(int row, int c) {
    int own = labels.index(row);
    return rowsOfClass[own].length == 1 ? 0 : priors.without(own, labels.weight(row))[c];
  }

  /// Adds a feature under a class that loses no row: only ε may change.
  private void addFeature(
      double[] values, int from, double mean, double variance, double inverse, int count) {
    for (int r = 0; r < count; r++) {
      double z = values[from + r] - mean;
      double now = variance + newEpsilon[r];
      sums[r] += z * z / now;
      products[r] *= now * inverse;
    }
  }

  /// The sums of a row under its own class.
  private void ownClass(int row, int r, int own) {
    double weight = labels.weight(row);
    double stretch = Removed.of(weight, classWeights[own]).stretch();
    double divisor = Removed.divisor(options.divisor(), classWeights[own] - weight, 1);
    double sum = 0;
    double product = 1;
    for (int j = 0; j < d; j++) {
      double z = stretch * (x[j * BLOCK + r] - means[own][j]);
      double now = ownLeft[j * BLOCK + r] / divisor + newEpsilon[r];
      sum += z * z / now;
      product *= now / variances[own][j];
    }
    sums[r] = sum;
    products[r] = product;
    unfit[r] |= !(divisor > 0 && sum < Double.POSITIVE_INFINITY);
  }
}
