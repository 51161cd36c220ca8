package org.lanewise.model.gaussian;

import java.util.Arrays;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.model.BadOptionException;
import org.lanewise.statistics.FourthMoments;
import org.lanewise.statistics.GaussianStatistics;

/// How an estimated covariance S (d×d) is drawn towards a simpler matrix, so that it has an inverse
/// however few the rows are.
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
///
/// For [LinearDiscriminant] S is the pooled within-class covariance, for [QuadraticDiscriminant]
/// the covariance of each class. Any ρ or r above 0 makes a singular S regular, unless what it adds
/// to the diagonal drowns in rounding: less than some 1e-13·d of the variance of a feature that
/// depends on others linearly, or 4·d·2⁻⁵² of the smallest variance where a feature does not vary.
/// That is refused like S itself.
public sealed interface Shrinkage {

  /// S as it is.
  static Shrinkage none() {
    return new None();
  }

  /// (1−ρ)·S + ρ·tr(S)/d·I.
  ///
  /// @param intensity ρ
  /// @throws IllegalArgumentException if ρ is not from 0 to 1
  static Shrinkage fixed(double intensity) {
    return new Fixed(intensity);
  }

  /// (1−r)·S + r·I, the `reg_param` of scikit-learn's quadratic discriminant.
  ///
  /// @param intensity r
  /// @throws IllegalArgumentException if r is not from 0 to 1
  static Shrinkage toIdentity(double intensity) {
    return new Identity(intensity);
  }

  /// S + r·I.
  ///
  /// @param variance r, in squared units of the features
  /// @throws IllegalArgumentException if r is negative or not finite
  static Shrinkage ridge(double variance) {
    return new Ridge(variance);
  }

  /// The oracle approximating shrinkage for normal data, by the formula of its paper (Chen, Wiesel,
  /// Eldar and Hero, Shrinkage Algorithms for MMSE Covariance Estimation, IEEE Transactions on
  /// Signal Processing 58, 2010, eq. 23):
  ///
  /// ```
  /// ρ = min(1, ((1 − 2/d)·tr(S²) + tr²(S)) / ((n + 1 − 2/d)·(tr(S²) − tr²(S)/d)))
  /// ```
  ///
  /// with n the sum of weights S was estimated from, means not deducted. ρ is the same for either
  /// [CovarianceDivisor].
  static Shrinkage oracleApproximating() {
    return new OracleApproximating(2);
  }

  /// [#oracleApproximating()] as scikit-learn's `oas` computes it, which leaves out both 2/d.
  static Shrinkage oracleApproximatingAsScikitLearn() {
    return new OracleApproximating(0);
  }

  /// [#ledoitWolfBySecondPass] for models that are fitted from rows, which are then read twice:
  /// linear discriminants whose classes are pooled by rows.
  static Shrinkage ledoitWolf() {
    return new LedoitWolf(false);
  }

  /// [#ledoitWolfBySecondPassAsScikitLearn] for models that are fitted from rows, which are then
  /// read twice.
  static Shrinkage ledoitWolfAsScikitLearn() {
    return new LedoitWolf(true);
  }

  /// The shrinkage of Ledoit and Wolf (A well-conditioned estimator for large-dimensional
  /// covariance matrices, Journal of Multivariate Analysis 88, 2004, section 3.3) for the pooled
  /// within-class covariance: a [#fixed(double)] one with
  ///
  /// ```
  /// ρ = min(b², δ²) / δ²,   δ² = ‖S − m·I‖²,   b² = 1/n² Σ_i ‖z_i z_iᵀ − S‖²
  /// ```
  ///
  /// for the n rows z_i = x_i − mean of its class, S = Σ z_i z_iᵀ/n and ‖A‖² = tr(AAᵀ)/d. The rows
  /// are needed a second time, for Σ ‖z_i‖⁴; weights count as frequencies. With one class it is
  /// scikit-learn's `ledoit_wolf_shrinkage`.
  ///
  /// @throws IllegalArgumentException if the second pass did not meet the rows of the first
  static Shrinkage ledoitWolfBySecondPass(FourthMoments moments) {
    return fixed(LedoitWolfIntensity.pooled(moments));
  }

  /// What scikit-learn's discriminants do with `shrinkage="auto"`: each class's features are
  /// divided by their standard deviations, its covariance is shrunk with the intensity of Ledoit
  /// and Wolf for these, and multiplied back; [LinearDiscriminant] averages the results by prior.
  /// So it is [#towardsVariances(double...)] with an intensity for each class.
  ///
  /// @throws IllegalArgumentException if the second pass did not meet the rows of the first
  static Shrinkage ledoitWolfBySecondPassAsScikitLearn(FourthMoments moments) {
    return new TowardsVariances(LedoitWolfIntensity.perStandardizedClass(moments));
  }

  /// (1−ρ_c)·S_c + ρ_c·(v/d)·D_c for the covariance S_c of each class: v is the number of features
  /// that vary in it, D_c the diagonal of S_c, with 1 for a feature that does not vary.
  /// [LinearDiscriminant] takes Σ_c π_c of these in place of a pooled covariance.
  ///
  /// @param intensities ρ_c of each class
  /// @throws IllegalArgumentException if one is not from 0 to 1
  static Shrinkage towardsVariances(double... intensities) {
    return new TowardsVariances(intensities);
  }

  /// S.
  record None() implements Shrinkage {}

  /// (1−ρ)·S + ρ·tr(S)/d·I.
  ///
  /// @param intensity ρ
  record Fixed(double intensity) implements Shrinkage {
    /// Checks the intensity.
    public Fixed {
      requireShare(intensity);
    }
  }

  /// (1−r)·S + r·I.
  ///
  /// @param intensity r
  record Identity(double intensity) implements Shrinkage {
    /// Checks the intensity.
    public Identity {
      requireShare(intensity);
    }
  }

  /// S + r·I.
  ///
  /// @param variance r
  record Ridge(double variance) implements Shrinkage {
    /// Checks the variance.
    public Ridge {
      if (!(variance >= 0 && variance < Double.POSITIVE_INFINITY)) {
        throw new BadOptionException(
            "the ridge is %s; a finite number of at least 0 is expected", Fact.value(variance));
      }
    }
  }

  /// (1−ρ)·S + ρ·tr(S)/d·I with ρ = min(1, ((1 − a/d)·tr(S²) + tr²(S)) / ((n + 1 − a/d)·(tr(S²) −
  /// tr²(S)/d))).
  ///
  /// @param correction a: 2 as in the paper, or 0
  record OracleApproximating(int correction) implements Shrinkage {
    /// Checks the correction.
    public OracleApproximating {
      if (correction != 0 && correction != 2) {
        throw new BadOptionException(
            "the correction is %s; 2 (the paper) or 0 is expected", Fact.value(correction));
      }
    }
  }

  /// (1−ρ_c)·S_c + ρ_c·(v/d)·D_c.
  ///
  /// @param intensities ρ_c of each class
  record TowardsVariances(double... intensities) implements Shrinkage {
    /// Checks and copies the intensities.
    public TowardsVariances {
      intensities = intensities.clone();
      for (double intensity : intensities) {
        requireShare(intensity);
      }
    }

    /// A copy of the intensities.
    @Override
    public double[] intensities() {
      return intensities.clone();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof TowardsVariances that && Arrays.equals(intensities, that.intensities);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(intensities);
    }

    @Override
    public String toString() {
      return "TowardsVariances" + Arrays.toString(intensities);
    }
  }

  /// Chosen from the rows when a model is fitted from them.
  ///
  /// @param asScikitLearn whether class by class, of standardised features
  record LedoitWolf(boolean asScikitLearn) implements Shrinkage {}

  /// This shrinkage for rows whose statistics were taken; where it is to be chosen from the rows,
  /// they are read a second time.
  default Shrinkage chosen(GaussianStatistics statistics, RowBatch rows, Labels labels) {
    if (!(this instanceof LedoitWolf(boolean asScikitLearn))) {
      return this;
    }
    FourthMoments moments = FourthMoments.secondPass(statistics).add((NumericColumns) rows, labels);
    return asScikitLearn
        ? ledoitWolfBySecondPassAsScikitLearn(moments)
        : ledoitWolfBySecondPass(moments);
  }

  /// Refuses to serve other than k classes, where it holds a number for each.
  ///
  /// @throws IllegalArgumentException if there are not k of them
  default void requireClasses(int classCount) {
    if (this instanceof TowardsVariances(double[] intensities)
        && intensities.length != classCount) {
      throw new BadOptionException(
          "the shrinkage has intensities for %s classes; %d are expected",
          Fact.value(intensities.length), classCount);
    }
  }

  private static void requireShare(double intensity) {
    if (!(intensity >= 0 && intensity <= 1)) {
      throw new BadOptionException(
          "the intensity of the shrinkage is %s; a number from 0 to 1 is expected",
          Fact.value(intensity));
    }
  }
}
