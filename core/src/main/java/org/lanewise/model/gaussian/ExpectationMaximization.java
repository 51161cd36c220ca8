package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.em.Expectation;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.internal.gather.state.StatisticsBridge;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.Naming;
import org.lanewise.model.BadOptionException;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// Statistics of rows with missing values that maximise the likelihood of the observed values, by
/// expectation–maximisation (Dempster, Laird and Rubin 1977; Little and Rubin, Statistical Analysis
/// with Missing Data, 3rd ed., section 11.2):
///
/// ```
/// GaussianStatistics statistics = ExpectationMaximization.byClass(rows, labels).statistics();
/// QuadraticDiscriminant model = QuadraticDiscriminant.recipe(DiscriminantOptions.DEFAULT).fit(statistics);
/// ```
///
/// NaN is a missing value. Each iteration replaces it with its expectation given the row's observed
/// values and the current parameters of its class,
///
/// ```
/// x̂_m = μ_m + Σ_mo Σ_oo⁻¹ (x_o − μ_o),
/// ```
///
/// computes statistics of the completed rows, and adds the uncertainty Σ w (Σ_mm − Σ_mo Σ_oo⁻¹
/// Σ_om) to the scatters. The likelihood never falls. The results are ordinary statistics: they can
/// be fitted with any priors, divisor or shrinkage, merged and saved. After a merge, they no longer
/// maximise the likelihood of all rows.
///
/// Two features that are never observed in the same row (of a class, if each class has a
/// covariance) are rejected, because the likelihood then does not depend on their covariance.
///
/// **Start**: means and variances of the observed values, without correlations. **Stop**: when an
/// iteration raises the mean of log p(x_o | c) over the rows by no more than the tolerance, or
/// after the maximum number of iterations. With the defaults, covariances may still be off by about
/// 1e-5 standard deviations ([#lastChange]); with a tolerance of 0, iteration continues until
/// rounding hides the rise. The order of the rows does not change a bit.
///
/// Rows are copied. An iteration takes O(n_m·d²) operations for n_m incomplete rows and may be
/// distributed over workers without changing a bit.
///
/// @param statistics the expected statistics under the last parameters, not copied
/// @param logLikelihoods Σ w log p(x_o | c) of the observed values, under the parameters at the
///   start of each iteration
/// @param converged whether the last iteration raised the likelihood by no more than the tolerance
/// @param lastRise the increase of the mean of log p(x_o | c) in the last iteration; NaN after a
///   single iteration
/// @param lastChange the largest |ΔΣ_ij| / √(Σ_ii Σ_jj) of the last iteration, over all classes;
///   NaN after a single iteration. The distance to the maximum may be many times larger.
public record ExpectationMaximization(
    GaussianStatistics statistics,
    double[] logLikelihoods,
    boolean converged,
    double lastRise,
    double lastChange) {

  private static final int FIRST_ITERATIONS = 64;

  /// The stopping rule.
  ///
  /// @param tolerance the smallest increase of the mean log-likelihood of a row that leads to
  ///   another iteration
  /// @param maxIterations the largest number of iterations
  public record Options(double tolerance, int maxIterations) {

    /// 1e-10, 1000 iterations.
    public static final Options DEFAULT = new Options(1e-10, 1000);

    /// Checks the options.
    ///
    /// @throws IllegalArgumentException if the tolerance is negative or NaN, or `maxIterations` < 1
    public Options {
      if (!(tolerance >= 0)) {
        throw new BadOptionException(
            "the tolerance is %s; a number of at least 0 is expected", Fact.value(tolerance));
      }
      if (maxIterations < 1) {
        throw new BadOptionException(
            "the most iterations are %s; at least 1 is expected", Fact.value(maxIterations));
      }
    }
  }

  /// Returns statistics for models with a covariance for each class, such as
  /// [QuadraticDiscriminant] and [RegularizedDiscriminant].
  ///
  /// @throws IllegalArgumentException as [#byClass(NumericColumns, Labels, Options, Workers)]
  public static ExpectationMaximization byClass(NumericColumns rows, Labels labels) {
    return byClass(rows, labels, Options.DEFAULT, Workers.CALLER);
  }

  /// Returns statistics for models with a covariance for each class, bit-identical for any number
  /// of workers.
  ///
  /// @throws SingularCovarianceException if the covariance of a class is singular, as with too few
  ///   rows
  /// @throws IllegalArgumentException if the numbers of rows do not match, if there are no rows, if
  ///   a value is infinite, or if within a class that has rows a feature is never observed or two
  ///   features are never observed together
  public static ExpectationMaximization byClass(
      NumericColumns rows, Labels labels, Options options, Workers workers) {
    return run(rows, labels, options, workers, false);
  }

  /// Returns statistics for models with a shared covariance, such as [LinearDiscriminant].
  ///
  /// @throws IllegalArgumentException as [#shared(NumericColumns, Labels, Options, Workers)]
  public static ExpectationMaximization shared(NumericColumns rows, Labels labels) {
    return shared(rows, labels, Options.DEFAULT, Workers.CALLER);
  }

  /// Returns statistics for models with a shared covariance, bit-identical for any number of
  /// workers.
  ///
  /// @throws SingularCovarianceException if the covariance is singular, as with too few rows
  /// @throws IllegalArgumentException as [#byClass(NumericColumns, Labels, Options, Workers)],
  ///   except that two features may be observed together in a row of any class
  public static ExpectationMaximization shared(
      NumericColumns rows, Labels labels, Options options, Workers workers) {
    return run(rows, labels, options, workers, true);
  }

  private static ExpectationMaximization run(
      NumericColumns rows, Labels labels, Options options, Workers workers, boolean shared) {
    labels.requireOneForEach(rows);
    Expectation expectation = new Expectation(rows, labels, workers);
    if (expectation.wholeRows() == null && expectation.incompleteRows() == null) {
      throw new BadDataException(
          "there are %s rows, none of a weight above 0; one at least is expected to fit to",
          Fact.value(rows.rowCount()));
    }
    Naming naming = new Naming(rows.features(), labels.classes());
    GaussianStatistics whole =
        gathered(naming, expectation.wholeRows(), expectation.wholeLabels(), workers);
    Expectation.Normal normal = start(expectation, naming, shared);
    expectation.requireObservedTogether(shared);
    GaussianStatistics before = whole;
    double[] logLikelihoods = new double[Math.min(FIRST_ITERATIONS, options.maxIterations())];
    double weight = expectation.totalWeight();
    for (int iteration = 0; ; iteration++) {
      expectation.step(normal);
      if (iteration == logLikelihoods.length) {
        logLikelihoods = Arrays.copyOf(logLikelihoods, 2 * iteration);
      }
      logLikelihoods[iteration] = expectation.logLikelihood();
      GaussianStatistics statistics =
          expected(expectation, naming, whole, rows.rowCount(), workers);
      double rise =
          iteration == 0 ? Double.NaN : logLikelihoods[iteration] - logLikelihoods[iteration - 1];
      boolean converged = rise <= options.tolerance() * weight;
      if (converged || iteration == options.maxIterations() - 1) {
        return new ExpectationMaximization(
            statistics,
            Arrays.copyOf(logLikelihoods, iteration + 1),
            converged,
            rise / weight,
            iteration == 0 ? Double.NaN : change(before.summary(), statistics.summary(), shared));
      }
      before = statistics;
      normal = normal(statistics, naming, shared);
    }
  }

  /// The largest change of a covariance in units of the standard deviations.
  private static double change(GaussianSummary before, GaussianSummary after, boolean shared) {
    int d = after.featureCount();
    if (shared) {
      return Covariances.largestChange(
          Covariances.withinScatter(before), Covariances.withinScatter(after), d);
    }
    return IntStream.range(0, after.classCount())
        .filter(c -> after.classWeight(c) > 0)
        .mapToDouble(c ->
            Covariances.largestChange(
                Covariances.scatter(before, c), Covariances.scatter(after, c), d))
        .max()
        .orElseThrow();
  }

  private static GaussianStatistics gathered(
      Naming naming, NumericColumns rows, Labels labels, Workers workers) {
    GaussianStatistics statistics = new GaussianStatistics(naming.features(), naming.classes());
    if (rows != null) {
      statistics.on(workers).add(rows, labels);
    }
    return statistics;
  }

  /// Means and variances of the observed values.
  private static Expectation.Normal start(Expectation expectation, Naming naming, boolean shared) {
    VarianceStatistics observed =
        new VarianceStatistics(naming.features(), naming.classes())
            .withMissing(MissingValues.ALLOW);
    if (expectation.wholeRows() != null) {
      observed.add(expectation.wholeRows(), expectation.wholeLabels());
    }
    if (expectation.incompleteRows() != null) {
      observed.add(expectation.incompleteRows(), expectation.filledLabels());
    }
    VarianceSummary summary = observed.summary();
    ClassMeans means = means(summary, naming);
    int d = summary.featureCount();
    double[] squares = summary.withinSumsOfSquares();
    double[] totals = new double[d];
    for (int c = 0; c < summary.classCount(); c++) {
      double[] weights = summary.featureWeights(c);
      for (int j = 0; j < d; j++) {
        totals[j] += weights[j];
      }
    }
    return normal(
        means,
        shared,
        label ->
            CovarianceEstimate.given(
                label == CovarianceEstimate.SHARED
                    ? diagonal(squares, totals)
                    : diagonal(summary.sumsOfSquares(label), summary.featureWeights(label)),
                d,
                label));
  }

  private static double[] diagonal(double[] squares, double[] weights) {
    double[] packed = new double[PackedTriangle.size(squares.length)];
    for (int j = 0; j < squares.length; j++) {
      packed[PackedTriangle.index(j, j)] = squares[j] / weights[j];
    }
    return packed;
  }

  /// The maximum-likelihood parameters of statistics.
  private static Expectation.Normal normal(
      GaussianStatistics statistics, Naming naming, boolean shared) {
    GaussianSummary summary = statistics.summary();
    int d = summary.featureCount();
    return normal(
        means(summary, naming),
        shared,
        label ->
            label == CovarianceEstimate.SHARED
                ? new CovarianceEstimate(
                    d,
                    label,
                    CovarianceEstimate.sharedShortage(statistics),
                    () ->
                        Covariances.divide(
                            Covariances.withinScatter(summary), summary.totalWeight()),
                    unchanged -> 0)
                : new CovarianceEstimate(
                    d,
                    label,
                    CovarianceEstimate.shortage(statistics, label),
                    () ->
                        Covariances.divide(
                            Covariances.scatter(summary, label), summary.classWeight(label)),
                    unchanged -> 0));
  }

  /// Means of the classes that have rows.
  private static ClassMeans means(VarianceSummary summary, Naming naming) {
    double[] shares = summary.classWeights();
    double[][] origins = new double[shares.length][];
    double[][] residuals = new double[shares.length][];
    for (int c = 0; c < shares.length; c++) {
      shares[c] /= summary.totalWeight();
      if (shares[c] > 0) {
        ClassMeans.requireObserved(summary.featureWeights(c), c, naming);
      }
      origins[c] = summary.mean(c);
      residuals[c] = summary.meanRemainder(c);
    }
    return new ClassMeans(naming, shares, origins, residuals, ClassMeans.underflows(summary));
  }

  private static Expectation.Normal normal(
      ClassMeans means, boolean shared, QuadraticClassifier.Estimates estimates) {
    int k = means.classCount();
    double[][] factors = new double[k][];
    double[] logDeterminants = new double[k];
    for (int c = 0; c < k; c++) {
      if (shared && c > 0) {
        factors[c] = factors[0];
        logDeterminants[c] = logDeterminants[0];
      } else if (shared || means.priors()[c] > 0) {
        CovarianceEstimate.Factored factored =
            shared
                ? estimates.of(CovarianceEstimate.SHARED).factor(Constancy.shared(means))
                : estimates.of(c).factor(Constancy.ofClass(means, c, estimates));
        factors[c] = factored.inverse().get();
        logDeterminants[c] = factored.cholesky().logDeterminant();
      }
    }
    return new Expectation.Normal(means.origins(), means.residuals(), factors, logDeterminants);
  }

  /// The statistics of complete and completed rows, with the uncertainty added to their scatters.
  ///
  /// @param rowCount the number of rows, including those of weight 0, as in statistics of complete
  ///   rows
  private static GaussianStatistics expected(
      Expectation expectation,
      Naming naming,
      GaussianStatistics whole,
      long rowCount,
      Workers workers) {
    Statistics sum =
        new GaussianStatistics(naming.features(), naming.classes())
            .merge(whole)
            .merge(gathered(naming, expectation.filledRows(), expectation.filledLabels(), workers));
    GaussianState state = (GaussianState) StatisticsBridge.get().state(sum);
    double[][] scatters = state.complete().squares();
    for (int c = 0; c < scatters.length; c++) {
      if (state.complete().weights()[c] > 0) {
        scatters[c] =
            scatters[c].length == 0
                ? expectation.lacking(c).clone()
                : Covariances.blend(scatters[c], 1, expectation.lacking(c), 1);
      }
    }
    GaussianState ofAll =
        new GaussianState(
            rowCount,
            state.openRows(),
            state.pooled(),
            state.complete(),
            state.open(),
            state.waitingWeights(),
            state.waitingRows());
    return (GaussianStatistics)
        StatisticsBridge.get().restore(ofAll, naming.features(), null, naming.classes());
  }

  /// The number of iterations, each with an expectation and a maximisation.
  public int iterations() {
    return logLikelihoods.length;
  }

  @Override
  public double[] logLikelihoods() {
    return logLikelihoods.clone();
  }
}
