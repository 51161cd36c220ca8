package org.lanewise.serving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.lanewise.model.ParameterTable;
import org.lanewise.serving.ModelDifference.Move;

/// Compares the numbers of a parameter that two models have, matched by the names along its axes.
final class Comparison {

  private final ParameterTable before;
  private final ParameterTable after;
  private final int[] at;
  private final int[] otherAt;

  /// For each axis, the index of each name in the other model; −1 if that lacks the name.
  private final List<int[]> places = new ArrayList<>();

  long compared;
  long moved;

  /// The moves that are kept, the smallest first.
  final PriorityQueue<Move> largest =
      new PriorityQueue<>(Comparator.comparingDouble(move -> Math.abs(move.by())));

  Comparison(ParameterTable before, ParameterTable after) {
    this.before = before;
    this.after = after;
    at = new int[before.axes().size()];
    otherAt = new int[at.length];
    for (int axis = 0; axis < at.length; axis++) {
      Map<String, Integer> indices = new HashMap<>();
      List<String> names = after.axes().get(axis);
      for (int i = 0; i < names.size(); i++) {
        indices.put(names.get(i), i);
      }
      places.add(
          before.axes().get(axis).stream()
              .mapToInt(name -> indices.getOrDefault(name, -1))
              .toArray());
    }
  }

  void compare() {
    compare(0);
  }

  private void compare(int axis) {
    if (axis == at.length) {
      compareOne();
      return;
    }
    int[] to = places.get(axis);
    // For a symmetric matrix, only the lower triangle.
    int end = before.isSymmetric() && axis == at.length - 1 ? at[axis - 1] + 1 : to.length;
    for (int i = 0; i < end; i++) {
      if (to[i] >= 0) {
        at[axis] = i;
        otherAt[axis] = to[i];
        compare(axis + 1);
      }
    }
  }

  private void compareOne() {
    double one = before.value().applyAsDouble(at);
    double other = after.value().applyAsDouble(otherAt);
    compared++;
    if (Double.doubleToLongBits(one) == Double.doubleToLongBits(other)) {
      return;
    }
    moved++;
    if (largest.size() < ModelDifference.MAX_MOVES
        || Math.abs(other - one) > Math.abs(largest.peek().by())) {
      List<String> of = new ArrayList<>();
      for (int axis = 0; axis < at.length; axis++) {
        of.add(before.axes().get(axis).get(at[axis]));
      }
      largest.add(new Move(List.copyOf(of), one, other));
      if (largest.size() > ModelDifference.MAX_MOVES) {
        largest.remove();
      }
    }
  }
}
