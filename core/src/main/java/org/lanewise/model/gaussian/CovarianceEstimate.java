package org.lanewise.model.gaussian;

import java.util.Arrays;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.internal.kernel.PackedTriangle;
import org.lanewise.internal.linalg.Cholesky;
import org.lanewise.internal.linalg.InverseFactor;
import org.lanewise.internal.linalg.NotPositiveDefiniteException;
import org.lanewise.model.BadOptionException;
import org.lanewise.statistics.GaussianStatistics;

/// A covariance in [PackedTriangle] layout, possibly regularised, before it is factored.
///
/// **Singular** covariances are of two kinds. Either at most 4·d·2⁻⁵² of the variance of a feature
/// remains, given the previous features (then [Cholesky] finds it). Or rounding hides what remains:
/// row j of the inverse factor M is the combination z_j = Σ_{i ≤ j} m_ji x_i, which has variance 1,
/// and the rounding of a scatter moves the variance of a combination by a small multiple of u·(Σ_i
/// |m_ji| σ_i)², u = 2⁻⁵³ (measured up to 27 u for exactly dependent features). If that square is
/// not far below 1/u, the variance has no correct digit.
///
/// **Shrinkage prevents this.** If Σ = (1−ρ)·S + ρ·τ·I, where τ is the mean variance of S and so of
/// Σ, a combination of variance 1 has ρτ·Σ_i m_ji² ≤ 1. By the Cauchy–Schwarz inequality,
///
/// ```
/// (Σ_i |m_ji| σ_i)² ≤ Σ_i m_ji² · Σ_i σ_i² ≤ d·τ / (ρ·τ) = d/ρ
/// ```
///
/// which is far below 1/u unless ρ is tiny. The check then does not compute M.
///
/// A feature that does not vary has no scale of its own; the variance that regularisation gives it
/// is compared with the smallest variance of the others.
final class CovarianceEstimate {

  /// The label of a covariance that all classes share.
  static final int SHARED = -1;

  /// Times d: the share of a variance that counts as rounding, as in [Cholesky].
  private static final double ROUNDING = 4 * 0x1p-52;

  /// From this value on, the amplified rounding of a scatter is no longer small relative to 1.
  private static final double MAX_AMPLIFIED = 0x1p45;

  private final int d;
  private final int label;
  private final Fact shortage;
  private final Supplier<double[]> unregularized;
  private final double[] variances;
  private final double[] packed;
  private final double intensity;

  /// Whether a bound on the intensity proves that rounding hides no combination.
  private boolean hidesNothing;

  /// An estimate.
  ///
  /// @param label the class it belongs to, or [#SHARED]
  /// @param shortage a main clause that says that there are too few rows, or null
  /// @param unregularized makes the covariance before regularisation, anew at each call
  /// @param regularization changes it in place and returns the share of the simpler matrix
  CovarianceEstimate(
      int d,
      int label,
      Fact shortage,
      Supplier<double[]> unregularized,
      ToDoubleFunction<double[]> regularization) {
    this.d = d;
    this.label = label;
    this.shortage = shortage;
    this.unregularized = unregularized;
    packed = unregularized.get();
    variances = Covariances.variances(packed, d);
    intensity = regularization.applyAsDouble(packed);
  }

  /// This estimate, whose regularization is known to be (1−ρ)·S + ρ·τ·I with intensity ρ.
  CovarianceEstimate shrunkToMean() {
    hidesNothing = d < intensity * MAX_AMPLIFIED;
    return this;
  }

  /// A given covariance, which is copied.
  ///
  /// @throws IllegalArgumentException if its size is wrong, a value is not finite, or a variance is
  ///   negative
  static CovarianceEstimate given(double[] packed, int d, int label) {
    if (packed.length != PackedTriangle.size(d)) {
      throw new IllegalArgumentException(
          "the packed covariance has %d elements; %d are expected for %d features"
              .formatted(packed.length, PackedTriangle.size(d), d));
    }
    for (int j = 0; j < d; j++) {
      for (int i = 0; i <= j; i++) {
        double value = packed[PackedTriangle.index(i, j)];
        if (i == j && !(value >= 0 && value < Double.POSITIVE_INFINITY)) {
          throw new BadOptionException(
              "the variance of %s is %s in %s; a finite number of at least 0 is expected",
              Fact.feature(j), Fact.value(value), whose(label));
        }
        if (!Double.isFinite(value)) {
          throw new BadOptionException(
              "the covariance of %s is %s in %s; a finite number is expected",
              Fact.pair(i, j), Fact.value(value), whose(label));
        }
      }
    }
    return new CovarianceEstimate(d, label, null, packed::clone, unchanged -> 0);
  }

  /// A clause that says that a class has no more rows than features, so that its covariance is
  /// singular; null if it has more, or if weights hide the number of rows.
  static Fact shortage(GaussianStatistics statistics, int label) {
    double weight = statistics.summary().classWeight(label);
    return weight > statistics.featureCount() || !countsRows(statistics)
        ? null
        : Fact.clause(
            "%s has %d rows for %d features",
            Fact.label(label), (long) weight, statistics.featureCount());
  }

  /// A clause that says that there are fewer rows minus class means than features; else null.
  static Fact sharedShortage(GaussianStatistics statistics) {
    double weight = statistics.summary().totalWeight();
    return weight >= statistics.featureCount() + statistics.classCount() || !countsRows(statistics)
        ? null
        : Fact.clause(
            "there are %d rows in %d classes for %d features",
            (long) weight, statistics.classCount(), statistics.featureCount());
  }

  /// Whether the sum of weights is the number of rows: then all weights are taken to be 1.
  private static boolean countsRows(GaussianStatistics statistics) {
    return statistics.summary().totalWeight() == statistics.rowCount();
  }

  private static Fact whose(int label) {
    return label == SHARED
        ? Fact.clause("the pooled covariance")
        : Fact.clause("the covariance of %s", Fact.label(label));
  }

  /// The share of the simpler matrix that it was shrunk towards.
  double intensity() {
    return intensity;
  }

  /// The class of this covariance, or [#SHARED].
  int label() {
    return label;
  }

  /// The owner of this covariance, in words.
  Fact whose() {
    return whose(label);
  }

  /// A main clause that says that there are too few rows, or null.
  Fact shortage() {
    return shortage;
  }

  int featureCount() {
    return d;
  }

  /// The covariance, regularised; not a copy.
  double[] packed() {
    return packed;
  }

  /// The covariance before regularisation, a new array.
  double[] unregularized() {
    return unregularized.get();
  }

  /// The factor of a covariance, and its inverse M.
  record Factored(Cholesky cholesky, InverseFactor inverse) {}

  /// Whether a feature varied before regularisation.
  boolean varies(int feature) {
    return variances[feature] > 0;
  }

  /// Factors the covariance.
  ///
  /// @param constancy classifies features that do not vary here
  /// @throws SingularCovarianceException if it is singular to working precision
  /// @throws IllegalArgumentException if a variance is out of the range of doubles
  Factored factor(Constancy constancy) {
    for (int j = 0; j < d; j++) {
      double variance = packed[PackedTriangle.index(j, j)];
      if (!Double.isFinite(variance) || variance > 0 && variance < Double.MIN_NORMAL) {
        throw new BadDataException(
            "the variance of %s is %s in %s, out of the range of doubles; features scaled to"
                + " between 1e-150 and 1e150 are expected",
            Fact.feature(j), Fact.value(variance), whose());
      }
    }
    int[] constant = constantFeatures(packed, variances);
    if (constant.length > 0) {
      throw SingularCovariance.constant(this, constant, constancy);
    }
    try {
      Cholesky cholesky = Cholesky.of(packed, 0, d);
      InverseFactor inverse = new InverseFactor(cholesky);
      if (!hidesNothing) {
        double[] hidden = hiddenCombination(packed, inverse.get(), d);
        if (hidden.length > 0) {
          throw SingularCovariance.dependent(this, hidden, constancy.naming(), null);
        }
      }
      return new Factored(cholesky, inverse);
    } catch (NotPositiveDefiniteException e) {
      throw SingularCovariance.dependent(this, e.weights(), constancy.naming(), e);
    }
  }

  /// Whether a matrix with this diagonal before regularisation has a factor.
  static boolean isRegular(double[] packed, double[] variances) {
    for (int j = 0; j < variances.length; j++) {
      double variance = packed[PackedTriangle.index(j, j)];
      if (!(variance >= Double.MIN_NORMAL && variance < Double.POSITIVE_INFINITY)) {
        return false;
      }
    }
    if (constantFeatures(packed, variances).length > 0) {
      return false;
    }
    try {
      double[] inverse = new InverseFactor(Cholesky.of(packed, 0, variances.length)).get();
      return hiddenCombination(packed, inverse, variances.length).length == 0;
    } catch (NotPositiveDefiniteException e) {
      return false;
    }
  }

  /// The combination of features, in units of their standard deviations, whose variance rounding
  /// hides; empty if there is none.
  private static double[] hiddenCombination(double[] packed, double[] inverse, int d) {
    double[] deviations = Covariances.variances(packed, d);
    for (int j = 0; j < d; j++) {
      deviations[j] = Math.sqrt(deviations[j]);
    }
    double[] parts = new double[d];
    for (int j = 0; j < d; j++) {
      double sum = 0;
      for (int i = 0; i <= j; i++) {
        parts[i] = inverse[PackedTriangle.index(i, j)] * deviations[i];
        sum += Math.abs(parts[i]);
      }
      if (!(sum * sum < MAX_AMPLIFIED)) {
        return parts;
      }
    }
    return new double[0];
  }

  /// The features that did not vary and whose variance is still only rounding.
  private static int[] constantFeatures(double[] packed, double[] variances) {
    double least = Arrays.stream(variances).filter(variance -> variance > 0).min().orElse(0);
    double rounding = ROUNDING * variances.length * least;
    return IntStream.range(0, variances.length)
        .filter(j -> variances[j] == 0 && packed[PackedTriangle.index(j, j)] <= rounding)
        .toArray();
  }
}
