package org.lanewise.cli.report;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.data.Classes;

/// Counts the decisions for test rows of each class. Memory grows with the pairs of a class and an
/// action that occur, at most one for each row; a matrix is only made for printing.
public final class DecisionTally {

  private static final int MAX_SHOWN = 30;

  /// A matrix of more would take over 128 MB.
  private static final long MAX_CELLS = 1L << 24;

  private final Decisions decisions;
  private final Classes classes;
  private final int[] columns;

  /// How many rows of a class had an action, at class·m + action.
  private final Map<Long, Long> counts = new HashMap<>();

  DecisionTally(Decisions decisions, Classes classes) {
    this.decisions = decisions;
    this.classes = classes;
    columns = decisions.columns(classes);
  }

  /// Takes in a row.
  void add(int truth, int action) {
    counts.merge((long) truth * actions() + action, 1L, Long::sum);
  }

  private int actions() {
    return decisions.actions().size();
  }

  private long rows() {
    return counts.values().stream().mapToLong(count -> count).sum();
  }

  private boolean fits() {
    return (long) classes.count() * actions() <= MAX_CELLS;
  }

  /// How many rows of each class (outer) had each action (inner); null if there are too many.
  private long[][] matrix() {
    if (!fits()) {
      return null;
    }
    long[][] matrix = new long[classes.count()][actions()];
    counts.forEach((at, count) -> matrix[(int) (at / actions())][(int) (at % actions())] = count);
    return matrix;
  }

  /// The mean over the rows of what the action costs in the class of the row.
  private double meanCost() {
    double sum = 0;
    // In order, so that the sum has the same bits in every run.
    for (Map.Entry<Long, Long> met : new TreeMap<>(counts).entrySet()) {
      int label = (int) (met.getKey() / actions());
      int action = (int) (met.getKey() % actions());
      sum += met.getValue() * decisions.costs().cost(action, columns[label]);
    }
    return sum / rows();
  }

  private long rejected() {
    return counts.entrySet().stream()
        .filter(met -> met.getKey() % actions() == actions() - 1)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /// The share of correct classes among the rows that were not rejected; none if actions are not
  /// classes, or all rows were rejected.
  private OptionalDouble accuracyOfOthers() {
    long others = rows() - (decisions.rejects() ? rejected() : 0);
    if (!decisions.sayClasses() || others == 0) {
      return OptionalDouble.empty();
    }
    long right =
        counts.entrySet().stream()
            .filter(met ->
                decisions
                    .actions()
                    .get((int) (met.getKey() % actions()))
                    .equals(classes.name((int) (met.getKey() / actions()))))
            .mapToLong(Map.Entry::getValue)
            .sum();
    return OptionalDouble.of((double) right / others);
  }

  /// One member of the JSON object of an evaluation.
  JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("actions", decisions.actions())
            .put("counts", matrix())
            .put("meanCost", meanCost());
    if (decisions.rejects()) {
      json.put("rejected", rejected()).put("rejectRate", (double) rejected() / rows());
    }
    return json.put("accuracy", accuracyOfOthers());
  }

  /// For people.
  String text() {
    Facts facts = new Facts().add("mean cost", NumberFormats.plain("%.6g", meanCost()));
    long rows = rows();
    if (decisions.rejects()) {
      double share = (double) rejected() / rows;
      facts.add(
          "rejected",
          NumberFormats.plain("%d of %d, %s", rejected(), rows, Evaluation.percent(share)));
    }
    OptionalDouble accuracy = accuracyOfOthers();
    if (accuracy.isPresent()) {
      facts.add(
          decisions.rejects() ? "correct, not rejected" : "correct",
          Evaluation.percent(accuracy.getAsDouble()));
    }
    boolean isShown = classes.count() <= MAX_SHOWN && actions() <= MAX_SHOWN;
    String head = "decisions (rows: true class, columns: action)\n";
    return facts
        + "\n"
        + (isShown
            ? head + TextTable.counts(classes.names(), decisions.actions(), matrix())
            : "decisions: too many to show" + (fits() ? "; see --json" : "") + "\n");
  }
}
