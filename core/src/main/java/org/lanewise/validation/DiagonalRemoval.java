package org.lanewise.validation;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.gaussian.GaussianBayesOptions;
import org.lanewise.model.gaussian.GaussianNaiveBayes;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;
import org.lanewise.validation.Removals.NumericRemoval;
import org.lanewise.validation.Removals.RemovedPriors;

/// Rows removed from Gaussian Naive Bayes: in the row's own class each feature loses its square,
/// and in all classes ε follows the largest variance of the rows that are left. Where all classes
/// share the variances, these lose the square for every class, and the row's own its mean.
///
/// With V a variance of the model, D its divisor and t = (x − μ)²/V, the variance that is left is V
/// times
///
/// ```
/// ratio = D/D' − a/D'·t + (ε' − ε·D/D')/V,   a = w·W/(W − w)
/// ```
///
/// Σ stretch²·t/ratio is kept as a fraction whose denominator is the product of the ratios, which
/// the determinant needs: there is one division and one logarithm for a row. Of classes that lose
/// no row the log joints are those of the model, but for ε' − ε: to first order where that is
/// exact, else by fractions too. Blocks of rows are taken class by class, lanes are rows, and every
/// sum over the features is one chain in their order.
final class DiagonalRemoval {

  private static final int BLOCK = 256;

  /// Below this share of a variance digits are lost: such rows are removed one by one.
  private static final double LEAST_LEFT = 0.05;

  /// Products of ratios of variances below it, or above its inverse, may have lost digits.
  private static final double LEAST_PRODUCT = 1e-280;

  /// A change of ε that is no more of any variance is below rounding.
  private static final double NO_CHANGE = 1e-17;

  /// And one whose square is.
  private static final double SMALL_CHANGE = 2e-8;

  private final NumericColumns rows;
  private final Labels labels;
  private final Refits<double[]> refits;
  private final Removals removals;
  private final DiagonalMoments moments;
  private final double[] logPriorsBefore;
  private final int d;
  private final int k;

  // Of a block of rows, in the order of their classes: class c from start[c] on.
  private final int[] start;
  private final int[] rowAt = new int[BLOCK];
  private final NumericBlock reader = new NumericBlock();

  /// Less the origin, `[j][i]`. Loops that vectorise index all their arrays alike.
  private final double[][] x;

  private final double[] epsilon = new double[BLOCK];
  private final double[] shareOfAll = new double[BLOCK];
  private final double[] base = new double[BLOCK];
  private final double[] loss = new double[BLOCK];
  private final double[] added = new double[BLOCK];
  private final double[] stretch = new double[BLOCK];
  private final double[] least = new double[BLOCK];
  private final double[] ratio = new double[BLOCK];
  private final double[] product = new double[BLOCK];
  private final double[] logs = new double[BLOCK];

  /// Of each class `[c][i]`: fractions, then the log density without the row, or of a class that
  /// did not lose it what it changes by, unless it is exact.
  private final double[][] sums;

  private final boolean[] exact;

  private DiagonalRemoval(
      NumericColumns rows,
      Labels labels,
      GaussianBayesOptions options,
      VarianceSummary summary,
      GaussianNaiveBayes model,
      Refits<double[]> refits) {
    this.rows = rows;
    this.labels = labels;
    this.refits = refits;
    d = rows.featureCount();
    k = labels.classCount();
    moments = new DiagonalMoments(rows, labels, options, summary, model);
    double[] classWeights = moments.classWeights;
    removals =
        new Removals(
            new RemovedPriors(options.priors(), labels.classes(), classWeights), classWeights);
    logPriorsBefore = Arrays.stream(model.priors()).map(StrictMath::log).toArray();
    start = new int[k + 1];
    x = new double[d][BLOCK];
    sums = new double[k][BLOCK];
    exact = new boolean[k];
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
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), labels.classCount())];
    model.scorer().logJoint(rows, joints);
    return new DiagonalRemoval(rows, labels, options, statistics.summary(), model, refits)
        .all(joints);
  }

  private LeaveOneOut all(double[] joints) {
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    double[] densities = new double[k];
    reader.begin(Stores.of(rows));
    for (int first = 0; first < rows.rowCount(); first += BLOCK) {
      int count = Math.min(BLOCK, rows.rowCount() - first);
      load(first, count);
      epsilons(count);
      for (int own = 0; own < k; own++) {
        lose(own, start[own], start[own + 1]);
      }
      if (!moments.pooled()) {
        changeOthers(count);
      }
      for (int own = 0; own < k; own++) {
        for (int i = start[own]; i < start[own + 1]; i++) {
          take(rowAt[i], own, i, results, densities);
        }
      }
    }
    reader.forget();
    return results.finished();
  }

  /// Rows in the order of their classes, and what their removal does to divisors and means.
  private void load(int first, int count) {
    Arrays.fill(start, 0);
    for (int r = 0; r < count; r++) {
      start[labels.index(first + r) + 1]++;
    }
    for (int c = 0; c < k; c++) {
      start[c + 1] += start[c];
    }
    int[] next = start.clone();
    for (int r = 0; r < count; r++) {
      rowAt[next[labels.index(first + r)]++] = first + r;
    }
    for (int j = 0; j < d; j += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, d - j);
      reader.read(j, width, first, count);
      for (int l = 0; l < width; l++) {
        gather(
            reader.column(l),
            reader.offset() - first,
            rowAt,
            count,
            moments.origin[j + l],
            x[j + l]);
      }
    }
    double total = moments.total;
    for (int own = 0; own < k; own++) {
      double weights = moments.classWeights[own];
      for (int i = start[own]; i < start[own + 1]; i++) {
        double weight = labels.weight(rowAt[i]);
        shareOfAll[i] = weight * total / (total - weight);
        stretch[i] = weights / (weights - weight);
        double left = moments.divisorLeft(own, weight);
        base[i] = moments.divisor(own) / left;
        loss[i] = weight * stretch[i] / left;
      }
    }
  }

  private static void gather(
      double[] column, int offset, int[] rowAt, int count, double origin, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = column[offset + rowAt[i]] - origin;
    }
  }

  /// ε without each row: the features of the largest sums of squares decide.
  private void epsilons(int count) {
    double smallest = Double.NEGATIVE_INFINITY;
    Arrays.fill(epsilon, 0, count, Double.NEGATIVE_INFINITY);
    for (int j : moments.byTotal) {
      if (moments.totalSquares[j] <= smallest) {
        break;
      }
      largest(x[j], count, moments.grandMean[j], moments.totalSquares[j], shareOfAll, epsilon);
      smallest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < count; i++) {
        smallest = Math.min(smallest, epsilon[i]);
      }
    }
    double largest = moments.totalSquares[moments.byTotal[0]];
    for (int i = 0; i < count; i++) {
      least[i] = epsilon[i] >= LEAST_LEFT * largest ? Double.POSITIVE_INFINITY : 0;
      epsilon[i] = moments.epsilon(epsilon[i], labels.weight(rowAt[i]));
      added[i] = epsilon[i] - moments.epsilon * base[i];
    }
  }

  private static void largest(
      double[] x, int count, double mean, double squares, double[] share, double[] largest) {
    for (int i = 0; i < count; i++) {
      double delta = x[i] - mean;
      largest[i] = Math.max(largest[i], squares - share[i] * delta * delta);
    }
  }

  /// Log densities of rows `from` to `to` − 1 of a class under it, or under all that share its
  /// variances, without each of them.
  private void lose(int own, int from, int to) {
    Arrays.fill(product, from, to, 1);
    int firstClass = moments.pooled() ? 0 : own;
    int lastClass = moments.pooled() ? k - 1 : own;
    for (int c = firstClass; c <= lastClass; c++) {
      Arrays.fill(sums[c], from, to, 0);
    }
    for (int j = 0; j < d; j++) {
      double inverse = moments.inverses[own][j];
      ratios(x[j], from, to, moments.means[own][j], inverse);
      for (int c = firstClass; c <= lastClass; c++) {
        add(x[j], from, to, moments.means[c][j], inverse, ratio, product, sums[c]);
      }
      multiply(product, ratio, from, to);
    }
    logsOfProducts(from, to);
    for (int c = firstClass; c <= lastClass; c++) {
      for (int i = from; i < to; i++) {
        double squared = sums[c][i] / product[i];
        squared *= c == own ? stretch[i] * stretch[i] : 1;
        sums[c][i] =
            NumericRemoval.logNormalizer(moments.logDeterminants[c] + logs[i], d) - 0.5 * squared;
      }
    }
  }

  private void ratios(double[] values, int from, int to, double mean, double inverse) {
    double[] b = base;
    double[] a = loss;
    double[] e = added;
    double[] out = ratio;
    double[] lowest = least;
    for (int i = from; i < to; i++) {
      double z = values[i] - mean;
      double r = (b[i] - a[i] * (z * z * inverse)) + e[i] * inverse;
      out[i] = r;
      lowest[i] = Math.min(lowest[i], r);
    }
  }

  private static void multiply(double[] product, double[] ratio, int from, int to) {
    for (int i = from; i < to; i++) {
      product[i] *= ratio[i];
    }
  }

  /// Adds t/ratio to fractions of the denominator `product`.
  private static void add(
      double[] x,
      int from,
      int to,
      double mean,
      double inverse,
      double[] ratio,
      double[] product,
      double[] sums) {
    for (int i = from; i < to; i++) {
      double z = x[i] - mean;
      sums[i] = sums[i] * ratio[i] + z * z * inverse * product[i];
    }
  }

  /// What log densities change by under the classes that lose no row: only ε may change.
  private void changeOthers(int count) {
    double change = 0;
    for (int i = 0; i < count; i++) {
      change = Math.max(change, Math.abs(epsilon[i] - moments.epsilon));
    }
    for (int c = 0; c < k; c++) {
      exact[c] = change * moments.largestInverse[c] > SMALL_CHANGE;
      for (int side = 0; side < 2; side++) {
        int from = side == 0 ? 0 : start[c + 1];
        int to = side == 0 ? start[c] : count;
        Arrays.fill(sums[c], from, to, 0);
        if (exact[c]) {
          exactly(c, from, to);
        } else if (change * moments.largestInverse[c] > NO_CHANGE) {
          toFirstOrder(c, from, to);
        }
      }
    }
  }

  /// −½ (Δ Σ 1/V − Δ Σ z²/V²).
  private void toFirstOrder(int c, int from, int to) {
    for (int j = 0; j < d; j++) {
      addSquares(x[j], from, to, moments.means[c][j], moments.inverses[c][j], sums[c]);
    }
    for (int i = from; i < to; i++) {
      double delta = epsilon[i] - moments.epsilon;
      sums[c][i] = -0.5 * delta * (moments.sumOfInverses[c] - sums[c][i]);
    }
  }

  private static void addSquares(
      double[] x, int from, int to, double mean, double inverse, double[] sums) {
    for (int i = from; i < to; i++) {
      double z = (x[i] - mean) * inverse;
      sums[i] = Math.fma(z, z, sums[i]);
    }
  }

  /// The density itself.
  private void exactly(int c, int from, int to) {
    Arrays.fill(product, from, to, 1);
    for (int j = 0; j < d; j++) {
      double inverse = moments.inverses[c][j];
      for (int i = from; i < to; i++) {
        ratio[i] = 1 + (epsilon[i] - moments.epsilon) * inverse;
      }
      add(x[j], from, to, moments.means[c][j], inverse, ratio, product, sums[c]);
      multiply(product, ratio, from, to);
    }
    logsOfProducts(from, to);
    for (int i = from; i < to; i++) {
      sums[c][i] =
          NumericRemoval.logNormalizer(moments.logDeterminants[c] + logs[i], d)
              - 0.5 * (sums[c][i] / product[i]);
    }
  }

  private void logsOfProducts(int from, int to) {
    for (int i = from; i < to; i++) {
      if (!(product[i] >= LEAST_PRODUCT && product[i] <= 1 / LEAST_PRODUCT)) {
        least[i] = 0;
        product[i] = 1;
      }
    }
    Kernels.elementary().log(product, from, to - from, logs, from);
  }

  private void take(int row, int own, int i, LeaveOneOut results, double[] densities) {
    if (refits.isLast(row, results)) {
      return;
    }
    double weight = labels.weight(row);
    boolean fits = moments.divisorLeft(own, weight) > 0;
    boolean apart = !(least[i] >= LEAST_LEFT);
    if (fits && apart) {
      fits = moments.densitiesWithout(row, own, densities);
    }
    removals.of(own, weight);
    double[] joints = results.values();
    int at = results.at(row);
    for (int c = 0; c < k && fits; c++) {
      double joint = removals.logPriors[c];
      if (apart) {
        joint += densities[c];
      } else if (c == own || moments.pooled() || exact[c]) {
        joint += sums[c][i];
      } else {
        joint += joints[at + c] - logPriorsBefore[c] + sums[c][i];
      }
      joints[at + c] = joint;
      fits = Double.isFinite(joint);
    }
    if (!fits) {
      refits.refit(row, results);
    }
  }
}
