package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;

/// The ranges of statistics, which hold classes in the order of their arrival, and where in them
/// each class lies.
///
/// @param <M> the moments
/// @param <R> the ranges
final class Gathering<M extends Moments<M>, R extends RowRange<M, R>> {

  private final Ranges<M, R> ranges;
  private final Subtraction<M> subtraction;
  private Classes classes;
  private int[] slots;

  /// Subtracts moments from those of `rowCount` rows, or refuses.
  interface Subtraction<M> {
    void subtract(M rest, M other, long rowCount, int rangeRows);
  }

  /// @param ranges of as many classes
  Gathering(Classes classes, Ranges<M, R> ranges, Subtraction<M> subtraction) {
    this.ranges = ranges;
    this.subtraction = subtraction;
    arrive(classes);
  }

  private void arrive(Classes inOrder) {
    int[] identity = new int[inOrder.count()];
    Arrays.setAll(identity, c -> c);
    classes = inOrder;
    slots = identity;
  }

  Ranges<M, R> ranges() {
    return ranges;
  }

  /// Where each class lies.
  int[] slots() {
    return slots;
  }

  /// Adds a batch.
  ///
  /// @param joined the classes known, and those of the labels
  void add(NumericColumns rows, Labels labels, Classes joined, Workers workers) {
    int[] known = joined.indicesIn(classes);
    int[] grown = new int[known.length];
    int next = slots.length;
    for (int c = 0; c < grown.length; c++) {
      grown[c] = known[c] >= 0 ? slots[known[c]] : next++;
    }
    int[] to = labels.classes().indicesIn(joined);
    for (int c = 0; c < to.length; c++) {
      to[c] = grown[to[c]];
    }
    ranges.add(rows, Joining.renumbered(labels, to, grown.length), labels.weights(), workers);
    classes = joined;
    slots = grown;
  }

  /// Merges others, as if their rows came after these.
  ///
  /// @param joined the classes of both
  void merge(Gathering<M, R> other, Classes joined) {
    M merged = settled(joined);
    merged.merge(other.settled(joined));
    settle(merged, ranges.rowCount() + other.ranges.rowCount(), joined);
  }

  /// Subtracts others.
  ///
  /// @param joined the classes of both
  void subtract(Gathering<M, R> other, Classes joined) {
    ranges.requireRows(other.ranges.rowCount());
    M rest = settled(joined);
    subtraction.subtract(rest, other.settled(joined), ranges.rowCount(), ranges.rangeRows());
    settle(rest, ranges.rowCount() - other.ranges.rowCount(), joined);
  }

  /// Goes on from the given moments.
  void settle(M moments, long rows, Classes joined) {
    ranges.settle(moments, rows);
    arrive(joined);
  }

  /// A copy of all moments, in the order of the classes.
  M settled() {
    return settled(classes);
  }

  private M settled(Classes joined) {
    int[] from = joined.indicesIn(classes);
    for (int c = 0; c < from.length; c++) {
      from[c] = from[c] < 0 ? -1 : slots[from[c]];
    }
    M settled = ranges.settled();
    return Joining.isIdentity(from, slots.length) ? settled : settled.arranged(from);
  }
}
