package org.lanewise.model.discrete;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.CountStatistics;

/// Naive Bayes with counts: given the class, occurrences are independent, and each is an occurrence
/// of feature j with probability θ_cj (Manning, Raghavan, Schütze, *Introduction to Information
/// Retrieval*, section 13.2).
///
/// ```
/// θ_cj = (N_cj + α_j) / Σ_i (N_ci + α_i)
/// log p(x, c) = log π_c + Σ_j x_j log θ_cj
/// ```
///
/// **The density omits the multinomial coefficient** (Σ_j x_j)! / Π_j x_j!, which is the same for
/// all classes: log joints and densities refer to a sequence of occurrences, not to their counts.
/// Counts need not be integers.
///
/// **Without smoothing** (α_j = 0) θ_cj may be 0, and a row that has the feature has a log joint of
/// exactly −∞ in class c; all other numbers remain finite. Labels and posteriors are the limit of
/// α_j → 0: if all classes are impossible, the class with the smallest sum of impossible counts
/// wins, then the largest finite part, in which each impossible count contributes −log Σ_i (N_ci +
/// α_i). A class without counts has θ_cj = 1/d.
///
/// A class with prior 0 has posterior 0.
public final class MultinomialNaiveBayes extends CountClassifier {

  private static final String KIND =
      KnownKinds.add(
          "multinomial-naive-bayes",
          "multinomial Naive Bayes",
          in -> of(in.features(), in.classes(), in.priors(), in.rows(COUNTS)));

  private static final Fitting.Kind<MultinomialNaiveBayes, CountStatistics, NaiveBayesOptions>
      FITTING =
          new Fitting.Kind<>(
              MultinomialNaiveBayes.class,
              CountStatistics.class,
              NaiveBayesOptions::withPriors,
              (_, like, classes) -> new CountStatistics(like.features(), classes),
              MultinomialNaiveBayes::fit);

  /// The number of cached logarithms; bits of a count select its place.
  private static final int KNOWN = 512;

  private static final int KNOWN_SHIFT = 12;

  private final double[] totals;

  private MultinomialNaiveBayes(
      Features features, Classes classes, double[] priors, double[][] counts) {
    double[] totals = Arrays.stream(counts).mapToDouble(PseudoCounts::total).toArray();
    super(features, classes, priors, counts, form(priors, counts, totals));
    this.totals = totals;
  }

  @Override
  CountEvidence.Weights evidence() {
    return CountEvidence.Weights.of(naturalParameters(), totals(), null);
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [CountStatistics#add(RowBatch, Labels)] and [#recipe]
  public static MultinomialNaiveBayes fit(RowBatch rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<MultinomialNaiveBayes> recipe() {
    return recipe(NaiveBayesOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows or [CountStatistics].
  ///
  /// A fit throws an [IllegalArgumentException] if the statistics have no rows, if their weights or
  /// counts are too large to sum, if a class has no prior, or if the smoothing is for a different
  /// number of features.
  public static Recipe<MultinomialNaiveBayes> recipe(NaiveBayesOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static MultinomialNaiveBayes fit(CountStatistics statistics, NaiveBayesOptions options) {
    Smoothing smoothing = options.smoothing();
    double[][] counts = PseudoCounts.of(statistics, smoothing);
    double[] classWeights = smoothing.classWeights(counts.length, statistics::classWeight);
    return new MultinomialNaiveBayes(
        statistics.features(),
        statistics.classes(),
        options.priors().priors(statistics.classes(), classWeights),
        counts);
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param pseudoCounts N_cj + α_j, k rows of d
  /// @throws IllegalArgumentException if shapes do not match, if a count is not from 0 to 2^501, or
  ///   if the priors are invalid
  public static MultinomialNaiveBayes of(
      Features features, Classes classes, double[] priors, double[][] pseudoCounts) {
    return new MultinomialNaiveBayes(
        features,
        classes,
        Priors.fixed(priors).priors(new double[priors.length]),
        PseudoCounts.copy(pseudoCounts, priors.length));
  }

  /// θ_cj, the probability that an occurrence is of this feature.
  public double probability(int label, int feature) {
    double count = counts[Objects.checkIndex(label, classCount())][feature];
    return totals[label] == 0 ? 1.0 / featureCount() : count / totals[label];
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features()).with(Tensor.priors(priors()), ofCounts());
  }

  @Override
  public List<ParameterTable> parameters(List<String> features) {
    return List.of(byClass("probability", features, this::probability));
  }

  /// log θ_cj; −∞ for a probability of 0.
  public double logProbability(int label, int feature) {
    double count = counts[Objects.checkIndex(label, classCount())][feature];
    return logProbability(count, totals[label], featureCount());
  }

  private static double logProbability(double count, double total, int featureCount) {
    return total == 0 ? -StrictMath.log(featureCount) : Shares.ofTotal(count, total);
  }

  private double[][] naturalParameters() {
    double[][] parameters = new double[classCount()][featureCount()];
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < featureCount(); j++) {
        parameters[c][j] = logProbability(c, j);
      }
    }
    return parameters;
  }

  /// k(d − 1) + k − 1.
  @Override
  public long freeParameters() {
    return (long) classCount() * (featureCount() - 1) + classCount() - 1;
  }

  @Override
  public Classifier<double[], NumericColumns> withPriors(Priors priors) {
    double[] given = priors.inPlaceOf(classes(), priors());
    return new MultinomialNaiveBayes(features(), classes(), given, counts);
  }

  private static AffineForm form(double[] priors, double[][] counts, double[] totals) {
    int d = counts[0].length;
    FormBuilder builder = new FormBuilder(counts.length, d);
    // Most words of a class have one of few counts.
    double[][] known = new double[counts.length][KNOWN];
    double[][] logs = new double[counts.length][KNOWN];
    for (double[] ofClass : known) {
      Arrays.fill(ofClass, -1);
    }
    for (int first = 0; first < d; first += FormBuilder.BLOCK) {
      int end = Math.min(d, first + FormBuilder.BLOCK);
      for (int c = 0; c < counts.length; c++) {
        addWeights(builder, c, first, end, counts[c], totals[c], known[c], logs[c]);
      }
    }
    builder.priors(priors);
    return builder.build(AffineForm.Base.ONE);
  }

  /// Adds the weights of features `first` to `end − 1` of a class.
  ///
  /// @param known counts with a cached logarithm, placed by their bits
  /// @param logs these logarithms
  private static void addWeights(
      FormBuilder builder,
      int label,
      int first,
      int end,
      double[] counts,
      double total,
      double[] known,
      double[] logs) {
    for (int j = first; j < end; j++) {
      double count = counts[j];
      int at = Double.hashCode(count) >>> KNOWN_SHIFT & KNOWN - 1;
      boolean impossible = count == 0 && total != 0;
      if (count != known[at]) {
        // The finite part of log(α / N) is −log N.
        logs[at] =
            impossible ? -StrictMath.log(total) : logProbability(count, total, counts.length);
        known[at] = count;
      }
      if (impossible) {
        builder.weight(label, j, logs[at], 1);
      } else {
        builder.weight(label, j, logs[at]);
      }
    }
  }
}
