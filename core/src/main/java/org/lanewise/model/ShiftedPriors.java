package org.lanewise.model;

import java.util.Arrays;
import org.lanewise.data.RowBatch;
import org.lanewise.score.Scorer;

/// Class priors of rows without labels, whose classes are in other proportions than those that a
/// model was fitted from, but otherwise alike: p(x | c) is the same, π_c is not.
///
/// The maximum-likelihood priors are found by the EM algorithm of Saerens, Latinne and Decaestecker
/// (Adjusting the Outputs of a Classifier to New a Priori Probabilities, Neural Computation 14,
/// 2002, eq. 2.9), from the model's priors π⁰ and its posteriors p⁰:
///
/// ```
/// p(c | x_i) = π_c/π⁰_c · p⁰(c | x_i) / Σ_b π_b/π⁰_b · p⁰(b | x_i),   π_c ← Σ_i p(c | x_i) / n
/// ```
///
/// The log-likelihood never falls and has one maximum (it is concave in π). A class of prior 0
/// keeps it. What is found is as good as the model's posteriors: they have to be calibrated.
/// [Classifier#withPriors(Priors)] takes the result. Immutable.
public final class ShiftedPriors {

  /// The change of every prior in an iteration that ends them.
  public static final double TOLERANCE = 1e-10;

  /// The most iterations, unless asked for otherwise.
  public static final int MOST_ITERATIONS = 10_000;

  private final double[] priors;
  private final int iterations;
  private final boolean converged;
  private final double before;
  private final double gain;

  private ShiftedPriors(
      double[] priors, int iterations, boolean converged, double before, double gain) {
    this.priors = priors;
    this.iterations = iterations;
    this.converged = converged;
    this.before = before;
    this.gain = gain;
  }

  /// The priors of rows that a model scores, in at most [#MOST_ITERATIONS].
  ///
  /// @throws IllegalArgumentException if there are no rows, or the model refuses one
  /// @throws UnsupportedOperationException if the model has no density p(x), and so no priors
  public static <R, B extends RowBatch> ShiftedPriors estimate(Classifier<R, B> model, B rows) {
    return estimate(model.scorer(), model.priors(), rows, MOST_ITERATIONS);
  }

  /// The priors of rows for another scorer of a model, such as that of sparse rows.
  ///
  /// @param fitted the priors of the model
  /// @param mostIterations after how many iterations to stop at the latest, at least 1
  /// @throws IllegalArgumentException if there are no rows, the model refuses one, there is not a
  ///   prior for each class, or `mostIterations` is less than 1
  /// @throws UnsupportedOperationException if the model has no density p(x), and so no priors
  public static <R, B extends RowBatch> ShiftedPriors estimate(
      Scorer<R, B> scorer, double[] fitted, B rows, int mostIterations) {
    int n = rows.rowCount();
    int k = scorer.classCount();
    if (n == 0) {
      throw new TooFewRowsException("there are no rows to estimate priors from; rows are expected");
    }
    if (mostIterations < 1) {
      throw new BadOptionException(
          "%d iterations at most were asked for; 1 or more are expected", mostIterations);
    }
    double[] priors = Priors.fixed(fitted).priors(scorer.classes(), new double[k]);
    double before = sum(scorer.logDensity(rows));
    // p⁰(c | x)/π⁰_c, which is p(x | c)/p⁰(x).
    double[] ratios = new double[Math.multiplyExact(n, k)];
    scorer.posterior(rows, ratios);
    for (int at = 0; at < ratios.length; at++) {
      double prior = priors[at % k];
      ratios[at] = prior == 0 ? 0 : ratios[at] / prior;
    }
    double[] next = new double[k];
    int iterations = 0;
    boolean converged = false;
    while (!converged && iterations < mostIterations) {
      iterate(ratios, priors, next);
      iterations++;
      converged = true;
      for (int c = 0; c < k; c++) {
        converged &= Math.abs(next[c] - priors[c]) <= TOLERANCE;
        priors[c] = next[c];
      }
    }
    double gain = 0;
    for (int row = 0; row < n; row++) {
      gain += StrictMath.log(density(ratios, row * k, priors));
    }
    return new ShiftedPriors(priors, iterations, converged, before, gain);
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  private static double density(double[] ratios, int from, double[] priors) {
    double density = 0;
    for (int c = 0; c < priors.length; c++) {
      density = Math.fma(priors[c], ratios[from + c], density);
    }
    return density;
  }

  private static void iterate(double[] ratios, double[] priors, double[] next) {
    int k = priors.length;
    Arrays.fill(next, 0);
    for (int from = 0; from < ratios.length; from += k) {
      double density = density(ratios, from, priors);
      for (int c = 0; c < k; c++) {
        next[c] += priors[c] * ratios[from + c] / density;
      }
    }
    double total = sum(next);
    for (int c = 0; c < k; c++) {
      next[c] /= total;
    }
  }

  /// A copy of the priors found, which sum to 1.
  public double[] priors() {
    return priors.clone();
  }

  /// How many iterations there were.
  public int iterations() {
    return iterations;
  }

  /// Whether the last iteration changed no prior by more than [#TOLERANCE].
  public boolean hasConverged() {
    return converged;
  }

  /// Σ_i log p⁰(x_i), under the model's priors.
  public double logLikelihoodBefore() {
    return before;
  }

  /// Σ_i log p(x_i), under the priors found; at least [#logLikelihoodBefore()], to rounding.
  public double logLikelihood() {
    return before + gain;
  }
}
