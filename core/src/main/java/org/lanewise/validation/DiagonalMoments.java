package org.lanewise.validation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.statistics.VarianceSummary;
import org.lanewise.validation.Removals.NumericRemoval;
import org.lanewise.validation.Removals.Removed;

/// Moments of single features from which rows are removed, and the removal of a single row, which
/// recomputes from the rows those sums whose digits a subtraction would lose.
///
/// A row takes its observed values out of the moments of its class: for each observed feature j,
/// with the weight W_kj of the rows of its class in which j is observed,
///
/// ```
/// mean             μ_kj − w/(W_kj − w)·δ_j
/// sum of squares   S_kj − w·W_kj/(W_kj − w)·δ_j²
/// ```
///
/// Other features keep their moments and add nothing to the row's density.
final class DiagonalMoments {

  /// Below this share, a sum of squares is recomputed from the rows.
  private static final double MIN_LEFT = 0.01;

  /// Means and 1/V are padded to a multiple of this, by 0.
  static final int PADDING = 2;

  private final NumericColumns rows;
  private final Labels labels;
  private final GaussianBayesOptions options;
  private final double[][] squares;

  /// Their sum over classes if variances are pooled, else null.
  private final double[] within;

  /// The pivot of the rows whose squares were summed last.
  private double lastPivot;

  private double lastMean;

  private int[][] rowsOfClass;
  private int[] allRows;

  final double[] classWeights;
  final double total;

  /// W_kj of each class and feature, and their sums over all classes.
  private final double[][] weights;

  private final double[] totals;

  /// The origin of each class, and its mean minus that.
  final double[][] origins;

  final double[][] means;

  /// The mean of all rows as origin and residual.
  final double[] grandOrigin;

  final double[] grandMean;
  final double[] totalSquares;

  /// The features in descending order of their sums of squares.
  final int[] byTotal;

  final double epsilon;

  /// 1/V of the model, their largest and their sum.
  final double[][] inverses;

  final double[] largestInverse;
  final double[] sumOfInverses;
  final double[] logDeterminants;
  private final int d;
  private final int k;

  DiagonalMoments(
      NumericColumns rows,
      Labels labels,
      GaussianBayesOptions options,
      VarianceSummary summary,
      GaussianNaiveBayes model) {
    this.rows = rows;
    this.labels = labels;
    this.options = options;
    d = rows.featureCount();
    k = labels.classCount();
    classWeights = summary.classWeights();
    total = summary.totalWeight();
    origins = new double[k][];
    grandOrigin = summary.origin();
    means = new double[k][];
    squares = new double[k][];
    weights = new double[k][];
    totals = new double[d];
    inverses = new double[k][];
    largestInverse = new double[k];
    sumOfInverses = new double[k];
    logDeterminants = new double[k];
    grandMean = new double[d];
    int padded = Math.ceilDiv(d, PADDING) * PADDING;
    for (int c = 0; c < k; c++) {
      origins[c] = c > 0 && model.sharesOrigin() ? origins[0] : model.origin(c);
      means[c] = Arrays.copyOf(model.residualMean(c), padded);
      squares[c] = summary.sumsOfSquares(c);
      weights[c] = summary.featureWeights(c);
      double[] variances = model.variances(c);
      inverses[c] = new double[padded];
      Arrays.setAll(inverses[c], j -> j < d ? 1 / variances[j] : 0);
      largestInverse[c] = Arrays.stream(inverses[c]).max().orElse(0);
      sumOfInverses[c] = Arrays.stream(inverses[c]).sum();
      logDeterminants[c] = model.logDeterminant(c);
    }
    for (int j = 0; j < d; j++) {
      for (double[] ofClass : weights) {
        totals[j] += ofClass[j];
      }
    }
    for (int c = 0; c < k; c++) {
      double[] residual = summary.residualMean(c);
      for (int j = 0; j < d; j++) {
        grandMean[j] = Math.fma(weights[c][j] / totals[j], residual[j], grandMean[j]);
      }
    }
    within = options.pooledVariances() ? summary.withinSumsOfSquares() : null;
    totalSquares = summary.totalVariances();
    double largest = Arrays.stream(totalSquares).max().orElse(0);
    epsilon = largest * options.varianceSmoothing();
    for (int j = 0; j < d; j++) {
      totalSquares[j] *= totals[j];
    }
    byTotal =
        IntStream.range(0, d)
            .boxed()
            .sorted((a, b) -> Double.compare(totalSquares[b], totalSquares[a]))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  boolean pooled() {
    return within != null;
  }

  /// The divisor of the variances of a class without a weight.
  double divisorLeft(int label, double weight) {
    return within == null
        ? Removed.divisor(options.divisor(), classWeights[label] - weight, 1)
        : Removed.divisor(options.divisor(), total - weight, k);
  }

  /// ε if the largest remaining sum of squares is given.
  double epsilon(double largest, double weight) {
    return largest / (total - weight) * options.varianceSmoothing();
  }

  /// log p(x | c) of a row under every class, fitted without it.
  ///
  /// @return whether there is a density: each remaining variance is above 0 and finite
  boolean densitiesWithout(int row, int own, double[] out) {
    double weight = labels.weight(row);
    double newEpsilon = epsilonWithout(row, weight);
    double[] left = new double[d];
    double[] fromOwnMean = new double[d];
    for (int j = 0; j < d; j++) {
      double value = rows.value(row, j) - origins[own][j];
      fromOwnMean[j] = Double.NaN;
      if (Double.isNaN(value)) {
        continue;
      }
      if (!(weights[own][j] > weight)) {
        return false;
      }
      Removed removed = Removed.of(weight, weights[own][j]);
      fromOwnMean[j] = removed.stretch() * (value - means[own][j]);
      double all = within == null ? squares[own][j] : within[j];
      left[j] = left(value - means[own][j], all, removed.scatter());
      if (!(left[j] >= MIN_LEFT * all)) {
        left[j] = squaresLeft(own, j, row);
        fromOwnMean[j] = (rows.value(row, j) - lastPivot) - lastMean;
      }
    }
    for (int c = 0; c < k; c++) {
      boolean loses = c == own || within != null;
      double logDeterminant = 0;
      double sum = 0;
      int observed = 0;
      for (int j = 0; j < d; j++) {
        if (Double.isNaN(fromOwnMean[j])) {
          continue;
        }
        double divisor =
            Removed.divisor(
                options.divisor(),
                (within == null ? weights[c][j] : totals[j]) - (loses ? weight : 0),
                within == null ? 1 : k);
        double variance = (loses ? left[j] : squares[c][j]) * (1 / divisor) + newEpsilon;
        double z = c == own ? fromOwnMean[j] : rows.value(row, j) - origins[c][j] - means[c][j];
        if (!(variance > 0 && variance < Double.POSITIVE_INFINITY)) {
          return false;
        }
        logDeterminant += StrictMath.log(variance);
        sum += z * z / variance;
        observed++;
      }
      out[c] = NumericRemoval.logNormalizer(logDeterminant, observed) - 0.5 * sum;
    }
    return true;
  }

  /// The smallest 1 − loss·t + added/V of a row in its class.
  double leastRatio(int row, int own, double loss, double added) {
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < d; j++) {
      double z = rows.value(row, j) - origins[own][j] - means[own][j];
      double ratio =
          Math.fma(added, inverses[own][j], Math.fma(-loss, z * z * inverses[own][j], 1));
      least = Math.min(least, ratio);
    }
    return least;
  }

  private static double left(double delta, double all, double share) {
    return all - share * delta * delta;
  }

  /// ε of all rows except one.
  private double epsilonWithout(int row, double weight) {
    double largest = 0;
    for (int j : byTotal) {
      double delta = rows.value(row, j) - grandOrigin[j] - grandMean[j];
      double lost = Double.isNaN(delta) ? 0 : weight;
      double left = totalSquares[j];
      if (left / (totals[j] - lost) <= largest) {
        continue;
      }
      if (lost > 0) {
        left = left(delta, left, Removed.of(weight, totals[j]).scatter());
        if (!(left >= MIN_LEFT * totalSquares[j])) {
          left = squaresOf(all(), j, row);
        }
      }
      largest = Math.max(largest, left / (totals[j] - lost));
    }
    return largest * options.varianceSmoothing();
  }

  private int[] all() {
    if (allRows == null) {
      allRows = IntStream.range(0, rows.rowCount()).toArray();
    }
    return allRows;
  }

  private int[] ofClass(int label) {
    if (rowsOfClass == null) {
      rowsOfClass = new int[k][];
    }
    if (rowsOfClass[label] == null) {
      rowsOfClass[label] = Arrays.stream(all()).filter(row -> labels.index(row) == label).toArray();
    }
    return rowsOfClass[label];
  }

  /// The sum of squares for a variance without a row, recomputed.
  private double squaresLeft(int own, int feature, int row) {
    double left = squaresOf(ofClass(own), feature, row);
    for (int c = 0; within != null && c < k; c++) {
      left += c == own ? 0 : squares[c][feature];
    }
    return left;
  }

  /// Σ w (x_j − mean)² of some rows without one of them. An origin of all rows may be far from the
  /// others if that row is.
  private double squaresOf(int[] which, int feature, int without) {
    double pivot = Double.NaN;
    double weight = 0;
    double sum = 0;
    for (int row : which) {
      double value = rows.value(row, feature);
      double w = row == without || Double.isNaN(value) ? 0 : labels.weight(row);
      if (w > 0) {
        pivot = weight == 0 ? value : pivot;
        weight += w;
        sum += w * (value - pivot);
      }
    }
    double mean = sum / weight;
    lastMean = mean;
    lastPivot = pivot;
    double squared = 0;
    double rest = 0;
    for (int row : which) {
      double part = (rows.value(row, feature) - pivot) - mean;
      double w = row == without || Double.isNaN(part) ? 0 : labels.weight(row);
      if (w > 0) {
        squared = Math.fma(w * part, part, squared);
        rest += w * part;
      }
    }
    return weight > 0 ? Math.max(0, squared - rest * rest / weight) : 0;
  }
}
