package org.lanewise.model;

import java.util.Objects;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.score.Scorer;
import org.lanewise.score.TriangularScorer;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Quadratic discriminant analysis: normal classes with a covariance each.
///
/// ```
/// p(x | c) = N(x; μ_c, Σ_c),   Σ_c = scatter_c / n_c   (or / (n_c − 1))
/// log p(x, c) = log π_c − ½ log|Σ_c| − ½ ‖L_c⁻¹(x − μ_c)‖² − (d/2) log 2π,   Σ_c = L_c L_cᵀ
/// ```
///
/// (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd ed., eq. 4.12.)
public final class QuadraticDiscriminant implements Classifier<double[], NumericColumns> {

  private final ClassMeans means;
  private final double[][] covariances;
  private final double[] logDeterminants;
  private final TriangularScorer scorer;

  /// How to fit.
  ///
  /// @param priors the class priors; empirical by default
  /// @param divisor what a class scatter is divided by; n_c by default
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

  private QuadraticDiscriminant(ClassMeans means, double[][] covariances) {
    this.means = means;
    this.covariances = covariances;
    int k = means.classCount();
    logDeterminants = new double[k];
    double[] constants = new double[k];
    double[][] factors = new double[k][];
    for (int c = 0; c < k; c++) {
      Cholesky cholesky = Covariances.factor(covariances[c], means.featureCount(), c);
      logDeterminants[c] = cholesky.logDeterminant();
      constants[c] = means.constant(c, logDeterminants[c]);
      factors[c] = Covariances.inverseFactor(cholesky, covariances[c], c);
    }
    scorer = new TriangularScorer(means.origin(), means.residuals(), factors, constants);
  }

  /// Fits with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(GaussianStatistics, Options)]
  public static QuadraticDiscriminant fit(GaussianStatistics statistics) {
    return fit(statistics, Options.DEFAULT);
  }

  /// Fits a model.
  ///
  /// @throws SingularCovarianceException if a class covariance is singular, as it is with no more
  ///   rows than features
  /// @throws IllegalArgumentException if a class has no rows, or the priors do not fit the classes
  public static QuadraticDiscriminant fit(GaussianStatistics statistics, Options options) {
    GaussianSummary summary = statistics.summary();
    ClassMeans means = ClassMeans.of(summary, options.priors());
    double[] weights = summary.classWeights();
    double[][] covariances = new double[means.classCount()][];
    for (int c = 0; c < covariances.length; c++) {
      double divisor = options.divisor().of(weights[c], 1);
      if (!(divisor > 0)) {
        throw new IllegalArgumentException(
            "class %d has rows of weight %s in all, which leave its unbiased covariance no degree of freedom; more than one row is expected"
                .formatted(c, weights[c]));
      }
      covariances[c] = Covariances.divide(summary.packedScatter(c), divisor);
    }
    return new QuadraticDiscriminant(means, covariances);
  }

  /// A model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param packedCovariances k covariances, laid out as [GaussianSummary#packedScatter(int)]
  /// @throws SingularCovarianceException if a covariance is singular
  /// @throws IllegalArgumentException if shapes do not match or the priors are none
  public static QuadraticDiscriminant of(
      double[] priors, double[] origin, double[][] residualMeans, double[][] packedCovariances) {
    Priors.fixed(priors);
    ClassMeans means = new ClassMeans(priors, origin, residualMeans);
    if (packedCovariances.length != means.classCount()) {
      throw new IllegalArgumentException(
          "there are %d covariances; one for each of the %d classes is expected"
              .formatted(packedCovariances.length, means.classCount()));
    }
    double[][] covariances = packedCovariances.clone();
    for (int c = 0; c < covariances.length; c++) {
      Covariances.requireSize(covariances[c], means.featureCount());
      covariances[c] = covariances[c].clone();
    }
    return new QuadraticDiscriminant(means, covariances);
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

  /// k·d + k·d(d+1)/2 + k − 1.
  @Override
  public long freeParameters() {
    long d = featureCount();
    long k = classCount();
    return k * d + k * (d * (d + 1) / 2) + k - 1;
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

  /// The covariance of a class, d rows of d.
  public double[][] covariance(int label) {
    return Covariances.full(covariances[label], featureCount());
  }

  /// The covariance of a class, laid out as [GaussianSummary#packedScatter(int)].
  public double[] packedCovariance(int label) {
    return covariances[label].clone();
  }

  /// log |Σ_c|.
  public double logDeterminant(int label) {
    return logDeterminants[label];
  }
}
