package org.lanewise.model;

import java.util.Objects;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.score.AffineScorer;
import org.lanewise.score.Scorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Linear discriminant analysis: normal classes that share one covariance.
///
/// ```
/// p(x | c) = N(x; μ_c, Σ),   Σ = Σ_c scatter_c / n   (or / (n − k))
/// log p(c | x) = a_cᵀx + b_c − log Σ_c' exp(a_c'ᵀx + b_c'),   a_c = Σ⁻¹μ_c,
/// b_c = log π_c − ½ μ_cᵀΣ⁻¹μ_c
/// ```
///
/// (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd ed., eq. 4.10.) The
/// scatter is the one within the classes, not the total one. Means and coefficients are kept about
/// an origin near the data, so a large offset costs no digits.
public final class LinearDiscriminant implements Classifier<double[], NumericColumns> {

  private final ClassMeans means;
  private final double[] covariance;
  private final double logDeterminant;
  private final double[][] weights;
  private final double[] intercepts;
  private final AffineScorer scorer;

  /// How to fit.
  ///
  /// @param priors the class priors; empirical by default
  /// @param divisor what the within-class scatter is divided by; n by default
  public record Options(Priors priors, CovarianceDivisor divisor) {

    /// Empirical priors, maximum likelihood.
    public static final Options DEFAULT =
        new Options(Priors.empirical(), CovarianceDivisor.MAXIMUM_LIKELIHOOD);

    /// Checks that nothing is null.
    public Options {
      Objects.requireNonNull(priors, "priors");
      Objects.requireNonNull(divisor, "divisor");
    }

    /// These options with other priors.
    public Options withPriors(Priors priors) {
      return new Options(priors, divisor);
    }

    /// These options with another divisor.
    public Options withDivisor(CovarianceDivisor divisor) {
      return new Options(priors, divisor);
    }
  }

  private LinearDiscriminant(ClassMeans means, double[] covariance) {
    this.means = means;
    this.covariance = covariance;
    int d = means.featureCount();
    int k = means.classCount();
    Cholesky cholesky = Covariances.factor(covariance, d, -1);
    logDeterminant = cholesky.logDeterminant();
    weights = new double[k][];
    intercepts = new double[k];
    double[] constants = new double[k];
    for (int c = 0; c < k; c++) {
      double[] mean = means.residuals()[c];
      weights[c] = new double[d];
      cholesky.solve(mean, 1, weights[c]);
      double squared = 0;
      for (int j = 0; j < d; j++) {
        squared = Math.fma(mean[j], weights[c][j], squared);
      }
      intercepts[c] = StrictMath.log(means.priors()[c]) - 0.5 * squared;
      constants[c] = means.constant(c, logDeterminant);
    }
    scorer =
        new AffineScorer(
            means.origin(),
            weights,
            intercepts,
            means.residuals(),
            Covariances.inverseFactor(cholesky, covariance, -1),
            constants);
  }

  /// Fits with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(GaussianStatistics, Options)]
  public static LinearDiscriminant fit(GaussianStatistics statistics) {
    return fit(statistics, Options.DEFAULT);
  }

  /// Fits a model.
  ///
  /// @throws SingularCovarianceException if the pooled covariance is singular
  /// @throws IllegalArgumentException if a class has no rows, the divisor is not positive, or the
  ///   priors do not fit the classes
  public static LinearDiscriminant fit(GaussianStatistics statistics, Options options) {
    GaussianSummary summary = statistics.summary();
    ClassMeans means = ClassMeans.of(summary, options.priors());
    double divisor = options.divisor().of(summary.totalWeight(), summary.classCount());
    if (!(divisor > 0)) {
      throw new IllegalArgumentException(
          "%s rows in %d classes leave the unbiased covariance no degree of freedom; more rows than classes are expected"
              .formatted(summary.totalWeight(), summary.classCount()));
    }
    return new LinearDiscriminant(
        means, Covariances.divide(summary.packedWithinScatter(), divisor));
  }

  /// A model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param packedCovariance the covariance, laid out as [GaussianSummary#packedScatter(int)]
  /// @throws SingularCovarianceException if the covariance is singular
  /// @throws IllegalArgumentException if shapes do not match or the priors are none
  public static LinearDiscriminant of(
      double[] priors, double[] origin, double[][] residualMeans, double[] packedCovariance) {
    Priors.fixed(priors);
    ClassMeans means = new ClassMeans(priors, origin, residualMeans);
    Covariances.requireSize(packedCovariance, means.featureCount());
    return new LinearDiscriminant(means, packedCovariance.clone());
  }

  @Override
  public int featureCount() {
    return means.featureCount();
  }

  @Override
  public int classCount() {
    return means.classCount();
  }

  @Override
  public double[] priors() {
    return means.priors().clone();
  }

  /// k·d + d(d+1)/2 + k − 1.
  @Override
  public long freeParameters() {
    long d = featureCount();
    long k = classCount();
    return k * d + d * (d + 1) / 2 + k - 1;
  }

  @Override
  public Scorer<double[], NumericColumns> scorer() {
    return scorer;
  }

  /// The mean of a class.
  public double[] mean(int label) {
    return means.mean(label);
  }

  /// A copy of the origin about which means are kept.
  public double[] origin() {
    return means.origin().clone();
  }

  /// The mean of a class less the origin, to its last digit.
  public double[] residualMean(int label) {
    return means.residuals()[label].clone();
  }

  /// The covariance all classes share, d rows of d.
  public double[][] covariance() {
    return Covariances.full(covariance, featureCount());
  }

  /// The covariance, laid out as [GaussianSummary#packedScatter(int)].
  public double[] packedCovariance() {
    return covariance.clone();
  }

  /// log |Σ|.
  public double logDeterminant() {
    return logDeterminant;
  }

  /// a_c = Σ⁻¹(μ_c − origin) of a class: the coefficients of its discriminant, up to a vector that
  /// is the same for every class.
  public double[] coefficients(int label) {
    return weights[label].clone();
  }

  /// b_c − a_cᵀ·origin: the intercept of a class that belongs to [#coefficients(int)], about x = 0.
  public double intercept(int label) {
    double intercept = intercepts[label];
    for (int j = 0; j < featureCount(); j++) {
      intercept = Math.fma(-weights[label][j], means.origin()[j], intercept);
    }
    return intercept;
  }

  /// The logistic form of the two-class posterior: θ with p(y=1|x) = 1/(1 + exp(−θᵀ[1, x])). At a
  /// large offset of the data θ_0 holds the whole offset and costs digits that the scorer keeps.
  ///
  /// @return θ_0 … θ_d
  /// @throws IllegalStateException if there are not two classes
  public double[] theta() {
    if (classCount() != 2) {
      throw new IllegalStateException(
          "the model has %d classes; two are expected for a logistic form".formatted(classCount()));
    }
    double[] theta = new double[featureCount() + 1];
    theta[0] = intercepts[1] - intercepts[0];
    for (int j = 0; j < featureCount(); j++) {
      theta[j + 1] = weights[1][j] - weights[0][j];
      theta[0] = Math.fma(-theta[j + 1], means.origin()[j], theta[0]);
    }
    return theta;
  }
}
