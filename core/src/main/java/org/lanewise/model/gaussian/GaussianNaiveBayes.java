package org.lanewise.model.gaussian;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowFormat;
import org.lanewise.internal.fit.Fitting;
import org.lanewise.internal.fit.KnownKinds;
import org.lanewise.internal.score.AffineScores;
import org.lanewise.internal.score.gaussian.ClassVarianceScorer;
import org.lanewise.internal.score.gaussian.LinearScorer;
import org.lanewise.internal.score.gaussian.SharedVariance;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.ModelSource;
import org.lanewise.model.Priors;
import org.lanewise.model.Recipe;
import org.lanewise.statistics.GaussianStatistics;
import org.lanewise.statistics.Statistics;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// Gaussian Naive Bayes: normal features, independent given the class.
///
/// ```
/// p(x | c) = Π_j N(x_j; μ_cj, σ²_cj),   σ²_cj = Σ w (x_j − μ_cj)² / W_c + ε
/// ```
///
/// ε is the variance smoothing times the largest variance (divisor W) of any feature over the rows
/// of all classes. This is the convention of scikit-learn's `var_smoothing`, except that
/// scikit-learn ignores row weights in ε.
///
/// **Missing values** are left out in training ([VarianceStatistics#withMissing]) and in scoring
/// ([RowFormat#withMissing]). W_c is then the weight of the rows in which the feature is observed,
/// and a row has factors only for its observed features.
///
/// With [GaussianBayesOptions#pooledVariances()], all classes share the variances,
///
/// ```
/// σ²_j = Σ_c Σ w (x_j − μ_cj)² / W + ε   (or / (W − k), unbiased)
/// ```
///
/// and the model is linear: log p(c | x) = a_cᵀx + b_c up to a term that all classes share, with
/// a_cj = μ_cj/σ²_j and b_c = log π_c − ½ Σ_j μ_cj²/σ²_j. This is linear discriminant analysis with
/// a diagonal covariance (Dudoit, Fridlyand and Speed, Journal of the American Statistical
/// Association 97, 2002: DLDA).
public final class GaussianNaiveBayes extends GaussianClassifier {

  private static final String KIND =
      KnownKinds.add("gaussian-naive-bayes", "Gaussian Naive Bayes", GaussianNaiveBayes::of);

  private static final Fitting.Kind<GaussianNaiveBayes, Statistics, GaussianBayesOptions> FITTING =
      new Fitting.Kind<>(
          GaussianNaiveBayes.class,
          Statistics.class,
          GaussianBayesOptions::withPriors,
          (options, like, classes) ->
              new VarianceStatistics(like.features(), classes).withMissing(options.missing()),
          GaussianNaiveBayes::fit);

  /// If variances are pooled, all classes share one array.
  private final double[][] variances;

  private final boolean pooled;
  private final double epsilon;
  private final BitSet smoothed;

  private GaussianNaiveBayes(
      ClassMeans means, double[][] variances, boolean pooled, double epsilon, BitSet smoothed) {
    int k = means.classCount();
    int d = means.featureCount();
    double[][] inverses = new double[k][d];
    double[] logDeterminants = new double[k];
    double[] constants = new double[k];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        if (variances[c][j] == 0) {
          throw singular(means, variances, pooled, c, j);
        }
        requirePositive(variances[c][j], pooled, c, j);
        inverses[c][j] = 1 / Math.sqrt(variances[c][j]);
        logDeterminants[c] += StrictMath.log(variances[c][j]);
      }
      constants[c] = means.constant(c, logDeterminants[c]);
    }
    super(
        means,
        logDeterminants,
        pooled
            ? linear(means, variances[0], inverses[0], constants)
            : new ClassVarianceScorer(
                means.naming(), means.origins(), means.residuals(), inverses, constants));
    this.variances = variances;
    this.pooled = pooled;
    this.epsilon = epsilon;
    this.smoothed = smoothed;
  }

  private static LinearScorer linear(
      ClassMeans means, double[] variances, double[] inverse, double[] constants) {
    double[][] weights = new double[means.classCount()][means.featureCount()];
    for (int c = 0; c < weights.length; c++) {
      for (int j = 0; j < variances.length; j++) {
        weights[c][j] = means.residuals()[c][j] / variances[j];
      }
    }
    return new LinearScorer(
        means.naming(),
        AffineScores.ofRows(LinearDiscriminant.intercepts(means, c -> weights[c]), weights),
        new SharedVariance(means.origin(), means.residuals(), inverse, constants));
  }

  private static SingularCovarianceException singular(
      ClassMeans means, double[][] variances, boolean pooled, int label, int feature) {
    Constancy constancy =
        Constancy.of(
            means,
            j ->
                IntStream.range(0, variances.length)
                    .anyMatch(c -> means.priors()[c] > 0 && variances[c][j] > 0));
    return new SingularCovarianceException(
        new int[] {feature},
        Double.MIN_NORMAL,
        null,
        "%s has variance 0 in %s, so it has no density there; "
            + switch (constancy.of(feature)) {
              case WITHIN_CLASSES ->
                  "it differs between the classes, so tell them apart by a rule on it";
              case UNDERFLOWS ->
                  "its values differ, but the squares of differences underflow, so scale it to"
                      + " between 1e-150 and 1e150";
              case EVERYWHERE, HERE -> "leave it out";
            }
            + ", or give a larger variance smoothing",
        Fact.feature(feature, means.naming().features()),
        pooled ? "every class" : Fact.label(label, means.naming().classes()));
  }

  private static void requirePositive(double variance, boolean pooled, int label, int feature) {
    if (!(variance >= Double.MIN_NORMAL && variance < Double.POSITIVE_INFINITY)) {
      throw new BadDataException(
          "the variance of %s in %s is %s, out of the range of doubles; features scaled to between"
              + " 1e-150 and 1e150 are expected",
          Fact.feature(feature), pooled ? "all classes" : Fact.label(label), Fact.value(variance));
    }
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [VarianceStatistics#add(RowBatch, Labels)] and [#recipe]
  public static GaussianNaiveBayes fit(NumericColumns rows, Labels labels) {
    return recipe().fit(rows, labels);
  }

  /// Returns the recipe with the default options.
  public static Recipe<GaussianNaiveBayes> recipe() {
    return recipe(GaussianBayesOptions.DEFAULT);
  }

  /// Returns the recipe with options, which fits rows, [VarianceStatistics], or the
  /// [GaussianStatistics] of other models. Both kinds of statistics give the same model, up to
  /// rounding.
  ///
  /// A fit throws a [SingularCovarianceException] if a feature has variance 0 in a class. It throws
  /// an [IllegalArgumentException] if a class has no rows and a prior above 0, if a feature is
  /// missing in all rows of a class, if the priors do not match the classes, or if the scatter is
  /// pooled and the variances are not.
  public static Recipe<GaussianNaiveBayes> recipe(GaussianBayesOptions options) {
    return new Fitting<>(FITTING, options);
  }

  private static GaussianNaiveBayes fit(Statistics statistics, GaussianBayesOptions options) {
    VarianceSummary summary =
        statistics instanceof GaussianStatistics scatters
            ? scatters.summary()
            : statistics.as(VarianceStatistics.class).summary();
    return fit(statistics, summary, options);
  }

  @Override
  Evidence<double[]> evidence() {
    return new NormalEvidence(this);
  }

  private static GaussianNaiveBayes fit(
      Statistics statistics, VarianceSummary summary, GaussianBayesOptions options) {
    boolean pooled = options.pooledVariances();
    ClassMeans means = ClassMeans.of(statistics, summary, options.priors());
    double epsilon = 0;
    if (options.varianceSmoothing() > 0) {
      double[] totals = summary.totalVariances();
      for (int j = 0; j < totals.length; j++) {
        if (!Double.isFinite(totals[j])) {
          requirePositive(totals[j], true, 0, j);
        }
        epsilon = Math.max(epsilon, totals[j]);
      }
      epsilon *= options.varianceSmoothing();
    }
    double[][] variances = new double[means.classCount()][];
    BitSet smoothed = new BitSet();
    if (pooled) {
      Arrays.fill(variances, pooledVariances(summary, options));
      smooth(variances[0], epsilon, smoothed);
    } else {
      for (int c = 0; c < variances.length; c++) {
        variances[c] = classVariances(summary, c, options);
        if (summary.classWeight(c) > 0) {
          smooth(variances[c], epsilon, smoothed);
        }
      }
    }
    Supplier<ClassMeans> exact = () -> ClassMeans.byClass(statistics, summary, options.priors());
    means =
        pooled ? means.nearMost(variances[0], summary::mean, exact) : means.near(variances, exact);
    return new GaussianNaiveBayes(means, variances, pooled, epsilon, smoothed);
  }

  private static void smooth(double[] variances, double epsilon, BitSet smoothed) {
    for (int j = 0; j < variances.length; j++) {
      if (variances[j] > 0 && variances[j] < epsilon) {
        smoothed.set(j);
      }
      variances[j] += epsilon;
    }
  }

  private static double[] classVariances(
      VarianceSummary summary, int label, GaussianBayesOptions options) {
    double weight = summary.classWeight(label);
    double[] variances = new double[summary.featureCount()];
    if (weight == 0) {
      // A class without rows, which has prior 0.
      Arrays.fill(variances, 1);
      return variances;
    }
    options.divisor().ofClass(weight, label);
    double[] squares = summary.sumsOfSquares(label);
    double[] weights = summary.featureWeights(label);
    for (int j = 0; j < variances.length; j++) {
      variances[j] = squares[j] / options.divisor().ofFeature(weights[j], j, label);
    }
    return variances;
  }

  private static double[] pooledVariances(VarianceSummary summary, GaussianBayesOptions options) {
    int k = Covariances.classesWithRows(summary);
    options.divisor().ofClasses(summary.totalWeight(), k);
    double[] squares = summary.withinSumsOfSquares();
    double[] totals = new double[squares.length];
    for (int c = 0; c < summary.classCount(); c++) {
      double[] weights = summary.featureWeights(c);
      for (int j = 0; j < totals.length; j++) {
        totals[j] += weights[j];
      }
    }
    double[] variances = new double[squares.length];
    for (int j = 0; j < squares.length; j++) {
      variances[j] = squares[j] / options.divisor().ofClasses(totals[j], k);
    }
    return variances;
  }

  /// Creates a model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param variances k rows of d
  /// @throws SingularCovarianceException if a variance is 0
  /// @throws IllegalArgumentException if shapes do not match, if a variance is not a positive
  ///   number, or if the priors are invalid
  public static GaussianNaiveBayes of(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans,
      double[][] variances) {
    return of(ClassMeans.given(features, classes, priors, origin, residualMeans), variances);
  }

  private static GaussianNaiveBayes of(ModelSource in) throws IOException {
    ClassMeans means = means(in);
    if (!in.has(SHARED_VARIANCES)) {
      return of(means, in.rows("variances"));
    }
    if (!means.share()) {
      throw new IllegalArgumentException(
          "classes have origins of their own and share variances; one origin is expected");
    }
    return ofPooled(means, in.vector(SHARED_VARIANCES, in.features().count()));
  }

  private static GaussianNaiveBayes of(ClassMeans means, double[][] variances) {
    if (variances.length != means.classCount()) {
      throw new IllegalArgumentException(
          "there are variances for %d classes; %d are expected"
              .formatted(variances.length, means.classCount()));
    }
    double[][] copies = variances.clone();
    for (int c = 0; c < copies.length; c++) {
      if (copies[c].length != means.featureCount()) {
        throw new IllegalArgumentException(
            "class %d has %d variances; %d are expected"
                .formatted(c, copies[c].length, means.featureCount()));
      }
      copies[c] = copies[c].clone();
    }
    return new GaussianNaiveBayes(means.near(copies, () -> means), copies, false, 0, new BitSet());
  }

  /// Creates a model from known parameters, with variances that all classes share.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param variances d variances
  /// @throws SingularCovarianceException if a variance is 0
  /// @throws IllegalArgumentException if shapes do not match, if a variance is not a positive
  ///   number, or if the priors are invalid
  public static GaussianNaiveBayes ofPooled(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans,
      double[] variances) {
    return ofPooled(ClassMeans.given(features, classes, priors, origin, residualMeans), variances);
  }

  private static GaussianNaiveBayes ofPooled(ClassMeans means, double[] variances) {
    if (variances.length != means.featureCount()) {
      throw new IllegalArgumentException(
          "there are %d variances; one for each of the %d features is expected"
              .formatted(variances.length, means.featureCount()));
    }
    double[][] shared = new double[means.classCount()][];
    Arrays.fill(shared, variances.clone());
    return new GaussianNaiveBayes(means, shared, true, 0, new BitSet());
  }

  @Override
  String kind() {
    return KIND;
  }

  @Override
  public Classifier<double[], NumericColumns> withPriors(Priors priors) {
    return new GaussianNaiveBayes(means().with(priors), variances, pooled, epsilon, smoothed);
  }

  @Override
  public Classifier<double[], NumericColumns> without(String... labels) {
    int[] kept = classes().others(labels);
    double[][] some = IntStream.of(kept).mapToObj(c -> variances[c]).toArray(double[][]::new);
    return new GaussianNaiveBayes(means().select(kept), some, pooled, epsilon, smoothed);
  }

  /// 2·k·d + k − 1, or k·d + d + k − 1 if variances are pooled.
  @Override
  public long freeParameters() {
    long k = classCount();
    long d = featureCount();
    return k * d + (pooled ? d : k * d) + k - 1;
  }

  /// Whether all classes share the variances: [GaussianBayesOptions#pooledVariances()].
  @Override
  public boolean sharesCovariance() {
    return pooled;
  }

  @Override
  public boolean isDiagonal() {
    return true;
  }

  /// ε, which smoothing added to each variance. It is 0 if the model was created from known
  /// parameters or read from a file; its variances then include ε.
  public double varianceEpsilon() {
    return epsilon;
  }

  /// The features whose own variance, overall or in a class, is above 0 but less than
  /// [#varianceEpsilon], in ascending order; empty if the model was not fitted. Smoothing dominates
  /// the densities of these features: scale the features or reduce the smoothing.
  public int[] smoothedFeatures() {
    return smoothed.stream().toArray();
  }

  /// The variances of a class, including smoothing.
  @Override
  public double[] variances(int label) {
    return variances[label].clone();
  }

  @Override
  public double[][] covariance(int label) {
    double[][] covariance = new double[featureCount()][featureCount()];
    for (int j = 0; j < covariance.length; j++) {
      covariance[j][j] = variances[label][j];
    }
    return covariance;
  }
}
