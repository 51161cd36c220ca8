package org.lanewise.model;

import java.util.Arrays;
import org.lanewise.data.BadDataException;
import org.lanewise.data.RowBatch;
import org.lanewise.score.Scorer;

/// Class priors estimated from unlabelled rows whose class proportions differ from those of the
/// training rows: p(x | c) stays the same, and π_c changes.
///
/// The maximum-likelihood priors are found by the EM algorithm of Saerens, Latinne and Decaestecker
/// (Adjusting the Outputs of a Classifier to New a Priori Probabilities, Neural Computation 14,
/// 2002, eq. 2.9), from the model's priors π⁰ and its posteriors p⁰:
///
/// ```
/// p(c | x_i) = π_c/π⁰_c · p⁰(c | x_i) / Σ_b π_b/π⁰_b · p⁰(b | x_i),   π_c ← Σ_i p(c | x_i) / n
/// ```
///
/// The log-likelihood never falls and has a single maximum (it is concave in π). A class with prior
/// 0 keeps prior 0. The estimate is only as good as the calibration of the model's posteriors. Pass
/// the result to [Classifier#withPriors(Priors)]. Immutable.
///
/// @param priors the estimated priors, which sum to 1
/// @param iterations the number of iterations
/// @param hasConverged whether the last iteration changed no prior by more than 1e-10
/// @param logLikelihoodBefore Σ_i log p⁰(x_i), under the model's priors
/// @param logLikelihood Σ_i log p(x_i) under the estimated priors, at least the one before up to
///   rounding. For tempered posteriors, which belong to no p(x), only the difference of the two is
///   meaningful.
public record ShiftedPriors(
    double[] priors,
    int iterations,
    boolean hasConverged,
    double logLikelihoodBefore,
    double logLikelihood) {

  /// Iteration stops once no prior changes by more than this.
  private static final double TOLERANCE = 1e-10;

  /// The default for the largest number of iterations.
  public static final int MAX_ITERATIONS = 10_000;

  /// Estimates the priors of rows under a model, in at most [#MAX_ITERATIONS].
  ///
  /// @throws IllegalArgumentException if there are no rows, or the model rejects one
  /// @throws UnsupportedOperationException if the model has no density p(x), and therefore no
  ///   priors
  public static <R, B extends RowBatch> ShiftedPriors estimate(Classifier<R, B> model, B rows) {
    return estimate(model.scorer(), model.priors(), rows, MAX_ITERATIONS);
  }

  /// Estimates the priors of rows under another scorer of a model, such as that of sparse rows.
  ///
  /// @param fitted the priors of the model
  /// @param mostIterations the largest number of iterations, at least 1
  /// @throws IllegalArgumentException if there are no rows, if the model rejects a row, if there is
  ///   not one prior for each class, or if `mostIterations` is less than 1
  /// @throws UnsupportedOperationException if the model has no density p(x), and therefore no
  ///   priors
  public static <R, B extends RowBatch> ShiftedPriors estimate(
      Scorer<R, B> scorer, double[] fitted, B rows, int mostIterations) {
    int n = rows.rowCount();
    int k = scorer.classCount();
    if (n == 0) {
      throw noRows();
    }
    // Refuses priors of another number of classes.
    double[] priors = Priors.fixed(fitted).priors(scorer.classes(), new double[k]);
    double before = sum(scorer.logDensity(rows));
    double[] posteriors = new double[Math.multiplyExact(n, k)];
    scorer.posterior(rows, posteriors);
    return ofPosteriors(priors, posteriors, before, mostIterations);
  }

  /// Estimates the priors of rows that were scored before, such as those of a file that is read in
  /// parts.
  ///
  /// @param fitted the priors of the model, k of them
  /// @param posteriors p⁰(c | x) of every row and class under these, at `row·k + c`; only read
  /// @param before Σ_i log p⁰(x_i) of the rows, for [#logLikelihoodBefore()] and [#logLikelihood()]
  ///   only
  /// @param mostIterations the largest number of iterations, at least 1
  /// @throws IllegalArgumentException if there are no rows, if the priors do not sum to 1, if the
  ///   number of posteriors is wrong, if one is not a probability, if a row has positive posteriors
  ///   only for classes with prior 0, or if `mostIterations` is less than 1
  public static ShiftedPriors ofPosteriors(
      double[] fitted, double[] posteriors, double before, int mostIterations) {
    double[] priors = Priors.fixed(fitted).priors(new double[fitted.length]);
    int k = priors.length;
    if (posteriors.length == 0) {
      throw noRows();
    }
    if (posteriors.length % k != 0) {
      throw new IllegalArgumentException(
          "there are %d posteriors of %d classes; one for each row and class is expected"
              .formatted(posteriors.length, k));
    }
    if (mostIterations < 1) {
      throw new BadOptionException(
          "%d iterations at most were asked for; 1 or more are expected", mostIterations);
    }
    requireProbabilities(posteriors, priors);
    // π_c/π⁰_c
    double[] factors = new double[k];
    double[] next = new double[k];
    int iterations = 0;
    boolean converged = false;
    while (!converged && iterations < mostIterations) {
      divide(priors, fitted, factors);
      iterate(posteriors, factors, next);
      iterations++;
      converged = true;
      for (int c = 0; c < k; c++) {
        converged &= Math.abs(next[c] - priors[c]) <= TOLERANCE;
        priors[c] = next[c];
      }
    }
    divide(priors, fitted, factors);
    double gain = 0;
    for (int from = 0; from < posteriors.length; from += k) {
      gain += StrictMath.log(density(posteriors, from, factors));
    }
    return new ShiftedPriors(priors, iterations, converged, before, before + gain);
  }

  private static void requireProbabilities(double[] posteriors, double[] priors) {
    int k = priors.length;
    for (int from = 0; from < posteriors.length; from += k) {
      double possible = 0;
      for (int c = 0; c < k; c++) {
        double posterior = posteriors[from + c];
        if (!(posterior >= 0 && posterior <= 1 + TOLERANCE)) {
          throw new IllegalArgumentException(
              "the posterior of class %d of row %d is %s; a number from 0 to 1 is expected"
                  .formatted(c, from / k, posterior));
        }
        possible += priors[c] > 0 ? posterior : 0;
      }
      if (possible == 0) {
        throw new IllegalArgumentException(
            "row %d has posteriors of classes with prior 0 only; one of another is expected"
                .formatted(from / k));
      }
    }
  }

  private static BadDataException noRows() {
    return new BadDataException("there are no rows to estimate priors from; rows are expected");
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  private static void divide(double[] priors, double[] fitted, double[] factors) {
    for (int c = 0; c < priors.length; c++) {
      factors[c] = fitted[c] == 0 ? 0 : priors[c] / fitted[c];
    }
  }

  /// p(x)/p⁰(x).
  private static double density(double[] posteriors, int from, double[] factors) {
    double density = 0;
    for (int c = 0; c < factors.length; c++) {
      density = Math.fma(factors[c], posteriors[from + c], density);
    }
    return density;
  }

  private static void iterate(double[] posteriors, double[] factors, double[] next) {
    int k = factors.length;
    Arrays.fill(next, 0);
    for (int from = 0; from < posteriors.length; from += k) {
      double density = density(posteriors, from, factors);
      for (int c = 0; c < k; c++) {
        next[c] += factors[c] * posteriors[from + c] / density;
      }
    }
    double total = sum(next);
    for (int c = 0; c < k; c++) {
      next[c] /= total;
    }
  }

  @Override
  public double[] priors() {
    return priors.clone();
  }
}
