package org.lanewise.model.discrete;

import java.util.Arrays;
import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.discrete.CountScorer;
import org.lanewise.internal.score.discrete.SparseScorer;
import org.lanewise.model.Priors;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.CountStatistics;

/// Naive Bayes with counts: given the class, every occurrence is of feature j with probability
/// θ_cj, independently (Manning, Raghavan, Schütze, *Introduction to Information Retrieval*,
/// section 13.2).
///
/// ```
/// θ_cj = (N_cj + α_j) / Σ_i (N_ci + α_i)
/// log p(x, c) = log π_c + Σ_j x_j log θ_cj
/// ```
///
/// **The density is without its coefficient** (Σ_j x_j)! / Π_j x_j!, which is the same for all
/// classes: log joints and densities are those of a sequence of occurrences, not of their counts.
/// Counts need not be whole.
///
/// **Without smoothing** (α_j = 0) a θ_cj may be 0, and a row that has the feature has log joint −∞
/// in class c, exactly; all other numbers stay finite. Every answer is the limit of α_j → 0: among
/// classes that are all impossible, the smallest sum of impossible counts wins, and of these the
/// largest finite part, in which each of them counts −log Σ_i (N_ci + α_i). A class without counts
/// has θ_cj = 1/d.
///
/// A class of prior 0 has posterior 0.
public final class MultinomialNaiveBayes extends DiscreteClassifier<double[], NumericColumns> {

  /// The logarithms that are kept, and the bits of a count that choose a place for its own.
  private static final int KNOWN = 512;

  private static final int KNOWN_SHIFT = 12;

  // N + α, [c][j]: all that the model is made from, beside the priors.
  private final double[][] counts;
  private final double[] totals;
  private final AffineForm form;
  private final CountScorer scorer;
  private final SparseScorer sparseScorer;

  private MultinomialNaiveBayes(
      Features features, Classes classes, double[] priors, double[][] counts) {
    super(features, classes, counts[0].length, priors);
    this.counts = counts;
    totals = new double[priors.length];
    for (int c = 0; c < totals.length; c++) {
      totals[c] = PseudoCounts.total(counts[c]);
    }
    form = form();
    scorer = new CountScorer(naming(), form);
    sparseScorer = new SparseScorer(naming(), form, SparseScorer.Domain.COUNT);
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(SparseRows, Labels, NaiveBayesOptions)]
  public static MultinomialNaiveBayes fit(SparseRows rows, Labels labels) {
    return fit(rows, labels, NaiveBayesOptions.DEFAULT);
  }

  /// Fits rows.
  ///
  /// @throws IllegalArgumentException as [CountStatistics#add(SparseRows, Labels)] and
  ///   [#fit(CountStatistics, NaiveBayesOptions)]
  public static MultinomialNaiveBayes fit(
      SparseRows rows, Labels labels, NaiveBayesOptions options) {
    return fit(CountStatistics.of(rows, labels), options);
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(NumericColumns, Labels, NaiveBayesOptions)]
  public static MultinomialNaiveBayes fit(NumericColumns rows, Labels labels) {
    return fit(rows, labels, NaiveBayesOptions.DEFAULT);
  }

  /// Fits rows.
  ///
  /// @throws IllegalArgumentException as [CountStatistics#add(NumericColumns, Labels)] and
  ///   [#fit(CountStatistics, NaiveBayesOptions)]
  public static MultinomialNaiveBayes fit(
      NumericColumns rows, Labels labels, NaiveBayesOptions options) {
    return fit(CountStatistics.of(rows, labels), options);
  }

  /// A model with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(CountStatistics, NaiveBayesOptions)]
  public static MultinomialNaiveBayes fit(CountStatistics statistics) {
    return fit(statistics, NaiveBayesOptions.DEFAULT);
  }

  /// A model of the given statistics.
  ///
  /// @throws IllegalArgumentException if the statistics hold no rows, or weights or counts too
  ///   large to sum, a prior does not exist, or the smoothing is of another number of features
  public static MultinomialNaiveBayes fit(CountStatistics statistics, NaiveBayesOptions options) {
    int d = statistics.featureCount();
    int k = statistics.classCount();
    Smoothing smoothing = options.smoothing();
    smoothing.requireFeatures(d);
    double[] classWeights = smoothing.classWeights(k, statistics::classWeight);
    double[][] counts = new double[k][d];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        counts[c][j] = PseudoCounts.require(statistics.count(c, j) + smoothing.alpha(j), c, j);
      }
    }
    return new MultinomialNaiveBayes(
        statistics.features(),
        statistics.classes(),
        options.priors().priors(statistics.classes(), classWeights),
        counts);
  }

  /// A model from known parameters, of features and classes without names.
  ///
  /// @throws IllegalArgumentException as [#of(Features, Classes, double\[\], double\[\]\[\])]
  public static MultinomialNaiveBayes of(double[] priors, double[][] pseudoCounts) {
    int featureCount = pseudoCounts.length == 0 ? 0 : pseudoCounts[0].length;
    return of(
        Features.unnamed(Math.max(1, featureCount)),
        Classes.unnamed(Math.max(1, priors.length)),
        priors,
        pseudoCounts);
  }

  /// A model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param pseudoCounts N_cj + α_j, k rows of d
  /// @throws IllegalArgumentException if shapes do not match, a count is not from 0 to 2^501, or
  ///   the priors are invalid
  public static MultinomialNaiveBayes of(
      Features features, Classes classes, double[] priors, double[][] pseudoCounts) {
    return new MultinomialNaiveBayes(
        features,
        classes,
        Priors.fixed(priors).priors(new double[priors.length]),
        PseudoCounts.copy(pseudoCounts, priors.length));
  }

  /// N_cj + α_j of every feature of a class; with the priors they are all that the model is made
  /// from, see [#of].
  public double[] pseudoCounts(int label) {
    return counts[Objects.checkIndex(label, classCount())].clone();
  }

  /// θ_cj, the probability that an occurrence is of the feature.
  public double probability(int label, int feature) {
    double count = counts[Objects.checkIndex(label, classCount())][feature];
    return totals[label] == 0 ? 1.0 / featureCount() : count / totals[label];
  }

  /// log θ_cj; −∞ where that is 0.
  public double logProbability(int label, int feature) {
    double count = counts[Objects.checkIndex(label, classCount())][feature];
    return totals[label] == 0
        ? -StrictMath.log(featureCount())
        : Shares.ofTotal(count, totals[label]);
  }

  /// The natural parameters η_cj = log θ_cj of the exponential family p(x | c) = exp(⟨η_c, x⟩), as
  /// `[c][j]`; −∞ where θ_cj is 0.
  public double[][] naturalParameters() {
    double[][] parameters = new double[classCount()][featureCount()];
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < featureCount(); j++) {
        parameters[c][j] = logProbability(c, j);
      }
    }
    return parameters;
  }

  /// The logistic form θ_0 … θ_d of a two-class model: p(class 1 | x) = 1 / (1 + exp(−θᵀ[1, x])).
  ///
  /// @throws IllegalStateException if there are not two classes, or a probability or prior is 0
  public double[] theta() {
    return form.theta();
  }

  /// k(d − 1) + k − 1.
  @Override
  public long freeParameters() {
    return (long) classCount() * (featureCount() - 1) + classCount() - 1;
  }

  @Override
  public MultinomialNaiveBayes withPriors(Priors priors) {
    double[] given = priors.inPlaceOf(classes(), priors());
    return new MultinomialNaiveBayes(features(), classes(), given, counts);
  }

  @Override
  public Scorer<double[], NumericColumns> scorer() {
    return scorer;
  }

  /// The scorer of sparse rows; the bits are those of [#scorer()]. Made once, the same on every
  /// call.
  public Scorer<SparseRow, SparseRows> sparseScorer() {
    return sparseScorer;
  }

  private AffineForm form() {
    FormBuilder builder = new FormBuilder(classCount(), featureCount());
    for (int c = 0; c < classCount(); c++) {
      // Most words of a class have one of a few counts.
      double[] known = new double[KNOWN];
      double[] logs = new double[KNOWN];
      Arrays.fill(known, -1);
      for (int j = 0; j < featureCount(); j++) {
        double count = counts[c][j];
        int at = Double.hashCode(count) >>> KNOWN_SHIFT & KNOWN - 1;
        boolean impossible = count == 0 && totals[c] != 0;
        if (count != known[at]) {
          // The finite part of log(α / N) is −log N.
          logs[at] = impossible ? -StrictMath.log(totals[c]) : logProbability(c, j);
          known[at] = count;
        }
        if (impossible) {
          builder.weight(c, j, logs[at], 1);
        } else {
          builder.weight(c, j, logs[at]);
        }
      }
    }
    builder.priors(priors());
    return builder.build(AffineForm.Base.ONE);
  }
}
