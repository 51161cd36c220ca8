package org.lanewise.validation;

import java.util.Arrays;
import java.util.Collections;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.discrete.BitScorer;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.statistics.BernoulliStatistics;

/// Rows removed from Bernoulli Naive Bayes, in each layout it takes: [CellLeaveOneOut] of two
/// values.
final class BinaryLeaveOneOut {

  private BinaryLeaveOneOut() {}

  /// log p(x | c) with each class twice, the second time without a row of the given weight: an
  /// intercept for absent features, and the difference that each set feature makes.
  private static AffineForm form(CellLeaveOneOut removal, double[] weights) {
    double[] intercepts = new double[weights.length];
    double[][] set = new double[weights.length][];
    for (int c = 0; c < weights.length; c++) {
      double[][] logs = removal.logsWithout(c % (weights.length / 2), weights[c]);
      set[c] = new double[logs.length];
      for (int j = 0; j < logs.length; j++) {
        intercepts[c] += logs[j][0];
        set[c][j] = logs[j][1] - logs[j][0];
      }
    }
    return new AffineForm(intercepts, set);
  }

  private static CellLeaveOneOut removal(
      Labels labels,
      NaiveBayesOptions options,
      BernoulliNaiveBayes model,
      BernoulliStatistics statistics) {
    int k = labels.classCount();
    double[][][] counts = new double[k][model.featureCount()][2];
    for (int c = 0; c < k; c++) {
      double[] unset = model.pseudoCounts(c, false);
      double[] set = model.pseudoCounts(c, true);
      for (int j = 0; j < set.length; j++) {
        counts[c][j][0] = unset[j];
        counts[c][j][1] = set[j];
      }
    }
    return new CellLeaveOneOut(
        labels,
        options,
        model.priors(),
        counts,
        CellLeaveOneOut.priorWeights(options.smoothing(), statistics));
  }

  static LeaveOneOut of(LeaveOneOutTask task) {
    NaiveBayesOptions options = task.options(NaiveBayesOptions.class);
    Labels labels = task.labels();
    BernoulliStatistics statistics = BernoulliStatistics.of(task.rows(), labels);
    BernoulliNaiveBayes model = BernoulliNaiveBayes.recipe(options).fit(statistics);
    Refits refits = task.refits(task.recipe());
    if (!CellLeaveOneOut.isSmooth(
        model.priors(),
        options.smoothing(),
        model.featureCount(),
        CellLeaveOneOut.largestWeight(labels))) {
      return refits.all();
    }
    CellLeaveOneOut removal = removal(labels, options, model, statistics);
    return switch (task.rows()) {
      case BitColumns bits -> of(bits, model, removal, refits);
      case SparseRows sparse -> of(sparse, model, removal, refits);
      default -> of(task.rows(CategoryColumns.class), model, removal, refits);
    };
  }

  private static LeaveOneOut of(
      BitColumns rows, BernoulliNaiveBayes model, CellLeaveOneOut removal, Refits refits) {
    int d = rows.featureCount();
    long[] words = new long[BitColumns.rowWords(d)];
    Absent absent = new Absent(model.classCount(), d);
    return removal.all(
        rows,
        model.scorer(),
        weights ->
            new BitScorer(
                    new Naming(model.features(), Classes.unnamed(weights.length)),
                    form(removal, weights))
                .results(),
        refits,
        (cells, index, label, weight) -> {
          rows.row(index, words);
          double sum = absent.change(cells, label, weight);
          double[] set = absent.ofSet[label];
          for (int word = 0; word < words.length; word++) {
            for (long bits = words[word]; bits != 0; bits &= bits - 1) {
              sum += set[word * Long.SIZE + Long.numberOfTrailingZeros(bits)];
            }
          }
          return sum;
        });
  }

  private static LeaveOneOut of(
      SparseRows rows, BernoulliNaiveBayes model, CellLeaveOneOut removal, Refits refits) {
    SparseRow view = new SparseRow();
    Absent absent = new Absent(model.classCount(), rows.featureCount());
    return removal.rowByRow(
        rows,
        model.scorer(RowFormat.SPARSE),
        refits,
        (cells, index, label, weight) -> {
          rows.row(index, view);
          double sum = absent.change(cells, label, weight);
          double[] set = absent.ofSet[label];
          int[] indices = view.indices();
          double[] values = view.values();
          for (int at = view.from(); at < view.to(); at++) {
            if (values == null || values[at] != 0) {
              sum += set[indices[at]];
            }
          }
          return sum;
        });
  }

  /// The change for a row with no feature set, for the last weight of each class.
  private static final class Absent {

    private final int featureCount;
    private final double[] weights;
    private final double[] changes;

    /// The difference that a set feature makes to the change.
    private final double[][] ofSet;

    Absent(int classCount, int featureCount) {
      this.featureCount = featureCount;
      weights = new double[classCount];
      changes = new double[classCount];
      ofSet = new double[classCount][featureCount];
      Arrays.fill(weights, Double.NaN);
    }

    double change(CellLeaveOneOut removal, int label, double weight) {
      if (weights[label] != weight) {
        double sum = 0;
        for (int j = 0; j < featureCount; j++) {
          double absent = removal.absent(label, j, weight);
          sum += absent;
          ofSet[label][j] = removal.change(label, j, 1, weight) - absent;
        }
        weights[label] = weight;
        changes[label] = sum;
      }
      return changes[label];
    }
  }

  private static LeaveOneOut of(
      CategoryColumns rows, BernoulliNaiveBayes model, CellLeaveOneOut removal, Refits refits) {
    return removal.all(
        rows,
        model.scorer(RowFormat.CODES),
        weights ->
            removal.scorer(
                model.features(),
                Collections.nCopies(model.featureCount(), CategoryDictionary.BINARY),
                weights),
        refits,
        CellLeaveOneOut.codesOf(rows));
  }
}
