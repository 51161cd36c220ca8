package org.lanewise.cli.options;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.answers.PredictionRequest;
import org.lanewise.cli.model.FitOptions;
import org.lanewise.cli.model.FittedModel;
import org.lanewise.cli.table.DataException;
import org.lanewise.cli.validation.RowSets;
import org.lanewise.cli.validation.UnknownRows;
import org.lanewise.data.Classes;
import org.lanewise.score.Costs;

/// Options of decisions other than the most probable class.
public final class DecisionOptions implements Arguments.Group {

  private String costs;
  private String reject;
  private String word;
  private OptionalDouble unknown = OptionalDouble.empty();
  private OptionalDouble coverage = OptionalDouble.empty();

  @Override
  public void addTo(Arguments arguments) {
    arguments.textOfFiles(
        "--costs",
        "FILE|C,C;C,C",
        text -> Stream.of(Path.of(text)),
        value -> costs = value,
        "Take the action with the lowest expected cost. A table: the action, then its cost for each"
            + " class; the header names the classes. Or numbers: a row for predicting each class,"
            + " separated by ;, with a column for each true class, separated by commas, in the"
            + " order of the model.");
    arguments.text(
        "--reject",
        "COST",
        value -> reject = value,
        "Leave a row unlabelled if every choice would cost more than this; without --costs, if the"
            + " largest p(class | row) is below 1 - COST (Chow's rule).");
    arguments.text(
        "--reject-label",
        "WORD",
        value -> word = value,
        "With --reject: the output for unlabelled rows; 'reject' by default.");
    arguments.value(
        "--unknown",
        "SHARE",
        "a share of known rows between 0 and 1, such as 0.05",
        text -> Optional.of(FitOptions.parse(text)).filter(share -> share > 0 && share < 1),
        value -> unknown = OptionalDouble.of(value),
        "For models of fit --unknown: a row belongs to none of the classes if at most this"
            + " share of the known rows, such as 0.05, lies as far out. predict labels it"
            + " 'unknown'; evaluate --model counts such rows, and takes rows whose label is not a"
            + " class of the model as unknown rows.");
    arguments.probability(
        "--coverage",
        "C",
        "0.9",
        value -> coverage = OptionalDouble.of(value),
        "For models of fit --sets: the set of classes that contains the class of a row with this"
            + " probability, such as 0.9, in columns set(CLASS), 1 or 0. A set without classes says"
            + " that the row resembles none. evaluate --model prints the share of rows whose class"
            + " is in their set, also by class for classes of 100 rows or more.");
  }

  private CostTable table;
  private double rejectCost;

  /// Reads what was given, before any work.
  ///
  /// @throws UsageException if the value is invalid
  /// @throws DataException if the file of costs cannot be read
  public void read() {
    if (word != null && reject == null) {
      throw new UsageException("--reject-label needs --reject COST");
    }
    if (reject != null) {
      rejectCost = FitOptions.parse(reject);
      boolean zeroOne = costs == null;
      if (!(rejectCost >= 0 && rejectCost <= (zeroOne ? 1 : Double.MAX_VALUE))) {
        throw UsageException.invalid(
            "--reject",
            reject,
            zeroOne
                ? "a number from 0 to 1 (a wrong class costs 1)"
                : "a finite number of at least 0");
      }
    }
    if (unknown.isPresent() && (costs != null || reject != null)) {
      throw new UsageException("--unknown cannot be used together with --costs or --reject");
    }
    table = costs == null ? null : CostTable.read(costs);
  }

  /// Whether [#sets] was requested.
  public boolean makesSets() {
    return coverage.isPresent();
  }

  /// Returns the sets of classes of rows; none if they were not requested.
  ///
  /// @param model the model with the priors that it was fitted with
  /// @param notes takes what is promised of the sets
  /// @throws DataException if the model does not keep what they need
  public Optional<PredictionRequest.Sets> sets(FittedModel model, Consumer<String> notes) {
    if (coverage.isEmpty()) {
      return Optional.empty();
    }
    PredictionRequest.Sets sets = RowSets.of(model, coverage.getAsDouble());
    notes.accept(RowSets.promise(model, coverage.getAsDouble()));
    return Optional.of(sets);
  }

  /// Returns the test of rows of a model that may belong to none of its classes; none if it was not
  /// requested.
  ///
  /// @param notes takes a warning where the test can reject no row
  /// @throws DataException if the model does not keep what the test needs
  public Optional<PredictionRequest.Unknown> unknownRows(
      FittedModel model, Consumer<String> notes) {
    if (unknown.isEmpty()) {
      return Optional.empty();
    }
    UnknownRows rows = UnknownRows.of(model, unknown.getAsDouble());
    rows.tooFew().ifPresent(notes);
    return Optional.of(rows);
  }

  /// Whether [#unknownRows] was requested.
  public boolean testsUnknown() {
    return unknown.isPresent();
  }

  /// Returns the decisions for rows of these classes; none if the most probable class is wanted.
  ///
  /// @param notes takes what was assumed
  /// @throws DataException if the costs are of other classes
  public Optional<Decisions> decisions(Classes classes, Consumer<String> notes) {
    if (costs == null && reject == null) {
      return Optional.empty();
    }
    if (table != null && table.classes().isEmpty()) {
      notes.accept("costs in the order of the classes " + classes);
    }
    Decisions made = table == null ? Decisions.zeroOne(classes.names()) : table.of(classes);
    if (reject == null) {
      return Optional.of(made);
    }
    String called = word == null ? Costs.REJECT : word;
    if (made.actions().contains(called) || classes.names().contains(called)) {
      throw new DataException(
          "unlabelled rows would be called '%s', which is also %s; choose another --reject-label"
              .formatted(called, classes.names().contains(called) ? "a class" : "an action"));
    }
    return Optional.of(made.withReject(rejectCost, called));
  }
}
