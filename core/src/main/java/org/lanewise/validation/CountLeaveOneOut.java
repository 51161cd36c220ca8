package org.lanewise.validation;

import static org.lanewise.internal.tier.Kernel.LOG1P;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.validation.Removals.RemovedPriors;

/// Rows removed from models of counts. With the counts N_j of the row's own class (with smoothing),
/// their sum T, and s = Σ_j x_j, its log joint changes by
///
/// ```
/// multinomial   Σ_j x_j log1p(−w·x_j/N_j) − s·log1p(−w·s/T)
/// Poisson       Σ_j x_j log1p(−w·x_j/N_j) − s·log1p(−w/n) + T/n − (T − w·s)/(n − w)
/// ```
///
/// The log joints of the other classes change only by their priors. For a row that holds nearly all
/// of a count, the model is refitted, because N_j − w·x_j has lost its digits.
final class CountLeaveOneOut {

  private final SparseRows rows;
  private final Labels labels;
  private final RemovedPriors priors;
  private final double[] logPriorsBefore;
  private final double[][] counts;
  private final double[] totals;

  /// n of each class for rates, or null for shares of a total.
  private final double[] rowWeights;

  private CountLeaveOneOut(
      SparseRows rows,
      Labels labels,
      RemovedPriors priors,
      double[] modelPriors,
      double[][] counts,
      double[] rowWeights) {
    this.rows = rows;
    this.labels = labels;
    this.priors = priors;
    this.counts = counts;
    this.rowWeights = rowWeights;
    logPriorsBefore = Arrays.stream(modelPriors).map(StrictMath::log).toArray();
    totals = new double[counts.length];
    for (int c = 0; c < totals.length; c++) {
      totals[c] = Arrays.stream(counts[c]).sum();
    }
  }

  static LeaveOneOut multinomial(LeaveOneOutTask task) {
    return of(task, MultinomialNaiveBayes::pseudoCounts, _ -> null);
  }

  static LeaveOneOut poisson(LeaveOneOutTask task) {
    return of(task, PoissonNaiveBayes::pseudoCounts, PoissonNaiveBayes::rowWeights);
  }

  /// @param pseudoCounts N_j of a class, with smoothing
  @SuppressWarnings("unchecked") // The recipe makes this kind of model.
  private static <M extends Classifier<?, ?>> LeaveOneOut of(
      LeaveOneOutTask task,
      BiFunction<M, Integer, double[]> pseudoCounts,
      Function<M, double[]> rowWeights) {
    NaiveBayesOptions options = task.options(NaiveBayesOptions.class);
    SparseRows rows = task.sparse();
    Labels labels = task.labels();
    CountStatistics statistics = CountStatistics.of(rows, labels);
    M model = (M) task.recipe().fit(statistics);
    Refits refits = task.refits(task.recipe());
    if (!CellLeaveOneOut.isSmooth(model.priors(), options.smoothing(), rows.featureCount(), 0)) {
      return refits.all();
    }
    double[][] counts = new double[labels.classCount()][];
    for (int c = 0; c < counts.length; c++) {
      counts[c] = pseudoCounts.apply(model, c);
    }
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), labels.classCount())];
    model.scorer(RowFormat.SPARSE).logJoint(rows, joints);
    return new CountLeaveOneOut(
            rows,
            labels,
            new RemovedPriors(
                options.priors(),
                labels.classes(),
                CellLeaveOneOut.priorWeights(options.smoothing(), statistics)),
            model.priors(),
            counts,
            rowWeights.apply(model))
        .all(joints, refits);
  }

  private LeaveOneOut all(double[] joints, Refits refits) {
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    Lost lost = new Lost(rows, labels, counts, totals);
    int[] own = new int[Lost.ROWS];
    for (int first = 0; first < labels.rowCount(); first += Lost.ROWS) {
      int count = Math.min(Lost.ROWS, labels.rowCount() - first);
      labels.copy(first, count, own, 0);
      lost.of(first, count, own);
      for (int r = 0; r < count; r++) {
        if (refits.isLast(first + r, results)) {
          continue;
        }
        if (Double.isNaN(lost.counted[r])) {
          refits.refit(first + r, results);
        } else {
          change(joints, results.at(first + r), own[r], labels.weight(first + r), lost, r);
        }
      }
    }
    return results.finished();
  }

  private void change(double[] joints, int at, int own, double weight, Lost lost, int r) {
    double[] logPriors = priors.without(own, weight);
    for (int c = 0; c < labels.classCount(); c++) {
      joints[at + c] += logPriors[c] - logPriorsBefore[c];
    }
    double length = lost.lengths[r];
    if (rowWeights == null) {
      joints[at + own] += lost.counted[r] - length * lost.ofTotal[r];
    } else {
      double n = rowWeights[own];
      double logOfRows = StrictMath.log1p(-weight / n);
      // T/n − (T − w·s)/(n − w), which is w·(n·s − T)/(n·(n − w)).
      joints[at + own] +=
          lost.counted[r]
              + (weight * (n * length - totals[own]) / n / (n - weight) - length * logOfRows);
    }
  }

  static double value(SparseRow row, int at) {
    return row.values() == null ? 1 : row.values()[at];
  }

  /// The losses of counts by blocks of rows: sums of log1p(−w·x_j/N_j).
  ///
  /// Most entries of most rows are 1, and most weights are equal: these logarithms are read from a
  /// table for each class, the others are computed many at a time.
  static final class Lost {

    static final int ROWS = 256;
    private static final int PENDING = 1024;

    /// The largest share of a count that is subtracted: 1 − (1 − 1e-5) still has eleven digits.
    private static final double MAX_SHARE = 1 - 1e-5;

    private final SparseRows rows;
    private final Labels labels;
    private final double[][] counts;
    private final double[] totals;

    /// log1p(−u/N_j) of each class, for the first u used.
    private final double[][] tables;

    private final double[] tabled;

    /// For row r of the block: Σ x_j log1p(−w·x_j/N_j), the same without the factors x_j, Σ x_j,
    /// and log1p(−w·Σ x_j/T). The first two are NaN if the row holds more than [#MAX_SHARE] of a
    /// count.
    final double[] counted = new double[ROWS];

    final double[] plain = new double[ROWS];
    final double[] lengths = new double[ROWS];
    final double[] ofTotal = new double[ROWS];

    private final double[] logs = new double[PENDING];
    private final double[] values = new double[PENDING];
    private final int[] rowOf = new int[PENDING];
    private int pending;

    Lost(SparseRows rows, Labels labels, double[][] counts, double[] totals) {
      this.rows = rows;
      this.labels = labels;
      this.counts = counts;
      this.totals = totals;
      tables = new double[counts.length][];
      tabled = new double[counts.length];
    }

    /// Of `count` rows.
    ///
    /// @param from the class whose counts lose row r; −1 if no class does
    void of(int first, int count, int[] from) {
      SparseRow row = new SparseRow();
      for (int r = 0; r < count; r++) {
        counted[r] = 0;
        plain[r] = 0;
        lengths[r] = 0;
        ofTotal[r] = 0;
        double weight = labels.weight(first + r);
        if (from[r] >= 0 && weight > 0) {
          rows.row(first + r, row);
          add(row, r, from[r], weight);
          ofTotal[r] = -weight * lengths[r] / totals[from[r]];
        }
      }
      flush();
      Kernels.elementary(LOG1P).log1p(ofTotal, 0, count, ofTotal, 0);
    }

    private void add(SparseRow row, int r, int label, double weight) {
      if (tables[label] == null) {
        tables[label] = table(counts[label], weight);
        tabled[label] = weight;
      }
      double[] table = tables[label];
      double known = tabled[label];
      int[] indices = row.indices();
      double[] x = row.values();
      double sum = 0;
      if (x == null && weight == known) {
        for (int at = row.from(); at < row.to(); at++) {
          sum += table[indices[at]];
        }
        counted[r] = sum;
        plain[r] = sum;
        lengths[r] = row.to() - row.from();
        return;
      }
      double length = 0;
      for (int at = row.from(); at < row.to(); at++) {
        double value = value(row, at);
        length += value;
        if (value == 1 && weight == known) {
          sum += table[indices[at]];
        } else {
          pend(r, value, -weight * value / counts[label][indices[at]]);
        }
      }
      counted[r] += sum;
      plain[r] += sum;
      lengths[r] = length;
    }

    private void pend(int r, double value, double share) {
      if (share < -MAX_SHARE) {
        counted[r] = Double.NaN;
        plain[r] = Double.NaN;
        return;
      }
      if (pending == PENDING) {
        flush();
      }
      logs[pending] = share;
      values[pending] = value;
      rowOf[pending++] = r;
    }

    private void flush() {
      Kernels.elementary(LOG1P).log1p(logs, 0, pending, logs, 0);
      for (int i = 0; i < pending; i++) {
        counted[rowOf[i]] += values[i] * logs[i];
        plain[rowOf[i]] += logs[i];
      }
      pending = 0;
    }

    private static double[] table(double[] counts, double weight) {
      double[] shares = new double[counts.length];
      for (int j = 0; j < shares.length; j++) {
        shares[j] = Math.max(-weight / counts[j], -1);
      }
      double[] table = new double[counts.length];
      Kernels.elementary(LOG1P).log1p(shares, 0, table.length, table, 0);
      for (int j = 0; j < table.length; j++) {
        table[j] = shares[j] < -MAX_SHARE ? Double.NaN : table[j];
      }
      return table;
    }
  }
}
