package org.lanewise.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;

/// The cost of each action for a row of each class: m actions by k classes. Immutable.
///
/// [Scorer#withCosts(Costs)] returns a decider that takes the action with the lowest expected cost,
///
/// ```
/// R(a | x) = Σ_c C(a, c) · p(c | x)
/// ```
///
/// (Bishop, *Pattern Recognition and Machine Learning*, 2006, eq. 1.81). An action may be a
/// prediction of a class or anything else, such as asking an expert. [#withReject(double)] adds
/// **rejection** as an action: with [#zeroOne(int)], a row is rejected if its largest posterior is
/// below 1 − the cost of rejection, which is Chow's rule (On Optimum Recognition Error and Reject
/// Tradeoff, IEEE Transactions on Information Theory 16, 1970).
public final class Costs {

  /// The name of the action of [#withReject(double)].
  public static final String REJECT = "reject";

  /// C(a, c) without rejection. Null if each action predicts the class of its index at a cost of 1
  /// for every other class: very many classes need no table.
  private final double[][] costs;

  private final int classCount;

  /// The cost of rejection; NaN if there is no such action.
  private final double reject;

  /// Null if the classes are those of any scorer, in its order.
  private final Classes classes;

  /// Null if actions have no names of their own.
  private final List<String> actions;

  private Costs(
      double[][] costs, int classCount, double reject, Classes classes, List<String> actions) {
    this.costs = costs;
    this.classCount = classCount;
    this.reject = reject;
    this.classes = classes;
    this.actions = actions;
  }

  private static Costs of(double[][] costs, Classes classes) {
    return new Costs(costs, costs[0].length, Double.NaN, classes, null);
  }

  /// Creates costs for classes in the order of the scorer.
  ///
  /// @param costs C(a, c) as `costs[a][c]`, finite numbers of at least 0
  /// @throws IllegalArgumentException if there is no action or no class, if the rows differ in
  ///   length, or if a number is negative or not finite
  public static Costs of(double[]... costs) {
    return of(checked(costs), null);
  }

  /// Creates costs for classes by name, so that their order in the scorer does not matter.
  ///
  /// @param classes the class of each column of `costs`
  /// @param costs C(a, c) as `costs[a][c]`, finite numbers of at least 0
  /// @throws IllegalArgumentException as [#of(double\[\]\[\])], if the numbers of columns and
  ///   classes differ, or if the classes have no names
  public static Costs of(Classes classes, double[]... costs) {
    double[][] copy = checked(costs);
    if (!classes.areNamed()) {
      throw new IllegalArgumentException(
          "the classes of the costs have no names; classes with names are expected, or costs"
              + " alone");
    }
    if (classes.count() != copy[0].length) {
      throw new BadDataException(
          "the costs have %s columns; one for each of the classes %s is expected",
          Fact.value(copy[0].length), classes);
    }
    return of(copy, classes);
  }

  /// A cost of 0 for the correct one of k classes and of 1 for any other. The action with the
  /// lowest expected cost is the class with the largest posterior and is computed that way, without
  /// a table.
  ///
  /// @throws IllegalArgumentException if k < 1
  public static Costs zeroOne(int classCount) {
    if (classCount < 1) {
      throw new BadDataException(
          "the costs have no %s; a row for each action and a column for each class are expected",
          "rows");
    }
    return new Costs(null, classCount, Double.NaN, null, null);
  }

  private static double[][] checked(double[][] costs) {
    Objects.requireNonNull(costs, "costs");
    if (costs.length == 0 || costs[0] == null || costs[0].length == 0) {
      throw new BadDataException(
          "the costs have no %s; a row for each action and a column for each class are expected",
          costs.length == 0 ? "rows" : "columns");
    }
    double[][] copy = costs.clone();
    for (int a = 0; a < copy.length; a++) {
      if (costs[a] == null || costs[a].length != costs[0].length) {
        throw new BadDataException(
            "the costs of action %s are of %d classes; %d are expected, as for action 0",
            Fact.value(a), costs[a] == null ? 0 : costs[a].length, costs[0].length);
      }
      copy[a] = costs[a].clone();
      for (int c = 0; c < copy[a].length; c++) {
        requireCost(copy[a][c], "the cost of action %d in class %d".formatted(a, c));
      }
    }
    return copy;
  }

  private static void requireCost(double cost, String what) {
    if (!(cost >= 0 && cost < Double.POSITIVE_INFINITY)) {
      throw new BadDataException(
          "%s is %s; a finite number of at least 0 is expected", what, Fact.value(cost));
    }
  }

  /// Returns these costs with rejection as the last action, at the same cost for every class.
  ///
  /// @throws IllegalArgumentException if the cost is negative or not finite, or if rejection is
  ///   already an action
  public Costs withReject(double cost) {
    if (rejects()) {
      throw new IllegalArgumentException(
          "the costs have an action that says nothing; costs without one are expected");
    }
    requireCost(cost, "the cost of saying nothing");
    List<String> names = actions;
    if (actions != null) {
      names = new ArrayList<>(actions);
      names.add(REJECT);
    }
    return new Costs(costs, classCount, cost, classes, names == null ? null : List.copyOf(names));
  }

  /// Returns these costs with names for all actions. Without names, if there are as many actions as
  /// classes (not counting rejection), an action has the name of the class with its index;
  /// otherwise its name is its index.
  ///
  /// @throws IllegalArgumentException if the number of names is not m
  public Costs withActions(String... names) {
    if (names.length != actionCount()) {
      throw new BadDataException(
          "%s names of actions were given; one for each of the %d actions is expected",
          Fact.value(names.length), actionCount());
    }
    return new Costs(costs, classCount, reject, classes, List.of(names));
  }

  /// The number of actions m.
  public int actionCount() {
    return saying() + (rejects() ? 1 : 0);
  }

  /// The number of actions without rejection.
  private int saying() {
    return costs == null ? classCount : costs.length;
  }

  /// C(a, c), with classes in the order in which they were given.
  public double cost(int action, int label) {
    Objects.checkIndex(action, actionCount());
    Objects.checkIndex(label, classCount);
    if (action == saying()) {
      return reject;
    }
    return costs != null ? costs[action][label] : action == label ? 0 : 1;
  }

  /// Whether the last action is rejection.
  public boolean rejects() {
    return !Double.isNaN(reject);
  }

  /// Returns these costs with classes in the order of a scorer, without names.
  ///
  /// @throws IllegalArgumentException if the costs are for other classes
  public Costs in(Classes others) {
    if (classes == null && others.count() != classCount) {
      throw new BadDataException(
          "the costs are of %s classes; those of %d are expected, as in the model",
          Fact.value(classCount), others.count());
    }
    int[] at = classes == null ? null : classes.indicesIn(others);
    if (at != null && (at.length != others.count() || Arrays.stream(at).anyMatch(c -> c < 0))) {
      throw new BadDataException(
          "the costs are of the classes %s; those of the model are expected, %s",
          Fact.value(classes), others);
    }
    if (at == null) {
      return new Costs(costs, classCount, reject, null, null);
    }
    double[][] ordered = new double[costs.length][classCount];
    for (int a = 0; a < costs.length; a++) {
      for (int c = 0; c < classCount; c++) {
        ordered[a][at[c]] = costs[a][c];
      }
    }
    return new Costs(ordered, classCount, reject, null, null);
  }

  /// Returns the action with the lowest expected cost; ties go to the lowest index, as in
  /// [Decider]. Allocates nothing.
  ///
  /// @param posterior p(c | x) at `from + c`, with classes in the order in which they were given
  public int decide(double[] posterior, int from) {
    int best = 0;
    double least;
    if (costs == null) {
      for (int c = 1; c < classCount; c++) {
        best = posterior[from + c] > posterior[from + best] ? c : best;
      }
      least = expected(best, posterior, from);
    } else {
      least = expected(0, posterior, from);
      for (int a = 1; a < costs.length; a++) {
        double expected = expected(a, posterior, from);
        if (expected < least) {
          least = expected;
          best = a;
        }
      }
    }
    return rejects() && reject < least ? saying() : best;
  }

  /// Returns Σ_c C(a, c)·p(c | x), summed in the order of the classes; for rejection, returns its
  /// cost.
  ///
  /// @param posterior p(c | x) at `from + c`, with classes in the order in which they were given
  public double expected(int action, double[] posterior, int from) {
    if (action == saying()) {
      return reject;
    }
    double sum = 0;
    for (int c = 0; c < classCount; c++) {
      double cost = costs != null ? costs[action][c] : c == action ? 0 : 1;
      sum = Math.fma(cost, posterior[from + c], sum);
    }
    return sum;
  }

  /// The names of the actions for the classes of a scorer.
  public List<String> actions(Classes others) {
    if (actions != null) {
      return actions;
    }
    List<String> names = new ArrayList<>();
    for (int a = 0; a < saying(); a++) {
      // Rows are in the order of the columns.
      names.add(
          saying() != classCount
              ? Integer.toString(a)
              : classes == null ? others.name(a) : classes.name(a));
    }
    if (rejects()) {
      names.add(REJECT);
    }
    return List.copyOf(names);
  }
}
