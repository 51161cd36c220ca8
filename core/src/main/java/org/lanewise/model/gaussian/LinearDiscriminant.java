package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.Workers;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.InverseFactor;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.gaussian.LinearScorer;
import org.lanewise.internal.score.gaussian.SharedCovariance;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.GaussianSummary;
import org.lanewise.statistics.Statistics;

/// Linear discriminant analysis: normal classes with a shared covariance.
///
/// ```
/// p(x | c) = N(x; μ_c, Σ),   Σ = Σ_c scatter_c / n   (or / (n − k), or regularised: Shrinkage)
/// log p(c | x) = a_cᵀx + b_c − log Σ_c' exp(a_c'ᵀx + b_c'),   a_c = Σ⁻¹μ_c,
/// b_c = log π_c − ½ μ_cᵀΣ⁻¹μ_c
/// ```
///
/// (Hastie, Tibshirani and Friedman, The Elements of Statistical Learning, 2nd ed., eq. 4.10.) The
/// scatter is the within-class scatter, not the total scatter. Means and coefficients are stored
/// relative to an origin near the data, so a large offset costs no digits.
public final class LinearDiscriminant extends GaussianClassifier {

  private static final String KIND =
      KnownKinds.add(
          "linear-discriminant",
          "linear discriminant",
          in ->
              of(
                  in.features(),
                  in.classes(),
                  in.priors(),
                  in.vector("origin", in.features().count()),
                  in.rows("means"),
                  in.matrices("covariance", 0, in.features().count())[0]));

  /// The largest number of values in the scatters of all classes that are kept although one pooled
  /// scatter would suffice.
  private static final long MAX_SCATTER_VALUES = 1 << 23;

  private final double[] covariance;

  /// The discriminants of rows minus the origin: a_c, and b_c relative to the origin.
  private final AffineScores affine;

  private final InverseFactor inverseFactor;
  private final double[] intensities;

  private LinearDiscriminant(Estimates estimates) {
    ClassMeans means = estimates.means();
    CovarianceEstimate.Factored factored = estimates.shared().factor(Constancy.shared(means));
    double[][] weights = new double[means.classCount()][means.featureCount()];
    factored.cholesky().solve(means.residuals(), weights);
    AffineScores affine = AffineScores.ofRows(intercepts(means, c -> weights[c]), weights);
    this(
        means,
        factored.cholesky().logDeterminant(),
        affine,
        factored.inverse(),
        estimates.shared().packed(),
        estimates.intensities());
  }

  private LinearDiscriminant(
      ClassMeans means,
      double logDeterminant,
      AffineScores affine,
      InverseFactor inverseFactor,
      double[] covariance,
      double[] intensities) {
    double[] logDeterminants = new double[means.classCount()];
    double[] constants = new double[means.classCount()];
    Arrays.fill(logDeterminants, logDeterminant);
    Arrays.setAll(constants, c -> means.constant(c, logDeterminant));
    super(
        means,
        logDeterminants,
        new LinearScorer(
            means.naming(),
            affine,
            new SharedCovariance(means.origin(), means.residuals(), inverseFactor, constants)));
    this.covariance = covariance;
    this.affine = affine;
    this.inverseFactor = inverseFactor;
    this.intensities = intensities;
  }

  /// The estimates from which a model is laid out.
  ///
  /// @param intensities the share of the simpler matrix, one for all classes or one for each
  record Estimates(ClassMeans means, CovarianceEstimate shared, double[] intensities) {}

  /// log π_c − ½ (μ_c − origin)ᵀ a_c.
  ///
  /// @param weights a_c of a class
  static double[] intercepts(ClassMeans means, IntFunction<double[]> weights) {
    double[] intercepts = new double[means.classCount()];
    for (int c = 0; c < intercepts.length; c++) {
      double[] mean = means.residuals()[c];
      double[] weight = weights.apply(c);
      double squared = 0;
      for (int j = 0; j < mean.length; j++) {
        squared = Math.fma(mean[j], weight[j], squared);
      }
      intercepts[c] = StrictMath.log(means.priors()[c]) - 0.5 * squared;
    }
    return intercepts;
  }

  @Override
  String kind() {
    return KIND;
  }

  @Override
  public LinearDiscriminant withPriors(Priors priors) {
    ClassMeans means = means().with(priors);
    return new LinearDiscriminant(
        means,
        logDeterminant(0),
        affine.withIntercepts(intercepts(means, this::coefficients)),
        inverseFactor,
        covariance,
        intensities);
  }

  /// Returns this model without some classes. The covariance Σ stays the same, and with it the
  /// coefficients and distances of the other classes: it still includes the rows of the removed
  /// classes. The priors of the remaining classes are divided by their sum.
  ///
  /// @throws IllegalArgumentException if the model has no such class or no other, or if all others
  ///   have a prior of 0
  @Override
  public Classifier<double[], NumericColumns> without(String... labels) {
    int[] kept = classes().others(labels);
    ClassMeans means = means().select(kept);
    double[][] weights = IntStream.of(kept).mapToObj(this::coefficients).toArray(double[][]::new);
    boolean byClass = intensities.length == classCount();
    return new LinearDiscriminant(
        means,
        logDeterminant(0),
        AffineScores.ofRows(intercepts(means, c -> weights[c]), weights),
        inverseFactor,
        covariance,
        byClass ? IntStream.of(kept).mapToDouble(c -> intensities[c]).toArray() : intensities);
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [GaussianStatistics#add(RowBatch, Labels)] and [#recipe]
  public static LinearDiscriminant fit(NumericColumns rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<LinearDiscriminant> recipe() {
    return recipe(DiscriminantOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows or [GaussianStatistics]. Most options need
  /// only one scatter, pooled over the classes. The statistics that the recipe creates have a
  /// scatter for each class if the options need them ([DiscriminantOptions#usesClassScatters()]),
  /// or if they take at most 2²³ numbers (64 MB), so that other discriminants can be fitted to the
  /// same statistics.
  ///
  /// A fit throws a [SingularCovarianceException] if the pooled covariance is singular, for example
  /// with fewer rows than features plus classes and no shrinkage. It throws an
  /// [IllegalArgumentException] if a class has no rows and a prior above 0, if the divisor is not
  /// positive, or if the priors or the shrinkage do not match the classes.
  public static Recipe<LinearDiscriminant> recipe(DiscriminantOptions options) {
    return new Fitting(options);
  }

  private record Fitting(DiscriminantOptions options) implements Recipe<LinearDiscriminant> {

    Fitting {
      Objects.requireNonNull(options, "options");
    }

    @Override
    public Class<LinearDiscriminant> model() {
      return LinearDiscriminant.class;
    }

    @Override
    public Recipe<LinearDiscriminant> withPriors(Priors priors) {
      return new Fitting(options.withPriors(priors));
    }

    @Override
    public GaussianStatistics statistics(RowBatch like, Classes classes) {
      int d = like.featureCount();
      long scatters = classes.count() * (d * (d + 1L) / 2);
      return scatters <= MAX_SCATTER_VALUES || options.usesClassScatters()
          ? new GaussianStatistics(like.features(), classes)
          : GaussianStatistics.pooled(like.features(), classes);
    }

    @Override
    public LinearDiscriminant fit(Statistics statistics) {
      return new LinearDiscriminant(
          LinearDiscriminant.estimates(statistics.as(GaussianStatistics.class), options));
    }

    @Override
    public Recipe<LinearDiscriminant> chosen(Statistics statistics, RowBatch rows, Labels labels) {
      DiscriminantOptions chosen = options.chosen(statistics, rows, labels);
      return chosen.equals(options) ? this : new Fitting(chosen);
    }

    @Override
    public LinearDiscriminant fit(RowBatch rows, Labels labels, Workers workers) {
      return new LinearDiscriminant(estimates(rows, labels, workers));
    }

    /// Estimates from rows. Their statistics, of 6·k·d numbers, can be garbage-collected before the
    /// model is laid out.
    private Estimates estimates(RowBatch rows, Labels labels, Workers workers) {
      GaussianStatistics statistics = statistics(rows, labels.classes());
      statistics.on(workers).add(rows, labels);
      return LinearDiscriminant.estimates(statistics, options.chosen(statistics, rows, labels));
    }
  }

  @Override
  Evidence<double[]> evidence() {
    return new LinearEvidence(this);
  }

  static Estimates estimates(GaussianStatistics statistics, DiscriminantOptions options) {
    ClassMeans means = ClassMeans.of(statistics, statistics.summary(), options.priors());
    options.shrinkage().requireClasses(means.classCount());
    if (options.shrinkage().kind() == Shrinkage.Kind.TOWARDS_VARIANCES
        || options.pooledByPriors()) {
      double[] intensities = new double[means.classCount()];
      CovarianceEstimate averaged = averaged(statistics, means, options, intensities);
      return new Estimates(near(means, averaged, statistics, options), averaged, intensities);
    }
    CovarianceEstimate pooled = pooled(statistics, options);
    return new Estimates(
        near(means, pooled, statistics, options), pooled, new double[] {pooled.intensity()});
  }

  private static ClassMeans near(
      ClassMeans means,
      CovarianceEstimate shared,
      GaussianStatistics statistics,
      DiscriminantOptions options) {
    return means.nearMost(
        Covariances.variances(shared.packed(), means.featureCount()),
        statistics.summary()::mean,
        () -> ClassMeans.byClass(statistics, statistics.summary(), options.priors()));
  }

  private static CovarianceEstimate pooled(
      GaussianStatistics statistics, DiscriminantOptions options) {
    GaussianSummary summary = statistics.summary();
    int d = summary.featureCount();
    double weight = summary.totalWeight();
    double divisor = options.divisor().ofClasses(weight, Covariances.classesWithRows(summary));
    double[] within = Covariances.withinScatter(summary);
    CovarianceEstimate estimate =
        new CovarianceEstimate(
            d,
            CovarianceEstimate.SHARED,
            CovarianceEstimate.sharedShortage(statistics),
            () -> Covariances.divide(within.clone(), divisor),
            covariance ->
                Covariances.shrink(
                    covariance,
                    d,
                    options.shrinkage(),
                    weight,
                    CovarianceEstimate.SHARED,
                    () -> options.scales(summary)));
    return options.shrinkage().equals(Shrinkage.fixed(estimate.intensity()))
        ? estimate.shrunkToMean()
        : estimate;
  }

  /// Σ_c π_c Σ_c, with covariances shrunk class by class.
  ///
  /// @param intensities receives the share of the simpler matrix in each class
  private static CovarianceEstimate averaged(
      GaussianStatistics statistics,
      ClassMeans means,
      DiscriminantOptions options,
      double[] intensities) {
    GaussianSummary summary = statistics.summary();
    double[] priors = means.priors();
    DiscriminantOptions plain = options.withShrinkage(Shrinkage.none());
    return new CovarianceEstimate(
        summary.featureCount(),
        CovarianceEstimate.SHARED,
        CovarianceEstimate.sharedShortage(statistics),
        () -> average(summary, priors, plain, new double[priors.length]),
        covariance -> {
          double[] shrunk = average(summary, priors, options, intensities);
          System.arraycopy(shrunk, 0, covariance, 0, shrunk.length);
          return 0;
        });
  }

  private static double[] average(
      GaussianSummary summary, double[] priors, DiscriminantOptions options, double[] intensities) {
    double[] classWeights = summary.classWeights();
    int d = summary.featureCount();
    double[] average = new double[PackedTriangle.size(d)];
    for (int c = 0; c < priors.length; c++) {
      if (classWeights[c] == 0) {
        // A class with prior 0.
        continue;
      }
      double[] own =
          Covariances.divide(
              Covariances.scatter(summary, c), options.divisor().ofClass(classWeights[c], c));
      intensities[c] =
          Covariances.shrink(
              own, d, options.shrinkage(), classWeights[c], c, () -> options.scales(summary));
      Covariances.blend(average, 1, own, priors[c]);
    }
    return average;
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param covariance d rows of d, symmetric within rounding
  /// @throws SingularCovarianceException if the covariance is singular
  /// @throws IllegalArgumentException if shapes do not match or the priors are invalid
  public static LinearDiscriminant of(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans,
      double[][] covariance) {
    ClassMeans means = ClassMeans.given(features, classes, priors, origin, residualMeans);
    int d = means.featureCount();
    return new LinearDiscriminant(
        new Estimates(
            means,
            CovarianceEstimate.given(
                Covariances.packed(covariance, d), d, CovarianceEstimate.SHARED),
            new double[0]));
  }

  /// k·d + d(d+1)/2 + k − 1.
  @Override
  public long freeParameters() {
    long d = featureCount();
    long k = classCount();
    return k * d + d * (d + 1) / 2 + k - 1;
  }

  /// The shared covariance, d rows of d.
  public double[][] covariance() {
    return PackedTriangle.full(covariance, featureCount());
  }

  @Override
  public double[][] covariance(int label) {
    Objects.checkIndex(label, classCount());
    return covariance();
  }

  @Override
  public double[] variances(int label) {
    Objects.checkIndex(label, classCount());
    return Covariances.variances(covariance, featureCount());
  }

  @Override
  public boolean sharesCovariance() {
    return true;
  }

  @Override
  public boolean isDiagonal() {
    return false;
  }

  /// The intensity ρ of [DiscriminantOptions#shrinkage()], given or chosen: one number, or one for
  /// each class if classes are pooled by priors; 0 for a ridge. Empty if the model was created from
  /// known parameters or read from a file.
  @Override
  public double[] shrinkageIntensities() {
    return intensities.clone();
  }

  /// a_c = Σ⁻¹(μ_c − origin) of a class: the coefficients of its discriminant, up to a vector that
  /// is the same for every class.
  public double[] coefficients(int label) {
    double[] coefficients = new double[featureCount()];
    Arrays.setAll(coefficients, j -> affine.weight(label, j));
    return coefficients;
  }

  /// b_c − a_cᵀ·origin: the intercept of a class at x = 0, for use with [#coefficients(int)].
  public double intercept(int label) {
    double intercept = affine.intercepts()[Objects.checkIndex(label, classCount())];
    for (int j = 0; j < featureCount(); j++) {
      intercept = Math.fma(-affine.weight(label, j), means().origin()[j], intercept);
    }
    return intercept;
  }

  /// Computes the discriminant axes. Each call computes them again, so keep the result.
  public DiscriminantAxes axes() {
    return DiscriminantAxes.of(means(), covariance, inverseFactor.get());
  }

  /// The logistic form of the two-class posterior: θ with p(y=1|x) = 1/(1 + exp(−θᵀ[1, x])). If the
  /// data has a large offset, θ_0 contains it and loses digits that the scorer keeps.
  ///
  /// @return θ_0 … θ_d
  /// @throws IllegalStateException if there are not two classes
  @Override
  public double[] theta() {
    if (classCount() != 2) {
      throw new IllegalStateException(
          "the model has %d classes; two are expected for a logistic form".formatted(classCount()));
    }
    double[] theta = new double[featureCount() + 1];
    theta[0] = affine.intercepts()[1] - affine.intercepts()[0];
    for (int j = 0; j < featureCount(); j++) {
      theta[j + 1] = affine.weight(1, j) - affine.weight(0, j);
      theta[0] = Math.fma(-theta[j + 1], means().origin()[j], theta[0]);
    }
    return theta;
  }
}
