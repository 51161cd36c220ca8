package org.lanewise.validation;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.internal.fit.BlockOptions;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.model.gaussian.GaussianClassifier;
import org.lanewise.statistics.Statistics;
import org.lanewise.validation.Removals.RemovedPriors;

/// Rows removed from models of blocks: from each block as from a separate model, whose log priors
/// are subtracted, and the log priors of the remaining rows are added once.
///
/// Normal blocks lose rows under the model's priors, because covariances may be pooled by them;
/// discrete blocks under equal priors, because smoothing by pseudo-data changes the priors.
final class MixedLeaveOneOut {

  private final MixedColumns rows;
  private final Labels labels;
  private final Priors priors;
  private final double[] classWeights;

  private MixedLeaveOneOut(MixedColumns rows, Labels labels, Priors priors, double[] classWeights) {
    this.rows = rows;
    this.labels = labels;
    this.priors = priors;
    this.classWeights = classWeights;
  }

  static LeaveOneOut of(LeaveOneOutTask task) {
    MixedColumns rows = task.rows(MixedColumns.class);
    Labels labels = task.labels();
    Statistics statistics = task.statistics();
    Recipe<?> held = task.recipe().chosen(statistics, rows, labels);
    BlockOptions options = (BlockOptions) held.options();
    Refits refits =
        task.refits(
            given -> held.fit(held.statistics(rows, given.classes()).add(rows, given)),
            RowFormat.BLOCKS.withMissing(MissingValues.ALLOW));
    if (Arrays.stream(held.fit(statistics).priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    double[] classWeights = new double[labels.classCount()];
    Arrays.setAll(classWeights, statistics::classWeight);
    return new MixedLeaveOneOut(rows, labels, options.priors(), classWeights)
        .all(options.blocks(), task, refits);
  }

  private LeaveOneOut all(List<Recipe<?>> recipes, LeaveOneOutTask task, Refits refits) {
    int k = labels.classCount();
    RemovedPriors removed = new RemovedPriors(priors, labels.classes(), classWeights);
    RemovedPriors equal = new RemovedPriors(Priors.uniform(), labels.classes(), classWeights);
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    int first = 0;
    for (int b = 0; b < rows.blockCount(); b++) {
      boolean normal = GaussianClassifier.class.isAssignableFrom(recipes.get(b).model());
      LeaveOneOut ofBlock;
      try {
        ofBlock =
            new LeaveOneOutTask(
                    recipes.get(b).withPriors(normal ? priors : Priors.uniform()),
                    rows.block(b),
                    labels,
                    EssentialRows.LEAVE_OUT,
                    task.together())
                .run();
      } catch (LanewiseException e) {
        throw e.among(rows.features(), first);
      }
      RemovedPriors within = normal ? removed : equal;
      for (int row = 0, at = 0; row < rows.rowCount(); row++) {
        double[] logPriors = within.without(labels.index(row), labels.weight(row));
        for (int c = 0; c < k; c++, at++) {
          joints[at] += ofBlock.values()[at] - logPriors[c];
        }
      }
      first += rows.block(b).featureCount();
    }
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    for (int row = 0; row < rows.rowCount(); row++) {
      if (refits.isLast(row, results)) {
        continue;
      }
      double[] logPriors = removed.without(labels.index(row), labels.weight(row));
      boolean finite = true;
      for (int c = 0; c < k; c++) {
        joints[results.at(row) + c] += logPriors[c];
        finite &= Double.isFinite(joints[results.at(row) + c]);
      }
      // If a block has no model, or a factor is impossible, the other blocks count too.
      if (!finite) {
        refits.refit(row, results);
      }
    }
    return results.finished();
  }
}
