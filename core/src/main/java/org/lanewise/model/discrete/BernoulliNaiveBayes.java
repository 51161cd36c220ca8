package org.lanewise.model.discrete;

import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.RowBatch;
import org.lanewise.data.RowFormat;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.data.UnseenCategory;
import org.lanewise.description.Description;
import org.lanewise.description.Tensor;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.internal.score.Formats;
import org.lanewise.internal.score.RowReader;
import org.lanewise.internal.score.discrete.BitScorer;
import org.lanewise.internal.score.discrete.CategoryScorer;
import org.lanewise.internal.score.discrete.SparseScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.BernoulliStatistics;

/// Naive Bayes with binary features: given the class, features are independent, and feature j is
/// set with probability p_cj (Manning, Raghavan, Schütze, *Introduction to Information Retrieval*,
/// section 13.3).
///
/// ```
/// p_cj = (count_cj + α_j) / (n_c + 2α_j)
/// log p(x, c) = log π_c + Σ_j [x_j log p_cj + (1 − x_j) log(1 − p_cj)]
///             = b_c + Σ_j w_cj x_j
/// b_c = log π_c + Σ_j log(1 − p_cj),   w_cj = log(p_cj / (1 − p_cj))
/// ```
///
/// The intercept b_c covers features that are not set, so the cost of a row depends only on its set
/// features.
///
/// **Without smoothing** (α_j = 0) p_cj may be 0 or 1, and a row that contradicts it has a log
/// joint of exactly −∞ in class c; all other numbers remain finite. Labels and posteriors are the
/// limit of α_j → 0: a factor of probability 0 is lim α/n_c, so if all classes are impossible, the
/// class with the fewest such factors wins, then the largest finite part, in which each factor
/// counts −log n_c. The log density of such a row is −∞; its posterior is an ordinary distribution.
/// A class without rows has p_cj = ½.
///
/// **Missing values** are left out, in training and in rows of [RowFormat#CODES]: n_c then counts
/// the rows in which the feature is observed, and a row has no factor for a missing value. This is
/// exact: p(x, c) of the observed values is the sum over both values of the missing ones.
///
/// A class with prior 0 has posterior 0.
public final class BernoulliNaiveBayes extends DiscreteClassifier<long[], BitColumns> {

  private static final String KIND =
      KnownKinds.add(
          "bernoulli-naive-bayes",
          "Bernoulli Naive Bayes",
          in -> of(in.features(), in.classes(), in.priors(), in.rows("set"), in.rows("unset")));

  private static final Fitting.Kind<BernoulliNaiveBayes, BernoulliStatistics, NaiveBayesOptions>
      FITTING =
          new Fitting.Kind<>(
              BernoulliNaiveBayes.class,
              BernoulliStatistics.class,
              NaiveBayesOptions::withPriors,
              (_, like, classes) -> new BernoulliStatistics(like.features(), classes),
              BernoulliNaiveBayes::fit);

  private static final List<RowFormat<?, ?>> FORMATS =
      List.of(RowFormat.BITS, RowFormat.SPARSE, RowFormat.CODES);

  // Places for the values 0, 1 and neither; the last one is refused.
  private static final int MISSING_PLACES = 3;

  // count + α and n − count + α, [c][j]: together with the priors, they determine the model.
  private final double[][] set;
  private final double[][] unset;
  private final AffineForm form;
  private final Scorer<long[], BitColumns> scorer;
  private final Scorer<SparseRow, SparseRows> sparseScorer;
  private Scorer<int[], CategoryColumns> missingScorer;

  private BernoulliNaiveBayes(
      Features features, Classes classes, double[] priors, double[][] set, double[][] unset) {
    super(features, classes, set[0].length, priors);
    this.set = set;
    this.unset = unset;
    form = form(priors);
    scorer = new BitScorer(naming(), form).results();
    sparseScorer = new SparseScorer(naming(), form, SparseScorer.Domain.BINARY).results();
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [BernoulliStatistics#add(RowBatch, Labels)] and [#recipe]
  public static BernoulliNaiveBayes fit(RowBatch rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<BernoulliNaiveBayes> recipe() {
    return recipe(NaiveBayesOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows or [BernoulliStatistics].
  ///
  /// A fit throws an [IllegalArgumentException] if the statistics have no rows or their weights are
  /// too large to sum, if a class has no prior, or if the smoothing is for a different number of
  /// features.
  public static Recipe<BernoulliNaiveBayes> recipe(NaiveBayesOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static BernoulliNaiveBayes fit(
      BernoulliStatistics statistics, NaiveBayesOptions options) {
    int d = statistics.featureCount();
    int k = statistics.classCount();
    Smoothing smoothing = options.smoothing();
    smoothing.requireFeatures(d);
    double[] classWeights = smoothing.classWeights(k, statistics::classWeight);
    double[][] set = new double[k][d];
    double[][] unset = new double[k][d];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        double count = statistics.count(c, j);
        double alpha = smoothing.alpha(j);
        set[c][j] = count + alpha;
        unset[c][j] = statistics.unsetCount(c, j) + alpha;
      }
    }
    return new BernoulliNaiveBayes(
        statistics.features(),
        statistics.classes(),
        options.priors().priors(statistics.classes(), classWeights),
        set,
        unset);
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param set count_cj + α_j of set features, k rows of d
  /// @param unset n_c − count_cj + α_j, k rows of d
  /// @throws IllegalArgumentException if shapes do not match, if a number is not from 0 to 2^501,
  ///   or if the priors are invalid
  public static BernoulliNaiveBayes of(
      Features features, Classes classes, double[] priors, double[][] set, double[][] unset) {
    double[] copy = Priors.fixed(priors).priors(new double[priors.length]);
    int featureCount = set.length == 0 ? 0 : set[0].length;
    return new BernoulliNaiveBayes(
        features,
        classes,
        copy,
        PseudoCounts.copy(set, copy.length, Math.max(1, featureCount)),
        PseudoCounts.copy(unset, copy.length, Math.max(1, featureCount)));
  }

  /// p_cj, the probability that the feature is set in the class.
  public double probability(int label, int feature) {
    double one = set[Objects.checkIndex(label, classCount())][feature];
    double zero = unset[label][feature];
    return one == 0 && zero == 0 ? 0.5 : one / (one + zero);
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features())
        .with(
            Tensor.priors(priors()), byClass("set", c -> set[c]), byClass("unset", c -> unset[c]));
  }

  @Override
  public double[] example(int label, RandomGenerator random) {
    double[] row = new double[featureCount()];
    for (int j = 0; j < row.length; j++) {
      row[j] = random.nextDouble() < probability(label, j) ? 1 : 0;
    }
    return row;
  }

  @Override
  public List<ParameterTable> parameters(List<String> features) {
    return List.of(byClass("probability", features, this::probability));
  }

  /// The smoothed counts of every feature in a class: count_cj + α_j if `value`, else n_c −
  /// count_cj + α_j. Together with the priors they determine the model (see [#of]).
  public double[] pseudoCounts(int label, boolean value) {
    return (value ? set : unset)[label].clone();
  }

  /// log p_cj if `value`, else log(1 − p_cj), as `[c][j]`; −∞ for a probability of 0.
  public double[][] logProbabilities(boolean value) {
    double[][] logs = new double[classCount()][featureCount()];
    for (int c = 0; c < logs.length; c++) {
      for (int j = 0; j < logs[c].length; j++) {
        logs[c][j] = logProbability(c, j, value);
      }
    }
    return logs;
  }

  private double logProbability(int label, int feature, boolean value) {
    double one = set[Objects.checkIndex(label, classCount())][feature];
    double zero = unset[label][feature];
    return value ? Shares.log(one, zero) : Shares.log(zero, one);
  }

  /// The natural parameters η_cj = log(p_cj / (1 − p_cj)) of the exponential family p(x | c) =
  /// exp(⟨η_c, x⟩ − A(η_c)), as `[c][j]`; ±∞ if p_cj is 1 or 0.
  public double[][] naturalParameters() {
    double[][] parameters = new double[classCount()][featureCount()];
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < featureCount(); j++) {
        parameters[c][j] = Shares.logOdds(set[c][j], unset[c][j]);
      }
    }
    return parameters;
  }

  @Override
  public double[] theta() {
    return form.theta();
  }

  /// kd + k − 1.
  @Override
  public long freeParameters() {
    return (long) classCount() * featureCount() + classCount() - 1;
  }

  /// k(2^d − 1) + k − 1: the free parameters of the full joint distribution of the d features and
  /// the class, which the independence assumption saves.
  public BigInteger fullJointParameters() {
    return BigInteger.ONE
        .shiftLeft(featureCount())
        .subtract(BigInteger.ONE)
        .multiply(BigInteger.valueOf(classCount()))
        .add(BigInteger.valueOf(classCount() - 1L));
  }

  @Override
  public Classifier<long[], BitColumns> withPriors(Priors priors) {
    double[] given = priors.inPlaceOf(classes(), priors());
    return new BernoulliNaiveBayes(features(), classes(), given, set, unset);
  }

  @Override
  public Scorer<long[], BitColumns> scorer() {
    return scorer;
  }

  @Override
  public List<RowFormat<?, ?>> formats() {
    return FORMATS;
  }

  @Override
  public <S, C extends RowBatch> Scorer<S, C> scorer(RowFormat<S, C> format) {
    Scorer<?, ?> found = null;
    if (format == RowFormat.BITS) {
      found = scorer;
    } else if (format == RowFormat.SPARSE) {
      found = sparseScorer;
    } else if (format.batches() == CategoryColumns.class) {
      found = missingScorer();
    }
    return Formats.scorer(found, format, this, FORMATS);
  }

  @Override
  public <S> Evidence<S> evidence(RowFormat<S, ?> format) {
    Formats.require(format, this, FORMATS);
    return new BinaryEvidence<>(this, RowReader.of(format));
  }

  private synchronized Scorer<int[], CategoryColumns> missingScorer() {
    if (missingScorer == null) {
      missingScorer =
          new CategoryScorer(
                  naming(),
                  missingForm(),
                  Collections.nCopies(featureCount(), CategoryDictionary.BINARY),
                  UnseenCategory.REFUSE)
              .results();
    }
    return missingScorer;
  }

  /// One factor for each value, without an intercept for features that are not set.
  private AffineForm missingForm() {
    FormBuilder builder =
        new FormBuilder(classCount(), Math.multiplyExact(featureCount(), MISSING_PLACES));
    for (int c = 0; c < classCount(); c++) {
      for (int j = 0; j < featureCount(); j++) {
        double zero = unset[c][j];
        double one = set[c][j];
        missingFactor(builder, c, j * MISSING_PLACES, zero, one);
        missingFactor(builder, c, j * MISSING_PLACES + 1, one, zero);
      }
    }
    builder.priors(priors());
    return builder.build(AffineForm.Base.ONE);
  }

  private static void missingFactor(
      FormBuilder builder, int label, int place, double part, double rest) {
    if (part == 0 && rest != 0) {
      // The finite part of log(α / n) is −log n.
      builder.weight(label, place, -StrictMath.log(rest), 1);
    } else {
      builder.weight(label, place, Shares.log(part, rest));
    }
  }

  private AffineForm form(double[] priors) {
    double[] intercepts = new double[classCount()];
    double[][] weights = new double[classCount()][featureCount()];
    double[] impossibleIntercepts = new double[classCount()];
    double[][] impossibleWeights = null;
    boolean impossible = false;
    for (int c = 0; c < classCount(); c++) {
      CompensatedSum sum = new CompensatedSum();
      for (int j = 0; j <= featureCount(); j++) {
        double term;
        if (j == featureCount()) {
          term = priors[c] == 0 ? 0 : StrictMath.log(priors[c]);
        } else {
          double one = set[c][j];
          double zero = unset[c][j];
          if (one == 0 != (zero == 0)) {
            if (impossibleWeights == null) {
              impossibleWeights = new double[classCount()][featureCount()];
              impossible = true;
            }
            impossibleWeights[c][j] = one == 0 ? 1 : -1;
            impossibleIntercepts[c] += one == 0 ? 0 : 1;
            // The finite part of lim α/n is 1/n.
            term = one == 0 ? 0 : -StrictMath.log(one);
            weights[c][j] = one == 0 ? -StrictMath.log(zero) : StrictMath.log(one);
          } else {
            term = Shares.log(zero, one);
            weights[c][j] = Shares.logOdds(one, zero);
          }
        }
        sum.add(term);
      }
      intercepts[c] = sum.value();
      if (priors[c] == 0) {
        impossible = true;
        impossibleIntercepts[c] += AffineForm.PRIOR_ZERO;
      }
    }
    return new AffineForm(
        intercepts, weights, impossible ? impossibleIntercepts : null, impossibleWeights);
  }
}
