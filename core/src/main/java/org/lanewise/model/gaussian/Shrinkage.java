package org.lanewise.model.gaussian;

import java.util.Arrays;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.BadOptionException;
import org.lanewise.statistics.GaussianStatistics;

/// Shrinkage of an estimated covariance S (d×d) towards a simpler matrix, so that it has an inverse
/// even for few rows.
///
/// With m = tr(S)/d, the mean variance:
///
/// | shrinkage | covariance |
/// | --- | --- |
/// | [#none()] | S |
/// | [#fixed(double)] | (1−ρ)·S + ρ·m·I |
/// | [#toIdentity(double)] | (1−r)·S + r·I |
/// | [#ridge(double)] | S + r·I |
/// | [#oracleApproximating()] | (1−ρ)·S + ρ·m·I, ρ from S |
/// | [#ledoitWolf()] | (1−ρ)·S + ρ·m·I, ρ from the rows |
/// | [#towardsVariances(double...)] | (1−ρ_c)·S_c + ρ_c·(v/d)·D_c |
///
/// For [LinearDiscriminant], S is the pooled within-class covariance; for [QuadraticDiscriminant],
/// it is the covariance of each class. Any ρ or r above 0 makes a singular S invertible, unless
/// rounding hides what it adds to the diagonal: less than about 1e-13·d of the variance of a
/// feature that depends linearly on others, or 4·d·2⁻⁵² of the smallest variance if a feature does
/// not vary. Such a covariance is rejected, like S itself.
public final class Shrinkage {

  /// The kinds of shrinkage.
  public enum Kind {
    /// [Shrinkage#none()].
    NONE,

    /// [Shrinkage#fixed(double)].
    FIXED,

    /// [Shrinkage#toIdentity(double)].
    TO_IDENTITY,

    /// [Shrinkage#ridge(double)].
    RIDGE,

    /// [Shrinkage#oracleApproximating()].
    ORACLE_APPROXIMATING,

    /// [Shrinkage#oracleApproximatingAsScikitLearn()].
    ORACLE_APPROXIMATING_AS_SCIKIT_LEARN,

    /// [Shrinkage#ledoitWolf()].
    LEDOIT_WOLF,

    /// [Shrinkage#ledoitWolfAsScikitLearn()].
    LEDOIT_WOLF_AS_SCIKIT_LEARN,

    /// [Shrinkage#towardsVariances(double...)].
    TOWARDS_VARIANCES
  }

  private final Kind kind;
  private final double[] intensities;

  private Shrinkage(Kind kind, double... intensities) {
    this.kind = kind;
    this.intensities = intensities;
  }

  private static Shrinkage ofShares(Kind kind, double... intensities) {
    for (double intensity : intensities) {
      if (!(intensity >= 0 && intensity <= 1)) {
        throw new BadOptionException(
            "the intensity of the shrinkage is %s; a number from 0 to 1 is expected",
            Fact.value(intensity));
      }
    }
    return new Shrinkage(kind, intensities.clone());
  }

  /// S unchanged.
  public static Shrinkage none() {
    return new Shrinkage(Kind.NONE);
  }

  /// (1−ρ)·S + ρ·tr(S)/d·I.
  ///
  /// @param intensity ρ
  /// @throws IllegalArgumentException if ρ is not from 0 to 1
  public static Shrinkage fixed(double intensity) {
    return ofShares(Kind.FIXED, intensity);
  }

  /// (1−r)·S + r·I, the `reg_param` of scikit-learn's quadratic discriminant.
  ///
  /// @param intensity r
  /// @throws IllegalArgumentException if r is not from 0 to 1
  public static Shrinkage toIdentity(double intensity) {
    return ofShares(Kind.TO_IDENTITY, intensity);
  }

  /// S + r·I.
  ///
  /// @param variance r, in squared units of the features
  /// @throws IllegalArgumentException if r is negative or not finite
  public static Shrinkage ridge(double variance) {
    if (!(variance >= 0 && variance < Double.POSITIVE_INFINITY)) {
      throw new BadOptionException(
          "the ridge is %s; a finite number of at least 0 is expected", Fact.value(variance));
    }
    return new Shrinkage(Kind.RIDGE, variance);
  }

  /// Oracle approximating shrinkage for normal data, with the formula of the paper (Chen, Wiesel,
  /// Eldar and Hero, Shrinkage Algorithms for MMSE Covariance Estimation, IEEE Transactions on
  /// Signal Processing 58, 2010, eq. 23):
  ///
  /// ```
  /// ρ = min(1, ((1 − 2/d)·tr(S²) + tr²(S)) / ((n + 1 − 2/d)·(tr(S²) − tr²(S)/d)))
  /// ```
  ///
  /// with n the sum of the weights, without deducting means. ρ is the same for both
  /// [CovarianceDivisor]s.
  public static Shrinkage oracleApproximating() {
    return new Shrinkage(Kind.ORACLE_APPROXIMATING);
  }

  /// Like [#oracleApproximating()], but as computed by scikit-learn's `oas`, without the two terms
  /// 2/d.
  public static Shrinkage oracleApproximatingAsScikitLearn() {
    return new Shrinkage(Kind.ORACLE_APPROXIMATING_AS_SCIKIT_LEARN);
  }

  /// The shrinkage of Ledoit and Wolf (A well-conditioned estimator for large-dimensional
  /// covariance matrices, Journal of Multivariate Analysis 88, 2004, section 3.3) for the pooled
  /// within-class covariance of linear discriminants whose classes are pooled by rows. It is
  /// [#fixed(double)] shrinkage with
  ///
  /// ```
  /// ρ = min(b², δ²) / δ²,   δ² = ‖S − m·I‖²,   b² = 1/n² Σ_i ‖z_i z_iᵀ − S‖²
  /// ```
  ///
  /// for the n rows z_i = x_i − mean of its class, S = Σ z_i z_iᵀ/n and ‖A‖² = tr(AAᵀ)/d. For Σ
  /// ‖z_i‖⁴, a fit to rows or [org.lanewise.model.Recipe#chosen] reads the rows a second time;
  /// weights count as frequencies. With one class, this is scikit-learn's `ledoit_wolf_shrinkage`.
  public static Shrinkage ledoitWolf() {
    return new Shrinkage(Kind.LEDOIT_WOLF);
  }

  /// The shrinkage of scikit-learn's discriminants with `shrinkage="auto"`: the features of each
  /// class are divided by their standard deviations, their covariance is shrunk with Ledoit and
  /// Wolf's intensity for it and scaled back, and [LinearDiscriminant] averages the results by
  /// prior. This equals [#towardsVariances(double...)] with an intensity for each class. The rows
  /// are read a second time.
  public static Shrinkage ledoitWolfAsScikitLearn() {
    return new Shrinkage(Kind.LEDOIT_WOLF_AS_SCIKIT_LEARN);
  }

  /// (1−ρ_c)·S_c + ρ_c·(v/d)·D_c for the covariance S_c of each class: v is the number of features
  /// that vary in the class, and D_c the diagonal of S_c, with 1 for a feature that does not vary.
  /// [LinearDiscriminant] uses their sum, weighted with π_c, instead of a pooled covariance.
  ///
  /// @param intensities ρ_c of each class
  /// @throws IllegalArgumentException if one is not from 0 to 1
  public static Shrinkage towardsVariances(double... intensities) {
    return ofShares(Kind.TOWARDS_VARIANCES, intensities);
  }

  /// The kind of shrinkage.
  public Kind kind() {
    return kind;
  }

  /// A copy of the given ρ, r or ρ_c; empty if they are computed from the data.
  public double[] intensities() {
    return intensities.clone();
  }

  /// One of [#intensities()].
  double intensity(int at) {
    return intensities[at];
  }

  /// Whether the intensity is computed by reading the rows a second time.
  public boolean readsRowsAgain() {
    return kind == Kind.LEDOIT_WOLF || kind == Kind.LEDOIT_WOLF_AS_SCIKIT_LEARN;
  }

  /// Returns this shrinkage with its intensity chosen from the rows, which are then read a second
  /// time.
  Shrinkage chosen(GaussianStatistics statistics, RowBatch rows, Labels labels) {
    if (!readsRowsAgain()) {
      return this;
    }
    FourthMoments moments = new FourthMoments(statistics, (NumericColumns) rows, labels);
    return kind == Kind.LEDOIT_WOLF
        ? fixed(LedoitWolfIntensity.pooled(moments))
        : towardsVariances(LedoitWolfIntensity.perStandardizedClass(moments));
  }

  /// Rejects a number of classes that differs from the number of intensities.
  ///
  /// @throws IllegalArgumentException if there are not k of them
  void requireClasses(int classCount) {
    if (kind == Kind.TOWARDS_VARIANCES && intensities.length != classCount) {
      throw new BadOptionException(
          "the shrinkage has intensities for %s classes; %d are expected",
          Fact.value(intensities.length), classCount);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shrinkage that
        && kind == that.kind
        && Arrays.equals(intensities, that.intensities);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Arrays.hashCode(intensities);
  }

  @Override
  public String toString() {
    return kind + Arrays.toString(intensities);
  }
}
