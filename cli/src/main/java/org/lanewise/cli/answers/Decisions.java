package org.lanewise.cli.answers;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.lanewise.data.Classes;

/// What is decided of a row in place of its most probable class: the action of the least expected
/// cost, perhaps to say nothing.
///
/// @param classes the classes that rows may be of
/// @param actions what can be done of a row; the last is to say nothing if there is that action
/// @param costs what an action costs where a row is of a class, as `[action][class]`, without that
///   to say nothing; none if each action says its class, and costs 1 where the row is of another
/// @param reject what it costs to say nothing, whatever the class, which is then the last action
public record Decisions(
    List<String> classes, List<String> actions, Optional<double[][]> costs, OptionalDouble reject) {

  /// Copies the names.
  public Decisions {
    classes = List.copyOf(classes);
    actions = List.copyOf(actions);
  }

  /// An action for each class, which costs 1 where the row is of another.
  public static Decisions zeroOne(List<String> classes) {
    return new Decisions(classes, classes, Optional.empty(), OptionalDouble.empty());
  }

  /// These and one more: to say nothing.
  ///
  /// @param cost what that costs, whatever the class
  /// @param word what it is called
  public Decisions withReject(double cost, String word) {
    return new Decisions(
        classes,
        Stream.concat(actions.stream(), Stream.of(word)).toList(),
        costs,
        OptionalDouble.of(cost));
  }

  /// Whether the last action is to say nothing.
  public boolean rejects() {
    return reject.isPresent();
  }

  /// Whether each action, but to say nothing, is to say a class.
  public boolean sayClasses() {
    return costs.isEmpty()
        || new HashSet<>(classes).containsAll(actions.subList(0, costs.get().length));
  }

  /// What an action costs where a row is of a class.
  ///
  /// @param label the index among [#classes]
  public double cost(int action, int label) {
    if (rejects() && action == actions.size() - 1) {
      return reject.getAsDouble();
    }
    return costs.isPresent() ? costs.get()[action][label] : action == label ? 0 : 1;
  }

  /// Which of [#classes] each of these is.
  ///
  /// @param known all of them among [#classes]
  public int[] columns(Classes known) {
    Map<String, Integer> indices = new HashMap<>();
    classes.forEach(name -> indices.put(name, indices.size()));
    return known.names().stream().mapToInt(indices::get).toArray();
  }

  /// The action of the least expected cost, of equals the lowest. Without costs the work is that of
  /// finding the largest posterior: nothing is said where that is below 1 less the cost of that
  /// (Chow's rule).
  ///
  /// @param logPosteriors log p(c | x) of the classes of a model, at `from + c`; of those that it
  ///   does not know p is 0
  /// @param columns the [#columns] of these
  public int decide(double[] logPosteriors, int from, int[] columns) {
    return costs.isPresent()
        ? cheapest(costs.get(), logPosteriors, from, columns)
        : mostProbable(logPosteriors, from, columns);
  }

  private int mostProbable(double[] logPosteriors, int from, int[] columns) {
    int best = 0;
    for (int c = 1; c < columns.length; c++) {
      if (logPosteriors[from + c] > logPosteriors[from + best]) {
        best = c;
      }
    }
    double others = 1 - StrictMath.exp(logPosteriors[from + best]);
    return rejects() && others > reject.getAsDouble() ? actions.size() - 1 : columns[best];
  }

  private int cheapest(double[][] table, double[] logPosteriors, int from, int[] columns) {
    double[] posteriors = new double[columns.length];
    for (int c = 0; c < posteriors.length; c++) {
      posteriors[c] = StrictMath.exp(logPosteriors[from + c]);
    }
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int action = 0; action < table.length; action++) {
      double expected = 0;
      for (int c = 0; c < posteriors.length; c++) {
        expected += posteriors[c] * table[action][columns[c]];
      }
      if (expected < least) {
        least = expected;
        best = action;
      }
    }
    return rejects() && least > reject.getAsDouble() ? actions.size() - 1 : best;
  }
}
