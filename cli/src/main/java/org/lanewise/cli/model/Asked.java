package org.lanewise.cli.model;

import java.util.Optional;

/// What is asked of a model for each row, besides its class.
///
/// @param posteriors log p(c | x) of every class
/// @param densities log p(x), where the model has one
/// @param top how many of the most probable classes, with their probabilities; none if 0
/// @param decisions what is decided in place of the class
public record Asked(boolean posteriors, boolean densities, int top, Optional<Decisions> decisions) {

  /// The class alone.
  public static final Asked LABELS = new Asked(false, false, 0, Optional.empty());

  /// All that tells how good a model is.
  public static final Asked SCORES = new Asked(true, true, 0, Optional.empty());

  /// The same without log p(x).
  Asked withoutDensities() {
    return new Asked(posteriors, false, top, decisions);
  }

  /// The same with or without log p(c | x).
  public Asked withPosteriors(boolean asked) {
    return new Asked(asked, densities, top, decisions);
  }

  /// The same with as many of the most probable classes.
  public Asked withTop(int count) {
    return new Asked(posteriors, densities, count, decisions);
  }

  /// The same with decisions, or without.
  public Asked withDecisions(Optional<Decisions> made) {
    return new Asked(posteriors, densities, top, made);
  }
}
