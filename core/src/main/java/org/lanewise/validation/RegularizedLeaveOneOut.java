package org.lanewise.validation;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.validation.Removals.NumericRemoval;

/// Rows removed from regularised discriminants. Without a row of class k and weight w, the
/// covariance of class j, before it is blended with the unit matrix, is
///
/// ```
/// p·S_j + s·Σ_c S_c − b·δδᵀ,   b = (p + s)·a for j = k, else s·a
/// ```
///
/// with the shares p and s of the scatters after the removal, and the share a of δδᵀ that a scatter
/// loses. For rows of equal weight, these are two matrices for each class: one for its own rows,
/// one for all others.
final class RegularizedLeaveOneOut extends NumericRemoval {

  private final RegularizedOptions options;
  private final double total;
  private final RegularizedDiscriminant model;
  private final double[][][] scatters;
  private final double[][] within;
  private final LeaveOneOut results;
  private final boolean[] toRefit;

  private RegularizedLeaveOneOut(
      LeaveOneOutTask task,
      RegularizedOptions options,
      GaussianSummary summary,
      RegularizedDiscriminant model,
      Refits refits) {
    super(task, options.priors(), summary, refits);
    this.options = options;
    this.model = model;
    total = summary.totalWeight();
    within = summary.withinScatter();
    scatters = new double[k][][];
    for (int c = 0; c < k; c++) {
      scatters[c] = summary.scatter(c);
    }
    results = new LeaveOneOut(labels, new double[Math.multiplyExact(rows.rowCount(), k)]);
    toRefit = new boolean[rows.rowCount()];
  }

  static LeaveOneOut of(LeaveOneOutTask task) {
    RegularizedOptions options = task.options(RegularizedOptions.class);
    GaussianStatistics statistics = GaussianStatistics.of(task.rows(), task.labels());
    RegularizedDiscriminant model = RegularizedDiscriminant.recipe(options).fit(statistics);
    Refits refits = task.refits(task.recipe());
    if (Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    return new RegularizedLeaveOneOut(task, options, statistics.summary(), model, refits).all();
  }

  private LeaveOneOut all() {
    double[] distinct =
        IntStream.range(0, rows.rowCount()).mapToDouble(labels::weight).distinct().toArray();
    for (double weight : distinct) {
      int[] which =
          IntStream.range(0, rows.rowCount()).filter(row -> labels.weight(row) == weight).toArray();
      for (int c = 0; c < k; c++) {
        int label = c;
        int[] own = Arrays.stream(which).filter(row -> labels.index(row) == label).toArray();
        int[] others = Arrays.stream(which).filter(row -> labels.index(row) != label).toArray();
        remove(own, c, weight, true);
        remove(others, c, weight, false);
      }
    }
    for (int row = 0; row < toRefit.length; row++) {
      if (refits.isLast(row, results)) {
        continue;
      }
      if (toRefit[row]) {
        refits.refit(row, results);
        continue;
      }
      double[] logPriors = priors.without(labels.index(row), labels.weight(row));
      for (int c = 0; c < k; c++) {
        results.values()[results.at(row) + c] += logPriors[c];
      }
    }
    return results.finished();
  }

  /// The shares of the class's scatter and of the pooled scatter after the removal.
  private double[] shares(int label, double weight, boolean own) {
    double lambda = options.lambda();
    double classLeft = classWeights[label] - (own ? weight : 0);
    double allLeft = total - weight;
    if (options.blendedScatters()) {
      double divisor = (1 - lambda) * classLeft + lambda * allLeft;
      return new double[] {(1 - lambda) / divisor, lambda / divisor};
    }
    return new double[] {
      lambda == 1 ? 0 : (1 - lambda) / (classLeft - 1), lambda == 0 ? 0 : lambda / (allLeft - k)
    };
  }

  /// log p(x | c) of rows of one weight under class c without each of them.
  private void remove(int[] which, int label, double weight, boolean own) {
    if (which.length == 0) {
      return;
    }
    double[] shares = shares(label, weight, own);
    double sum = shares[0] + shares[1];
    if (!(shares[0] >= 0 && shares[1] >= 0 && sum > 0 && sum < Double.POSITIVE_INFINITY)) {
      for (int row : which) {
        toRefit[row] = true;
      }
      return;
    }
    if (!own && shares[1] == 0) {
      // The scatter of the class itself does not change.
      double[] values = new double[d];
      double[] densities = new double[k];
      for (int row : which) {
        rows.row(row, values);
        model.logClassDensity(values, densities);
        results.values()[results.at(row) + label] = densities[label];
      }
      return;
    }
    double[][] base = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        base[i][j] = shares[0] * scatters[label][i][j] + shares[1] * within[i][j];
      }
    }
    Spectrum spectrum = new Spectrum(base, model);
    double lost = own ? sum : shares[1];
    double share = 1 - options.gamma();
    Removals removals = new Removals(priors, classWeights);
    spectrum.forEachBlock(
        rows,
        labels,
        which,
        (sorted, from, count, ofRows) -> {
          removals.of(ofRows, weight);
          double scatter = lost * removals.scatter;
          for (int i = 0; i < count; i++) {
            double trace = spectrum.traceWithout(i, scatter);
            spectrum.set(i, share, scatter, options.gamma() * trace / d);
          }
          spectrum.invert(label, own ? label : label + 1);
          for (int i = 0; i < count; i++) {
            double density =
                own ? spectrum.ownDensity(i, removals.stretch) : spectrum.density(i, label);
            int row = sorted[from + i];
            toRefit[row] |= Double.isNaN(density);
            results.values()[results.at(row) + label] = density;
          }
        });
  }
}
