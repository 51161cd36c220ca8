package org.lanewise.validation;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.UnseenCategory;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.Naming;
import org.lanewise.internal.score.discrete.CategoryScorer;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.validation.Removals.RemovedPriors;

/// Rows removed from models whose features have a probability for each value: for an observed
/// value, the factor of the row's own class becomes
///
/// ```
/// (N_v − w) / (n − w)
/// ```
///
/// where N_v is the count of the value and n that of all values of the feature, both with
/// smoothing. In other classes only the prior changes.
///
/// If the rows of a class have equal weights, these factors form a table like the model's: dense
/// rows are scored once under 2k classes, the k of the model and the k without a row, by the
/// kernels of its scorer. Otherwise log joints change row by row, by log1p(−w/N_v) − log1p(−w/n)
/// for each feature.
final class CellLeaveOneOut {

  /// A smoothing below this share of what a row adds is within the rounding error of its removal.
  private static final double MIN_ALPHA = 1e-5;

  private final Labels labels;
  private final RemovedPriors priors;
  private final double[] logPriorsBefore;

  /// Counts with smoothing, `[c][j][v]`, and their sums, `[c][j]`.
  private final double[][][] counts;

  private final double[][] totals;

  /// The changes for weight 1; null for classes not used yet.
  private final double[][][] ofWeightOne;

  CellLeaveOneOut(
      Labels labels,
      NaiveBayesOptions options,
      double[] modelPriors,
      double[][][] counts,
      double[] classWeights) {
    this.labels = labels;
    this.counts = counts;
    priors = new RemovedPriors(options.priors(), labels.classes(), classWeights);
    logPriorsBefore = Arrays.stream(modelPriors).map(StrictMath::log).toArray();
    totals = new double[counts.length][counts[0].length];
    for (int c = 0; c < counts.length; c++) {
      for (int j = 0; j < counts[c].length; j++) {
        totals[c][j] = Arrays.stream(counts[c][j]).sum();
      }
    }
    ofWeightOne = new double[counts.length][][];
  }

  /// A row in any layout.
  interface Row {
    /// The change of the log joint of a row in its own class.
    double change(CellLeaveOneOut removal, int index, int label, double weight);
  }

  double change(int label, int feature, int value, double weight) {
    if (weight == 1) {
      if (ofWeightOne[label] == null) {
        double[][] table = new double[counts[label].length][];
        for (int j = 0; j < table.length; j++) {
          table[j] = new double[counts[label][j].length];
          for (int v = 0; v < table[j].length; v++) {
            table[j][v] = changeOf(label, j, v, 1);
          }
        }
        ofWeightOne[label] = table;
      }
      return ofWeightOne[label][feature][value];
    }
    return changeOf(label, feature, value, weight);
  }

  /// The change by a binary feature that is not set; 0 if it is set in all rows of the class.
  double absent(int label, int feature, double weight) {
    double change = change(label, feature, 0, weight);
    return Double.isFinite(change) ? change : 0;
  }

  private double changeOf(int label, int feature, int value, double weight) {
    return Elementary.log1p(-weight / counts[label][feature][value])
        - Elementary.log1p(-weight / totals[label][feature]);
  }

  /// log((N_v − w)/(n − w)) of every value of a class as `[j][v]`; 0 if no row can be removed.
  double[][] logsWithout(int label, double weight) {
    double[][] logs = new double[counts[label].length][];
    for (int j = 0; j < logs.length; j++) {
      logs[j] = new double[counts[label][j].length];
      for (int v = 0; v < logs[j].length; v++) {
        double part = counts[label][j][v] - weight;
        double rest = totals[label][j] - counts[label][j][v];
        if (part > 0) {
          // Near 1, the remaining share is known to more digits.
          logs[j][v] =
              part > rest
                  ? StrictMath.log1p(-rest / (part + rest))
                  : StrictMath.log(part / (part + rest));
        }
      }
    }
    return logs;
  }

  /// The weight of every row of each class; null if rows of a class have different weights.
  private double[] classRowWeights() {
    double[] weights = new double[labels.classCount()];
    for (int row = 0; row < labels.rowCount(); row++) {
      double weight = labels.weight(row);
      int label = labels.index(row);
      if (weight == 0 || weights[label] != 0 && weights[label] != weight) {
        return null;
      }
      weights[label] = weight;
    }
    return weights;
  }

  /// Removes every row of a dense batch.
  ///
  /// @param scorer the scorer of the model
  /// @param makeDoubled makes a scorer of log p(x | c) of 2k classes from the weight that each
  ///   class lost
  /// @param row the change of a row, if weights differ
  <R, B extends RowBatch> LeaveOneOut all(
      B rows,
      Scorer<R, B> scorer,
      Function<double[], Scorer<R, B>> makeDoubled,
      Refits refits,
      Row row) {
    double[] weights = classRowWeights();
    if (weights == null) {
      return rowByRow(rows, scorer, refits, row);
    }
    int k = labels.classCount();
    double[] densities = new double[Math.multiplyExact(rows.rowCount(), Math.multiplyExact(2, k))];
    double[] lost = new double[2 * k];
    System.arraycopy(weights, 0, lost, k, k);
    makeDoubled.apply(lost).logJoint(rows, densities);
    double[] joints = new double[rows.rowCount() * k];
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    for (int i = 0, at = 0; i < rows.rowCount(); i++, at += k) {
      if (refits.isLast(i, results)) {
        continue;
      }
      int own = labels.index(i);
      double[] logPriors = priors.without(own, weights[own]);
      for (int c = 0; c < k; c++) {
        joints[at + c] = logPriors[c] + densities[2 * at + c];
      }
      joints[at + own] = logPriors[own] + densities[2 * at + k + own];
    }
    return results.finished();
  }

  /// Removes every row, one after the other.
  <R, B extends RowBatch> LeaveOneOut rowByRow(
      B batch, Scorer<R, B> scorer, Refits refits, Row rows) {
    int k = labels.classCount();
    double[] joints = new double[Math.multiplyExact(batch.rowCount(), k)];
    scorer.logJoint(batch, joints);
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    for (int row = 0; row < labels.rowCount(); row++) {
      if (refits.isLast(row, results)) {
        continue;
      }
      int own = labels.index(row);
      int at = results.at(row);
      double weight = labels.weight(row);
      double[] logPriors = priors.without(own, weight);
      for (int c = 0; c < k; c++) {
        joints[at + c] += logPriors[c] - logPriorsBefore[c];
      }
      joints[at + own] += rows.change(this, row, own, weight);
    }
    return results.finished();
  }

  /// The largest weight of a row.
  static double largestWeight(Labels labels) {
    double largest = 0;
    for (int row = 0; row < labels.rowCount(); row++) {
      largest = Math.max(largest, labels.weight(row));
    }
    return largest;
  }

  /// The weights from which priors are estimated.
  static double[] priorWeights(Smoothing smoothing, Statistics statistics) {
    int added = smoothing.equals(Smoothing.pseudoData()) ? 2 : 0;
    double[] weights = new double[statistics.classCount()];
    Arrays.setAll(weights, c -> statistics.classWeight(c) + added);
    return weights;
  }

  /// Whether no change loses digits: no prior is 0, and no smoothing is 0 or so small relative to
  /// what a row adds to a count that rounding hides it.
  ///
  /// @param largest the most that a row adds to a count
  static boolean isSmooth(
      double[] modelPriors, Smoothing smoothing, int featureCount, double largest) {
    boolean smooth = Arrays.stream(modelPriors).allMatch(prior -> prior > 0);
    for (int j = 0; j < featureCount; j++) {
      smooth &= smoothing.alpha(j) > 0 && smoothing.alpha(j) >= MIN_ALPHA * largest;
    }
    return smooth;
  }

  static LeaveOneOut categorical(LeaveOneOutTask task) {
    NaiveBayesOptions options = task.options(NaiveBayesOptions.class);
    CategoryColumns rows = task.rows(CategoryColumns.class);
    Labels labels = task.labels();
    CategoryStatistics statistics = CategoryStatistics.of(rows, labels);
    CategoricalNaiveBayes model = CategoricalNaiveBayes.recipe(options).fit(statistics);
    Refits refits = task.refits(task.recipe());
    if (!isSmooth(
        model.priors(), options.smoothing(), rows.featureCount(), largestWeight(labels))) {
      return refits.all();
    }
    int k = labels.classCount();
    List<CategoryDictionary> dictionaries = model.dictionaries();
    double[][][] counts = new double[k][rows.featureCount()][];
    for (int c = 0; c < k; c++) {
      double[] all = model.pseudoCounts(c);
      int from = 0;
      for (int j = 0; j < counts[c].length; j++) {
        int to = from + dictionaries.get(j).size();
        counts[c][j] = Arrays.copyOfRange(all, from, to);
        from = to;
      }
    }
    CellLeaveOneOut removal =
        new CellLeaveOneOut(
            labels, options, model.priors(), counts, priorWeights(options.smoothing(), statistics));
    return removal.all(
        rows,
        model.scorer(),
        weights -> removal.scorer(model.features(), dictionaries, weights),
        refits,
        codesOf(rows));
  }

  /// A scorer of log p(x | c) with each class twice, the second time without a row of the given
  /// weight.
  Scorer<int[], CategoryColumns> scorer(
      Features features, List<CategoryDictionary> dictionaries, double[] weights) {
    int places = 0;
    for (CategoryDictionary dictionary : dictionaries) {
      places += dictionary.size() + 1;
    }
    double[][] table = new double[weights.length][places];
    for (int c = 0; c < weights.length; c++) {
      int place = 0;
      for (double[] logs : logsWithout(c % counts.length, weights[c])) {
        System.arraycopy(logs, 0, table[c], place, logs.length);
        // The entry for unknown categories stays 0.
        place += logs.length + 1;
      }
    }
    return new CategoryScorer(
            new Naming(features, Classes.unnamed(weights.length)),
            new AffineForm(new double[weights.length], table),
            dictionaries,
            UnseenCategory.REFUSE)
        .results();
  }

  static Row codesOf(CategoryColumns rows) {
    int[] codes = new int[rows.featureCount()];
    return (removal, index, label, weight) -> {
      rows.row(index, codes);
      double sum = 0;
      for (int j = 0; j < codes.length; j++) {
        if (codes[j] != CategoryColumns.MISSING) {
          sum += removal.change(label, j, codes[j], weight);
        }
      }
      return sum;
    };
  }
}
