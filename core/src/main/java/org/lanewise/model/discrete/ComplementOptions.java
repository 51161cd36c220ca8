package org.lanewise.model.discrete;

import java.util.Objects;

/// Options of [ComplementNaiveBayes].
///
/// @param smoothing α; 1 by default
/// @param normalized whether the weights of each class are divided by their sum; not by default
public record ComplementOptions(Smoothing smoothing, boolean normalized) {

  /// α = 1, weights not normalised.
  public static final ComplementOptions DEFAULT = new ComplementOptions(Smoothing.laplace(), false);

  /// Checks that nothing is null.
  public ComplementOptions {
    Objects.requireNonNull(smoothing, "smoothing");
  }

  /// Returns these options with another smoothing.
  public ComplementOptions withSmoothing(Smoothing smoothing) {
    return new ComplementOptions(smoothing, normalized);
  }

  /// Returns these options with or without normalised weights.
  public ComplementOptions withNormalized(boolean normalized) {
    return new ComplementOptions(smoothing, normalized);
  }
}
