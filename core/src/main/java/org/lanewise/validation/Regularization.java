package org.lanewise.validation;

import org.lanewise.model.gaussian.Shrinkage;

/// Shrinkage as Σ = α·S + τ·I + ρ·tr(S)/d·I, its intensities held.
///
/// @param share α
/// @param unit τ
/// @param meanVariance ρ
record Regularization(double share, double unit, double meanVariance) {

  /// Of a shrinkage whose intensity is known; null where its target is no multiple of the unit
  /// matrix.
  ///
  /// @param intensity what the fitted model chose, or took
  static Regularization of(Shrinkage shrinkage, double intensity) {
    return switch (shrinkage) {
      case Shrinkage.None() -> new Regularization(1, 0, 0);
      case Shrinkage.Fixed(double rho) -> new Regularization(1 - rho, 0, rho);
      case Shrinkage.OracleApproximating(int correction) ->
          new Regularization(1 - intensity, 0, intensity);
      case Shrinkage.Identity(double share) -> new Regularization(1 - share, share, 0);
      case Shrinkage.Ridge(double variance) -> new Regularization(1, variance, 0);
      case Shrinkage.TowardsVariances towards -> null;
      case Shrinkage.LedoitWolf chosenBefore -> null;
    };
  }

  /// The multiple of the unit matrix that is added to α·S where S has the trace t.
  double diagonal(double t, int d) {
    return unit + meanVariance * t / d;
  }
}
