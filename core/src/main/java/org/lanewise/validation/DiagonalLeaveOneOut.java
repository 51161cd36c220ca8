package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.LOG;

import java.util.Arrays;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.internal.kernel.Elementary;
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
/// and in all classes ε follows the largest variance of the remaining rows. If all classes share
/// the variances, these lose the square for every class, and the row's own class loses its share of
/// the mean.
///
/// With a variance V of the model, its divisor D and t = (x − μ)²/V, the remaining variance is
/// V·D/D' times
///
/// ```
/// ratio = 1 − a/D·t + (ε'·D'/D − ε)/V,   a = w·W/(W − w)
/// ```
///
/// Σ stretch²·t/ratio is kept as a fraction whose denominator is the product of the ratios, which
/// the determinant needs: so each row takes one division and one logarithm. Classes that lose no
/// row change by ε' − ε: to first order if that is exact, otherwise by fractions too. Blocks of
/// rows are processed class by class and panel by panel of columns, with rows as lanes, and every
/// sum over features is one chain in their order.
final class DiagonalLeaveOneOut {

  private static final int BLOCK = 256;

  /// Below this share of a variance, digits are lost: such rows are removed one by one.
  private static final double MIN_LEFT = 0.05;

  /// Products of ratios of variances below it, or above its inverse, may have lost digits.
  private static final double MIN_PRODUCT = 1e-280;

  /// A change of ε whose square relative to any variance is at most this is below rounding.
  private static final double SMALL_CHANGE = 2e-8;

  private final NumericColumns rows;
  private final Labels labels;
  private final Refits refits;
  private final RemovedPriors priors;
  private final DiagonalMoments moments;
  private final int d;
  private final int k;

  // The rows of a block in the order of their classes: class c from start[c] on.
  private final int[] start;
  private final int[] rowAt = new int[BLOCK];
  private final NumericBlock reader = new NumericBlock();

  /// A panel of columns minus an origin, `[l][i]`, 0 after the last feature.
  private final double[][] x = new double[NumericBlock.WIDTH][BLOCK];

  /// The change of ε without the row.
  private final double[] change = new double[BLOCK];

  private final double[] shareOfAll = new double[BLOCK];

  // D/D', its logarithm, a/D, ε'·D'/D − ε and W/(W − w).
  private final double[] base = new double[BLOCK];
  private final double[] logBase = new double[BLOCK];
  private final double[] loss = new double[BLOCK];
  private final double[] added = new double[BLOCK];
  private final double[] stretch = new double[BLOCK];

  private final double[] ratio = new double[BLOCK];
  private final double[] logs = new double[BLOCK];

  /// Rows that are removed one by one, and candidates for that.
  private final boolean[] apart = new boolean[BLOCK];

  private final boolean[] doubtful = new boolean[BLOCK];

  /// For each class, the change of ε times its largest 1/V, `[c][i]`.
  private final double[][] changes;

  /// For each class, `[c][i]`: fractions, their denominators, then log densities without the row.
  private final double[][] sums;

  private final double[][] products;

  /// Whether a class that lost no row must change by fractions.
  private final boolean[] exact;

  private DiagonalLeaveOneOut(
      LeaveOneOutTask task,
      GaussianBayesOptions options,
      VarianceSummary summary,
      GaussianNaiveBayes model,
      Refits refits) {
    rows = task.rows(NumericColumns.class);
    labels = task.labels();
    this.refits = refits;
    d = rows.featureCount();
    k = labels.classCount();
    moments = new DiagonalMoments(rows, labels, options, summary, model);
    priors = new RemovedPriors(options.priors(), labels.classes(), moments.classWeights);
    start = new int[k + 1];
    sums = new double[k][BLOCK];
    products = new double[k][BLOCK];
    exact = new boolean[k];
    changes = new double[k][BLOCK];
  }

  static LeaveOneOut of(LeaveOneOutTask task) {
    GaussianBayesOptions options = task.options(GaussianBayesOptions.class);
    VarianceStatistics statistics =
        VarianceStatistics.of(task.rows(), task.labels(), options.missing());
    GaussianNaiveBayes model = GaussianNaiveBayes.recipe(options).fit(statistics);
    VarianceSummary summary = statistics.summary();
    Refits refits =
        task.refits(
            given -> task.recipe().fit(task.rows(), given),
            summary.hasMissing() ? RowFormat.NUMBERS_WITH_MISSING : RowFormat.NUMBERS);
    if (Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    return new DiagonalLeaveOneOut(task, options, summary, model, refits)
        .all(!summary.hasMissing());
  }

  /// @param inBlocks whether rows are complete
  private LeaveOneOut all(boolean inBlocks) {
    LeaveOneOut results =
        new LeaveOneOut(labels, new double[Math.multiplyExact(rows.rowCount(), k)]);
    double[] densities = new double[k];
    for (int row = 0; !inBlocks && row < rows.rowCount(); row++) {
      take(row, labels.index(row), -1, results, densities);
    }
    reader.begin(Stores.of(rows));
    for (int first = 0; inBlocks && first < rows.rowCount(); first += BLOCK) {
      int count = Math.min(BLOCK, rows.rowCount() - first);
      sort(first, count);
      epsilons(first, count);
      sum(first, count);
      for (int c = 0; c < k; c++) {
        finish(c, count);
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

  /// Sorts rows by class, and computes the effect of their removal on divisors and means.
  private void sort(int first, int count) {
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
    double total = moments.total;
    for (int own = 0; own < k; own++) {
      double weights = moments.classWeights[own];
      double divisor = moments.divisorLeft(own, 0);
      for (int i = start[own]; i < start[own + 1]; i++) {
        double weight = labels.weight(rowAt[i]);
        if (i > start[own] && weight == labels.weight(rowAt[i - 1])) {
          shareOfAll[i] = shareOfAll[i - 1];
          stretch[i] = stretch[i - 1];
          base[i] = base[i - 1];
          logBase[i] = logBase[i - 1];
          loss[i] = loss[i - 1];
          continue;
        }
        shareOfAll[i] = weight * total / (total - weight);
        stretch[i] = weights / (weights - weight);
        base[i] = divisor / moments.divisorLeft(own, weight);
        logBase[i] = Elementary.log(base[i]);
        loss[i] = weight * stretch[i] / divisor;
      }
    }
  }

  /// Columns j to j + width − 1, which have been read, minus an origin.
  private void load(int j, int width, double[] origin, int first, int count) {
    for (int l = 0; l < width; l++) {
      QuotientSums.gather(
          reader.column(l), reader.offset() - first, rowAt, 0, count, origin[j + l], x[l]);
    }
  }

  /// Computes ε without each row: the features with the largest sums of squares decide.
  private void epsilons(int first, int count) {
    double smallest = Double.NEGATIVE_INFINITY;
    double[] left = added;
    Arrays.fill(left, 0, count, Double.NEGATIVE_INFINITY);
    for (int j : moments.byTotal) {
      if (moments.totalSquares[j] <= smallest) {
        break;
      }
      reader.read(j, 1, first, count);
      load(j, 1, moments.grandOrigin, first, count);
      largest(x[0], count, moments.grandMean[j], moments.totalSquares[j], shareOfAll, left);
      smallest = Double.POSITIVE_INFINITY;
      for (int i = 0; i < count; i++) {
        smallest = Math.min(smallest, left[i]);
      }
    }
    double largest = moments.totalSquares[moments.byTotal[0]];
    for (int i = 0; i < count; i++) {
      apart[i] = !(left[i] >= MIN_LEFT * largest);
      doubtful[i] = false;
      double epsilon = moments.epsilon(left[i], labels.weight(rowAt[i]));
      added[i] = epsilon / base[i] - moments.epsilon;
      change[i] = epsilon - moments.epsilon;
    }
  }

  private static void largest(
      double[] x, int count, double mean, double squares, double[] share, double[] largest) {
    for (int i = 0; i < count; i++) {
      double delta = x[i] - mean;
      largest[i] = Math.max(largest[i], squares - share[i] * delta * delta);
    }
  }

  /// Computes the sums over all features of a block.
  private void sum(int first, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, Math.abs(change[i]));
    }
    for (int c = 0; c < k; c++) {
      exact[c] = most * moments.largestInverse[c] > SMALL_CHANGE;
      Arrays.fill(sums[c], 0, count, 0);
      Arrays.fill(products[c], 0, count, 1);
      scale(change, moments.largestInverse[c], count, changes[c]);
    }
    for (int j = 0; j < d; j += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, d - j);
      reader.read(j, width, first, count);
      Arrays.fill(x[width % NumericBlock.WIDTH], 0, width % 2 == 0 ? 0 : count, 0);
      for (int c = 0; c < k; c++) {
        if (c == 0 || !Arrays.equals(moments.origins[c], moments.origins[c - 1])) {
          load(j, width, moments.origins[c], first, count);
        }
        for (int l = 0; l < width; l++) {
          addFraction(j + l, x[l], c, start[c], start[c + 1], loss, added);
        }
        if (!moments.pooled()) {
          add(j, width, c, 0, start[c]);
          add(j, width, c, start[c + 1], count);
        }
      }
    }
  }

  private static void scale(double[] values, double factor, int count, double[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = values[i] * factor;
    }
  }

  /// Adds the features of a panel to a class that did not lose the rows.
  private void add(int j, int width, int c, int from, int to) {
    if (exact[c]) {
      for (int l = 0; l < width; l++) {
        addFraction(j + l, x[l], c, from, to, null, change);
      }
      return;
    }
    double[] means = moments.means[c];
    double[] inverses = moments.inverses[c];
    double largest = moments.largestInverse[c];
    for (int l = 0; l < width; l += 2) {
      int at = j + l;
      QuotientSums.addSquares(
          x[l],
          x[l + 1],
          means[at],
          means[at + 1],
          inverses[at],
          inverses[at + 1],
          // Avoids the square of 1/V, which might overflow.
          inverses[at] * (inverses[at] / largest),
          inverses[at + 1] * (inverses[at + 1] / largest),
          changes[c],
          from,
          to,
          sums[c]);
    }
  }

  /// Adds t/ratio of a feature to the fractions of class c, or of all classes if they share the
  /// denominators of the row's own.
  ///
  /// @param loss null if the class does not lose the rows
  private void addFraction(
      int j, double[] values, int c, int from, int to, double[] loss, double[] added) {
    boolean pooled = moments.pooled();
    double[] product = products[pooled ? 0 : c];
    double inverse = moments.inverses[c][j];
    if (loss == null) {
      QuotientSums.ratios(added, inverse, from, to, ratio);
    } else {
      QuotientSums.ratiosWithout(
          values, moments.means[c][j], inverse, loss, added, from, to, ratio);
    }
    for (int of = pooled ? 0 : c; of < (pooled ? k : c + 1); of++) {
      QuotientSums.addSquare(
          values, moments.means[of][j], inverse, ratio, product, from, to, sums[of]);
    }
    QuotientSums.multiply(product, ratio, from, to);
  }

  /// Log densities of all rows of a block under a class.
  private void finish(int c, int count) {
    boolean pooled = moments.pooled();
    int from = pooled ? 0 : start[c];
    int to = pooled ? count : start[c + 1];
    double[] product = products[pooled ? 0 : c];
    if (!pooled || c == 0) {
      doubt(product, c, from, to);
      int firstLog = exact[c] ? 0 : from;
      int lastLog = exact[c] ? count : to;
      Kernels.elementary(LOG).log(product, firstLog, lastLog - firstLog, logs, firstLog);
    }
    double[] out = sums[c];
    double constant = NumericRemoval.logNormalizer(moments.logDeterminants[c], d);
    for (int i = from; i < to; i++) {
      double own = i >= start[c] && i < start[c + 1] ? stretch[i] * stretch[i] : 1;
      double squared = own * out[i] / (product[i] * base[i]);
      out[i] = constant - 0.5 * (d * logBase[i] + logs[i] + squared);
    }
    others(c, 0, from, constant);
    others(c, to, count, constant);
  }

  private void others(int c, int from, int to, double constant) {
    double[] out = sums[c];
    double[] product = products[c];
    double sumOfInverses = moments.sumOfInverses[c];
    if (exact[c]) {
      for (int i = from; i < to; i++) {
        out[i] = constant - 0.5 * (logs[i] + out[i] / product[i]);
        apart[i] |= !(product[i] >= MIN_PRODUCT && product[i] <= 1 / MIN_PRODUCT);
      }
    } else {
      for (int i = from; i < to; i++) {
        out[i] = constant - 0.5 * (change[i] * sumOfInverses + out[i]);
      }
    }
  }

  /// Marks rows with a ratio that may be too small: if the product of ratios is not small, none is.
  private void doubt(double[] product, int c, int from, int to) {
    double most = 0;
    for (int i = from; i < to; i++) {
      most = Math.max(most, added[i]);
    }
    double bound = StrictMath.pow(1 + most * moments.largestInverse[c], d);
    for (int i = from; i < to; i++) {
      doubtful[i] = !(product[i] >= MIN_LEFT * bound);
      apart[i] |= !(product[i] >= MIN_PRODUCT && product[i] <= 1 / MIN_PRODUCT);
    }
  }

  /// @param i the place of the row in its block, or −1 if there is none
  private void take(int row, int own, int i, LeaveOneOut results, double[] densities) {
    if (refits.isLast(row, results)) {
      return;
    }
    double weight = labels.weight(row);
    boolean fits = moments.divisorLeft(own, weight) > 0;
    boolean alone =
        i < 0
            || apart[i]
            || doubtful[i] && !(moments.leastRatio(row, own, loss[i], added[i]) >= MIN_LEFT);
    if (fits && alone) {
      fits = moments.densitiesWithout(row, own, densities);
    }
    double[] logPriors = priors.without(own, weight);
    double[] joints = results.values();
    int at = results.at(row);
    for (int c = 0; c < k && fits; c++) {
      double joint = logPriors[c] + (alone ? densities[c] : sums[c][i]);
      joints[at + c] = joint;
      fits = Double.isFinite(joint);
    }
    if (!fits) {
      refits.refit(row, results);
    }
  }
}
