package org.lanewise.explanation;

import java.util.Arrays;
import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.MissingValues;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.score.Scorer;

/// Explains why a row is of class c rather than of class a: its log-odds, shared out among the
/// features. Nothing is approximated; for each model the parts are those of its own formula.
///
/// ```
/// log p(c | x) − log p(a | x) = log π_c/π_a + Σ_j contribution_j
/// ```
///
/// | model | contribution of feature j |
/// | --- | --- |
/// | Naive Bayes of every kind | log p(x_j \| c) − log p(x_j \| a) |
/// | multinomial, complement | x_j·(w_cj − w_aj), w_cj = log θ_cj, or the weights of the complement |
/// | linear discriminants | w_j·(x_j − ½(μ_cj + μ_aj)), w = Σ⁻¹(μ_c − μ_a) |
/// | quadratic and regularised discriminants | log p(x_j \| x_1 … x_j−1, c) − log p(x_j \| x_1 … x_j−1, a) |
/// | rows in blocks | that of the model of the feature's block |
///
/// Those of Naive Bayes are the weights of evidence of its features (Good, Weight of Evidence: A
/// Brief Survey, *Bayesian Statistics 2*, 1985; Možina et al., Nomograms for Visualization of Naive
/// Bayesian Classifier, PKDD 2004). A linear discriminant has the midpoint of both means as its 0.
/// A quadratic one is taken **in the order of the features**, which is that of its Cholesky factor
/// L: with z = L⁻¹(x − μ) the terms are −½ z_j² − log L_jj − ½ log 2π, and a feature counts by what
/// it adds to those before it. In another order the parts are others, the sum is the same.
///
/// **About a baseline.** [#about(Object)] compares with a row b, such as a mean or a row that is
/// beyond question: contributions are those of x less those of b, and the part that b has of itself
/// is [Explanation#baseline()]. Of features in which x and b agree Naive Bayes and linear
/// discriminants then say 0.
///
/// **Missing values** contribute 0: the row is explained by what was seen of it, and a baseline is
/// taken without the features that the row lacks. So with [MissingValues#ALLOW] for normal classes
/// (the marginal of the features that were seen; of discriminants that factors a covariance for
/// each row with holes), and for categories.
///
/// In nats. Immutable and safe for any number of threads.
///
/// @param <R> what one row is
public final class Explainer<R> {

  private final Features features;
  private final Classes classes;
  private final double[] priors;
  private final Scorer<R, ?> scorer;
  private final Evidence<R> evidence;
  private final R baseline;

  private Explainer(
      Features features,
      Classes classes,
      double[] priors,
      Scorer<R, ?> scorer,
      Evidence<R> evidence,
      R baseline) {
    this.features = features;
    this.classes = classes;
    this.priors = priors;
    this.scorer = scorer;
    this.evidence = evidence;
    this.baseline = baseline;
  }

  /// Explains rows in the format of a model: another is asked for by [Classifier#in]. A category
  /// that the model does not know, or a missing value, is treated as the format says. Of rows in
  /// blocks, those of a baseline are of the same types as those of the rows.
  ///
  /// Of complement Naive Bayes they are differences of scores, which are no log-odds of a model of
  /// x.
  ///
  /// @throws UnsupportedOperationException if the model has a temperature, which divides log-odds:
  ///   [Classifier#bare()] has none
  public static <R> Explainer<R> of(Classifier<R, ?> model) {
    return new Explainer<>(
        model.features(),
        model.classes(),
        model.priors(),
        model.scorer(),
        model.evidence(model.format()),
        null);
  }

  /// This explainer with contributions about a baseline.
  ///
  /// @param row the baseline; borrowed, so it shall not change
  /// @throws IllegalArgumentException as [Scorer#predict(Object)]
  public Explainer<R> about(R row) {
    scorer.predict(Objects.requireNonNull(row, "row"));
    return new Explainer<>(features, classes, priors, scorer, evidence, row);
  }

  /// The features, in the order of contributions.
  public Features features() {
    return features;
  }

  /// The classes, in the order of their indices.
  public Classes classes() {
    return classes;
  }

  /// Why the most probable class of a row is so rather than the second.
  ///
  /// @throws IllegalArgumentException as [Scorer#predict(Object)], or if the model has one class
  public Explanation explain(R row) {
    if (classes.count() < 2) {
      throw new BadDataException(
          "the model has one class, so there is no other to compare it with; two are expected");
    }
    int[] best = scorer.top(row, 2);
    return weighed(row, best[0], best[1]);
  }

  /// Why a row is, or is not, of class `label` rather than of class `against`.
  ///
  /// @throws IllegalArgumentException as [Scorer#predict(Object)], or if both are one class, or
  ///   both have prior 0
  /// @throws IndexOutOfBoundsException if there is no such class
  public Explanation explain(R row, int label, int against) {
    requirePair(label, against);
    scorer.predict(row);
    return weighed(row, label, against);
  }

  /// The contributions of [#explain(Object, int, int)] alone, into `out[0 … d−1]`. Allocates
  /// nothing in a thread that has scored, but of rows in blocks and where a value is missing or a
  /// factor of the model is 0.
  ///
  /// @throws IllegalArgumentException as [#explain(Object, int, int)], or if `out` is too short
  /// @throws IndexOutOfBoundsException if there is no such class
  public void contributions(R row, int label, int against, double[] out) {
    requirePair(label, against);
    int d = features.count();
    if (out.length < d) {
      throw new IllegalArgumentException(
          "the array for the contributions has %d elements; at least %d are expected"
              .formatted(out.length, d));
    }
    scorer.predict(row);
    double[] zeros = evidence.mayBeZero() ? new double[d] : null;
    contributions(row, label, against, out, zeros);
    limit(out, zeros);
  }

  private void requirePair(int label, int against) {
    Objects.checkIndex(label, classes.count());
    Objects.checkIndex(against, classes.count());
    if (label == against) {
      throw new BadDataException(
          "%s was to be compared with itself; two classes are expected",
          Fact.label(label, classes));
    }
    requirePriors(label, against);
  }

  private void requirePriors(int label, int against) {
    if (priors[label] == 0 && priors[against] == 0) {
      throw new BadDataException(
          "%s and %s have prior 0, so their odds do not exist; one with a prior above 0 is"
              + " expected",
          Fact.label(label, classes), Fact.label(against, classes));
    }
  }

  private Explanation weighed(R row, int label, int against) {
    requirePriors(label, against);
    int d = features.count();
    boolean zero = evidence.mayBeZero();
    double[] parts = new double[d];
    double[] zeros = zero ? new double[d] : null;
    contributions(row, label, against, parts, zeros);
    double[] base = new double[d];
    double[] baseZeros = zero ? new double[d] : null;
    if (baseline != null) {
      evidence.add(1, baseline, row, label, against, base, baseZeros);
    }
    double prior = StrictMath.log(priors[label]) - StrictMath.log(priors[against]);
    double sum = prior + sum(base) + sum(parts);
    // A prior of 0 is decided before any factor.
    double logOdds = zero && Double.isFinite(prior) ? limit(sum, sum(zeros) + sum(baseZeros)) : sum;
    double baselinePart = zero ? limit(sum(base), sum(baseZeros)) : sum(base);
    limit(parts, zeros);
    return new Explanation(features, classes, label, against, prior, baselinePart, parts, logOdds);
  }

  private void contributions(R row, int label, int against, double[] out, double[] zeros) {
    Arrays.fill(out, 0, features.count(), 0);
    evidence.add(1, row, row, label, against, out, zeros);
    if (baseline != null) {
      evidence.add(-1, baseline, row, label, against, out, zeros);
    }
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  private static void limit(double[] finite, double[] zeros) {
    if (zeros != null) {
      for (int j = 0; j < zeros.length; j++) {
        finite[j] = limit(finite[j], zeros[j]);
      }
    }
  }

  /// finite + zeros·log 0.
  private static double limit(double finite, double zeros) {
    return zeros == 0 ? finite : zeros > 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }
}
