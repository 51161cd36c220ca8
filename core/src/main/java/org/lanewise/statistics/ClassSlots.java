package org.lanewise.statistics;

import java.util.Arrays;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.Workers;
import org.lanewise.internal.gather.Moments;
import org.lanewise.internal.gather.NonFiniteException;
import org.lanewise.internal.gather.RangeAccumulator;
import org.lanewise.internal.gather.RowRange;

/// The ranges of statistics, which hold classes in the order of their arrival, and where in them
/// each class lies.
///
/// @param <M> the moments
/// @param <R> the ranges
final class ClassSlots<M extends Moments<M>, R extends RowRange<M, R>> {

  private final RangeAccumulator<M, R> ranges;
  private final Subtraction<M> subtraction;
  private Classes classes;
  private int[] slots;

  /// Subtracts moments from others whose sums have at most so many roundings, or refuses by the
  /// names of features and classes.
  interface Subtraction<M> {
    void subtract(M rest, M other, double roundings, Features features, Classes classes);
  }

  /// @param ranges of as many classes, or as yet of none
  ClassSlots(Classes classes, RangeAccumulator<M, R> ranges, Subtraction<M> subtraction) {
    this.ranges = ranges;
    this.subtraction = subtraction;
    this.classes = classes;
    slots = inOrder(classes);
  }

  /// A copy, which goes on with the same bits.
  ClassSlots<M, R> copy() {
    ClassSlots<M, R> copy = new ClassSlots<>(classes, ranges.copy(), subtraction);
    copy.slots = slots;
    return copy;
  }

  /// Where classes lie that are in their order.
  private static int[] inOrder(Classes classes) {
    int[] identity = new int[classes.count()];
    Arrays.setAll(identity, c -> c);
    return identity;
  }

  /// The ranges, of all classes. Ranges of no rows take no memory for classes until they are asked
  /// for.
  RangeAccumulator<M, R> ranges() {
    ranges.grow(slots.length);
    return ranges;
  }

  /// The number of rows added.
  long rowCount() {
    return ranges.rowCount();
  }

  /// Where each class lies.
  int[] slots() {
    return slots;
  }

  /// Reads a batch that is to be added; nothing has changed until it is taken in.
  ///
  /// @param joined the classes known, and those of the labels
  /// @throws NonFiniteException if a value is NaN or infinite
  RangeAccumulator.Addition prepare(
      NumericColumns rows, Labels labels, Classes joined, Workers workers) {
    int[] grown = grown(joined);
    int[] to = labels.classes().indicesIn(joined);
    for (int c = 0; c < to.length; c++) {
      to[c] = grown[to[c]];
    }
    // Sums over classes take them in the order of their names, whenever each arrived.
    RangeAccumulator.Addition addition =
        ranges.prepare(rows, Joining.renumbered(labels, to, grown.length), grown, workers);
    return () -> {
      addition.take();
      classes = joined;
      slots = grown;
    };
  }

  /// Where each class will lie: new ones behind those there are.
  private int[] grown(Classes joined) {
    int[] known = joined.indicesIn(classes);
    int[] grown = new int[known.length];
    int next = slots.length;
    for (int c = 0; c < grown.length; c++) {
      grown[c] = known[c] >= 0 ? slots[known[c]] : next++;
    }
    return grown;
  }

  /// Merges others, as if their rows came after these.
  ///
  /// @param joined the classes of both
  void merge(ClassSlots<M, R> other, Classes joined) {
    if (other.rowCount() == 0) {
      // An open range stays open: later rows give the bits they would have given.
      int[] grown = grown(joined);
      ranges.grow(grown.length);
      classes = joined;
      slots = grown;
      return;
    }
    int[] inOrder = inOrder(joined);
    ranges.merge(other.ranges, settled(joined), other.settled(joined));
    classes = joined;
    slots = inOrder;
  }

  /// Subtracts others.
  ///
  /// @param joined the classes of both
  void subtract(ClassSlots<M, R> other, Features features, Classes joined) {
    ranges.requireRows(other.ranges.rowCount());
    M rest = settled(joined);
    subtraction.subtract(rest, other.settled(joined), ranges.roundings(), features, joined);
    settle(rest, ranges.rowCount() - other.ranges.rowCount(), joined);
  }

  /// Goes on from the given moments.
  void settle(M moments, long rows, Classes joined) {
    int[] inOrder = inOrder(joined);
    ranges.settle(moments, rows);
    classes = joined;
    slots = inOrder;
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
    M settled = ranges().settled();
    return Joining.isIdentity(from, slots.length) ? settled : settled.arranged(from);
  }
}
