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

  private final double[][] costs;

  /// Null where the classes are those of any scorer, in its order.
  private final Classes classes;

  /// Null where actions have no names of their own.
  private final List<String> actions;

  private final boolean rejects;

  private Costs(double[][] costs, Classes classes, List<String> actions, boolean rejects) {
    this.costs = costs;
    this.classes = classes;
    this.actions = actions;
    this.rejects = rejects;
  }

  /// Costs of classes in the order of the scorer.
  ///
  /// @param costs C(a, c) as `costs[a][c]`, finite numbers of at least 0
  /// @throws IllegalArgumentException if there is no action or no class, the rows differ in length,
  ///   or a number is negative or not finite
  public static Costs of(double[]... costs) {
    return new Costs(checked(costs), null, null, false);
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
    return new Costs(copy, classes, null, false);
  }

  /// 0 for saying the right one of k classes, 1 for another: the action of the least expected cost
  /// is the class of the largest posterior.
  ///
  /// @throws IllegalArgumentException if k < 1
  public static Costs zeroOne(int classCount) {
    double[][] costs = new double[Math.max(0, classCount)][classCount < 1 ? 0 : classCount];
    for (int a = 0; a < costs.length; a++) {
      Arrays.fill(costs[a], 1);
      costs[a][a] = 0;
    }
    return of(costs);
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
    if (rejects) {
      throw new IllegalArgumentException(
          "the costs have an action that says nothing; costs without one are expected");
    }
    requireCost(cost, "the cost of saying nothing");
    double[][] more = Arrays.copyOf(costs, costs.length + 1);
    more[costs.length] = new double[costs[0].length];
    Arrays.fill(more[costs.length], cost);
    List<String> names = actions;
    if (actions != null) {
      names = new ArrayList<>(actions);
      names.add(REJECT);
    }
    return new Costs(more, classes, names == null ? null : List.copyOf(names), true);
  }

  /// These costs with names for all actions. Without, an action is called as the class of its
  /// index, where there are as many actions as classes (one to say nothing not counted), else by
  /// its index.
  ///
  /// @throws IllegalArgumentException if there is another number of names
  public Costs withActions(String... names) {
    if (names.length != costs.length) {
      throw new BadDataException(
          "%s names of actions were given; one for each of the %d actions is expected",
          Fact.value(names.length), costs.length);
    }
    return new Costs(costs, classes, List.of(names), rejects);
  }

  /// The number of actions m.
  public int actionCount() {
    return costs.length;
  }

  /// The number of classes k.
  public int classCount() {
    return costs[0].length;
  }

  /// C(a, c), of the classes in the order in which they were given.
  public double cost(int action, int label) {
    return costs[action][label];
  }

  /// Whether the last action is to say nothing.
  public boolean rejects() {
    return rejects;
  }

  /// C(a, c) as `[a][c]`, in a new array, with classes in the order of a scorer.
  ///
  /// @throws IllegalArgumentException if the costs are of other classes
  public double[][] of(Classes others) {
    if (classes == null && others.count() != costs[0].length) {
      throw new BadDataException(
          "the costs are of %s classes; those of %d are expected, as in the model",
          Fact.value(costs[0].length), others.count());
    }
    int[] at = classes == null ? null : classes.indicesIn(others);
    if (at != null && (at.length != others.count() || Arrays.stream(at).anyMatch(c -> c < 0))) {
      throw new BadDataException(
          "the costs are of the classes %s; those of the model are expected, %s",
          Fact.value(classes), others);
    }
    double[][] ordered = new double[costs.length][others.count()];
    for (int a = 0; a < costs.length; a++) {
      for (int c = 0; c < costs[a].length; c++) {
        ordered[a][at == null ? c : at[c]] = costs[a][c];
      }
    }
    return ordered;
  }

  /// What the actions are called where the classes are those of a scorer.
  public List<String> actions(Classes others) {
    if (actions != null) {
      return actions;
    }
    List<String> names = new ArrayList<>();
    int saying = costs.length - (rejects ? 1 : 0);
    for (int a = 0; a < saying; a++) {
      // Rows are in the order of the columns.
      names.add(
          saying != costs[0].length
              ? Integer.toString(a)
              : classes == null ? others.name(a) : classes.name(a));
    }
    if (rejects) {
      names.add(REJECT);
    }
    return List.copyOf(names);
  }
}
