package org.lanewise.model.discrete;

import java.util.Arrays;
import java.util.List;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.description.Description;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.score.AffineForm;
import org.lanewise.model.Classifier;
import org.lanewise.model.ParameterTable;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.CountStatistics;

/// Complement Naive Bayes: the worse the counts fit all *other* classes together, the higher a
/// class scores (Rennie, Shih, Teevan, Karger, *Tackling the Poor Assumptions of Naive Bayes Text
/// Classifiers*, ICML 2003, section 3.1; the weight normalisation is its section 3.2, equation 9).
///
/// ```
/// θ̃_cj = (Σ_{i ≠ c} N_ij + α_j) / Σ_j (Σ_{i ≠ c} N_ij + α_j)
/// w_cj = −log θ̃_cj,   normalised: w_cj / Σ_j |w_cj|
/// score_c = Σ_j x_j w_cj
/// ```
///
/// **No prior, no density.** As in the paper's experiments and in scikit-learn, there is no prior
/// term; [#priors()] are all 1/k. The scores are not log probabilities: there is no p(x), so
/// `logDensity` throws an [UnsupportedOperationException]. `logJoint` returns the scores, and a
/// posterior is their softmax, which orders the classes but is not a calibrated probability.
///
/// **Without smoothing** (α_j = 0) θ̃_cj may be 0 and w_cj infinite: a row with a feature that no
/// other class has scores +∞ in class c. Labels and posteriors are the limit of α_j → 0: the class
/// with the largest sum of such counts wins, then the largest finite part. Normalised weights have
/// the limit 1/m for the m features of a class whose weights are infinite, and 0 for the others. If
/// the other classes have no counts at all, θ̃_cj = 1/d. With a single feature, the normalised
/// weight is 0, like log θ̃.
public final class ComplementNaiveBayes extends CountClassifier {

  private static final String KIND =
      KnownKinds.add(
          "complement-naive-bayes",
          "complement Naive Bayes",
          in -> {
            boolean isNormalized = in.flag("normalized");
            return of(in.features(), in.classes(), in.rows(COUNTS), isNormalized);
          });

  private static final Fitting.Kind<ComplementNaiveBayes, CountStatistics, ComplementOptions>
      FITTING =
          new Fitting.Kind<>(
              ComplementNaiveBayes.class,
              CountStatistics.class,
              (options, priors) -> {
                throw noPriors();
              },
              (_, like, classes) -> new CountStatistics(like.features(), classes),
              ComplementNaiveBayes::fit);

  private final boolean normalized;

  private ComplementNaiveBayes(
      Features features, Classes classes, double[][] counts, boolean normalized) {
    super(features, classes, equalPriors(counts.length), counts, form(counts, normalized));
    this.normalized = normalized;
  }

  @Override
  CountEvidence.Weights evidence() {
    return CountEvidence.Weights.of(weights(), totals(), null);
  }

  private static double[] equalPriors(int classCount) {
    double[] priors = new double[classCount];
    Arrays.fill(priors, 1.0 / classCount);
    return priors;
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [CountStatistics#add(RowBatch, Labels)] and [#recipe]
  public static ComplementNaiveBayes fit(RowBatch rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<ComplementNaiveBayes> recipe() {
    return recipe(ComplementOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows or [CountStatistics].
  ///
  /// A fit throws an [IllegalArgumentException] if the statistics have no rows, if their weights or
  /// counts are too large to sum, or if the smoothing is pseudo-data or is for a different number
  /// of features.
  public static Recipe<ComplementNaiveBayes> recipe(ComplementOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static ComplementNaiveBayes fit(CountStatistics statistics, ComplementOptions options) {
    int d = statistics.featureCount();
    int k = statistics.classCount();
    Smoothing smoothing = options.smoothing();
    smoothing.requireFeatures(d);
    smoothing.refusePseudoData("complement Naive Bayes", "has no priors to shift");
    smoothing.classWeights(k, statistics::classWeight);
    double[][] counts = new double[k][d];
    for (int j = 0; j < d; j++) {
      // Sums of the classes before and after, so that nothing cancels.
      double sum = 0;
      for (int c = 0; c < k; c++) {
        counts[c][j] = sum;
        sum += PseudoCounts.require(statistics.count(c, j), c, j);
      }
      sum = 0;
      for (int c = k - 1; c >= 0; c--) {
        counts[c][j] = PseudoCounts.require(counts[c][j] + sum + smoothing.alpha(j), c, j);
        sum += statistics.count(c, j);
      }
    }
    return new ComplementNaiveBayes(
        statistics.features(), statistics.classes(), counts, options.normalized());
  }

  /// Creates a model from known parameters.
  ///
  /// @param pseudoCounts Σ_{i ≠ c} N_ij + α_j, k rows of d
  /// @param normalized whether the weights of each class are divided by their sum
  /// @throws IllegalArgumentException if shapes do not match or a count is not from 0 to 2^501
  public static ComplementNaiveBayes of(
      Features features, Classes classes, double[][] pseudoCounts, boolean normalized) {
    if (pseudoCounts.length == 0) {
      throw new IllegalArgumentException("there are counts of 0 classes; at least 1 is expected");
    }
    return new ComplementNaiveBayes(
        features, classes, PseudoCounts.copy(pseudoCounts, pseudoCounts.length), normalized);
  }

  @Override
  public boolean hasDensity() {
    return false;
  }

  @Override
  public Description describe() {
    return Description.of(KIND, features()).with("normalized", normalized).with(ofCounts());
  }

  /// The pooled counts of all classes except each one.
  @Override
  double[] ofClass(int label) {
    int k = classCount();
    double[] own = new double[featureCount()];
    for (double[] others : counts) {
      for (int j = 0; j < own.length; j++) {
        own[j] += others[j] / Math.max(1, k - 1);
      }
    }
    for (int j = 0; j < own.length && k > 1; j++) {
      own[j] = Math.max(0, own[j] - counts[label][j]);
    }
    return own;
  }

  @Override
  public List<ParameterTable> parameters(List<String> features) {
    return List.of(ParameterTable.of("weight", classes().names(), features, weights()));
  }

  /// w_cj as `[c][j]`; +∞ if no other class has the feature and α_j = 0, unless normalised.
  public double[][] weights() {
    double[][] weights = new double[classCount()][featureCount()];
    for (int c = 0; c < classCount(); c++) {
      double total = PseudoCounts.total(counts[c]);
      for (int j = 0; j < featureCount(); j++) {
        weights[c][j] =
            !normalized && total != 0 && counts[c][j] == 0
                ? Double.POSITIVE_INFINITY
                : form.weight(c, j);
      }
    }
    return weights;
  }

  /// k(d − 1), the parameters of the k distributions θ̃_c; there are no priors.
  @Override
  public long freeParameters() {
    return (long) classCount() * (featureCount() - 1);
  }

  /// @throws UnsupportedOperationException always: the model has no class priors
  @Override
  public Classifier<double[], NumericColumns> withPriors(Priors priors) {
    throw noPriors();
  }

  private static UnsupportedOperationException noPriors() {
    return new UnsupportedOperationException(
        "complement Naive Bayes has no class priors; another model is expected");
  }

  private static AffineForm form(double[][] counts, boolean normalized) {
    int d = counts[0].length;
    FormBuilder builder = new FormBuilder(counts.length, d);
    double[] weights = new double[d];
    for (int c = 0; c < counts.length; c++) {
      double total = PseudoCounts.total(counts[c]);
      int infinite = 0;
      CompensatedSum sum = new CompensatedSum();
      for (int j = 0; j < d; j++) {
        if (total == 0) {
          weights[j] = StrictMath.log(d);
        } else if (counts[c][j] == 0) {
          // The finite part of −log(α / N) is log N.
          weights[j] = StrictMath.log(total);
          infinite++;
        } else {
          weights[j] = -Shares.ofTotal(counts[c][j], total);
        }
        sum.add(weights[j]);
      }
      for (int j = 0; j < d; j++) {
        boolean isInfinite = total != 0 && counts[c][j] == 0;
        if (normalized) {
          builder.weight(
              c,
              j,
              infinite > 0
                  ? isInfinite ? 1.0 / infinite : 0
                  : sum.value() == 0 ? 0 : weights[j] / sum.value());
        } else if (isInfinite) {
          builder.weight(c, j, weights[j], -1);
        } else {
          builder.weight(c, j, weights[j]);
        }
      }
    }
    return builder.build(AffineForm.Base.NONE);
  }
}
