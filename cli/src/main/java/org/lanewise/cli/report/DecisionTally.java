package org.lanewise.cli.report;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.lanewise.cli.answers.Decisions;
import org.lanewise.data.Classes;

/// Counts what was decided of test rows of each class.
public final class DecisionTally {

  private static final int MAX_SHOWN = 30;

  private final Decisions decisions;
  private final Classes classes;
  private final int[] columns;
  private final long[][] counts;

  DecisionTally(Decisions decisions, Classes classes) {
    this.decisions = decisions;
    this.classes = classes;
    columns = decisions.columns(classes);
    counts = new long[classes.count()][decisions.actions().size()];
  }

  /// Takes in a row.
  void add(int truth, int action) {
    counts[truth][action]++;
  }

  private long rows() {
    return Arrays.stream(counts).flatMapToLong(Arrays::stream).sum();
  }

  /// The mean over the rows of what the action costs in the class of the row.
  private double meanCost() {
    double sum = 0;
    for (int label = 0; label < counts.length; label++) {
      for (int action = 0; action < counts[label].length; action++) {
        sum += counts[label][action] * decisions.cost(action, columns[label]);
      }
    }
    return sum / rows();
  }

  private long rejected() {
    return Arrays.stream(counts).mapToLong(row -> row[row.length - 1]).sum();
  }

  /// The share of right classes among the rows of which a class was said; none where actions are no
  /// classes or nothing was said of any row.
  private OptionalDouble accuracyOfOthers() {
    long others = rows() - (decisions.rejects() ? rejected() : 0);
    if (!decisions.sayClasses() || others == 0) {
      return OptionalDouble.empty();
    }
    long right = 0;
    for (int label = 0; label < counts.length; label++) {
      int action = decisions.actions().indexOf(classes.name(label));
      right += action < 0 ? 0 : counts[label][action];
    }
    return OptionalDouble.of((double) right / others);
  }

  /// One member of the JSON object of an evaluation.
  JsonObject json() {
    JsonObject json =
        new JsonObject()
            .put("actions", decisions.actions())
            .put("counts", counts)
            .put("meanCost", meanCost());
    if (decisions.rejects()) {
      json.put("rejected", rejected()).put("rejectRate", (double) rejected() / rows());
    }
    return json.put("accuracy", accuracyOfOthers());
  }

  /// For people.
  String text() {
    Facts facts = new Facts().add("mean cost", Formats.plain("%.6g", meanCost()));
    long rows = rows();
    if (decisions.rejects()) {
      double share = (double) rejected() / rows;
      facts.add(
          "rejected", Formats.plain("%d of %d, %s", rejected(), rows, Evaluation.percent(share)));
    }
    OptionalDouble accuracy = accuracyOfOthers();
    if (accuracy.isPresent()) {
      facts.add(
          decisions.rejects() ? "correct others" : "correct",
          Evaluation.percent(accuracy.getAsDouble()));
    }
    String head = "decisions: a row for each true class, a column for each action\n";
    return facts
        + "\n"
        + (counts.length <= MAX_SHOWN && decisions.actions().size() <= MAX_SHOWN
            ? head + TextTable.counts(classes.names(), decisions.actions(), counts)
            : "decisions are too many to show; --json has them\n");
  }
}
