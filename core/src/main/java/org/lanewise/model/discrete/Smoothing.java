package org.lanewise.model.discrete;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Fact;
import org.lanewise.model.BadOptionException;

/// Additive smoothing: α is added to the count of each value of a feature. It is one number, or one
/// for each feature.
///
/// α = 1 is Laplace's rule, α < 1 Lidstone's. With α = 0, probabilities are relative frequencies
/// and may be 0. Immutable.
///
/// **Pseudo-data** is a form of smoothing that some lectures teach: each class gets one additional
/// row of ones and one of zeros. For probabilities this equals α = 1, but it also shifts the class
/// priors. For Bernoulli features with empirical priors:
///
/// ```
/// p_cj = (count_cj + 1) / (n_c + 2),   π_c = (n_c + 2) / (n + 2k)
/// ```
public final class Smoothing {

  /// The largest α allowed: up to it, sums of counts and α remain finite.
  public static final double MAX = 0x1p500;

  private final double[] alphas;
  private final boolean perFeature;
  private final double pseudoRows;

  private Smoothing(double[] alphas, boolean perFeature, double pseudoRows) {
    for (int feature = 0; feature < alphas.length; feature++) {
      if (!(alphas[feature] >= 0 && alphas[feature] <= MAX)) {
        throw new BadOptionException(
            "the smoothing%s is %s; a number from 0 to 2^500 is expected",
            perFeature ? Fact.clause(" of %s", Fact.feature(feature)) : "",
            Fact.value(alphas[feature]));
      }
    }
    this.alphas = alphas;
    this.perFeature = perFeature;
    this.pseudoRows = pseudoRows;
  }

  /// α = 1.
  public static Smoothing laplace() {
    return of(1);
  }

  /// α = 0: relative frequencies.
  public static Smoothing none() {
    return of(0);
  }

  /// One row of ones and one of zeros added to each class: α = 1, and priors from n_c + 2.
  /// Categorical Naive Bayes rejects it, because categories are not ones and zeros; so does
  /// complement Naive Bayes, which has no priors.
  public static Smoothing pseudoData() {
    return new Smoothing(new double[] {1}, false, 2);
  }

  /// The same α for every feature.
  ///
  /// @throws IllegalArgumentException if it is negative, NaN or above [#MAX]
  public static Smoothing of(double alpha) {
    return new Smoothing(new double[] {alpha}, false, 0);
  }

  /// An α for each feature.
  ///
  /// @throws IllegalArgumentException if one is negative, NaN or above [#MAX]
  public static Smoothing perFeature(double... alphas) {
    return new Smoothing(alphas.clone(), true, 0);
  }

  /// α of a feature.
  ///
  /// @throws IndexOutOfBoundsException if each feature has its own α and there is no such feature
  public double alpha(int feature) {
    return perFeature ? alphas[feature] : alphas[0];
  }

  /// Refuses pseudo-data for a model without such rows.
  void refusePseudoData(String model, String reason) {
    if (pseudoRows != 0) {
      throw new BadOptionException(
          "pseudo-data was given to %s, which %s; a number is expected", model, reason);
    }
  }

  /// The weights from which priors are estimated: n_c of each class, plus the rows added to it.
  ///
  /// @throws IllegalArgumentException if they sum to 0 or to more than [#MAX]
  double[] classWeights(int classCount, IntToDoubleFunction classWeight) {
    double[] weights = new double[classCount];
    double total = 0;
    for (int c = 0; c < classCount; c++) {
      weights[c] = classWeight.applyAsDouble(c);
      total += weights[c];
    }
    if (!(total > 0 && total <= MAX)) {
      throw new BadDataException(
          "the rows have a total weight of %s; a number above 0 and up to 2^500 is expected",
          Fact.value(total));
    }
    for (int c = 0; c < classCount; c++) {
      weights[c] += pseudoRows;
    }
    return weights;
  }

  /// Checks that there is an α for each of `featureCount` features.
  ///
  /// @throws IllegalArgumentException if there is an α for each feature, but for another number of
  ///   features
  void requireFeatures(int featureCount) {
    if (perFeature && alphas.length != featureCount) {
      throw new BadOptionException(
          "smoothing of %s features was given; %d are expected",
          Fact.value(alphas.length), featureCount);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Smoothing smoothing
        && smoothing.perFeature == perFeature
        && smoothing.pseudoRows == pseudoRows
        && Arrays.equals(smoothing.alphas, alphas);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(alphas);
  }

  @Override
  public String toString() {
    if (pseudoRows != 0) {
      return "Smoothing(pseudo-data)";
    }
    return perFeature ? "Smoothing" + Arrays.toString(alphas) : "Smoothing(" + alphas[0] + ")";
  }
}
