package org.lanewise.cli.answers;

import java.util.Optional;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;

/// What is asked of a model for each row, besides its class.
///
/// @param posteriors log p(c | x) of every class
/// @param densities log p(x), where the model has one
/// @param top how many of the most probable classes, with their probabilities; none if 0
/// @param decisions what is decided in place of the class
/// @param typicality the p-value of every class
public record Asked(
    boolean posteriors,
    boolean densities,
    int top,
    Optional<Decisions> decisions,
    Optional<Typicality> typicality) {

  /// How usual rows are in each class.
  public interface Typicality {

    /// The p-value of every row and class, at `row·k + c`.
    ///
    /// @throws org.lanewise.cli.table.DataException if a row has none
    double[] pValues(Inputs inputs, Table rows);
  }

  /// The class alone.
  public static final Asked LABELS = new Asked(false, false, 0, Optional.empty(), Optional.empty());

  /// All that tells how good a model is.
  public static final Asked SCORES = new Asked(true, true, 0, Optional.empty(), Optional.empty());

  /// The same without log p(x).
  public Asked withoutDensities() {
    return new Asked(posteriors, false, top, decisions, typicality);
  }

  /// The same with or without log p(c | x).
  public Asked withPosteriors(boolean asked) {
    return new Asked(asked, densities, top, decisions, typicality);
  }

  /// The same with as many of the most probable classes.
  public Asked withTop(int count) {
    return new Asked(posteriors, densities, count, decisions, typicality);
  }

  /// The same with decisions, or without.
  public Asked withDecisions(Optional<Decisions> made) {
    return new Asked(posteriors, densities, top, made, typicality);
  }

  /// The same with the p-value of every class, or without.
  public Asked withTypicality(Optional<Typicality> law) {
    return new Asked(posteriors, densities, top, decisions, law);
  }
}
