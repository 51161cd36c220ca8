package org.lanewise.model.gaussian;

import java.util.Arrays;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.score.AffineScorer;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Linear discriminant analysis: normal classes that share one covariance.
///
/// ```
/// p(x | c) = N(x; μ_c, Σ),   Σ = Σ_c scatter_c / n   (or / (n − k), or regularised: Shrinkage)
/// log p(c | x) = a_cᵀx + b_c − log Σ_c' exp(a_c'ᵀx + b_c'),   a_c = Σ⁻¹μ_c,
/// b_c = log π_c − ½ μ_cᵀΣ⁻¹μ_c
/// ```
///
/// (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd ed., eq. 4.10.) The
/// scatter is the one within the classes, not the total one. Means and coefficients are kept about
/// an origin near the data, so a large offset costs no digits.
public final class LinearDiscriminant extends GaussianClassifier {

  private final double[] covariance;
  private final double[][] weights;
  private final double[] intercepts;
  private final double[] inverseFactor;

  private LinearDiscriminant(ClassMeans means, CovarianceEstimate estimate) {
    int d = means.featureCount();
    int k = means.classCount();
    CovarianceEstimate.Factored factored = estimate.factor();
    Cholesky cholesky = factored.cholesky();
    double[] logDeterminants = new double[k];
    Arrays.fill(logDeterminants, cholesky.logDeterminant());
    double[][] weights = new double[k][d];
    double[] intercepts = new double[k];
    double[] constants = new double[k];
    for (int c = 0; c < k; c++) {
      double[] mean = means.residuals()[c];
      cholesky.solve(mean, 1, weights[c]);
      double squared = 0;
      for (int j = 0; j < d; j++) {
        squared = Math.fma(mean[j], weights[c][j], squared);
      }
      intercepts[c] = StrictMath.log(means.priors()[c]) - 0.5 * squared;
      constants[c] = means.constant(c, logDeterminants[c]);
    }
    double[] inverseFactor = factored.inverse();
    super(
        means,
        logDeterminants,
        new AffineScorer(
            means.origin(), weights, intercepts, means.residuals(), inverseFactor, constants));
    covariance = estimate.packed();
    this.weights = weights;
    this.intercepts = intercepts;
    this.inverseFactor = inverseFactor;
  }

  /// Fits with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(GaussianStatistics, DiscriminantOptions)]
  public static LinearDiscriminant fit(GaussianStatistics statistics) {
    return fit(statistics, DiscriminantOptions.DEFAULT);
  }

  /// Fits a model.
  ///
  /// @throws SingularCovarianceException if the pooled covariance is singular, as it is with fewer
  ///   rows than features and classes together and no shrinkage
  /// @throws IllegalArgumentException if a class has no rows, the divisor is not positive, or the
  ///   priors or the shrinkage do not fit the classes
  public static LinearDiscriminant fit(GaussianStatistics statistics, DiscriminantOptions options) {
    GaussianSummary summary = statistics.summary();
    ClassMeans means = ClassMeans.of(summary, options.priors());
    options.shrinkage().requireClasses(means.classCount());
    return new LinearDiscriminant(
        means,
        options.shrinkage() instanceof Shrinkage.TowardsVariances
            ? averaged(statistics, means, options)
            : pooled(statistics, options));
  }

  private static CovarianceEstimate pooled(
      GaussianStatistics statistics, DiscriminantOptions options) {
    GaussianSummary summary = statistics.summary();
    int d = summary.featureCount();
    double weight = summary.totalWeight();
    double divisor = options.divisor().ofClasses(weight, summary.classCount());
    return new CovarianceEstimate(
        d,
        CovarianceEstimate.SHARED,
        CovarianceEstimate.sharedShortage(statistics),
        () -> Covariances.divide(summary.packedWithinScatter(), divisor),
        covariance ->
            Covariances.shrink(
                covariance, d, options.shrinkage(), weight, CovarianceEstimate.SHARED));
  }

  /// Σ_c π_c Σ_c of covariances shrunk class by class.
  private static CovarianceEstimate averaged(
      GaussianStatistics statistics, ClassMeans means, DiscriminantOptions options) {
    GaussianSummary summary = statistics.summary();
    return new CovarianceEstimate(
        summary.featureCount(),
        CovarianceEstimate.SHARED,
        CovarianceEstimate.sharedShortage(statistics),
        () -> average(summary, means.priors(), options.withShrinkage(Shrinkage.none())),
        covariance -> {
          double[] shrunk = average(summary, means.priors(), options);
          System.arraycopy(shrunk, 0, covariance, 0, shrunk.length);
        });
  }

  private static double[] average(
      GaussianSummary summary, double[] priors, DiscriminantOptions options) {
    double[] classWeights = summary.classWeights();
    int d = summary.featureCount();
    double[] average = new double[GaussianSummary.packedSize(d)];
    for (int c = 0; c < priors.length; c++) {
      double[] own =
          Covariances.divide(
              summary.packedScatter(c), options.divisor().ofClass(classWeights[c], c));
      Covariances.shrink(own, d, options.shrinkage(), classWeights[c], c);
      Covariances.blend(average, 1, own, priors[c]);
    }
    return average;
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
    return new LinearDiscriminant(
        means,
        CovarianceEstimate.given(
            packedCovariance, means.featureCount(), CovarianceEstimate.SHARED));
  }

  /// k·d + d(d+1)/2 + k − 1.
  @Override
  public long freeParameters() {
    long d = featureCount();
    long k = classCount();
    return k * d + d * (d + 1) / 2 + k - 1;
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
    return logDeterminant(0);
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
      intercept = Math.fma(-weights[label][j], means().origin()[j], intercept);
    }
    return intercept;
  }

  /// The discriminant axes, worked out anew at each call: keep them.
  public DiscriminantAxes axes() {
    return DiscriminantAxes.of(means(), covariance, inverseFactor);
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
      theta[0] = Math.fma(-theta[j + 1], means().origin()[j], theta[0]);
    }
    return theta;
  }
}
