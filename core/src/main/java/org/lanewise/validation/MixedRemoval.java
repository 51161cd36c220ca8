package org.lanewise.validation;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.LanewiseException;
import org.lanewise.data.MissingValues;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;
import org.lanewise.model.Priors;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.gaussian.DiscriminantOptions;
import org.lanewise.model.mixed.BlockOptions;
import org.lanewise.model.mixed.MixedNaiveBayes;
import org.lanewise.model.mixed.MixedOptions;
import org.lanewise.score.UnseenCategory;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.validation.Removals.RemovedPriors;

/// Rows removed from models of blocks: from each block as from a model of its own, whose log priors
/// are taken out again, and those of the rows that are left counted once.
///
/// Covariances may be pooled by the priors, so normal blocks lose rows under those of the model;
/// discrete ones under equal priors, for a smoothing by pseudo-data changes the others.
final class MixedRemoval {

  private final MixedColumns rows;
  private final Labels labels;
  private final Priors priors;
  private final double[] classWeights;

  private MixedRemoval(MixedColumns rows, Labels labels, Priors priors, double[] classWeights) {
    this.rows = rows;
    this.labels = labels;
    this.priors = priors;
    this.classWeights = classWeights;
  }

  static LeaveOneOut of(
      MixedColumns rows, Labels labels, MixedOptions options, EssentialRows essential) {
    MixedStatistics statistics = options.statistics(rows, labels.classes()).add(rows, labels);
    MixedOptions held = options.chosen(statistics, rows, labels);
    MixedNaiveBayes model = MixedNaiveBayes.fit(statistics, held);
    Refits<Object[]> refits =
        new Refits<>(
            labels,
            essential,
            rows::row,
            given ->
                MixedNaiveBayes.fit(held.statistics(rows, given.classes()).add(rows, given), held)
                    .scorer(MissingValues.ALLOW, UnseenCategory.ERROR));
    if (Arrays.stream(model.priors()).anyMatch(prior -> prior == 0)) {
      return refits.all();
    }
    double[] classWeights = new double[labels.classCount()];
    Arrays.setAll(classWeights, statistics::classWeight);
    return new MixedRemoval(rows, labels, held.priors(), classWeights).all(held.blocks(), refits);
  }

  private LeaveOneOut all(List<BlockOptions> options, Refits<Object[]> refits) {
    int k = labels.classCount();
    RemovedPriors removed = new RemovedPriors(priors, labels.classes(), classWeights);
    RemovedPriors equal = new RemovedPriors(Priors.uniform(), labels.classes(), classWeights);
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), k)];
    int first = 0;
    for (int b = 0; b < rows.blockCount(); b++) {
      BlockOptions block = options.get(b);
      LeaveOneOut ofBlock;
      try {
        ofBlock = block(block, rows.block(b));
      } catch (LanewiseException e) {
        throw e.among(rows.features(), first);
      }
      RemovedPriors within = isNormal(block) ? removed : equal;
      for (int row = 0, at = 0; row < rows.rowCount(); row++) {
        double[] logPriors = without(within, row);
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
      double[] logPriors = without(removed, row);
      boolean finite = true;
      for (int c = 0; c < k; c++) {
        joints[results.at(row) + c] += logPriors[c];
        finite &= Double.isFinite(joints[results.at(row) + c]);
      }
      // A block without a model, or an impossible factor: what the others say counts too.
      if (!finite) {
        refits.refit(row, results);
      }
    }
    return results.finished();
  }

  private double[] without(RemovedPriors of, int row) {
    int own = labels.index(row);
    double weight = labels.weight(row);
    return of.without(own, classWeights[own] > weight ? weight : 0);
  }

  private static boolean isNormal(BlockOptions block) {
    return switch (block) {
      case BlockOptions.Diagonal _,
          BlockOptions.Linear _,
          BlockOptions.Quadratic _,
          BlockOptions.Regularized _ ->
          true;
      case BlockOptions.Bernoulli _,
          BlockOptions.Categorical _,
          BlockOptions.Multinomial _,
          BlockOptions.Poisson _ ->
          false;
    };
  }

  /// Rows of a block, left out of models of that block alone.
  private LeaveOneOut block(BlockOptions block, RowBatch of) {
    EssentialRows leaveOut = EssentialRows.LEAVE_OUT;
    return switch (block) {
      case BlockOptions.Diagonal diagonal ->
          LeaveOneOut.gaussianNaiveBayes(
              (NumericColumns) of, labels, diagonal.options().withPriors(priors), leaveOut);
      case BlockOptions.Linear(DiscriminantOptions options) ->
          LeaveOneOut.linear((NumericColumns) of, labels, options.withPriors(priors), leaveOut);
      case BlockOptions.Quadratic(DiscriminantOptions options) ->
          LeaveOneOut.quadratic((NumericColumns) of, labels, options.withPriors(priors), leaveOut);
      case BlockOptions.Regularized regularized ->
          LeaveOneOut.regularized(
              (NumericColumns) of, labels, regularized.options().withPriors(priors), leaveOut);
      case BlockOptions.Bernoulli(NaiveBayesOptions options) -> {
        NaiveBayesOptions equal = options.withPriors(Priors.uniform());
        yield switch (of) {
          case BitColumns bits -> LeaveOneOut.bernoulli(bits, labels, equal, leaveOut);
          case SparseRows sparse -> LeaveOneOut.bernoulli(sparse, labels, equal, leaveOut);
          default -> LeaveOneOut.bernoulli((CategoryColumns) of, labels, equal, leaveOut);
        };
      }
      case BlockOptions.Categorical(NaiveBayesOptions options) ->
          LeaveOneOut.categorical(
              (CategoryColumns) of, labels, options.withPriors(Priors.uniform()), leaveOut);
      case BlockOptions.Multinomial(NaiveBayesOptions options) ->
          LeaveOneOut.multinomial(
              sparse(of), labels, options.withPriors(Priors.uniform()), leaveOut);
      case BlockOptions.Poisson(NaiveBayesOptions options) ->
          LeaveOneOut.poisson(sparse(of), labels, options.withPriors(Priors.uniform()), leaveOut);
    };
  }

  private static SparseRows sparse(RowBatch counts) {
    return counts instanceof SparseRows sparse
        ? sparse
        : SparseRows.copyOf((NumericColumns) counts);
  }
}
