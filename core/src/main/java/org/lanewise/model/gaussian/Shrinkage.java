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
/// [#standardized()] applies a shrinkage to columns in units of their standard deviations, so that
/// the unit matrix becomes D, the diagonal of the variances within classes.
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
  private final boolean standardized;

  /// The number of features of the space that rows are given in a subspace of; 0 if there is none.
  private final int space;

  private Shrinkage(Kind kind, double... intensities) {
    this(kind, intensities, false, 0);
  }

  private Shrinkage(Kind kind, double[] intensities, boolean standardized, int space) {
    this.kind = kind;
    this.intensities = intensities;
    this.standardized = standardized;
    this.space = space;
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

  /// This shrinkage on standardised columns: with D the diagonal of the covariance pooled within
  /// all classes, and 1 for a feature that does not vary there, it changes D^−½·S·D^−½ instead of
  /// S. A ridge then gives S + r·D, and a fixed intensity (1−ρ)·S + ρ·m·D, where m is 1 for a
  /// pooled covariance of features that all vary. Columns of very different variances, such as
  /// indicators and amounts, are thus regularised alike, and units do not matter. Leave-one-out
  /// takes D from all rows, like an intensity.
  ///
  /// @throws IllegalArgumentException for [#ledoitWolf()], whose intensity is that of columns as
  ///   they are, and for [#ledoitWolfAsScikitLearn()] and [#towardsVariances(double...)], which
  ///   standardise the columns of each class
  public Shrinkage standardized() {
    if (readsRowsAgain() || kind == Kind.TOWARDS_VARIANCES) {
      throw new BadOptionException(
          "%s does not act on standardised columns; a fixed intensity, a ridge or oracle"
              + " approximating shrinkage is expected",
          kind);
    }
    return kind == Kind.NONE ? this : new Shrinkage(kind, intensities, true, space);
  }

  /// Whether it acts on [#standardized()] columns.
  public boolean isStandardized() {
    return standardized;
  }

  /// This shrinkage on columns as they are.
  public Shrinkage unstandardized() {
    return new Shrinkage(kind, intensities, false, space);
  }

  /// This shrinkage for rows that are given by fewer coordinates than they have features: those of
  /// an orthonormal basis of a subspace that contains all of them. Mean variances are then those of
  /// all features, which makes posteriors those of the rows themselves; densities are those in the
  /// subspace.
  ///
  /// @param features the number of features of the rows, at least that of their coordinates
  public Shrinkage inSubspaceOf(int features) {
    return new Shrinkage(kind, intensities, standardized, features);
  }

  /// The number of features to which a trace belongs.
  ///
  /// @param count that of the coordinates
  public int features(int count) {
    return space == 0 ? count : space;
  }

  /// The shrinkage with the intensity that a fitted model has: the same if it was given.
  ///
  /// @param intensity ρ of the model
  public Shrinkage held(double intensity) {
    return kind == Kind.ORACLE_APPROXIMATING || kind == Kind.ORACLE_APPROXIMATING_AS_SCIKIT_LEARN
        ? new Shrinkage(Kind.FIXED, new double[] {intensity}, standardized, space)
        : this;
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
        && standardized == that.standardized
        && space == that.space
        && Arrays.equals(intensities, that.intensities);
  }

  @Override
  public int hashCode() {
    return 31 * kind.hashCode() + Arrays.hashCode(intensities) + (standardized ? 1 : 0);
  }

  @Override
  public String toString() {
    return kind + Arrays.toString(intensities) + (standardized ? " on standardised columns" : "");
  }
}
