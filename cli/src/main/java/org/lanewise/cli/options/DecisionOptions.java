package org.lanewise.cli.options;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.cli.table.DataException;
import org.lanewise.data.Classes;
import org.lanewise.score.Costs;

/// Options that say what is decided of a row, where that is not its most probable class.
public final class DecisionOptions implements Arguments.Group {

  private String costs;
  private String reject;
  private String word;

  @Override
  public void addTo(Arguments arguments) {
    arguments.text(
        "--costs",
        "FILE|C,C;C,C",
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
  }

  private CostTable table;
  private double rejectCost;

  /// Reads what was given, before any work.
  ///
  /// @throws UsageException if it makes no sense
  /// @throws DataException if the file of costs cannot be read
  public void read() {
    if (word != null && reject == null) {
      throw new UsageException("--reject-label needs --reject COST");
    }
    if (reject != null) {
      rejectCost = ClassifierOptions.parse(reject);
      boolean zeroOne = costs == null;
      if (!(rejectCost >= 0 && rejectCost <= (zeroOne ? 1 : Double.MAX_VALUE))) {
        throw new UsageException(
            "invalid value '%s' for --reject; expected %s"
                .formatted(
                    reject,
                    zeroOne
                        ? "a number from 0 to 1 (a wrong class costs 1)"
                        : "a finite number of at least 0"));
      }
    }
    table = costs == null ? null : CostTable.read(costs);
  }

  /// Whether something was given.
  public boolean areGiven() {
    return costs != null || reject != null;
  }

  /// The file that the costs may be in, which need not be there.
  public Optional<Path> costsFile() {
    return Optional.ofNullable(costs).map(Path::of);
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
