package org.lanewise.validation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.Workers;
import org.lanewise.internal.tasks.RowTasks;
import org.lanewise.model.gaussian.RegularizedDiscriminant;
import org.lanewise.model.gaussian.RegularizedOptions;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.validation.Removals.NumericRemoval;
import org.lanewise.validation.Removals.Removed;

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

  /// Of a task.
  private static final int ROWS = 64;

  private final List<LeaveOneOutTask> tasks;
  private final List<RegularizedOptions> options;
  private final double total;
  private final RegularizedDiscriminant model;
  private final double[][][] scatters;
  private final double[][] within;
  private final List<LeaveOneOut> results;
  private final boolean[][] toRefit;

  /// @param tasks of recipes that differ in γ only
  /// @param model of any of them
  private RegularizedLeaveOneOut(
      List<LeaveOneOutTask> tasks, GaussianSummary summary, RegularizedDiscriminant model) {
    LeaveOneOutTask first = tasks.getFirst();
    List<RegularizedOptions> options =
        tasks.stream().map(task -> task.options(RegularizedOptions.class)).toList();
    super(first, options.getFirst().priors(), summary, first.refits(first.recipe()));
    this.tasks = tasks;
    this.options = options;
    this.model = model;
    total = summary.totalWeight();
    within = summary.withinScatter();
    scatters = new double[k][][];
    for (int c = 0; c < k; c++) {
      scatters[c] = summary.scatter(c);
    }
    int size = Math.multiplyExact(rows.rowCount(), k);
    results = tasks.stream().map(_ -> new LeaveOneOut(labels, new double[size])).toList();
    toRefit = new boolean[tasks.size()][rows.rowCount()];
  }

  /// @param tasks of recipes that differ in γ only
  /// @return null for a recipe that gives no model, unless it is the only one
  static List<LeaveOneOut> of(List<LeaveOneOutTask> tasks, Workers workers) {
    LeaveOneOutTask first = tasks.getFirst();
    GaussianStatistics statistics =
        first
            .recipe()
            .statistics(first.rows(), first.labels().classes())
            .on(workers)
            .add(first.rows(), first.labels())
            .as(GaussianStatistics.class);
    RegularizedDiscriminant model = null;
    double least = Double.POSITIVE_INFINITY;
    List<RegularizedDiscriminant> models = new ArrayList<>();
    List<LeaveOneOutTask> regular = new ArrayList<>();
    for (LeaveOneOutTask task : tasks) {
      RegularizedOptions options = task.options(RegularizedOptions.class);
      try {
        // With a larger γ, covariances stay regular.
        if (options.lambda() == 0 || options.gamma() < least) {
          models.add(RegularizedDiscriminant.recipe(options).fit(statistics));
        }
        if (options.gamma() < least) {
          model = models.getLast();
          least = options.gamma();
        }
        regular.add(task);
      } catch (LanewiseException e) {
        if (tasks.size() == 1) {
          throw e;
        }
      }
    }
    List<LeaveOneOut> results = new ArrayList<>(Collections.nCopies(tasks.size(), null));
    if (model == null) {
      return results;
    }
    boolean refitsAll = Arrays.stream(model.priors()).anyMatch(prior -> prior == 0);
    RegularizedLeaveOneOut removal =
        refitsAll ? null : new RegularizedLeaveOneOut(regular, statistics.summary(), model);
    if (removal != null) {
      removal.removeAll(models, workers);
    }
    for (int i = 0; i < regular.size(); i++) {
      LeaveOneOutTask task = regular.get(i);
      try {
        results.set(
            tasks.indexOf(task),
            removal == null ? task.refits(task.recipe()).all() : removal.finished(i));
      } catch (LanewiseException e) {
        // A row that is essential to this recipe may not be to one with a larger γ.
        if (tasks.size() == 1) {
          throw e;
        }
      }
    }
    return results;
  }

  /// @param models one for each task if λ = 0
  private void removeAll(List<RegularizedDiscriminant> models, Workers workers) {
    if (hasOwnScatters()) {
      RowTasks.run(workers, rows.rowCount(), ROWS, (from, to) -> scoreOthers(models, from, to));
    }
    List<Runnable> removals = new ArrayList<>();
    double[] distinct =
        IntStream.range(0, rows.rowCount()).mapToDouble(labels::weight).distinct().toArray();
    for (double weight : distinct) {
      int[] which =
          IntStream.range(0, rows.rowCount()).filter(row -> labels.weight(row) == weight).toArray();
      for (int c = 0; c < k; c++) {
        int label = c;
        int[] own = Arrays.stream(which).filter(row -> labels.index(row) == label).toArray();
        int[] others = Arrays.stream(which).filter(row -> labels.index(row) != label).toArray();
        removals.add(() -> remove(own, label, weight, true));
        removals.add(() -> remove(others, label, weight, false));
      }
    }
    RowTasks.run(workers, removals.size(), 1, (from, _) -> removals.get(from).run());
  }

  /// Whether the scatter of a class does not change without a row of another class.
  private boolean hasOwnScatters() {
    return options.getFirst().lambda() == 0;
  }

  /// log p(x | c) of rows, by the models of all rows.
  private void scoreOthers(List<RegularizedDiscriminant> models, int from, int to) {
    double[] values = new double[d];
    double[] densities = new double[k];
    for (int row = from; row < to; row++) {
      rows.row(row, values);
      for (int o = 0; o < results.size(); o++) {
        models.get(o).logClassDensity(values, densities);
        System.arraycopy(densities, 0, results.get(o).values(), results.get(o).at(row), k);
      }
    }
  }

  private LeaveOneOut finished(int recipe) {
    LeaveOneOutTask task = tasks.get(recipe);
    LeaveOneOut result = results.get(recipe);
    boolean[] refitted = toRefit[recipe];
    Refits of = task.refits(task.recipe());
    for (int row = 0; row < refitted.length; row++) {
      if (of.isLast(row, result)) {
        continue;
      }
      if (refitted[row]) {
        of.refit(row, result);
        continue;
      }
      double[] logPriors = priors.without(labels.index(row), labels.weight(row));
      for (int c = 0; c < k; c++) {
        result.values()[result.at(row) + c] += logPriors[c];
      }
    }
    return result.finished();
  }

  /// The shares of the class's scatter and of the pooled scatter after the removal.
  private double[] shares(int label, double weight, boolean own) {
    double lambda = options.getFirst().lambda();
    double classLeft = classWeights[label] - (own ? weight : 0);
    double allLeft = total - weight;
    if (options.getFirst().blendedScatters()) {
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
      for (boolean[] refitted : toRefit) {
        IntStream.of(which).forEach(row -> refitted[row] = true);
      }
      return;
    }
    if (!own && hasOwnScatters()) {
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
    spectrum.forEachBlock(
        rows,
        labels,
        which,
        (sorted, from, count, ofRows) -> {
          Removed removed = Removed.of(weight, classWeights[ofRows]);
          double scatter = lost * removed.scatter();
          for (int o = 0; o < options.size(); o++) {
            double gamma = options.get(o).gamma();
            for (int i = 0; i < count; i++) {
              double trace = spectrum.traceWithout(i, scatter);
              spectrum.set(i, 1 - gamma, scatter, gamma * trace / d);
            }
            spectrum.invert(label, own ? label : label + 1);
            for (int i = 0; i < count; i++) {
              double density =
                  own ? spectrum.ownDensity(i, removed.stretch()) : spectrum.density(i, label);
              int row = sorted[from + i];
              LeaveOneOut result = results.get(o);
              result.values()[result.at(row) + label] = density;
              if (Double.isNaN(density)) {
                toRefit[o][row] = true;
              }
            }
          }
        });
  }
}
