package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.LOG;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.gaussian.LinearDiscriminant;
import org.lanewise.model.gaussian.Shrinkage;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.validation.Removals.NumericRemoval;
import org.lanewise.validation.Removals.Removed;
import org.lanewise.validation.Spectrum.Regularization;

/// Rows removed from linear discriminants. With Σ of divisor D and c = scatter share / D, q =
/// δᵀΣ⁻¹δ, f = 1 − c·q:
///
/// ```
/// Σ without the row = D/(D−w)·(Σ − c·δδᵀ)
/// D²_j = (D−w)/D · (d_jᵀΣ⁻¹d_j + c·(d_jᵀΣ⁻¹δ)²/f),   of its own class  (D−w)/D · stretch² · q/f
/// log|Σ| changes by  d·log(D/(D−w)) + log f
/// ```
///
/// All inner products follow from the log joints of the fitted model and the distances of its
/// means: d_jᵀΣ⁻¹δ = ½(D²_j + q − ‖μ_j − μ_k‖²).
final class LinearLeaveOneOut extends NumericRemoval {

  /// Beyond this stretch, a row holds so much of the weight of its class that its distance from the
  /// other rows, stretch²·q, would have stretch² times the rounding error of q; for such a row the
  /// model is refitted. Among rows of equal weight, no stretch exceeds 2, and of each class at most
  /// one row exceeds the limit.
  static final double MAX_STRETCH = 16;

  private final LinearDiscriminant model;
  private final double divisor;

  private LinearLeaveOneOut(
      LeaveOneOutTask task,
      DiscriminantOptions options,
      GaussianStatistics statistics,
      LinearDiscriminant model,
      Refits refits) {
    super(task, options.priors(), statistics.summary(), refits);
    this.model = model;
    divisor = Removed.divisor(options.divisor(), summary.totalWeight(), k);
  }

  static LeaveOneOut of(LeaveOneOutTask task) {
    NumericColumns rows = task.rows(NumericColumns.class);
    Labels labels = task.labels();
    GaussianStatistics statistics =
        task.recipe()
            .statistics(rows, labels.classes())
            .add(rows, labels)
            .as(GaussianStatistics.class);
    DiscriminantOptions chosen =
        (DiscriminantOptions) task.recipe().chosen(statistics, rows, labels).options();
    LinearDiscriminant model = LinearDiscriminant.recipe(chosen).fit(statistics);
    boolean pooled = !chosen.usesClassScatters();
    DiscriminantOptions held =
        pooled && isOracleApproximating(chosen)
            ? chosen.withShrinkage(Shrinkage.fixed(model.shrinkageIntensities()[0]))
            : chosen;
    Refits refits = task.refits(LinearDiscriminant.recipe(held));
    if (!pooled || Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    LinearLeaveOneOut removal = new LinearLeaveOneOut(task, held, statistics, model, refits);
    return held.shrinkage().kind() == Shrinkage.Kind.NONE
        ? removal.unregularized()
        : removal.regularized(Regularization.of(held.shrinkage(), 0));
  }

  /// Whether the intensity is computed from the covariance without the row.
  static boolean isOracleApproximating(DiscriminantOptions options) {
    Shrinkage.Kind kind = options.shrinkage().kind();
    return kind == Shrinkage.Kind.ORACLE_APPROXIMATING
        || kind == Shrinkage.Kind.ORACLE_APPROXIMATING_AS_SCIKIT_LEARN;
  }

  private LeaveOneOut unregularized() {
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    model.scorer().logJoint(rows, joints);
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    double[][] between = distancesOfMeans();
    double[] constants = new double[k];
    double[] modelPriors = model.priors();
    double normalizer = NumericRemoval.logNormalizer(model.logDeterminant(0), d);
    for (int c = 0; c < k; c++) {
      constants[c] = StrictMath.log(modelPriors[c]) + normalizer;
    }
    Removals removals = new Removals(priors, classWeights);
    // q, and f, then its logarithm.
    double[] q = new double[rows.rowCount()];
    double[] f = new double[rows.rowCount()];
    double[] logF = new double[rows.rowCount()];
    for (int row = 0; row < q.length; row++) {
      int own = labels.index(row);
      removals.of(own, labels.weight(row));
      q[row] = 2 * (constants[own] - joints[results.at(row) + own]);
      f[row] = 1 - removals.scatter / divisor * q[row];
    }
    Kernels.elementary(LOG).log(f, 0, f.length, logF, 0);
    for (int row = 0; row < q.length; row++) {
      if (refits.isLast(row, results)) {
        continue;
      }
      int own = labels.index(row);
      double left = divisor - labels.weight(row);
      removals.of(own, labels.weight(row));
      if (!(f[row] >= Spectrum.MIN_LEFT && left > 0 && removals.stretch <= MAX_STRETCH)) {
        refits.refit(row, results);
        continue;
      }
      int at = results.at(row);
      double c = removals.scatter / divisor;
      double ratio = left / divisor;
      double constant = normalizer - 0.5 * (d * removals.logRatio(divisor, left) + logF[row]);
      for (int j = 0; j < k; j++) {
        double squared = 2 * (constants[j] - joints[at + j]);
        double cross = 0.5 * (squared + q[row] - between[own][j]);
        double distance =
            j == own
                ? removals.stretch * removals.stretch * q[row] / f[row]
                : squared + c * cross * cross / f[row];
        joints[at + j] = removals.logPriors[j] + constant - 0.5 * ratio * distance;
      }
    }
    return results.finished();
  }

  /// (μ_j − μ_c)ᵀΣ⁻¹(μ_j − μ_c).
  private double[][] distancesOfMeans() {
    double[][] distances = new double[k][k];
    double[][] means = new double[k][];
    double[][] weights = new double[k][];
    for (int c = 0; c < k; c++) {
      means[c] = model.residualMean(c);
      weights[c] = model.coefficients(c);
      for (int j = 0; j < c; j++) {
        double sum = 0;
        for (int i = 0; i < d; i++) {
          sum = Math.fma(means[c][i] - means[j][i], weights[c][i] - weights[j][i], sum);
        }
        distances[c][j] = sum;
        distances[j][c] = sum;
      }
    }
    return distances;
  }

  /// Removes rows in the basis of the eigenvectors of the scatter within classes.
  private LeaveOneOut regularized(Regularization by) {
    Spectrum spectrum = new Spectrum(summary.withinScatter(), model);
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    boolean[] toRefit = new boolean[rows.rowCount()];
    Removals removals = new Removals(priors, classWeights);
    spectrum.forEachBlock(
        rows,
        labels,
        IntStream.range(0, rows.rowCount()).toArray(),
        (which, from, count, own) -> {
          for (int i = 0; i < count; i++) {
            double weight = labels.weight(which[from + i]);
            removals.of(own, weight);
            double left = divisor - weight;
            double trace = spectrum.traceWithout(i, removals.scatter);
            spectrum.set(i, by.share() / left, removals.scatter, by.diagonal(trace / left, d));
          }
          spectrum.invert(0, k);
          for (int i = 0; i < count; i++) {
            int row = which[from + i];
            removals.of(own, labels.weight(row));
            int at = results.at(row);
            for (int j = 0; j < k; j++) {
              double density =
                  j == own ? spectrum.ownDensity(i, removals.stretch) : spectrum.density(i, j);
              joints[at + j] = removals.logPriors[j] + density;
            }
            toRefit[row] = Double.isNaN(joints[at + own]);
          }
        });
    for (int row = 0; row < toRefit.length; row++) {
      if (!refits.isLast(row, results) && toRefit[row]) {
        refits.refit(row, results);
      }
    }
    return results.finished();
  }
}
