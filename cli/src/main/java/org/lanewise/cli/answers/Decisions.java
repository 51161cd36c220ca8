package org.lanewise.cli.answers;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.data.Classes;
import org.lanewise.score.Costs;

/// The decisions for rows instead of their most probable class: the action with the lowest expected
/// cost, possibly rejection.
///
/// @param classes the classes that rows may be of
/// @param actions what can be done of a row; the last is to say nothing if there is that action
/// @param costs what each action costs where a row is of each class
/// @param zeroOne whether each action, but to say nothing, says its class, and costs 1 where the
///   row is of another
public record Decisions(List<String> classes, List<String> actions, Costs costs, boolean zeroOne) {

  /// Copies the names.
  public Decisions {
    classes = List.copyOf(classes);
    actions = List.copyOf(actions);
  }

  /// An action for each class, which costs 1 where the row is of another.
  public static Decisions zeroOne(List<String> classes) {
    return new Decisions(classes, classes, Costs.zeroOne(classes.size()), true);
  }

  /// Actions that cost what a table says, as `[action][class]`.
  public static Decisions of(List<String> classes, List<String> actions, double[][] costs) {
    return new Decisions(classes, actions, Costs.of(costs), false);
  }

  /// These and one more: to say nothing.
  ///
  /// @param cost what that costs, whatever the class
  /// @param word what it is called
  public Decisions withReject(double cost, String word) {
    return new Decisions(
        classes,
        Stream.concat(actions.stream(), Stream.of(word)).toList(),
        costs.withReject(cost),
        zeroOne);
  }

  /// Whether the last action is to say nothing.
  public boolean rejects() {
    return costs.rejects();
  }

  /// How many actions there are but to say nothing.
  private int saying() {
    return actions.size() - (rejects() ? 1 : 0);
  }

  /// Whether each action, but to say nothing, is to say a class.
  public boolean sayClasses() {
    return new HashSet<>(classes).containsAll(actions.subList(0, saying()));
  }

  /// Which of [#classes] each of these is.
  ///
  /// @param known all of them among [#classes]
  public int[] columns(Classes known) {
    Map<String, Integer> indices = new HashMap<>();
    classes.forEach(name -> indices.put(name, indices.size()));
    return known.names().stream().mapToInt(indices::get).toArray();
  }

  /// The rule of [org.lanewise.score.Decider], for rows scored by a model.
  public interface Rule {

    /// The index among [#actions] of the action.
    ///
    /// @param posteriors p(c | x) of the classes of the model, at `from + c`
    int decide(double[] posteriors, int from);
  }

  /// How rows are decided by the posteriors of a model; of classes that it does not know p is 0.
  ///
  /// @param known the classes of the model, all of them among [#classes]
  public Rule rule(Classes known) {
    int[] columns = columns(known);
    int saying = saying();
    Costs ofKnown = zeroOne ? Costs.zeroOne(columns.length) : Costs.of(table(columns));
    Costs all = rejects() ? ofKnown.withReject(costs.cost(saying, 0)) : ofKnown;
    int nothing = rejects() ? all.actionCount() - 1 : -1;
    return (posteriors, from) -> {
      int action = all.decide(posteriors, from);
      return action == nothing ? saying : zeroOne ? columns[action] : action;
    };
  }

  private double[][] table(int[] columns) {
    return IntStream.range(0, saying())
        .mapToObj(a -> IntStream.of(columns).mapToDouble(c -> costs.cost(a, c)).toArray())
        .toArray(double[][]::new);
  }
}
