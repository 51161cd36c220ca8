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
import org.lanewise.validation.Removals.Removed;

/// Rows removed from Gaussian Naive Bayes: in the row's own class each feature loses its square,
/// and in all classes ε follows the largest variance of the rows that are left. Where all classes
/// share the variances, these lose the square for every class, and the row's own its mean.
///
/// Lanes are rows: every sum over the features is one chain in their order. Σ z_j²/v_j is kept as a
/// fraction whose denominator is the product of the ratios of the variances v_j to those of all
/// rows, which the determinant needs: so that there is one division for a row and class.
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
  private final Removals removals;
  private final double[] classWeights;
  private final double total;
  private final double[] origin;
  private final double[][] means;
  private final double[][] squares;

  /// Σ_c of them where variances are pooled, else null.
  private final double[] within;

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
  private final double[] stretch = new double[BLOCK];
  private final double[] ones = new double[BLOCK];
  private final double[] leftDivisor = new double[BLOCK];
  private final double[] inverseDivisor = new double[BLOCK];
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
    removals =
        new Removals(
            new RemovedPriors(options.priors(), labels.classes(), classWeights), classWeights);
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
    within =
        options.variances() == GaussianBayesOptions.Variances.POOLED
            ? summary.withinSumsOfSquares()
            : null;
    Arrays.fill(ones, 1);
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
        NumericRemoval.refits(
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
    for (int own = 0; own < k; own++) {
      for (int first = 0; first < rowsOfClass[own].length; first += BLOCK) {
        int count = Math.min(BLOCK, rowsOfClass[own].length - first);
        load(own, first, count);
        for (int c = 0; c < k; c++) {
          score(c, own, first, count, results);
        }
        for (int r = 0; r < count; r++) {
          int row = rowsOfClass[own][first + r];
          if (!refits.isLast(row, results) && unfit[r]) {
            refits.refit(row, results);
          }
        }
      }
    }
    return results.finished();
  }

  /// Rows of a class less the origin, what is left of the sums of squares of the class, and ε
  /// without each of them.
  private void load(int own, int first, int count) {
    int[] which = rowsOfClass[own];
    double[] largest = new double[BLOCK];
    double[] share = new double[BLOCK];
    double[] totalShare = new double[BLOCK];
    double[] totalLeft = new double[BLOCK];
    double[] ofTotal = new double[BLOCK];
    Arrays.fill(unfit, false);
    for (int r = 0; r < count; r++) {
      double weight = labels.weight(which[first + r]);
      share[r] = Removed.of(weight, classWeights[own]).scatter();
      totalShare[r] = Removed.of(weight, total).scatter();
      stretch[r] = Removed.of(weight, classWeights[own]).stretch();
      leftDivisor[r] =
          within == null
              ? Removed.divisor(options.divisor(), classWeights[own] - weight, 1)
              : Removed.divisor(options.divisor(), total - weight, k);
      inverseDivisor[r] = 1 / leftDivisor[r];
      totalLeft[r] = total - weight;
    }
    for (int j = 0; j < d; j++) {
      int from = j * BLOCK;
      for (int r = 0; r < count; r++) {
        x[from + r] = rows.value(which[first + r], j) - origin[j];
      }
      double all = within == null ? squares[own][j] : within[j];
      subtract(from, means[own][j], all, share, ownLeft, from, count);
      subtract(from, grandMean[j], totalSquares[j], totalShare, ofTotal, 0, count);
      for (int r = 0; r < count; r++) {
        // Where nearly nothing is left, digits are lost.
        if (!(ownLeft[from + r] >= LEAST_LEFT * all)) {
          ownLeft[from + r] = squaresLeft(own, j, which[first + r]);
        }
        if (!(ofTotal[r] >= LEAST_LEFT * totalSquares[j])) {
          ofTotal[r] = squaresOf(allRows, j, which[first + r]);
        }
      }
      for (int r = 0; r < count; r++) {
        largest[r] = Math.max(largest[r], ofTotal[r]);
      }
    }
    for (int r = 0; r < count; r++) {
      newEpsilon[r] = largest[r] / totalLeft[r] * options.varianceSmoothing();
    }
  }

  /// What is left of a sum of squares about a mean without each row of a feature.
  private void subtract(
      int from, double mean, double all, double[] shares, double[] left, int to, int count) {
    for (int r = 0; r < count; r++) {
      double delta = x[from + r] - mean;
      left[to + r] = all - shares[r] * delta * delta;
    }
  }

  /// The squares that variances are made of without a row, taken anew.
  private double squaresLeft(int own, int feature, int row) {
    double left = squaresOf(rowsOfClass[own], feature, row);
    for (int c = 0; within != null && c < k; c++) {
      left += c == own ? 0 : squares[c][feature];
    }
    return left;
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

  /// The log joints under class c of a block of rows of class `own`.
  private void score(int c, int own, int first, int count, LeaveOneOut results) {
    double[] sums = new double[BLOCK];
    double[] products = new double[BLOCK];
    Arrays.fill(products, 1);
    double divisor = Removed.divisor(options.divisor(), classWeights[c], 1);
    for (int j = 0; j < d; j++) {
      if (c == own || within != null) {
        double[] stretches = c == own ? stretch : ones;
        addLeft(stretches, j * BLOCK, means[c][j], 1 / variances[c][j], sums, products, count);
      } else {
        double variance = squares[c][j] / divisor;
        add(
            x,
            j * BLOCK,
            means[c][j],
            variance,
            1 / variances[c][j],
            newEpsilon,
            sums,
            products,
            count);
      }
    }
    for (int r = 0; r < count; r++) {
      sums[r] /= products[r];
      if (!(leftDivisor[r] > 0)
          || !(products[r] >= LEAST_PRODUCT && products[r] <= 1 / LEAST_PRODUCT)
          || !(sums[r] < Double.POSITIVE_INFINITY)) {
        unfit[r] = true;
        products[r] = 1;
      }
    }
    Kernels.elementary().log(products, 0, count, products, 0);
    for (int r = 0; r < count; r++) {
      int row = rowsOfClass[own][first + r];
      removals.of(own, labels.weight(row));
      results.values()[results.at(row) + c] =
          removals.logPriors[c]
              + NumericRemoval.logNormalizer(logDeterminants[c] + products[r], d)
              - 0.5 * sums[r];
    }
  }

  /// Adds a feature under a class that loses no row: only ε may change.
  private static void add(
      double[] x,
      int from,
      double mean,
      double variance,
      double inverse,
      double[] epsilon,
      double[] sums,
      double[] products,
      int count) {
    for (int r = 0; r < count; r++) {
      double z = x[from + r] - mean;
      double ratio = (variance + epsilon[r]) * inverse;
      sums[r] = sums[r] * ratio + z * z * inverse * products[r];
      products[r] *= ratio;
    }
  }

  /// Adds a feature whose variance loses the row.
  ///
  /// @param stretches what the row less the mean is multiplied by
  private void addLeft(
      double[] stretches,
      int from,
      double mean,
      double inverse,
      double[] sums,
      double[] products,
      int count) {
    for (int r = 0; r < count; r++) {
      double z = stretches[r] * (x[from + r] - mean);
      double ratio = (ownLeft[from + r] * inverseDivisor[r] + newEpsilon[r]) * inverse;
      sums[r] = sums[r] * ratio + z * z * inverse * products[r];
      products[r] *= ratio;
    }
  }
}
