package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.internal.score.DiagonalScorer;
import org.lanewise.model.Priors;
import org.lanewise.statistics.DiagonalStatistics;
import org.lanewise.statistics.DiagonalSummary;
import org.lanewise.statistics.GaussianStatistics;

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

  /// How to fit.
  ///
  /// @param priors the class priors; empirical by default
  /// @param varianceSmoothing ε in units of the largest variance of a feature; 1e-9 by default, 0
  ///   allowed
  /// @param divisor what a class's sum of squares is divided by; n_c by default
  public record Options(Priors priors, double varianceSmoothing, CovarianceDivisor divisor) {

    /// Empirical priors, smoothing 1e-9, maximum likelihood.
    public static final Options DEFAULT =
        new Options(Priors.empirical(), 1e-9, CovarianceDivisor.MAXIMUM_LIKELIHOOD);

    /// Checks the smoothing.
    ///
    /// @throws IllegalArgumentException if it is negative or not finite
    public Options {
      Objects.requireNonNull(priors, "priors");
      Objects.requireNonNull(divisor, "divisor");
      if (!(varianceSmoothing >= 0 && varianceSmoothing < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "the variance smoothing is %s; a finite number of at least 0 is expected"
                .formatted(varianceSmoothing));
      }
    }

    /// These options with other priors.
    public Options withPriors(Priors priors) {
      return new Options(priors, varianceSmoothing, divisor);
    }

    /// These options with another smoothing.
    public Options withVarianceSmoothing(double varianceSmoothing) {
      return new Options(priors, varianceSmoothing, divisor);
    }

    /// These options with another divisor.
    public Options withDivisor(CovarianceDivisor divisor) {
      return new Options(priors, varianceSmoothing, divisor);
    }
  }

  private GaussianNaiveBayes(ClassMeans means, double[][] variances) {
    int k = means.classCount();
    int d = means.featureCount();
    double[][] inverses = new double[k][d];
    double[] logDeterminants = new double[k];
    double[] constants = new double[k];
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < d; j++) {
        requirePositive(variances[c][j], c, j);
        inverses[c][j] = 1 / Math.sqrt(variances[c][j]);
        logDeterminants[c] += StrictMath.log(variances[c][j]);
      }
      constants[c] = means.constant(c, logDeterminants[c]);
    }
    super(
        means,
        logDeterminants,
        new DiagonalScorer(means.origin(), means.residuals(), inverses, constants));
    this.variances = variances;
  }

  private static void requirePositive(double variance, int label, int feature) {
    if (variance == 0) {
      throw new SingularCovarianceException(
          "feature %d has variance 0 in class %d, so it has no density there; leave it out, or give a larger variance smoothing"
              .formatted(feature, label),
          label,
          new int[] {feature},
          Double.POSITIVE_INFINITY,
          Double.MIN_NORMAL,
          null);
    }
    if (!(variance >= Double.MIN_NORMAL && variance < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "the variance of feature %d in class %d is %s, out of the range of doubles; features scaled to between 1e-150 and 1e150 are expected"
              .formatted(feature, label, variance));
    }
  }

  /// Fits with the default options.
  ///
  /// @throws IllegalArgumentException as [#fit(DiagonalStatistics, Options)]
  public static GaussianNaiveBayes fit(DiagonalStatistics statistics) {
    return fit(statistics, Options.DEFAULT);
  }

  /// Fits a model.
  ///
  /// @throws SingularCovarianceException if a feature has variance 0 in a class
  /// @throws IllegalArgumentException if a class has no rows, or the priors do not fit the classes
  public static GaussianNaiveBayes fit(DiagonalStatistics statistics, Options options) {
    return fit(statistics.summary(), options);
  }

  /// Fits with the default options, from statistics that other models need too.
  ///
  /// @throws IllegalArgumentException as [#fit(GaussianStatistics, Options)]
  public static GaussianNaiveBayes fit(GaussianStatistics statistics) {
    return fit(statistics, Options.DEFAULT);
  }

  /// Fits a model from statistics that other models need too. Of the same rows they give the model
  /// that [DiagonalStatistics] give, to rounding.
  ///
  /// @throws SingularCovarianceException if a feature has variance 0 in a class
  /// @throws IllegalArgumentException if a class has no rows, the priors do not fit the classes, or
  ///   the scatter is pooled
  public static GaussianNaiveBayes fit(GaussianStatistics statistics, Options options) {
    return fit(statistics.summary(), options);
  }

  private static GaussianNaiveBayes fit(DiagonalSummary summary, Options options) {
    ClassMeans means = ClassMeans.of(summary, options.priors());
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
      double divisor = options.divisor().ofClass(weights[c], c);
      double[] squares = summary.sumsOfSquares(c);
      for (int j = 0; j < squares.length; j++) {
        variances[c][j] = squares[j] / divisor + epsilon;
      }
    }
    return new GaussianNaiveBayes(means, variances);
  }

  /// A model from known parameters.
  ///
  /// @param priors the k class priors
  /// @param origin d values about which the means are given, such as zeros
  /// @param residualMeans k rows of d: mean − origin
  /// @param variances k rows of d
  /// @throws SingularCovarianceException if a variance is 0
  /// @throws IllegalArgumentException if shapes do not match, a variance is not a positive number,
  ///   or the priors are none
  public static GaussianNaiveBayes of(
      double[] priors, double[] origin, double[][] residualMeans, double[][] variances) {
    Priors.fixed(priors);
    ClassMeans means = new ClassMeans(priors, origin, residualMeans);
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
    return new GaussianNaiveBayes(means, copies);
  }

  /// 2·k·d + k − 1.
  @Override
  public long freeParameters() {
    long k = classCount();
    return 2 * k * featureCount() + k - 1;
  }

  /// The variances of a class, smoothing included.
  public double[] variances(int label) {
    return variances[label].clone();
  }
}
