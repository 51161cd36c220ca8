package org.lanewise.model;

import java.math.BigInteger;
import java.util.Objects;
import org.lanewise.data.BitColumns;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.score.AffineForm;
import org.lanewise.score.BitScorer;
import org.lanewise.score.Scorer;
import org.lanewise.score.SparseScorer;
import org.lanewise.statistics.BernoulliStatistics;

/// Naive Bayes with binary features: given the class they are independent, feature j set with
/// probability p_cj (Manning, Raghavan, Schütze, *Introduction to Information Retrieval*, section
/// 13.3).
///
/// ```
/// p_cj = (count_cj + α_j) / (n_c + 2α_j)
/// log p(x, c) = log π_c + Σ_j [x_j log p_cj + (1 − x_j) log(1 − p_cj)]
///             = b_c + Σ_j w_cj x_j
/// b_c = log π_c + Σ_j log(1 − p_cj),   w_cj = log(p_cj / (1 − p_cj))
/// ```
///
/// So absent features count, through the intercept b_c, and a row costs its set features only.
///
/// **Without smoothing** (α_j = 0) a p_cj may be 0 or 1, and a row that contradicts it has log
/// joint −∞ in class c, exactly; all other numbers stay finite. Every answer is the limit of α_j →
/// 0: a factor of probability 0 is lim α/n_c, so among classes that are all impossible the fewest
/// such factors win, and of these the largest finite part, in which each of them counts −log n_c.
/// Only the log density of such a row is −∞; its posterior is a distribution like any other. A
/// class without rows has p_cj = ½.
///
/// A class of prior 0 has posterior 0.
public final class BernoulliNaiveBayes implements Classifier<long[], BitColumns> {

  private final int featureCount;
  private final int classCount;
  private final double[] priors;
  // count + α and n − count + α, [c][j]: all that the model is made from, beside the priors.
  private final double[][] set;
  private final double[][] unset;
  private final AffineForm form;
  private final BitScorer scorer;
  private final SparseScorer sparseScorer;

  private BernoulliNaiveBayes(double[] priors, double[][] set, double[][] unset) {
    this.priors = priors;
    this.set = set;
    this.unset = unset;
    classCount = priors.length;
    featureCount = set[0].length;
    form = form();
    scorer = new BitScorer(form);
    sparseScorer = new SparseScorer(form, SparseScorer.Domain.BINARY);
  }

  /// A model with α = 1 and the empirical priors.
  ///
  /// @throws IllegalArgumentException as [#fit(BernoulliStatistics, Smoothing, Priors)]
  public static BernoulliNaiveBayes fit(BernoulliStatistics statistics) {
    return fit(statistics, Smoothing.laplace(), Priors.empirical());
  }

  /// A model of the given statistics.
  ///
  /// @throws IllegalArgumentException if the statistics hold no rows or weights too large to sum, a
  ///   prior does not exist, or the smoothing is of another number of features
  public static BernoulliNaiveBayes fit(
      BernoulliStatistics statistics, Smoothing smoothing, Priors priors) {
    int d = statistics.featureCount();
    int k = statistics.classCount();
    smoothing.requireFeatures(d);
    double[] classWeights = new double[k];
    double total = 0;
    for (int c = 0; c < k; c++) {
      classWeights[c] = statistics.classWeight(c);
      total += classWeights[c];
    }
    if (!(total > 0 && total <= Smoothing.LARGEST)) {
      throw new IllegalArgumentException(
          "the rows have a total weight of %s; a number above 0 and up to 2^500 is expected"
              .formatted(total));
    }
    double[][] set = new double[k][d];
    double[][] unset = new double[k][d];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        double count = statistics.count(c, j);
        double alpha = smoothing.alpha(j);
        set[c][j] = count + alpha;
        unset[c][j] = classWeights[c] - count + alpha;
      }
    }
    return new BernoulliNaiveBayes(priors.priors(classWeights), set, unset);
  }

  @Override
  public int featureCount() {
    return featureCount;
  }

  @Override
  public int classCount() {
    return classCount;
  }

  @Override
  public double[] priors() {
    return priors.clone();
  }

  /// p_cj, the probability that the feature is set in the class.
  public double probability(int label, int feature) {
    double one = set[Objects.checkIndex(label, classCount)][feature];
    double zero = unset[label][feature];
    return one == 0 && zero == 0 ? 0.5 : one / (one + zero);
  }

  /// log p_cj if `value`, else log(1 − p_cj); −∞ where that is 0.
  public double logProbability(int label, int feature, boolean value) {
    double one = set[Objects.checkIndex(label, classCount)][feature];
    double zero = unset[label][feature];
    return value ? logShare(one, zero) : logShare(zero, one);
  }

  /// The natural parameters η_cj = log(p_cj / (1 − p_cj)) of the exponential family p(x | c) =
  /// exp(⟨η_c, x⟩ − A(η_c)), as `[c][j]`; ±∞ where p_cj is 1 or 0.
  public double[][] naturalParameters() {
    double[][] parameters = new double[classCount][featureCount];
    for (int c = 0; c < classCount; c++) {
      for (int j = 0; j < featureCount; j++) {
        parameters[c][j] = logOdds(set[c][j], unset[c][j]);
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

  /// kd + k − 1.
  @Override
  public long freeParameters() {
    return (long) classCount * featureCount + classCount - 1;
  }

  /// k(2^d − 1) + k − 1: the free parameters of the full joint distribution of the d features and
  /// the class, which the model does without by assuming independence.
  public BigInteger fullJointParameters() {
    return BigInteger.ONE
        .shiftLeft(featureCount)
        .subtract(BigInteger.ONE)
        .multiply(BigInteger.valueOf(classCount))
        .add(BigInteger.valueOf(classCount - 1L));
  }

  @Override
  public BitScorer scorer() {
    return scorer;
  }

  /// The scorer of sparse rows, whose stored values have to be 0 or 1; the bits are those of
  /// [#scorer()]. Made once, the same on every call.
  public Scorer<SparseRow, SparseRows> sparseScorer() {
    return sparseScorer;
  }

  private AffineForm form() {
    double[] intercepts = new double[classCount];
    double[][] weights = new double[classCount][featureCount];
    double[] impossibleIntercepts = new double[classCount];
    double[][] impossibleWeights = null;
    boolean impossible = false;
    for (int c = 0; c < classCount; c++) {
      double sum = 0;
      double lost = 0;
      for (int j = 0; j <= featureCount; j++) {
        double term;
        if (j == featureCount) {
          term = priors[c] == 0 ? 0 : StrictMath.log(priors[c]);
        } else {
          double one = set[c][j];
          double zero = unset[c][j];
          if (one == 0 != (zero == 0)) {
            if (impossibleWeights == null) {
              impossibleWeights = new double[classCount][featureCount];
              impossible = true;
            }
            impossibleWeights[c][j] = one == 0 ? 1 : -1;
            impossibleIntercepts[c] += one == 0 ? 0 : 1;
            // The finite part of lim α/n is 1/n.
            term = one == 0 ? 0 : -StrictMath.log(one);
            weights[c][j] = one == 0 ? -StrictMath.log(zero) : StrictMath.log(one);
          } else {
            term = logShare(zero, one);
            weights[c][j] = logOdds(one, zero);
          }
        }
        // Neumaier's sum, in the order of the features, the prior last.
        double next = sum + term;
        lost += Math.abs(sum) >= Math.abs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
      }
      intercepts[c] = sum + lost;
      if (priors[c] == 0) {
        impossible = true;
        impossibleIntercepts[c] += AffineForm.PRIOR_ZERO;
      }
    }
    return new AffineForm(
        intercepts, weights, impossible ? impossibleIntercepts : null, impossibleWeights);
  }

  /// log(part / (part + rest)), accurate also near 0.
  private static double logShare(double part, double rest) {
    if (part == 0 && rest == 0) {
      return StrictMath.log(0.5);
    }
    double total = part + rest;
    if (part > rest) {
      return StrictMath.log1p(-rest / total);
    }
    double share = part / total;
    return share >= Double.MIN_NORMAL || part == 0
        ? StrictMath.log(share)
        : StrictMath.log(part) - StrictMath.log(total);
  }

  /// log(one / zero), accurate also near 0; 0 where both are 0.
  private static double logOdds(double one, double zero) {
    if (one == zero) {
      return 0;
    }
    double odds = one / zero;
    if (odds > 0.5 && odds < 2) {
      return StrictMath.log1p((one - zero) / zero);
    }
    return (odds >= Double.MIN_NORMAL && odds <= Double.MAX_VALUE) || one == 0 || zero == 0
        ? StrictMath.log(odds)
        : StrictMath.log(one) - StrictMath.log(zero);
  }
}
