package org.lanewise.cli.answers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.lanewise.data.Classes;
import org.lanewise.score.Costs;

/// What is decided of a row in place of its most probable class: the action of the least expected
/// cost, perhaps to say nothing.
///
/// @param classes the classes that rows may be of
/// @param actions what can be done of a row; the last is to say nothing if there is that action
/// @param costs what an action costs where a row is of a class, as `[action][class]`
/// @param rejects whether the last action is to say nothing
public record Decisions(
    List<String> classes, List<String> actions, double[][] costs, boolean rejects) {

  /// Copies the names.
  public Decisions {
    classes = List.copyOf(classes);
    actions = List.copyOf(actions);
  }

  /// An action for each class, which costs 1 where the row is of another.
  public static Decisions zeroOne(List<String> classes) {
    double[][] costs = new double[classes.size()][classes.size()];
    for (int a = 0; a < costs.length; a++) {
      Arrays.fill(costs[a], 1);
      costs[a][a] = 0;
    }
    return new Decisions(classes, classes, costs, false);
  }

  /// These and one more: to say nothing.
  ///
  /// @param cost what that costs, whatever the class
  /// @param word what it is called
  public Decisions withReject(double cost, String word) {
    double[] same = new double[classes.size()];
    Arrays.fill(same, cost);
    return new Decisions(
        classes,
        Stream.concat(actions.stream(), Stream.of(word)).toList(),
        Stream.concat(Arrays.stream(costs), Stream.of(same)).toArray(double[][]::new),
        true);
  }

  /// Whether each action, but to say nothing, is to say a class.
  public boolean sayClasses() {
    return classes.containsAll(actions.subList(0, actions.size() - (rejects ? 1 : 0)));
  }

  /// What an action costs where a row is of a class, which has to be one of [#classes].
  public double cost(int action, String label) {
    return costs[action][classes.indexOf(label)];
  }

  /// The action of the least expected cost, of equals the lowest.
  ///
  /// @param posteriors log p(c | x) of every class, at `from + c`
  /// @param known which of [#classes] these are
  public int decide(double[] posteriors, int from, Classes known) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int action = 0; action < costs.length; action++) {
      double expected = 0;
      for (int c = 0; c < known.count(); c++) {
        expected += StrictMath.exp(posteriors[from + c]) * cost(action, known.name(c));
      }
      if (expected < least) {
        least = expected;
        best = action;
      }
    }
    return best;
  }

  /// The costs for a model, which may know fewer classes: the others have no probability.
  ///
  /// @param known the classes of the model, all of them among [#classes]
  public Costs costs(Classes known) {
    List<Integer> columns = new ArrayList<>();
    for (String name : known.names()) {
      columns.add(classes.indexOf(name));
    }
    double[][] own = new double[costs.length][];
    for (int a = 0; a < own.length; a++) {
      double[] all = costs[a];
      own[a] = columns.stream().mapToDouble(column -> all[column]).toArray();
    }
    return Costs.of(own).withActions(actions.toArray(new String[0]));
  }
}
