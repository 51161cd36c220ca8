package org.lanewise.validation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Rows removed from quadratic discriminants: only the row's own class changes, and of the others
/// the prior. With S_k of divisor D and f = 1 − c·q as in [LinearRemoval],
///
/// ```
/// D²_k = (D−w)/D · stretch² · q/f,   log|Σ_k| changes by  d·log(D/(D−w)) + log f
/// ```
final class QuadraticRemoval {

  private final NumericColumns rows;
  private final Labels labels;
  private final DiscriminantOptions options;
  private final GaussianSummary summary;
  private final QuadraticDiscriminant model;
  private final Refits<double[]> refits;
  private final double[] classWeights;
  private final double[] logPriorsBefore;
  private final int d;

  private QuadraticRemoval(
      NumericColumns rows,
      Labels labels,
      DiscriminantOptions options,
      GaussianSummary summary,
      QuadraticDiscriminant model,
      Refits<double[]> refits) {
    this.rows = rows;
    this.labels = labels;
    this.options = options;
    this.summary = summary;
    this.model = model;
    this.refits = refits;
    classWeights = summary.classWeights();
    logPriorsBefore = Arrays.stream(model.priors()).map(StrictMath::log).toArray();
    d = rows.featureCount();
  }

  static LeaveOneOut of(
      NumericColumns rows, Labels labels, DiscriminantOptions options, EssentialRows essential) {
    GaussianStatistics statistics = GaussianStatistics.of(rows, labels);
    DiscriminantOptions chosen =
        options.withShrinkage(options.shrinkage().chosen(statistics, rows, labels));
    QuadraticDiscriminant model = QuadraticDiscriminant.fit(statistics, chosen);
    Refits<double[]> refits =
        NumericRows.refits(
            rows,
            labels,
            essential,
            given -> refit(GaussianStatistics.of(rows, given), chosen, model).scorer());
    if (Regularization.of(chosen.shrinkage(), 0) == null
        || Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    return new QuadraticRemoval(rows, labels, chosen, statistics.summary(), model, refits).all();
  }

  /// A fit with the intensities that were chosen from all rows.
  private static QuadraticDiscriminant refit(
      GaussianStatistics statistics, DiscriminantOptions options, QuadraticDiscriminant all) {
    if (!(options.shrinkage() instanceof Shrinkage.OracleApproximating)) {
      return QuadraticDiscriminant.fit(statistics, options);
    }
    int k = statistics.classCount();
    QuadraticDiscriminant[] ofClass = new QuadraticDiscriminant[k];
    double[][][] covariances = new double[k][][];
    double[][] means = new double[k][];
    for (int c = 0; c < k; c++) {
      Shrinkage held = Shrinkage.fixed(all.shrinkageIntensities()[c]);
      ofClass[c] = QuadraticDiscriminant.fit(statistics, options.withShrinkage(held));
      covariances[c] = ofClass[c].covariance(c);
      means[c] = ofClass[c].residualMean(c);
    }
    return QuadraticDiscriminant.of(
        ofClass[0].features(),
        ofClass[0].classes(),
        ofClass[0].priors(),
        ofClass[0].origin(),
        means,
        covariances);
  }

  private LeaveOneOut all() {
    int k = labels.classCount();
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    model.scorer().logJoint(rows, joints);
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    double[] densities = ownDensities(joints);
    RemovedPriors priors = new RemovedPriors(options.priors(), labels.classes(), classWeights);
    for (int row = 0; row < rows.rowCount(); row++) {
      if (refits.isLast(row, results)) {
        continue;
      }
      if (Double.isNaN(densities[row])) {
        refits.refit(row, results);
        continue;
      }
      int own = labels.index(row);
      int at = results.at(row);
      double[] logPriors = priors.without(own, labels.weight(row));
      for (int j = 0; j < k; j++) {
        joints[at + j] =
            j == own
                ? logPriors[j] + densities[row]
                : joints[at + j] + (logPriors[j] - logPriorsBefore[j]);
      }
      results.take(row);
    }
    return results;
  }

  /// log p(x | y) of every row and its class y without the row; NaN where it has to be fitted.
  private double[] ownDensities(double[] joints) {
    int k = labels.classCount();
    double[] densities = new double[rows.rowCount()];
    if (options.shrinkage() instanceof Shrinkage.None) {
      for (int row = 0; row < densities.length; row++) {
        densities[row] = unregularized(row, joints[row * k + labels.index(row)]);
      }
      return densities;
    }
    double[] origin = summary.origin();
    double[] block = new double[2 * d * LinearRemoval.BLOCK];
    double[] rotated = new double[d * LinearRemoval.BLOCK];
    for (int c = 0; c < k; c++) {
      int own = c;
      int[] which =
          IntStream.range(0, densities.length).filter(i -> labels.index(i) == own).toArray();
      Spectrum spectrum = new Spectrum(summary.scatter(c));
      double[] mean = spectrum.rotated(summary.residualMean(c));
      for (int first = 0; first < which.length; first += LinearRemoval.BLOCK) {
        int count = Math.min(LinearRemoval.BLOCK, which.length - first);
        spectrum.rotate(rows, which, first, count, origin, block, rotated);
        for (int r = 0; r < count; r++) {
          int row = which[first + r];
          densities[row] = regularized(row, spectrum, mean, rotated, r * d);
        }
      }
    }
    return densities;
  }

  /// log p(x | k) without the row; NaN where it has to be fitted.
  private double unregularized(int row, double joint) {
    int own = labels.index(row);
    double weight = labels.weight(row);
    double divisor = Removed.divisor(options.divisor(), classWeights[own], 1);
    double left = divisor - weight;
    Removed removed = Removed.of(weight, classWeights[own]);
    double logDeterminant = model.logDeterminant(own);
    double q = 2 * (logPriorsBefore[own] + NumericRows.logNormalizer(logDeterminant, d) - joint);
    double f = 1 - removed.scatter() / divisor * q;
    if (!(f >= LinearRemoval.LEAST_LEFT && left > 0)) {
      return Double.NaN;
    }
    double distance = left / divisor * removed.stretch() * removed.stretch() * q / f;
    return NumericRows.logNormalizer(
            logDeterminant + d * StrictMath.log(divisor / left) + StrictMath.log(f), d)
        - 0.5 * distance;
  }

  private double regularized(int row, Spectrum spectrum, double[] mean, double[] rotated, int at) {
    int own = labels.index(row);
    double weight = labels.weight(row);
    Regularization by = Regularization.of(options.shrinkage(), model.shrinkageIntensities()[own]);
    double left = Removed.divisor(options.divisor(), classWeights[own], 1) - weight;
    Removed removed = Removed.of(weight, classWeights[own]);
    double trace = spectrum.trace() - removed.scatter() * spectrum.length(rotated, at, mean);
    if (!(left > 0 && spectrum.prepare(by.share() / left, by.diagonal(trace / left, d)))) {
      return Double.NaN;
    }
    double q = spectrum.squared(rotated, at, mean);
    double f = 1 - by.share() / left * removed.scatter() * q;
    if (!(f >= LinearRemoval.LEAST_LEFT)) {
      return Double.NaN;
    }
    return NumericRows.logNormalizer(spectrum.logDeterminant() + StrictMath.log(f), d)
        - 0.5 * removed.stretch() * removed.stretch() * q / f;
  }
}
