package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.score.gaussian.ClassVarianceScorer;
import org.lanewise.model.Priors;
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
/// with ε the variance smoothing times the largest variance (divisor W) of a feature over the rows
/// of all classes, weights counted: the convention of scikit-learn's `var_smoothing`, whose own ε
/// leaves the weights out.
public final class GaussianNaiveBayes extends GaussianClassifier {

  private final double[][] variances;
  private final double epsilon;

  private GaussianNaiveBayes(ClassMeans means, double[][] variances, double epsilon) {
    int k = means.classCount();
    int d = means.featureCount();
    double[][] inverses = new double[k][d];
    double[] logDeterminants = new double[k];
    double[] constants = new double[k];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        if (variances[c][j] == 0) {
          throw singular(means, variances, c, j);
        }
        requirePositive(variances[c][j], c, j);
        inverses[c][j] = 1 / Math.sqrt(variances[c][j]);
        logDeterminants[c] += StrictMath.log(variances[c][j]);
      }
      constants[c] = means.constant(c, logDeterminants[c]);
    }
    super(
        means,
        logDeterminants,
        new ClassVarianceScorer(
            means.naming(), means.origin(), means.residuals(), inverses, constants));
    this.variances = variances;
    this.epsilon = epsilon;
  }

  private static SingularCovarianceException singular(
      ClassMeans means, double[][] variances, int label, int feature) {
    Constancy constancy =
        Constancy.of(
            means,
            j ->
                IntStream.range(0, variances.length)
                    .anyMatch(c -> means.priors()[c] > 0 && variances[c][j] > 0));
    return new SingularCovarianceException(
        new int[] {feature},
        Double.POSITIVE_INFINITY,
        Double.MIN_NORMAL,
        null,
        "%s has variance 0 in %s, so it has no density there; "
            + (constancy.of(feature) == Constancy.Kind.WITHIN_CLASSES
                ? "it differs between the classes, so tell them apart by a rule on it"
                : "leave it out")
            + ", or give a larger variance smoothing",
        Fact.feature(feature, means.naming().features()),
        Fact.label(label, means.naming().classes()));
  }

  private static void requirePositive(double variance, int label, int feature) {
    if (!(variance >= Double.MIN_NORMAL && variance < Double.POSITIVE_INFINITY)) {
      throw new BadDataException(
          "the variance of %s in %s is %s, out of the range of doubles; features scaled to between"
              + " 1e-150 and 1e150 are expected",
          Fact.feature(feature), Fact.label(label), Fact.value(variance));
    }
  }

  /// Fits rows with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(NumericColumns, Labels, GaussianBayesOptions)]
  public static GaussianNaiveBayes fit(NumericColumns rows, Labels labels) {
    return fit(rows, labels, GaussianBayesOptions.DEFAULT);
  }

  /// Fits rows.
  ///
  /// @throws SingularCovarianceException if a feature has variance 0 in a class
  /// @throws IllegalArgumentException as [VarianceStatistics#add(NumericColumns, Labels)] and
  ///   [#fit(VarianceStatistics, GaussianBayesOptions)]
  public static GaussianNaiveBayes fit(
      NumericColumns rows, Labels labels, GaussianBayesOptions options) {
    return fit(VarianceStatistics.of(rows, labels), options);
  }

  /// Fits with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(VarianceStatistics, GaussianBayesOptions)]
  public static GaussianNaiveBayes fit(VarianceStatistics statistics) {
    return fit(statistics, GaussianBayesOptions.DEFAULT);
  }

  /// Fits a model.
  ///
  /// @throws SingularCovarianceException if a feature has variance 0 in a class
  /// @throws IllegalArgumentException if a class has no rows and a prior above 0, or the priors do
  ///   not fit the classes
  public static GaussianNaiveBayes fit(
      VarianceStatistics statistics, GaussianBayesOptions options) {
    return fit(statistics, statistics.summary(), options);
  }

  /// Fits with the default options, from statistics that other models need too.
  ///
  /// @throws IllegalArgumentException as [#fit(GaussianStatistics, GaussianBayesOptions)]
  public static GaussianNaiveBayes fit(GaussianStatistics statistics) {
    return fit(statistics, GaussianBayesOptions.DEFAULT);
  }

  /// Fits a model from statistics that other models need too. Of the same rows they give the model
  /// that [VarianceStatistics] give, to rounding.
  ///
  /// @throws SingularCovarianceException if a feature has variance 0 in a class
  /// @throws IllegalArgumentException if a class has no rows and a prior above 0, the priors do not
  ///   fit the classes, or the scatter is pooled
  public static GaussianNaiveBayes fit(
      GaussianStatistics statistics, GaussianBayesOptions options) {
    return fit(statistics, statistics.summary(), options);
  }

  private static GaussianNaiveBayes fit(
      Statistics statistics, VarianceSummary summary, GaussianBayesOptions options) {
    ClassMeans means = ClassMeans.of(statistics, summary, options.priors());
    double epsilon = 0;
    if (options.varianceSmoothing() > 0) {
      for (double variance : summary.totalVariances()) {
        epsilon = Math.max(epsilon, variance);
      }
      epsilon *= options.varianceSmoothing();
    }
    double[] weights = summary.classWeights();
    double[][] variances = new double[means.classCount()][means.featureCount()];
    for (int c = 0; c < variances.length; c++) {
      if (weights[c] == 0) {
        // Of prior 0: no row is of it.
        Arrays.fill(variances[c], 1);
        continue;
      }
      double divisor = options.divisor().ofClass(weights[c], c);
      double[] squares = summary.sumsOfSquares(c);
      for (int j = 0; j < squares.length; j++) {
        variances[c][j] = squares[j] / divisor + epsilon;
      }
    }
    return new GaussianNaiveBayes(means, variances, epsilon);
  }

  /// A model from known parameters, of features and classes without names.
  ///
  /// @throws IllegalArgumentException as [#of(Features, Classes, double\[\], double\[\],
  ///   double\[\]\[\], double\[\]\[\])]
  public static GaussianNaiveBayes of(
      double[] priors, double[] origin, double[][] residualMeans, double[][] variances) {
    return of(
        Features.unnamed(origin.length),
        Classes.unnamed(priors.length),
        priors,
        origin,
        residualMeans,
        variances);
  }

  /// A model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param variances k rows of d
  /// @throws SingularCovarianceException if a variance is 0
  /// @throws IllegalArgumentException if shapes do not match, a variance is not a positive number,
  ///   or the priors are invalid
  public static GaussianNaiveBayes of(
      Features features,
      Classes classes,
      double[] priors,
      double[] origin,
      double[][] residualMeans,
      double[][] variances) {
    ClassMeans means = ClassMeans.given(features, classes, priors, origin, residualMeans);
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
    return new GaussianNaiveBayes(means, copies, 0);
  }

  @Override
  public GaussianNaiveBayes withPriors(Priors priors) {
    return new GaussianNaiveBayes(means().with(priors), variances, epsilon);
  }

  /// 2·k·d + k − 1.
  @Override
  public long freeParameters() {
    long k = classCount();
    return 2 * k * featureCount() + k - 1;
  }

  /// ε, what smoothing added to each variance; 0 where the model was not fitted, but made of known
  /// parameters or read from a file, whose variances include it.
  public double varianceEpsilon() {
    return epsilon;
  }

  /// The variances of a class, smoothing included.
  public double[] variances(int label) {
    return variances[label].clone();
  }
}
