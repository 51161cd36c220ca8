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

/// Explains why a row is of class c rather than of class a by splitting its log-odds into
/// contributions of the features. Nothing is approximated; the contributions are the terms of the
/// model's own formula.
///
/// ```
/// log p(c | x) − log p(a | x) = log π_c/π_a + Σ_j contribution_j
/// ```
///
/// | model | contribution of feature j |
/// | --- | --- |
/// | Naive Bayes of every kind | log p(x_j \| c) − log p(x_j \| a) |
/// | multinomial, complement | x_j·(w_cj − w_aj), w_cj = log θ_cj, or the weights of the complement |
/// | given linear scores | x_j·(w_cj − w_aj); the difference of the intercepts takes the place of the priors |
/// | linear discriminants | w_j·(x_j − ½(μ_cj + μ_aj)), w = Σ⁻¹(μ_c − μ_a) |
/// | quadratic and regularised discriminants | log p(x_j \| x_1 … x_j−1, c) − log p(x_j \| x_1 … x_j−1, a) |
/// | rows in blocks | the contribution in the model of the feature's block |
///
/// For Naive Bayes, contributions are weights of evidence (Good, Weight of Evidence: A Brief
/// Survey, *Bayesian Statistics 2*, 1985; Možina et al., Nomograms for Visualization of Naive
/// Bayesian Classifier, PKDD 2004). For linear discriminants, contributions are 0 at the midpoint
/// of both means. For quadratic discriminants, contributions depend on **the order of the
/// features**, which is the order of the Cholesky factor L: with z = L⁻¹(x − μ), the terms are −½
/// z_j² − log L_jj − ½ log 2π, so each feature contributes what it adds to the features before it.
/// A different order gives different contributions with the same sum.
///
/// **Baselines.** [#about(Object)] compares with a row b, such as a mean or a typical row:
/// contributions are those of x minus those of b, and [Explanation#baseline()] is the evidence of b
/// itself. In Naive Bayes and linear discriminants, features with equal values in x and b then
/// contribute 0.
///
/// **Missing values** contribute 0: only the observed values of a row explain it, and features that
/// the row lacks are left out of the baseline too. This applies to categories, and to Gaussian
/// models with [MissingValues#ALLOW], where discriminants factor a covariance for each incomplete
/// row.
///
/// Contributions are in nats. Immutable and safe for any number of threads.
///
/// @param <R> the type of a row
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

  /// Creates an explainer for rows in the format of a model; [Classifier#in] selects another
  /// format, which also determines the treatment of unseen categories and missing values. The
  /// blocks of a baseline must have the same types as those of the rows.
  ///
  /// For complement Naive Bayes, contributions are differences of scores, not log-odds.
  ///
  /// @throws UnsupportedOperationException if the model has a temperature, which divides log-odds;
  ///   use [Classifier#bare()]
  public static <R> Explainer<R> of(Classifier<R, ?> model) {
    return new Explainer<>(
        model.features(),
        model.classes(),
        model.priors(),
        model.scorer(),
        model.evidence(model.format()),
        null);
  }

  /// Returns this explainer with contributions relative to a baseline.
  ///
  /// @param row the baseline; borrowed, so it must not change
  /// @throws IllegalArgumentException as [Scorer#predict(Object)]
  public Explainer<R> about(R row) {
    scorer.predict(Objects.requireNonNull(row, "row"));
    return new Explainer<>(features, classes, priors, scorer, evidence, row);
  }

  /// Explains the most probable class of a row against the second most probable.
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

  /// Explains why a row is, or is not, of class `label` rather than `against`.
  ///
  /// @throws IllegalArgumentException as [Scorer#predict(Object)], or if the two classes are the
  ///   same or both have prior 0
  /// @throws IndexOutOfBoundsException if there is no such class
  public Explanation explain(R row, int label, int against) {
    requirePair(label, against);
    scorer.predict(row);
    return weighed(row, label, against);
  }

  /// Computes only the contributions of [#explain(Object, int, int)], into `out[0 … d−1]`. After a
  /// thread's first calls, this allocates only for rows in blocks, missing values and factors of 0.
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
    double prior =
        StrictMath.log(priors[label])
            - StrictMath.log(priors[against])
            + evidence.constant(label, against);
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
