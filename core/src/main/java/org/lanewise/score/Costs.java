package org.lanewise.score;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;

/// What each action costs where a row is of each class: m actions by k classes. Immutable.
///
/// [Scorer#withCosts(Costs)] then takes the action of the least expected cost,
///
/// ```
/// R(a | x) = Σ_c C(a, c) · p(c | x)
/// ```
///
/// (Bishop, *Pattern Recognition and Machine Learning*, 2006, eq. 1.81). An action may be to say a
/// class, or anything else, such as to ask somebody. **To say nothing** is the action that
/// [#withReject(double)] adds: with [#zeroOne(int)] it is taken where the largest posterior is
/// below 1 − its cost, which is Chow's rule (On Optimum Recognition Error and Reject Tradeoff, IEEE
/// Transactions on Information Theory 16, 1970).
public final class Costs {

  /// What the action of [#withReject(double)] is called.
  public static final String REJECT = "reject";

  /// C(a, c), the action that says nothing left out; null where each action says the class of its
  /// index, and costs 1 where the row is of another: of very many classes there is no such table.
  private final double[][] costs;

  private final int classCount;

  /// What it costs to say nothing; NaN where there is no such action.
  private final double reject;

  /// Null where the classes are those of any scorer, in its order.
  private final Classes classes;

  /// Null where actions have no names of their own.
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

  /// Costs of classes in the order of the scorer.
  ///
  /// @param costs C(a, c) as `costs[a][c]`, finite numbers of at least 0
  /// @throws IllegalArgumentException if there is no action or no class, the rows differ in length,
  ///   or a number is negative or not finite
  public static Costs of(double[]... costs) {
    return of(checked(costs), null);
  }

  /// Costs of classes by name, so that their order in the scorer does not matter.
  ///
  /// @param classes the class that each column of `costs` is of
  /// @param costs C(a, c) as `costs[a][c]`, finite numbers of at least 0
  /// @throws IllegalArgumentException as [#of(double\[\]\[\])], or if there are not as many columns
  ///   as classes, or these have no names
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

  /// 0 for saying the right one of k classes, 1 for another: the action of the least expected cost
  /// is the class of the largest posterior, and is found as that. Takes no table.
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

  /// These costs and one action more, the last one: to say nothing, at the same cost whatever the
  /// class.
  ///
  /// @throws IllegalArgumentException if the cost is negative or not finite, or such an action is
  ///   there
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

  /// These costs with names for all actions. Without, an action is called as the class of its
  /// index, where there are as many actions as classes (one to say nothing not counted), else by
  /// its index.
  ///
  /// @throws IllegalArgumentException if there is another number of names
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

  /// The number of classes k.
  public int classCount() {
    return classCount;
  }

  /// The number of actions but to say nothing.
  private int saying() {
    return costs == null ? classCount : costs.length;
  }

  /// C(a, c), of the classes in the order in which they were given.
  public double cost(int action, int label) {
    Objects.checkIndex(action, actionCount());
    Objects.checkIndex(label, classCount);
    if (action == saying()) {
      return reject;
    }
    return costs != null ? costs[action][label] : action == label ? 0 : 1;
  }

  /// Whether the last action is to say nothing.
  public boolean rejects() {
    return !Double.isNaN(reject);
  }

  /// These costs with classes in the order of a scorer, and of no names.
  ///
  /// @throws IllegalArgumentException if the costs are of other classes
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

  /// C(a, c) as `[a][c]`, in a new array, with classes in the order of a scorer.
  ///
  /// @throws IllegalArgumentException if the costs are of other classes
  public double[][] table(Classes others) {
    Costs ordered = in(others);
    double[][] table = new double[actionCount()][classCount];
    for (int a = 0; a < table.length; a++) {
      for (int c = 0; c < classCount; c++) {
        table[a][c] = ordered.cost(a, c);
      }
    }
    return table;
  }

  /// The action of the least expected cost, of equals the lowest: the rule of [Decider]. Allocates
  /// nothing.
  ///
  /// @param posterior p(c | x) at `from + c`, of the classes in the order in which they were given
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

  /// Σ_c C(a, c)·p(c | x), summed in the order of the classes; to say nothing costs what was given,
  /// as posteriors sum to 1.
  ///
  /// @param posterior p(c | x) at `from + c`, of the classes in the order in which they were given
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

  /// What the actions are called where the classes are those of a scorer.
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
