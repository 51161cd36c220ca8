package org.lanewise.cli.answers;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.lanewise.data.Classes;
import org.lanewise.score.Costs;

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
    Costs plain =
        costs
            .map(table -> Costs.of(select(table, columns)))
            .orElseGet(() -> Costs.zeroOne(columns.length));
    Costs all = rejects() ? plain.withReject(reject.getAsDouble()) : plain;
    int nothing = rejects() ? all.actionCount() - 1 : -1;
    return (posteriors, from) -> {
      int action = all.decide(posteriors, from);
      return action == nothing ? actions.size() - 1 : costs.isPresent() ? action : columns[action];
    };
  }

  private static double[][] select(double[][] table, int[] columns) {
    return Stream.of(table)
        .map(row -> IntStream.of(columns).mapToDouble(c -> row[c]).toArray())
        .toArray(double[][]::new);
  }
}
