package org.lanewise.validation;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.kernel.Elementary;
import org.lanewise.model.discrete.BernoulliNaiveBayes;
import org.lanewise.model.discrete.CategoricalNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.Smoothing;
import org.lanewise.statistics.BernoulliStatistics;
import org.lanewise.statistics.CategoryStatistics;

/// Rows removed from models whose features have a probability for each value: of a present feature
/// the log joint of the row's own class changes by
///
/// ```
/// log((N_v − w) / (n − w)) − log(N_v / n) = log1p(−w/N_v) − log1p(−w/n)
/// ```
///
/// with N_v the count of the value and n that of all values of the feature, smoothing included.
/// Other classes change their prior alone.
final class CellRemoval {

  /// A smoothing below so much of what a row adds is no more than the rounding of its removal.
  private static final double LEAST_ALPHA = 1e-5;

  private final Labels labels;
  private final RemovedPriors priors;
  private final double[] logPriorsBefore;

  /// Counts with what smoothing adds, `[c][j][v]`, and their sums, `[c][j]`.
  private final double[][][] counts;

  private final double[][] totals;

  /// The changes for weight 1; null for a class of which none was asked yet.
  private final double[][][] ofWeightOne;

  private CellRemoval(
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

  /// The rows, in whatever layout.
  private interface Row {
    /// The change of the log joint of a row in its own class.
    double change(CellRemoval removal, int index, int label, double weight);
  }

  private double change(int label, int feature, int value, double weight) {
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

  /// The change by a binary feature that is not set; 0 where no row of the class lacks it.
  private double absent(int label, int feature, double weight) {
    double change = change(label, feature, 0, weight);
    return Double.isFinite(change) ? change : 0;
  }

  private double changeOf(int label, int feature, int value, double weight) {
    return Elementary.log1p(-weight / counts[label][feature][value])
        - Elementary.log1p(-weight / totals[label][feature]);
  }

  private LeaveOneOut all(double[] joints, Refits<?> refits, Row rows) {
    int k = labels.classCount();
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

  /// The weights that priors are taken from.
  static double[] priorWeights(Smoothing smoothing, double[] classWeights) {
    double[] weights = classWeights.clone();
    if (smoothing.equals(Smoothing.pseudoData())) {
      for (int c = 0; c < weights.length; c++) {
        weights[c] += 2;
      }
    }
    return weights;
  }

  /// Whether no change loses digits: nothing has a prior of 0, and no smoothing is 0 or little
  /// beside what a row adds to a count, from which it could not be told.
  ///
  /// @param largest the most that a row adds to a count
  static boolean isSmooth(
      double[] modelPriors, Smoothing smoothing, int featureCount, double largest) {
    boolean smooth = Arrays.stream(modelPriors).allMatch(prior -> prior > 0);
    for (int j = 0; j < featureCount; j++) {
      smooth &= smoothing.alpha(j) > 0 && smoothing.alpha(j) >= LEAST_ALPHA * largest;
    }
    return smooth;
  }

  private static CellRemoval bernoulli(
      Labels labels,
      NaiveBayesOptions options,
      BernoulliNaiveBayes model,
      BernoulliStatistics statistics) {
    int k = labels.classCount();
    double[][][] counts = new double[k][model.featureCount()][2];
    double[] classWeights = new double[k];
    for (int c = 0; c < k; c++) {
      double[] unset = model.pseudoCounts(c, false);
      double[] set = model.pseudoCounts(c, true);
      for (int j = 0; j < set.length; j++) {
        counts[c][j][0] = unset[j];
        counts[c][j][1] = set[j];
      }
      classWeights[c] = statistics.classWeight(c);
    }
    return new CellRemoval(
        labels, options, model.priors(), counts, priorWeights(options.smoothing(), classWeights));
  }

  static LeaveOneOut bernoulli(
      BitColumns rows, Labels labels, NaiveBayesOptions options, EssentialRows essential) {
    BernoulliStatistics statistics = BernoulliStatistics.of(rows, labels);
    BernoulliNaiveBayes model = BernoulliNaiveBayes.fit(statistics, options);
    Refits<long[]> refits =
        new Refits<>(
            labels,
            essential,
            index -> {
              long[] row = new long[BitColumns.rowWords(rows.featureCount())];
              rows.row(index, row);
              return row;
            },
            given -> BernoulliNaiveBayes.fit(rows, given, options).scorer());
    if (!isSmooth(
        model.priors(), options.smoothing(), rows.featureCount(), largestWeight(labels))) {
      return refits.all();
    }
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), labels.classCount())];
    model.scorer().logJoint(rows, joints);
    int d = rows.featureCount();
    long[] words = new long[BitColumns.rowWords(d)];
    Absent absent = new Absent(labels.classCount(), d);
    return bernoulli(labels, options, model, statistics)
        .all(
            joints,
            refits,
            (removal, index, label, weight) -> {
              rows.row(index, words);
              double sum = absent.change(removal, label, weight);
              double[] set = absent.ofSet[label];
              for (int word = 0; word < words.length; word++) {
                for (long bits = words[word]; bits != 0; bits &= bits - 1) {
                  sum += set[word * Long.SIZE + Long.numberOfTrailingZeros(bits)];
                }
              }
              return sum;
            });
  }

  static LeaveOneOut bernoulli(
      SparseRows rows, Labels labels, NaiveBayesOptions options, EssentialRows essential) {
    BernoulliStatistics statistics = BernoulliStatistics.of(rows, labels);
    BernoulliNaiveBayes model = BernoulliNaiveBayes.fit(statistics, options);
    Refits<SparseRow> refits =
        new Refits<>(
            labels,
            essential,
            index -> {
              SparseRow row = new SparseRow();
              rows.row(index, row);
              return row;
            },
            given -> BernoulliNaiveBayes.fit(rows, given, options).sparseScorer());
    if (!isSmooth(
        model.priors(), options.smoothing(), rows.featureCount(), largestWeight(labels))) {
      return refits.all();
    }
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), labels.classCount())];
    model.sparseScorer().logJoint(rows, joints);
    SparseRow view = new SparseRow();
    Absent absent = new Absent(labels.classCount(), rows.featureCount());
    return bernoulli(labels, options, model, statistics)
        .all(
            joints,
            refits,
            (removal, index, label, weight) -> {
              rows.row(index, view);
              double sum = absent.change(removal, label, weight);
              for (int at = view.from(); at < view.to(); at++) {
                if (view.values() == null || view.values()[at] != 0) {
                  sum += absent.ofSet[label][view.indices()[at]];
                }
              }
              return sum;
            });
  }

  /// The change of a row that has no feature, of the last weight of each class.
  private static final class Absent {

    private final int featureCount;
    private final double[] weights;
    private final double[] changes;

    /// How much more a feature changes that is set.
    private final double[][] ofSet;

    Absent(int classCount, int featureCount) {
      this.featureCount = featureCount;
      weights = new double[classCount];
      changes = new double[classCount];
      ofSet = new double[classCount][featureCount];
      Arrays.fill(weights, Double.NaN);
    }

    double change(CellRemoval removal, int label, double weight) {
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

  static LeaveOneOut bernoulli(
      CategoryColumns rows, Labels labels, NaiveBayesOptions options, EssentialRows essential) {
    BernoulliStatistics statistics = BernoulliStatistics.of(rows, labels);
    BernoulliNaiveBayes model = BernoulliNaiveBayes.fit(statistics, options);
    Refits<int[]> refits =
        new Refits<>(
            labels,
            essential,
            index -> codes(rows, index),
            given -> BernoulliNaiveBayes.fit(rows, given, options).missingScorer());
    if (!isSmooth(
        model.priors(), options.smoothing(), rows.featureCount(), largestWeight(labels))) {
      return refits.all();
    }
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), labels.classCount())];
    model.missingScorer().logJoint(rows, joints);
    return bernoulli(labels, options, model, statistics).all(joints, refits, codesOf(rows));
  }

  static LeaveOneOut categorical(
      CategoryColumns rows, Labels labels, NaiveBayesOptions options, EssentialRows essential) {
    CategoryStatistics statistics = CategoryStatistics.of(rows, labels);
    CategoricalNaiveBayes model = CategoricalNaiveBayes.fit(statistics, options);
    Refits<int[]> refits =
        new Refits<>(
            labels,
            essential,
            index -> codes(rows, index),
            given -> CategoricalNaiveBayes.fit(rows, given, options).scorer());
    if (!isSmooth(
        model.priors(), options.smoothing(), rows.featureCount(), largestWeight(labels))) {
      return refits.all();
    }
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), labels.classCount())];
    model.scorer().logJoint(rows, joints);
    int k = labels.classCount();
    List<CategoryDictionary> dictionaries = model.dictionaries();
    double[][][] counts = new double[k][rows.featureCount()][];
    double[] classWeights = new double[k];
    for (int c = 0; c < k; c++) {
      double[] all = model.pseudoCounts(c);
      int from = 0;
      for (int j = 0; j < counts[c].length; j++) {
        int to = from + dictionaries.get(j).size();
        counts[c][j] = Arrays.copyOfRange(all, from, to);
        from = to;
      }
      classWeights[c] = statistics.classWeight(c);
    }
    return new CellRemoval(labels, options, model.priors(), counts, classWeights)
        .all(joints, refits, codesOf(rows));
  }

  private static int[] codes(CategoryColumns rows, int index) {
    int[] row = new int[rows.featureCount()];
    rows.row(index, row);
    return row;
  }

  private static Row codesOf(CategoryColumns rows) {
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
