package org.lanewise.model;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/// How many times each value of a feature is counted beforehand: α, one number or one per feature.
///
/// α = 1 is Laplace's rule, α < 1 Lidstone's; 0 leaves the relative frequencies, and with them
/// probabilities of 0. Immutable.
public final class Smoothing {

  /// The largest α: sums of counts and α have to stay finite.
  public static final double LARGEST = 0x1p500;

  private final double[] alphas;
  private final boolean perFeature;

  private Smoothing(double[] alphas, boolean perFeature) {
    for (int feature = 0; feature < alphas.length; feature++) {
      if (!(alphas[feature] >= 0 && alphas[feature] <= LARGEST)) {
        throw new IllegalArgumentException(
            "the smoothing%s is %s; a number from 0 to 2^500 is expected"
                .formatted(perFeature ? " of feature " + feature : "", alphas[feature]));
      }
    }
    this.alphas = alphas;
    this.perFeature = perFeature;
  }

  /// α = 1.
  public static Smoothing laplace() {
    return of(1);
  }

  /// α = 0: relative frequencies.
  public static Smoothing none() {
    return of(0);
  }

  /// The same α for every feature.
  ///
  /// @throws IllegalArgumentException if it is negative, NaN or above [#LARGEST]
  public static Smoothing of(double alpha) {
    return new Smoothing(new double[] {alpha}, false);
  }

  /// An α for each feature.
  ///
  /// @throws IllegalArgumentException if one is negative, NaN or above [#LARGEST]
  public static Smoothing perFeature(double... alphas) {
    return new Smoothing(alphas.clone(), true);
  }

  /// α of a feature.
  ///
  /// @throws IndexOutOfBoundsException if there are α per feature, but none for this one
  public double alpha(int feature) {
    return perFeature ? alphas[feature] : alphas[0];
  }

  /// The weights n_c of the classes, from which priors are taken.
  ///
  /// @throws IllegalArgumentException if they sum to 0 or to more than [#LARGEST]
  static double[] classWeights(int classCount, IntToDoubleFunction classWeight) {
    double[] weights = new double[classCount];
    double total = 0;
    for (int c = 0; c < classCount; c++) {
      weights[c] = classWeight.applyAsDouble(c);
      total += weights[c];
    }
    if (!(total > 0 && total <= LARGEST)) {
      throw new IllegalArgumentException(
          "the rows have a total weight of %s; a number above 0 and up to 2^500 is expected"
              .formatted(total));
    }
    return weights;
  }

  /// Checks that there is an α for each of `featureCount` features.
  ///
  /// @throws IllegalArgumentException if there are α per feature of another number
  void requireFeatures(int featureCount) {
    if (perFeature && alphas.length != featureCount) {
      throw new IllegalArgumentException(
          "smoothing of %d features was given; %d are expected"
              .formatted(alphas.length, featureCount));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Smoothing smoothing
        && smoothing.perFeature == perFeature
        && Arrays.equals(smoothing.alphas, alphas);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(alphas);
  }

  @Override
  public String toString() {
    return perFeature ? "Smoothing" + Arrays.toString(alphas) : "Smoothing(" + alphas[0] + ")";
  }
}
