package org.lanewise.report.figure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Some rows of each class to draw: those with the smallest hash of their index. The choice depends
/// only on indices and classes, so it is the same in any order and on any machine.
public final class RowSample {

  /// The approximate number of rows of all classes together.
  private static final int ABOUT = 1500;

  private static final int MAX_OF_CLASS = 400;

  /// A row.
  ///
  /// @param index its index among all test rows, from 0
  /// @param truth its class
  /// @param predicted the predicted class
  /// @param place its position on the plane, x and y; empty if there is no plane
  /// @param values its values of the chosen features; NaN if missing
  public record Row(long index, int truth, int predicted, double[] place, double[] values) {}

  private static final Comparator<Row> ORDER =
      Comparator.<Row>comparingLong(row -> hash(row.index)).thenComparingLong(Row::index);

  private final int[] classes;
  private final int most;
  private final List<PriorityQueue<Row>> kept = new ArrayList<>();
  private long offered;

  /// Creates an empty sample.
  ///
  /// @param classes the classes whose rows are drawn, ascending
  RowSample(int... classes) {
    this.classes = classes.clone();
    most = Math.min(ABOUT / classes.length, MAX_OF_CLASS);
    for (int i = 0; i < classes.length; i++) {
      kept.add(new PriorityQueue<>(ORDER.reversed()));
    }
  }

  /// Offers a row whose classes are known but whose values are not; if it is kept, it is in
  /// [#unknown()].
  void offer(long index, int truth, int predicted) {
    int at = Arrays.binarySearch(classes, truth);
    if (at < 0) {
      return;
    }
    offered++;
    PriorityQueue<Row> rows = kept.get(at);
    if (rows.size() < most || hash(index) < hash(rows.peek().index)) {
      rows.add(new Row(index, truth, predicted, null, null));
      if (rows.size() > most) {
        rows.remove();
      }
    }
  }

  /// Returns the kept rows without values, by their index.
  List<Row> unknown() {
    return rows(true);
  }

  /// Sets the position and values of a row that is kept.
  void fill(Row row, double[] place, double[] values) {
    PriorityQueue<Row> rows = kept.get(Arrays.binarySearch(classes, row.truth));
    rows.remove(row);
    rows.add(new Row(row.index, row.truth, row.predicted, place, values));
  }

  /// The number of rows of these classes that were offered.
  public long offered() {
    return offered;
  }

  /// The most rows of a class that are kept.
  public int mostOfClass() {
    return most;
  }

  /// The rows that are kept, ascending by index.
  public List<Row> rows() {
    return rows(false);
  }

  private List<Row> rows(boolean unknown) {
    List<Row> all = new ArrayList<>();
    for (PriorityQueue<Row> rows : kept) {
      for (Row row : rows) {
        if ((row.values == null) == unknown) {
          all.add(row);
        }
      }
    }
    all.sort(Comparator.comparingLong(Row::index));
    return all;
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood, Fast Splittable Pseudorandom Number
  /// Generators, OOPSLA 2014).
  private static long hash(long index) {
    long z = (index + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
