package org.lanewise.spark.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;

/// Class indices, and possibly weights, that will become the labels of a batch. Classes have the
/// names that metadata gives them; without names, they are the indices that occur.
public final class LabelBlock {

  /// The largest class index.
  public static final int MAX_INDEX = (1 << 24) - 1;

  private final RowSchema schema;
  private final TreeSet<Integer> met = new TreeSet<>();
  private Classes classes;

  /// The position of each index among the classes, or −1.
  private int[] places = new int[0];

  private int[] indices = new int[64];
  private double[] weights = new double[64];
  private int count;

  /// An empty block.
  public LabelBlock(RowSchema schema) {
    this.schema = schema;
    classes = schema.classNames() == null ? noClasses() : Classes.of(schema.classNames());
  }

  /// No classes yet; any may follow.
  public static Classes noClasses() {
    return Classes.sorted(List.of());
  }

  /// The classes that are known so far.
  public Classes classes() {
    return classes;
  }

  /// Adds a label.
  ///
  /// @param weight ignored if there is no column of weights
  /// @throws BadDataException if the label is not a class index
  public void add(double label, double weight) {
    if (!(label >= 0 && label <= MAX_INDEX && label == Math.rint(label))) {
      throw new BadDataException(
          "the label of %s is %s; a class index is expected, a whole number from 0 to %d, such as"
              + " a StringIndexer gives",
          Fact.row(count), Fact.value(label), MAX_INDEX);
    }
    int index = (int) label;
    if (schema.classNames() != null && index >= classes.count()) {
      throw new BadDataException(
          "the label of %s is %s; 0 to %d is expected, the indices of the classes %s in the"
              + " column's metadata",
          Fact.row(count), Fact.value(label), classes.count() - 1, classes);
    }
    if (count == indices.length) {
      indices = Arrays.copyOf(indices, 2 * count);
      weights = Arrays.copyOf(weights, 2 * count);
    }
    indices[count] = index;
    weights[count++] = weight;
  }

  /// The labels that were added since the last call.
  ///
  /// @throws BadDataException if a weight is negative or not finite
  public Labels take() {
    int[] own = Arrays.copyOf(indices, count);
    if (schema.classNames() == null) {
      meet(own);
      for (int row = 0; row < count; row++) {
        own[row] = places[own[row]];
      }
    }
    Labels labels = Labels.ofIndices(own, classes);
    double[] given = schema.weight() == null ? null : Arrays.copyOf(weights, count);
    count = 0;
    return given == null ? labels : labels.withWeights(given);
  }

  private void meet(int[] labels) {
    int before = met.size();
    for (int index : labels) {
      if (index >= places.length || places[index] < 0) {
        met.add(index);
      }
    }
    if (met.size() == before) {
      return;
    }
    places = new int[met.last() + 1];
    Arrays.fill(places, -1);
    List<String> names = new ArrayList<>();
    for (int index : met) {
      places[index] = names.size();
      names.add(Integer.toString(index));
    }
    classes = Classes.sorted(names);
  }
}
