package org.lanewise.validation;

import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.lanewise.data.Labels;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.tier.Kernels;
import org.lanewise.model.Classifier;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.discrete.NaiveBayesOptions;
import org.lanewise.model.discrete.PoissonNaiveBayes;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CountStatistics;

/// Rows removed from models of counts. With N_j the counts of the row's own class, smoothing
/// included, T their sum and s = Σ_j x_j, its log joint changes by
///
/// ```
/// multinomial   Σ_j x_j log1p(−w·x_j/N_j) − s·log1p(−w·s/T)
/// Poisson       Σ_j x_j log1p(−w·x_j/N_j) − s·log1p(−w/n) + T/n − (T − w·s)/(n − w)
/// ```
///
/// and that of the other classes by their prior alone.
final class CountRemoval {

  private final SparseRows rows;
  private final Labels labels;
  private final RemovedPriors priors;
  private final double[] logPriorsBefore;
  private final double[][] counts;
  private final double[] totals;

  /// n of each class for rates, or null for shares of a total.
  private final double[] rowWeights;

  private CountRemoval(
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

  static Refits<SparseRow> refits(
      SparseRows rows,
      Labels labels,
      EssentialRows essential,
      Function<Labels, Scorer<SparseRow, ?>> fit) {
    return new Refits<>(
        labels,
        essential,
        index -> {
          SparseRow row = new SparseRow();
          rows.row(index, row);
          return row;
        },
        fit);
  }

  private static RemovedPriors priors(
      CountStatistics statistics, Labels labels, NaiveBayesOptions options) {
    double[] classWeights = new double[labels.classCount()];
    for (int c = 0; c < classWeights.length; c++) {
      classWeights[c] = statistics.classWeight(c);
    }
    return new RemovedPriors(
        options.priors(),
        labels.classes(),
        CellRemoval.priorWeights(options.smoothing(), classWeights));
  }

  static LeaveOneOut multinomial(
      SparseRows rows, Labels labels, NaiveBayesOptions options, EssentialRows essential) {
    return of(
        rows,
        labels,
        options,
        essential,
        new Kind<>(
            MultinomialNaiveBayes::fit,
            MultinomialNaiveBayes::sparseScorer,
            MultinomialNaiveBayes::pseudoCounts,
            model -> null));
  }

  static LeaveOneOut poisson(
      SparseRows rows, Labels labels, NaiveBayesOptions options, EssentialRows essential) {
    return of(
        rows,
        labels,
        options,
        essential,
        new Kind<>(
            PoissonNaiveBayes::fit,
            PoissonNaiveBayes::sparseScorer,
            PoissonNaiveBayes::pseudoCounts,
            PoissonNaiveBayes::rowWeights));
  }

  /// A kind of model.
  ///
  /// @param counts N_j of a class, smoothing included
  /// @param rowWeights n of each class for rates, or null for shares of a total
  private record Kind<M>(
      BiFunction<CountStatistics, NaiveBayesOptions, M> fit,
      Function<M, Scorer<SparseRow, SparseRows>> scorer,
      BiFunction<M, Integer, double[]> counts,
      Function<M, double[]> rowWeights) {}

  private static <M extends Classifier<?, ?>> LeaveOneOut of(
      SparseRows rows,
      Labels labels,
      NaiveBayesOptions options,
      EssentialRows essential,
      Kind<M> kind) {
    CountStatistics statistics = CountStatistics.of(rows, labels);
    M model = kind.fit.apply(statistics, options);
    Refits<SparseRow> refits =
        refits(
            rows,
            labels,
            essential,
            given -> kind.scorer.apply(kind.fit.apply(CountStatistics.of(rows, given), options)));
    if (!CellRemoval.isSmooth(
        model.priors(), options.smoothing(), rows.featureCount(), largestCount(rows, labels))) {
      return refits.all();
    }
    double[][] counts = new double[labels.classCount()][];
    for (int c = 0; c < counts.length; c++) {
      counts[c] = kind.counts.apply(model, c);
    }
    double[] joints = new double[Math.multiplyExact(rows.rowCount(), labels.classCount())];
    kind.scorer.apply(model).logJoint(rows, joints);
    return new CountRemoval(
            rows,
            labels,
            priors(statistics, labels, options),
            model.priors(),
            counts,
            kind.rowWeights.apply(model))
        .all(joints, refits);
  }

  private LeaveOneOut all(double[] joints, Refits<SparseRow> refits) {
    LeaveOneOut results = new LeaveOneOut(labels, joints);
    SparseRow row = new SparseRow();
    double[] terms = new double[16];
    for (int index = 0; index < labels.rowCount(); index++) {
      if (refits.isLast(index, results)) {
        continue;
      }
      int own = labels.index(index);
      int at = results.at(index);
      double weight = labels.weight(index);
      double[] logPriors = priors.without(own, weight);
      for (int c = 0; c < labels.classCount(); c++) {
        joints[at + c] += logPriors[c] - logPriorsBefore[c];
      }
      rows.row(index, row);
      terms = room(terms, row);
      double sum = length(row);
      joints[at + own] += changeOfCounts(row, counts[own], weight, terms);
      if (rowWeights == null) {
        joints[at + own] -= sum * StrictMath.log1p(-weight * sum / totals[own]);
      } else {
        double n = rowWeights[own];
        double left = n - weight;
        // T/n − (T − w·s)/(n − w), which is w·(n·s − T)/(n·(n − w)).
        joints[at + own] +=
            weight * (n * sum - totals[own]) / n / left - sum * StrictMath.log1p(-weight / n);
      }
    }
    return results.finished();
  }

  static double[] room(double[] terms, SparseRow row) {
    int count = row.to() - row.from();
    return terms.length < count ? new double[2 * count] : terms;
  }

  /// Σ_j x_j.
  static double length(SparseRow row) {
    double sum = 0;
    for (int at = row.from(); at < row.to(); at++) {
      sum += value(row, at);
    }
    return sum;
  }

  /// The most that a row adds to a count.
  static double largestCount(SparseRows rows, Labels labels) {
    SparseRow view = new SparseRow();
    double largest = 0;
    for (int row = 0; row < rows.rowCount(); row++) {
      rows.row(row, view);
      for (int at = view.from(); at < view.to(); at++) {
        largest = Math.max(largest, labels.weight(row) * value(view, at));
      }
    }
    return largest;
  }

  static double value(SparseRow row, int at) {
    return row.values() == null ? 1 : row.values()[at];
  }

  /// Σ_j x_j log1p(−w·x_j/N_j).
  static double changeOfCounts(SparseRow row, double[] counts, double weight, double[] terms) {
    logOfLeft(row, counts, weight, terms);
    double sum = 0;
    for (int at = row.from(); at < row.to(); at++) {
      sum = Math.fma(value(row, at), terms[at - row.from()], sum);
    }
    return sum;
  }

  /// log1p(−w·x_j/N_j) of every entry of a row.
  static void logOfLeft(SparseRow row, double[] counts, double weight, double[] terms) {
    int count = row.to() - row.from();
    for (int i = 0; i < count; i++) {
      terms[i] = -weight * value(row, row.from() + i) / counts[row.indices()[row.from() + i]];
    }
    Kernels.elementary().log1p(terms, 0, count, terms, 0);
  }
}
