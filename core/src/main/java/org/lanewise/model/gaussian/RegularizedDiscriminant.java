package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.model.Priors;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Regularised discriminant analysis: normal classes whose covariances are drawn towards the pooled
/// one (λ) and towards a multiple of the unit matrix (γ).
///
/// ```
/// Σ_c(λ)    = (1−λ)·S_c + λ·S                        S_c, S unbiased: scatter_c/(n_c−1), Σ scatter_c/(n−k)
/// Σ_c(λ, γ) = (1−γ)·Σ_c(λ) + γ·tr(Σ_c(λ))/d·I
/// ```
///
/// which is how R's `klaR::rda` blends covariances. Friedman's own blend ([Blend#SCATTERS]) is of
/// scatters and weights:
///
/// ```
/// Σ_c(λ) = ((1−λ)·scatter_c + λ·Σ scatter_c) / ((1−λ)·n_c + λ·n)
/// ```
///
/// (Friedman, Regularized Discriminant Analysis, Journal of the American Statistical Association
/// 84, 1989, eq. 16–18.) With γ = 0 they are, for λ = 0, [QuadraticDiscriminant] and, for λ = 1,
/// [LinearDiscriminant]: with the unbiased divisor, and Friedman's with the other. With γ > 0 the
/// covariances are regular however few the rows are.
public final class RegularizedDiscriminant extends QuadraticClassifier {

  /// What λ blends.
  public enum Blend {
    /// Unbiased covariances, as `klaR::rda`.
    COVARIANCES,

    /// Scatters and weights, as Friedman (1989); so larger classes keep more of their own.
    SCATTERS
  }

  /// How to fit.
  ///
  /// @param priors the class priors
  /// @param lambda λ from 0 (a covariance for each class) to 1 (one for all)
  /// @param gamma γ from 0 to 1 (a multiple of the unit matrix)
  /// @param blend what λ blends
  public record Options(Priors priors, double lambda, double gamma, Blend blend) {

    /// Checks λ and γ.
    ///
    /// @throws IllegalArgumentException if one is not from 0 to 1
    public Options {
      Objects.requireNonNull(priors, "priors");
      Objects.requireNonNull(blend, "blend");
      requireShare("lambda", lambda);
      requireShare("gamma", gamma);
    }

    /// Options with empirical priors, blending covariances.
    ///
    /// @throws IllegalArgumentException if λ or γ is not from 0 to 1
    public static Options of(double lambda, double gamma) {
      return new Options(Priors.empirical(), lambda, gamma, Blend.COVARIANCES);
    }

    /// These options with other priors.
    public Options withPriors(Priors priors) {
      return new Options(priors, lambda, gamma, blend);
    }

    /// These options with another blend.
    public Options withBlend(Blend blend) {
      return new Options(priors, lambda, gamma, blend);
    }

    private static void requireShare(String name, double value) {
      if (!(value >= 0 && value <= 1)) {
        throw new IllegalArgumentException(
            "%s is %s; a number from 0 to 1 is expected".formatted(name, value));
      }
    }
  }

  private RegularizedDiscriminant(ClassMeans means, Estimates estimates) {
    super(means, estimates);
  }

  /// Fits a model.
  ///
  /// @throws SingularCovarianceException if a class's covariance is singular; a γ above 0 prevents
  ///   it
  /// @throws IllegalArgumentException if a class has no rows, or no more than one where λ < 1
  ///   blends its unbiased covariance, or the priors do not fit the classes
  public static RegularizedDiscriminant fit(GaussianStatistics statistics, Options options) {
    GaussianSummary summary = statistics.summary();
    ClassMeans means = ClassMeans.of(summary, options.priors());
    int d = means.featureCount();
    return new RegularizedDiscriminant(
        means,
        label ->
            new CovarianceEstimate(
                d,
                label,
                shortage(statistics, label, options.lambda()),
                () -> blend(summary, label, options),
                covariance -> Covariances.shrinkToMean(covariance, d, options.gamma())));
  }

  private static String shortage(GaussianStatistics statistics, int label, double lambda) {
    return lambda == 0
        ? CovarianceEstimate.shortage(statistics, label)
        : CovarianceEstimate.sharedShortage(statistics);
  }

  /// Σ_c(λ).
  private static double[] blend(GaussianSummary summary, int label, Options options) {
    double lambda = options.lambda();
    double weight = summary.classWeights()[label];
    double total = summary.totalWeight();
    int k = summary.classCount();
    if (options.blend() == Blend.SCATTERS) {
      double[] scatter =
          Covariances.blend(
              summary.packedScatter(label), 1 - lambda, summary.packedWithinScatter(), lambda);
      return Covariances.divide(scatter, (1 - lambda) * weight + lambda * total);
    }
    CovarianceDivisor unbiased = CovarianceDivisor.UNBIASED;
    if (lambda == 0) {
      return Covariances.divide(summary.packedScatter(label), unbiased.ofClass(weight, label));
    }
    double[] pooled =
        Covariances.divide(summary.packedWithinScatter(), unbiased.ofClasses(total, k));
    if (lambda == 1) {
      return pooled;
    }
    double[] own =
        Covariances.divide(summary.packedScatter(label), unbiased.ofClass(weight, label));
    return Covariances.blend(own, 1 - lambda, pooled, lambda);
  }

  /// A model from known parameters, those of [QuadraticDiscriminant#of].
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param packedCovariances k covariances Σ_c(λ, γ), laid out as
  ///   [GaussianSummary#packedScatter(int)]
  /// @throws SingularCovarianceException if a covariance is singular
  /// @throws IllegalArgumentException if shapes do not match, a number is not finite, or the priors
  ///   are none
  public static RegularizedDiscriminant of(
      double[] priors, double[] origin, double[][] residualMeans, double[][] packedCovariances) {
    Priors.fixed(priors);
    ClassMeans means = new ClassMeans(priors, origin, residualMeans);
    return new RegularizedDiscriminant(means, given(means, packedCovariances));
  }
}
