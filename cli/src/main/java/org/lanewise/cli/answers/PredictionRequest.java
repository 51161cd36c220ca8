package org.lanewise.cli.answers;

import java.util.Optional;
import java.util.function.BiFunction;
import org.lanewise.cli.rows.Inputs;
import org.lanewise.cli.table.Table;
import org.lanewise.inference.ClassSets;
import org.lanewise.model.Classifier;

/// The outputs to compute for each row, in addition to its class.
///
/// @param posteriors log p(c | x) of every class
/// @param probabilities p(c | x) of every class
/// @param densities log p(x), where the model has one
/// @param top how many of the most probable classes, with their probabilities; none if 0
/// @param decisions what is decided instead of the class
/// @param unknown which rows are of none of the classes
/// @param typicality the p-value of every row and class, at `row·k + c`
/// @param sets the set of classes of every row
/// @param explaining why it is of its class
public record PredictionRequest(
    boolean posteriors,
    boolean probabilities,
    boolean densities,
    int top,
    Optional<Decisions> decisions,
    Optional<Unknown> unknown,
    Optional<BiFunction<Inputs, Table, double[]>> typicality,
    Optional<Sets> sets,
    Optional<Explaining> explaining) {

  /// The test whether a row is of none of the classes.
  public interface Unknown {

    /// How far each row is from the classes.
    ///
    /// @throws IllegalArgumentException if a row cannot be tested
    double[] distances(Inputs inputs, Table rows);

    /// Whether a row of such a distance is of none.
    boolean rejects(double distance);

    /// The share of known rows that are rejected.
    double share();
  }

  /// Sets of classes.
  ///
  /// @param coverage the probability that a set contains the class of its row
  /// @param model the model by whose log joints the rule decides
  public record Sets(double coverage, Classifier<?, ?> model, ClassSets.Rule rule) {}

  /// Why rows are of their classes.
  public interface Explaining {

    /// How many features are named of each row.
    int count();

    /// Whether these are those that say most, the first of them first; else all in their order.
    boolean isSorted();

    /// Whether parts are about a baseline, which then has a part of its own.
    boolean hasBaseline();

    /// The parts of the features.
    ///
    /// @param labels the most probable class of every row
    /// @param others the most probable of the other classes of every row, by the same scores
    /// @throws org.lanewise.cli.table.DataException if a row has none
    Explained explain(Inputs inputs, Table rows, int[] labels, int[] others);
  }

  /// The class alone.
  public static final PredictionRequest LABELS =
      new PredictionRequest(
          false,
          false,
          false,
          0,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  /// All that tells how good a model is.
  public static final PredictionRequest SCORES = scores(true, Optional.empty(), Optional.empty());

  /// All that tells how good a model is, with decisions and sets of classes if there are any.
  ///
  /// @param densities whether log p(x) is asked for
  public static PredictionRequest scores(
      boolean densities, Optional<Decisions> decisions, Optional<Sets> sets) {
    return new PredictionRequest(
        true,
        false,
        densities,
        0,
        decisions,
        Optional.empty(),
        Optional.empty(),
        sets,
        Optional.empty());
  }

  /// Whether a number of each class is kept for every row.
  public boolean weighsClasses() {
    return posteriors
        || weighsPosteriors()
        || densities
        || typicality.isPresent()
        || sets.isPresent();
  }

  /// Whether p(c | x) is computed, of every class or of some.
  public boolean weighsPosteriors() {
    return probabilities || top > 0 || decisions.isPresent();
  }

  /// How many of the most probable classes have to be found: with explanations two at least.
  public int ranked() {
    return explaining.isPresent() ? Math.max(top, 2) : top;
  }

  /// The same with explanations, or without.
  public PredictionRequest withExplaining(Optional<Explaining> asked) {
    return new PredictionRequest(
        posteriors, probabilities, densities, top, decisions, unknown, typicality, sets, asked);
  }
}
