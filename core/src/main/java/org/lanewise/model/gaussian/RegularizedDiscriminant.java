package org.lanewise.model.gaussian;

import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Regularised discriminant analysis: normal classes whose covariances are shrunk towards the
/// pooled covariance (λ) and towards a multiple of the identity matrix (γ).
///
/// ```
/// Σ_c(λ)    = (1−λ)·S_c + λ·S                        S_c, S unbiased: scatter_c/(n_c−1), Σ scatter_c/(n−k)
/// Σ_c(λ, γ) = (1−γ)·Σ_c(λ) + γ·tr(Σ_c(λ))/d·I
/// ```
///
/// This is the blend of R's `klaR::rda`. Friedman's own blend
/// ([RegularizedOptions#blendedScatters()]) uses scatters and weights:
///
/// ```
/// Σ_c(λ) = ((1−λ)·scatter_c + λ·Σ scatter_c) / ((1−λ)·n_c + λ·n)
/// ```
///
/// (Friedman, Regularized Discriminant Analysis, Journal of the American Statistical Association
/// 84, 1989, eq. 16–18.) With γ = 0, λ = 0 gives [QuadraticDiscriminant] and λ = 1 gives
/// [LinearDiscriminant], with the unbiased divisor for `klaR`'s blend and the maximum-likelihood
/// divisor for Friedman's. With γ > 0, covariances are non-singular even for few rows.
public final class RegularizedDiscriminant extends QuadraticClassifier {

  private static final String KIND =
      KnownKinds.add(
          "regularized-discriminant",
          "regularized discriminant",
          in ->
              of(
                  means(in),
                  in.matrices("covariances", in.classes().count(), in.features().count())));

  private static final Fitting.Kind<RegularizedDiscriminant, GaussianStatistics, RegularizedOptions>
      FITTING =
          new Fitting.Kind<>(
              RegularizedDiscriminant.class,
              GaussianStatistics.class,
              RegularizedOptions::withPriors,
              (_, like, classes) -> new GaussianStatistics(like.features(), classes),
              RegularizedDiscriminant::fit);

  private RegularizedDiscriminant(ClassMeans exact, ClassMeans known, Estimates estimates) {
    super(exact, known, estimates);
  }

  private RegularizedDiscriminant(RegularizedDiscriminant fitted, ClassMeans means, int... kept) {
    super(fitted, means, kept);
  }

  /// Returns the recipe with options, which fits rows or [GaussianStatistics].
  ///
  /// A fit throws a [SingularCovarianceException] if the covariance of a class is singular; a
  /// positive γ prevents this. It throws an [IllegalArgumentException] if a class has no rows, if a
  /// class has only one row and λ below 1 blends its unbiased covariance, or if the priors do not
  /// match the classes.
  public static Recipe<RegularizedDiscriminant> recipe(RegularizedOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static RegularizedDiscriminant fit(
      GaussianStatistics statistics, RegularizedOptions options) {
    GaussianSummary summary = statistics.summary();
    ClassMeans means = ClassMeans.byClass(statistics, summary, options.priors());
    int d = means.featureCount();
    double[] weights = summary.classWeights();
    return new RegularizedDiscriminant(
        means,
        ClassMeans.of(statistics, summary, options.priors()),
        label ->
            weights[label] == 0
                ? ofNoRows(d, label)
                : new CovarianceEstimate(
                    d,
                    label,
                    shortage(statistics, label, options.lambda()),
                    () -> blend(summary, label, options),
                    covariance -> Covariances.shrinkToMean(covariance, d, d, options.gamma())));
  }

  private static Fact shortage(GaussianStatistics statistics, int label, double lambda) {
    return lambda == 0
        ? CovarianceEstimate.shortage(statistics, label)
        : CovarianceEstimate.sharedShortage(statistics);
  }

  /// Σ_c(λ).
  private static double[] blend(GaussianSummary summary, int label, RegularizedOptions options) {
    double lambda = options.lambda();
    double weight = summary.classWeight(label);
    double total = summary.totalWeight();
    int k = Covariances.classesWithRows(summary);
    if (options.blendedScatters()) {
      double[] scatter =
          Covariances.blend(
              Covariances.scatter(summary, label),
              1 - lambda,
              Covariances.withinScatter(summary),
              lambda);
      return Covariances.divide(scatter, (1 - lambda) * weight + lambda * total);
    }
    CovarianceDivisor unbiased = CovarianceDivisor.UNBIASED;
    if (lambda == 0) {
      return Covariances.divide(
          Covariances.scatter(summary, label), unbiased.ofClass(weight, label));
    }
    double[] pooled =
        Covariances.divide(Covariances.withinScatter(summary), unbiased.ofClasses(total, k));
    if (lambda == 1) {
      return pooled;
    }
    double[] own =
        Covariances.divide(Covariances.scatter(summary, label), unbiased.ofClass(weight, label));
    return Covariances.blend(own, 1 - lambda, pooled, lambda);
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param covariances k covariances Σ_c(λ, γ), each of d rows of d, symmetric within rounding
  /// @throws SingularCovarianceException if a covariance is singular
  /// @throws IllegalArgumentException if shapes do not match, if a number is not finite, or if the
  ///   priors are invalid
  public static RegularizedDiscriminant of(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans,
      double[][][] covariances) {
    return of(ClassMeans.given(features, classes, priors, origin, residualMeans), covariances);
  }

  private static RegularizedDiscriminant of(ClassMeans means, double[][][] covariances) {
    return new RegularizedDiscriminant(means, means, given(means, covariances));
  }

  @Override
  String kind() {
    return KIND;
  }

  @Override
  RegularizedDiscriminant with(ClassMeans means, int... kept) {
    return new RegularizedDiscriminant(this, means, kept);
  }
}
