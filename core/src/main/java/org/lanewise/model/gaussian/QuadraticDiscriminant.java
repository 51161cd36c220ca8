package org.lanewise.model.gaussian;

import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;

/// Quadratic discriminant analysis: normally distributed classes, each with its own covariance.
///
/// ```
/// p(x | c) = N(x; μ_c, Σ_c),   Σ_c = scatter_c / n_c   (or / (n_c − 1), or regularised: Shrinkage)
/// log p(x, c) = log π_c − ½ log|Σ_c| − ½ ‖L_c⁻¹(x − μ_c)‖² − (d/2) log 2π,   Σ_c = L_c L_cᵀ
/// ```
///
/// (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd ed., eq. 4.12.)
public final class QuadraticDiscriminant extends QuadraticClassifier {

  private static final String KIND =
      KnownKinds.add(
          "quadratic-discriminant",
          "quadratic discriminant",
          in ->
              of(
                  means(in),
                  in.matrices("covariances", in.classes().count(), in.features().count())));

  private static final Fitting.Kind<QuadraticDiscriminant, GaussianStatistics, DiscriminantOptions>
      FITTING =
          new Fitting.Kind<>(
              QuadraticDiscriminant.class,
              GaussianStatistics.class,
              DiscriminantOptions::withPriors,
              (_, like, classes) -> new GaussianStatistics(like.features(), classes),
              (statistics, rows, labels, options) -> options.chosen(statistics, rows, labels),
              QuadraticDiscriminant::fit);

  private QuadraticDiscriminant(ClassMeans exact, ClassMeans known, Estimates estimates) {
    super(exact, known, estimates);
  }

  private QuadraticDiscriminant(QuadraticDiscriminant fitted, ClassMeans means, int... kept) {
    super(fitted, means, kept);
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [GaussianStatistics#add(RowBatch, Labels)] and [#recipe]
  public static QuadraticDiscriminant fit(NumericColumns rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<QuadraticDiscriminant> recipe() {
    return recipe(DiscriminantOptions.DEFAULT);
  }

  /// Returns the recipe with these options; it fits rows or [GaussianStatistics].
  ///
  /// A fit throws a [SingularCovarianceException] if the covariance of a class is singular, for
  /// example with no more rows than features and no shrinkage. It throws an
  /// [IllegalArgumentException] if a class has no rows and a prior above 0, or if the priors or the
  /// shrinkage do not match the classes.
  public static Recipe<QuadraticDiscriminant> recipe(DiscriminantOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static QuadraticDiscriminant fit(
      GaussianStatistics statistics, DiscriminantOptions options) {
    GaussianSummary summary = statistics.summary();
    ClassMeans means = ClassMeans.byClass(statistics, summary, options.priors());
    double[] weights = summary.classWeights();
    int d = means.featureCount();
    options.shrinkage().requireClasses(means.classCount());
    return new QuadraticDiscriminant(
        means,
        ClassMeans.of(statistics, summary, options.priors()),
        label -> {
          if (weights[label] == 0) {
            return ofNoRows(d, label);
          }
          double divisor = options.divisor().ofClass(weights[label], label);
          return new CovarianceEstimate(
              d,
              label,
              CovarianceEstimate.shortage(statistics, label),
              () -> Covariances.divide(Covariances.scatter(summary, label), divisor),
              covariance ->
                  Covariances.shrink(
                      covariance,
                      d,
                      options.shrinkage(),
                      weights[label],
                      label,
                      () -> options.scales(summary)));
        });
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values relative to which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param covariances k covariances, each of d rows of d, symmetric within rounding
  /// @throws SingularCovarianceException if a covariance is singular
  /// @throws IllegalArgumentException if shapes do not match, if a number is not finite, or if the
  ///   priors are invalid
  public static QuadraticDiscriminant of(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans,
      double[][][] covariances) {
    return of(ClassMeans.given(features, classes, priors, origin, residualMeans), covariances);
  }

  /// Creates a model from known parameters, with an origin for each class.
  ///
  /// @param origins k rows of d: values about which the mean of a class is given
  /// @param residualMeans k rows of d: mean − origin
  /// @throws IllegalArgumentException as [#of(Features, Classes, double\[\], double\[\],
  ///   double\[\]\[\], double\[\]\[\]\[\])]
  public static QuadraticDiscriminant of(
      Features features,
      Classes classes,
      double[] priors,
      double[][] origins,
      double[][] residualMeans,
      double[][][] covariances) {
    return of(ClassMeans.given(features, classes, priors, origins, residualMeans), covariances);
  }

  private static QuadraticDiscriminant of(ClassMeans means, double[][][] covariances) {
    return new QuadraticDiscriminant(means, means, given(means, covariances));
  }

  @Override
  String kind() {
    return KIND;
  }

  @Override
  QuadraticDiscriminant with(ClassMeans means, int... kept) {
    return new QuadraticDiscriminant(this, means, kept);
  }
}
