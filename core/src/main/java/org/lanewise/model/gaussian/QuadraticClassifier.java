package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.score.gaussian.ClassCovarianceScorer;
import org.lanewise.model.Classifier;
import org.lanewise.model.Evidence;
import org.lanewise.model.Priors;

/// A classifier of normal classes with a covariance each, from any kind of estimate.
abstract sealed class QuadraticClassifier extends GaussianClassifier
    permits QuadraticDiscriminant, RegularizedDiscriminant {

  private final double[][] covariances;
  private final double[][] factors;
  private final double[] intensities;

  /// Factors the covariances.
  ///
  /// @param exact means without loss of digits
  /// @param known the same means about origins that are kept if they are near, as in
  ///   [ClassMeans#near]
  /// @param estimates a covariance for each class, made when it is needed
  /// @throws SingularCovarianceException if one is singular
  QuadraticClassifier(ClassMeans exact, ClassMeans known, Estimates estimates) {
    int k = exact.classCount();
    double[][] covariances = new double[k][];
    double[] logDeterminants = new double[k];
    double[][] factors = new double[k][];
    double[] intensities = new double[k];
    double[][] variances = new double[k][];
    for (int c = 0; c < k; c++) {
      CovarianceEstimate estimate = estimates.of(c);
      CovarianceEstimate.Factored factored =
          estimate.factor(Constancy.ofClass(exact, c, estimates));
      covariances[c] = estimate.packed();
      variances[c] = Covariances.variances(covariances[c], exact.featureCount());
      intensities[c] = estimate.intensity();
      logDeterminants[c] = factored.cholesky().logDeterminant();
      factors[c] = factored.inverse().get();
    }
    this(known.near(variances, () -> exact), covariances, factors, logDeterminants, intensities);
  }

  /// Some of the classes of a fitted model, possibly with other priors.
  ///
  /// @param means the means of the classes that are kept
  QuadraticClassifier(QuadraticClassifier fitted, ClassMeans means, int... kept) {
    this(
        means,
        IntStream.of(kept).mapToObj(c -> fitted.covariances[c]).toArray(double[][]::new),
        IntStream.of(kept).mapToObj(c -> fitted.factors[c]).toArray(double[][]::new),
        IntStream.of(kept).mapToDouble(fitted::logDeterminant).toArray(),
        IntStream.of(kept).mapToDouble(c -> fitted.intensities[c]).toArray());
  }

  private QuadraticClassifier(
      ClassMeans means,
      double[][] covariances,
      double[][] factors,
      double[] logDeterminants,
      double[] intensities) {
    double[] constants = new double[factors.length];
    Arrays.setAll(constants, c -> means.constant(c, logDeterminants[c]));
    super(
        means,
        logDeterminants,
        new ClassCovarianceScorer(
            means.naming(), means.origins(), means.residuals(), factors, constants));
    this.covariances = covariances;
    this.factors = factors;
    this.intensities = intensities;
  }

  /// This model with other means, of some of its classes.
  abstract QuadraticClassifier with(ClassMeans means, int... kept);

  @Override
  public final Classifier<double[], NumericColumns> withPriors(Priors priors) {
    return with(means().with(priors), IntStream.range(0, classCount()).toArray());
  }

  @Override
  public final Classifier<double[], NumericColumns> without(String... labels) {
    int[] kept = classes().others(labels);
    return with(means().select(kept), kept);
  }

  @Override
  final Evidence<double[]> evidence() {
    return new ChainEvidence(this);
  }

  /// The covariance of each class.
  interface Estimates {
    CovarianceEstimate of(int label);
  }

  /// Given covariances, one for each class.
  ///
  /// @throws IllegalArgumentException if their number differs from that of classes
  static Estimates given(ClassMeans means, double[][][] covariances) {
    if (covariances.length != means.classCount()) {
      throw new IllegalArgumentException(
          "there are %d covariances; one for each of the %d classes is expected"
              .formatted(covariances.length, means.classCount()));
    }
    int d = means.featureCount();
    return label -> CovarianceEstimate.given(Covariances.packed(covariances[label], d), d, label);
  }

  /// The covariance of a class without rows, which has prior 0: the identity matrix.
  static CovarianceEstimate ofNoRows(int d, int label) {
    return CovarianceEstimate.given(Covariances.unit(d), d, label);
  }

  /// k·d + k·d(d+1)/2 + k − 1, for any regularisation.
  @Override
  public final long freeParameters() {
    long d = featureCount();
    long k = classCount();
    return k * d + k * (d * (d + 1) / 2) + k - 1;
  }

  @Override
  public final double[][] covariance(int label) {
    return PackedTriangle.full(covariances[label], featureCount());
  }

  @Override
  public final double[] variances(int label) {
    return Covariances.variances(covariances[label], featureCount());
  }

  @Override
  public final boolean sharesCovariance() {
    return false;
  }

  @Override
  public final boolean isDiagonal() {
    return false;
  }

  /// The share of the simpler matrix in the covariance of each class, given or chosen; 0 for a
  /// ridge, and if the model was created from known parameters or read from a file.
  @Override
  public final double[] shrinkageIntensities() {
    return intensities.clone();
  }
}
