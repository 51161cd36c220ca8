package org.lanewise.model.gaussian;

import java.util.Objects;
import org.lanewise.data.Fact;
import org.lanewise.model.BadOptionException;
import org.lanewise.model.Priors;

/// Options of a [LowRankDiscriminant].
///
/// @param priors the class priors; empirical by default
/// @param rank R, the most directions of a class, at least 0; 8 by default. With 0, the model is a
///   linear discriminant with [Shrinkage#fixed] intensity γ.
/// @param subspace M, the dimensions of the subspace in which the directions of all classes lie, at
///   least R; 128 by default. More than features are as many as features.
/// @param kappa κ, the weight of a class's own covariance, at least 0; 0.2 by default
/// @param gamma γ from 0 to 1, the share of a multiple of the identity matrix; 0.1 by default
public record LowRankOptions(Priors priors, int rank, int subspace, double kappa, double gamma) {

  /// Empirical priors, R = 8, M = 128, κ = 0.2, γ = 0.1.
  public static final LowRankOptions DEFAULT =
      new LowRankOptions(Priors.empirical(), 8, 128, 0.2, 0.1);

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if one is out of its range
  public LowRankOptions {
    Objects.requireNonNull(priors, "priors");
    if (rank < 0) {
      throw new BadOptionException("the rank is %d; an integer of at least 0 is expected", rank);
    }
    if (subspace < rank) {
      throw new BadOptionException(
          "the subspace has %d dimensions for a rank of %d; at least as many are expected",
          subspace, rank);
    }
    if (!(kappa >= 0 && kappa < Double.POSITIVE_INFINITY)) {
      throw new BadOptionException(
          "kappa is %s; a finite number of at least 0 is expected", Fact.value(kappa));
    }
    if (!(gamma >= 0 && gamma <= 1)) {
      throw new BadOptionException(
          "gamma is %s; a number from 0 to 1 is expected", Fact.value(gamma));
    }
  }

  /// Returns these options with other priors.
  public LowRankOptions withPriors(Priors priors) {
    return new LowRankOptions(priors, rank, subspace, kappa, gamma);
  }

  /// Returns these options with another rank, and a subspace that has at least as many dimensions.
  ///
  /// @throws IllegalArgumentException if it is negative
  public LowRankOptions withRank(int rank) {
    return new LowRankOptions(priors, rank, Math.max(rank, subspace), kappa, gamma);
  }

  /// Returns these options with another number of dimensions of the subspace.
  ///
  /// @throws IllegalArgumentException if it is smaller than the rank
  public LowRankOptions withSubspace(int subspace) {
    return new LowRankOptions(priors, rank, subspace, kappa, gamma);
  }

  /// Returns these options with another κ.
  ///
  /// @throws IllegalArgumentException if it is negative or not finite
  public LowRankOptions withKappa(double kappa) {
    return new LowRankOptions(priors, rank, subspace, kappa, gamma);
  }

  /// Returns these options with another γ.
  ///
  /// @throws IllegalArgumentException if it is not from 0 to 1
  public LowRankOptions withGamma(double gamma) {
    return new LowRankOptions(priors, rank, subspace, kappa, gamma);
  }
}
