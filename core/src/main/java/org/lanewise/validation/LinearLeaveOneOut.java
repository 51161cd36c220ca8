package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.LOG;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;
import org.lanewise.internal.store.NumericBlock;
import org.lanewise.internal.store.Stores;
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
/// Shrinkage towards a multiple of the unit matrix, which is Σ = s·B + τ·I, leaves D/(D−w)·(Σ − e·I
/// − c·δδᵀ) with c = s·scatter share / D, and Σ − e·I replaces Σ. As e/τ is small, about 1/n, its
/// inverse is a series ([InversePowers]).
///
/// Without a series, all inner products with Σ⁻¹ follow from the log joints of the fitted model and
/// the distances of its means: d_jᵀΣ⁻¹δ = ½(D²_j + q − ‖μ_j − μ_k‖²).
final class LinearLeaveOneOut extends NumericRemoval {

  /// Beyond this stretch, a row holds so much of the weight of its class that its distance from the
  /// other rows, stretch²·q, would have stretch² times the rounding error of q; for such a row the
  /// model is refitted. Among rows of equal weight, no stretch exceeds 2, and of each class at most
  /// one row exceeds the limit.
  static final double MAX_STRETCH = 16;

  /// Up to this number of features, eigenvectors are computed.
  private static final int MAX_SPECTRUM = 64;

  /// Products of all pairs of class means are kept: 32 MB for each power of so many.
  private static final int MAX_CLASSES = 2048;

  /// The share of a squared distance that the series leaves out, at most, and its most terms.
  private static final double REMAINDER = 1e-10;

  private static final int MAX_ORDER = 6;

  /// The most rows that are refitted because their series would need further terms.
  private static final int MAX_OUTLIERS = 2;

  private final LinearDiscriminant model;
  private final double divisor;
  private final double[] origin;

  /// The class means minus the origin.
  private final double[][] means;

  private final NumericBlock reader = new NumericBlock();

  private LinearLeaveOneOut(
      LeaveOneOutTask task,
      DiscriminantOptions options,
      GaussianStatistics statistics,
      LinearDiscriminant model,
      Refits refits) {
    super(task, options.priors(), statistics.summary(), refits);
    this.model = model;
    origin = model.origin(0);
    means = new double[k][];
    Arrays.setAll(means, model::residualMean);
    divisor = Removed.divisor(options.divisor(), summary.totalWeight(), k);
  }

  static LeaveOneOut of(LeaveOneOutTask task) {
    NumericColumns rows = task.rows(NumericColumns.class);
    Labels labels = task.labels();
    GaussianStatistics statistics = task.statistics().as(GaussianStatistics.class);
    DiscriminantOptions chosen =
        (DiscriminantOptions) task.recipe().chosen(statistics, rows, labels).options();
    LinearDiscriminant model = LinearDiscriminant.recipe(chosen).fit(statistics);
    boolean pooled = !chosen.usesClassScatters();
    DiscriminantOptions held =
        pooled
            ? chosen.withShrinkage(chosen.shrinkage().held(model.shrinkageIntensities()[0]))
            : chosen;
    Refits refits = task.refits(LinearDiscriminant.recipe(held));
    if (!pooled || Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    LinearLeaveOneOut removal = new LinearLeaveOneOut(task, held, statistics, model, refits);
    return held.shrinkage().kind() == Shrinkage.Kind.NONE
        ? removal.inClosedForm(1, null, null)
        : removal.regularized(Regularization.of(held.shrinkage(), 0, rows.featureCount()));
  }

  /// Whether the intensity is computed from the covariance without the row.
  static boolean isOracleApproximating(DiscriminantOptions options) {
    Shrinkage.Kind kind = options.shrinkage().kind();
    return kind == Shrinkage.Kind.ORACLE_APPROXIMATING
        || kind == Shrinkage.Kind.ORACLE_APPROXIMATING_AS_SCIKIT_LEARN;
  }

  /// Removes rows by the inverse powers of the fitted covariance; `shifts` holds e of each row, and
  /// both are null without shrinkage, where e = 0.
  private LeaveOneOut inClosedForm(double share, double[] shifts, InversePowers powers) {
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    if (powers == null) {
      model.scorer().logJoint(rows, joints);
    } else {
      // Less than log joints by the density of a row, which follows from its own distance.
      model.scorer().logPosterior(rows, joints);
    }
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    double[][] between = powers == null ? distancesOfMeans() : null;
    double[] constants = new double[k];
    double[] modelPriors = model.priors();
    double normalizer = NumericRemoval.logNormalizer(model.logDeterminant(0), d);
    for (int c = 0; c < k; c++) {
      constants[c] = StrictMath.log(modelPriors[c]) + normalizer;
    }
    double knownLeft = Double.NaN;
    double logRatio = Double.NaN;
    // Of a block: δᵀΣ⁻¹δ, its terms in e, what log joints are short of, f, and its logarithm.
    double[] q = new double[InversePowers.BLOCK];
    double[] more = new double[q.length];
    double[] logDensities = new double[q.length];
    double[] f = new double[q.length];
    double[] logF = new double[q.length];
    for (int first = 0; first < rows.rowCount(); first += q.length) {
      int count = Math.min(q.length, rows.rowCount() - first);
      if (powers != null) {
        readDeviations(first, count, powers.rows()::set);
        powers.multiply();
      }
      for (int i = 0; i < count; i++) {
        int row = first + i;
        int own = labels.index(row);
        double ofOwn = constants[own] - joints[results.at(row) + own];
        q[i] = powers == null ? 2 * ofOwn : powers.square(i);
        more[i] = powers == null ? 0 : powers.square(i, shifts[row]);
        logDensities[i] = powers == null ? 0 : ofOwn - 0.5 * q[i];
        f[i] = 1 - share * removed(row).scatter() / divisor * (q[i] + more[i]);
      }
      Kernels.elementary(LOG).log(f, 0, count, logF, 0);
      for (int i = 0; i < count; i++) {
        int row = first + i;
        if (refits.isLast(row, results)) {
          continue;
        }
        int own = labels.index(row);
        double left = divisor - labels.weight(row);
        double e = shifts == null ? 0 : shifts[row];
        Removed removed = removed(row);
        double stretch = removed.stretch();
        boolean regular = f[i] >= Spectrum.MIN_LEFT && left > 0 && stretch <= MAX_STRETCH;
        if (!(regular && Double.isFinite(e))) {
          refits.refit(row, results);
          continue;
        }
        int at = results.at(row);
        if (left != knownLeft) {
          knownLeft = left;
          logRatio = StrictMath.log(divisor / left);
        }
        double[] logPriors = priors.without(own, labels.weight(row));
        double c = share * removed.scatter() / divisor;
        double ratio = left / divisor;
        double shift = powers == null ? 0 : powers.logDeterminant(e);
        double constant = normalizer - 0.5 * (d * logRatio + logF[i] + shift);
        for (int j = 0; j < k; j++) {
          double squared = 2 * (constants[j] - joints[at + j] - logDensities[i]);
          double cross;
          if (powers == null) {
            cross = 0.5 * (squared + q[i] - between[own][j]);
          } else {
            double moreCross = powers.cross(i, own, j, e);
            squared += more[i] + 2 * moreCross + powers.between(own, j, e);
            cross = q[i] + powers.cross(i, own, j) + more[i] + moreCross;
          }
          double distance =
              j == own
                  ? stretch * stretch * (q[i] + more[i]) / f[i]
                  : squared + c * cross * cross / f[i];
          joints[at + j] = logPriors[j] + constant - 0.5 * ratio * distance;
        }
      }
    }
    return results.finished();
  }

  private interface Deviations {
    void set(int row, int feature, double value);
  }

  /// Reads rows minus the mean of their class.
  private void readDeviations(int first, int count, Deviations out) {
    reader.begin(Stores.of(rows));
    for (int j = 0; j < d; j += NumericBlock.WIDTH) {
      int width = Math.min(NumericBlock.WIDTH, d - j);
      reader.read(j, width, first, count);
      for (int i = 0; i < count; i++) {
        double[] mean = means[labels.index(first + i)];
        for (int l = 0; l < width; l++) {
          out.set(i, j + l, reader.column(l)[reader.offset() + i] - origin[j + l] - mean[j + l]);
        }
      }
    }
    reader.forget();
  }

  /// (μ_j − μ_c)ᵀΣ⁻¹(μ_j − μ_c).
  private double[][] distancesOfMeans() {
    double[][] distances = new double[k][k];
    double[][] weights = new double[k][];
    for (int c = 0; c < k; c++) {
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

  private LeaveOneOut regularized(Regularization by) {
    double[][] within = summary.withinScatter();
    double trace = 0;
    for (int j = 0; j < d; j++) {
      trace += within[j][j];
    }
    double diagonal = by.diagonal(trace / divisor);
    boolean many = k > MAX_CLASSES;
    if (d <= MAX_SPECTRUM || many || !(diagonal > 0) || !model.sharesOrigin()) {
      return bySpectrum(by, within);
    }
    double[] shifts = shifts(by, trace, diagonal);
    double[] largest = new double[shifts.length];
    for (int row = 0; row < shifts.length; row++) {
      // The last row of a class has none.
      largest[row] = Double.isFinite(shifts[row]) ? shifts[row] / diagonal : 0;
    }
    Arrays.sort(largest);
    double typical = largest[Math.max(0, largest.length - 1 - MAX_OUTLIERS)];
    for (int order = 1; order <= MAX_ORDER; order++) {
      double limit = Math.pow(REMAINDER, 1.0 / (order + 1));
      if (typical <= limit) {
        for (int row = 0; row < shifts.length; row++) {
          shifts[row] = shifts[row] / diagonal <= limit ? shifts[row] : Double.NaN;
        }
        try {
          return inClosedForm(by.share(), shifts, new InversePowers(model, order));
        } catch (NotPositiveDefiniteException _) {
          return bySpectrum(by, within);
        }
      }
    }
    return bySpectrum(by, within);
  }

  /// By how much the multiple of the unit matrix falls if a row is removed, in the scale of the
  /// fitted covariance.
  private double[] shifts(Regularization by, double trace, double diagonal) {
    double[] shifts = new double[rows.rowCount()];
    double[][] deviations = new double[InversePowers.BLOCK][d];
    for (int first = 0; first < shifts.length; first += deviations.length) {
      int count = Math.min(deviations.length, shifts.length - first);
      readDeviations(first, count, (i, j, value) -> deviations[i][j] = value);
      for (int i = 0; i < count; i++) {
        double scatter = removed(first + i).scatter();
        double without = trace;
        for (double x : deviations[i]) {
          without = Math.fma(-scatter * x, x, without);
        }
        double left = divisor - labels.weight(first + i);
        shifts[first + i] = diagonal - by.diagonal(without / left) * left / divisor;
      }
    }
    return shifts;
  }

  /// Removes rows in the basis of the eigenvectors of the scatter within classes.
  private LeaveOneOut bySpectrum(Regularization by, double[][] within) {
    Spectrum spectrum = new Spectrum(within, model);
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    boolean[] toRefit = new boolean[rows.rowCount()];
    spectrum.forEachBlock(
        rows,
        labels,
        IntStream.range(0, rows.rowCount()).toArray(),
        (which, from, count, own) -> {
          for (int i = 0; i < count; i++) {
            spectrum.remove(
                i, removed(which[from + i]), divisor - labels.weight(which[from + i]), by);
          }
          spectrum.invert(0, k);
          for (int i = 0; i < count; i++) {
            int row = which[from + i];
            double[] logPriors = priors.without(own, labels.weight(row));
            double stretch = removed(row).stretch();
            int at = results.at(row);
            for (int j = 0; j < k; j++) {
              double density = j == own ? spectrum.ownDensity(i, stretch) : spectrum.density(i, j);
              joints[at + j] = logPriors[j] + density;
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
