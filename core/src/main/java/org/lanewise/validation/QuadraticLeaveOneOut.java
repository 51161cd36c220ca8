package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.LOG;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.QuadraticDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.validation.Removals.NumericRemoval;
import org.lanewise.validation.Removals.Removed;
import org.lanewise.validation.Spectrum.Regularization;

/// Rows removed from quadratic discriminants: only the row's own class changes, and the priors of
/// all. With S_k of divisor D and f = 1 − c·q as in [LinearLeaveOneOut],
///
/// ```
/// D²_k = (D−w)/D · stretch² · q/f,   log|Σ_k| changes by  d·log(D/(D−w)) + log f
/// ```
final class QuadraticLeaveOneOut extends NumericRemoval {

  /// Below this share of a determinant, distances computed from log joints have lost digits.
  private static final double MIN_FROM_JOINTS = 0.1;

  private final DiscriminantOptions options;
  private final QuadraticDiscriminant model;
  private final double[] logPriorsBefore;

  private QuadraticLeaveOneOut(
      LeaveOneOutTask task,
      DiscriminantOptions options,
      GaussianSummary summary,
      QuadraticDiscriminant model,
      Refits refits) {
    super(task, options.priors(), summary, refits);
    this.options = options;
    this.model = model;
    logPriorsBefore = Arrays.stream(model.priors()).map(StrictMath::log).toArray();
  }

  static LeaveOneOut of(LeaveOneOutTask task) {
    NumericColumns rows = task.rows(NumericColumns.class);
    Labels labels = task.labels();
    GaussianStatistics statistics = GaussianStatistics.of(rows, labels);
    DiscriminantOptions chosen =
        (DiscriminantOptions) task.recipe().chosen(statistics, rows, labels).options();
    QuadraticDiscriminant model = QuadraticDiscriminant.recipe(chosen).fit(statistics);
    Refits refits =
        task.refits(
            given -> refit(GaussianStatistics.of(rows, given), chosen, model), RowFormat.NUMBERS);
    if (Regularization.of(chosen.shrinkage(), 0, rows.featureCount()) == null
        || Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    return new QuadraticLeaveOneOut(task, chosen, statistics.summary(), model, refits).all();
  }

  /// Refits with the intensities that were chosen from all rows.
  private static QuadraticDiscriminant refit(
      GaussianStatistics statistics, DiscriminantOptions options, QuadraticDiscriminant all) {
    if (!LinearLeaveOneOut.isOracleApproximating(options)) {
      return QuadraticDiscriminant.recipe(options).fit(statistics);
    }
    int k = statistics.classCount();
    QuadraticDiscriminant[] ofClass = new QuadraticDiscriminant[k];
    double[][][] covariances = new double[k][][];
    double[][] origins = new double[k][];
    double[][] means = new double[k][];
    for (int c = 0; c < k; c++) {
      Shrinkage held = options.shrinkage().held(all.shrinkageIntensities()[c]);
      ofClass[c] = QuadraticDiscriminant.recipe(options.withShrinkage(held)).fit(statistics);
      covariances[c] = ofClass[c].covariance(c);
      origins[c] = ofClass[c].origin(c);
      means[c] = ofClass[c].residualMean(c);
    }
    return QuadraticDiscriminant.of(
        ofClass[0].features(),
        ofClass[0].classes(),
        ofClass[0].priors(),
        origins,
        means,
        covariances);
  }

  private LeaveOneOut all() {
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    model.scorer().logJoint(rows, joints);
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    double[] densities = ownDensities(joints);
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
    }
    return results.finished();
  }

  /// log p(x | y) of every row and its class y without the row; NaN if a refit is needed.
  private double[] ownDensities(double[] joints) {
    double[] densities = new double[rows.rowCount()];
    if (options.shrinkage().kind() == Shrinkage.Kind.NONE) {
      unregularized(joints, densities);
      return densities;
    }
    for (int c = 0; c < k; c++) {
      int label = c;
      int[] ofClass =
          IntStream.range(0, densities.length).filter(row -> labels.index(row) == label).toArray();
      regularized(ofClass, c, densities);
    }
    return densities;
  }

  private void unregularized(double[] joints, double[] densities) {
    double[] q = new double[densities.length];
    double[] f = new double[densities.length];
    double[] logF = new double[densities.length];
    double[] divisors = new double[k];
    double[] constants = new double[k];
    double[] values = new double[d];
    double[] distances = new double[k];
    for (int c = 0; c < k; c++) {
      divisors[c] = Removed.divisor(options.divisor(), classWeights[c], 1);
      constants[c] = NumericRemoval.logNormalizer(model.logDeterminant(c), d);
    }
    for (int row = 0; row < q.length; row++) {
      int own = labels.index(row);
      q[row] = 2 * (logPriorsBefore[own] + constants[own] - joints[row * k + own]);
      double share = removed(row).scatter() / divisors[own];
      f[row] = 1 - share * q[row];
      if (f[row] < MIN_FROM_JOINTS) {
        rows.row(row, values);
        model.squaredMahalanobis(values, distances);
        q[row] = distances[own];
        f[row] = 1 - share * q[row];
      }
    }
    Kernels.elementary(LOG).log(f, 0, f.length, logF, 0);
    double knownRatio = Double.NaN;
    double logRatio = Double.NaN;
    for (int row = 0; row < q.length; row++) {
      int own = labels.index(row);
      double left = divisors[own] - labels.weight(row);
      double ratio = left / divisors[own];
      double stretch = removed(row).stretch();
      if (!(f[row] >= Spectrum.MIN_LEFT && left > 0 && stretch <= LinearLeaveOneOut.MAX_STRETCH)) {
        densities[row] = Double.NaN;
        continue;
      }
      if (ratio != knownRatio) {
        knownRatio = ratio;
        logRatio = StrictMath.log(ratio);
      }
      densities[row] =
          constants[own]
              + 0.5 * (d * logRatio - logF[row])
              - 0.5 * ratio * stretch * stretch * q[row] / f[row];
    }
  }

  /// Removes rows of one class.
  private void regularized(int[] ofClass, int own, double[] densities) {
    Spectrum spectrum = new Spectrum(summary.scatter(own), model);
    Regularization by =
        Regularization.of(options.shrinkage(), model.shrinkageIntensities()[own], d);
    double divisor = Removed.divisor(options.divisor(), classWeights[own], 1);
    spectrum.forEachBlock(
        rows,
        labels,
        ofClass,
        (which, from, count, _) -> {
          for (int i = 0; i < count; i++) {
            int row = which[from + i];
            spectrum.remove(i, removed(row), divisor - labels.weight(row), by);
          }
          spectrum.invert(0, 0);
          for (int i = 0; i < count; i++) {
            int row = which[from + i];
            densities[row] = spectrum.ownDensity(i, removed(row).stretch());
          }
        });
  }
}
