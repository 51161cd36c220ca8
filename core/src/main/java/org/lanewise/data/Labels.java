package org.lanewise.data;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// The class of every row, and optionally its weight ([#withWeights]).
///
/// Classes created from names or integers are in natural order, independent of the order of the
/// rows; [Classes] describes the other orders.
public final class Labels {

  private final int[] indices;
  private final Classes classes;

  /// Null if all are 1.
  private final double[] weights;

  private Labels(int[] indices, Classes classes, double[] weights) {
    this.indices = indices;
    this.classes = classes;
    this.weights = weights;
  }

  /// Creates labels from names, one per row.
  ///
  /// @throws IllegalArgumentException if a name is null
  public static Labels of(String... names) {
    return of(Arrays.asList(names));
  }

  /// Creates labels from names, one per row.
  ///
  /// @throws IllegalArgumentException if a name is null
  public static Labels of(List<String> names) {
    requireNoNull(names);
    return of(Classes.sorted(names), names);
  }

  private static void requireNoNull(List<String> names) {
    Objects.requireNonNull(names, "names");
    int row = 0;
    for (String name : names) {
      if (name == null) {
        throw new BadDataException("the label of %s is null; a name is expected", Fact.row(row));
      }
      row++;
    }
  }

  /// Creates labels from integers, one per row.
  public static Labels of(int... values) {
    return of(Arrays.stream(values).asLongStream().toArray());
  }

  /// Creates labels from integers of 64 bits, one per row.
  public static Labels of(long... values) {
    long[] distinct = Arrays.stream(values).sorted().distinct().toArray();
    int[] indices = new int[values.length];
    for (int row = 0; row < values.length; row++) {
      indices[row] = Arrays.binarySearch(distinct, values[row]);
    }
    return new Labels(
        indices, Classes.sorted(Arrays.stream(distinct).mapToObj(Long::toString).toList()), null);
  }

  /// Creates labels from names of given classes, one per row; a class may have no row.
  ///
  /// @throws IllegalArgumentException if a name is null or not among the classes
  public static Labels of(Classes classes, String... names) {
    return of(classes, Arrays.asList(names));
  }

  /// Creates labels from names of given classes, one per row; a class may have no row.
  ///
  /// @throws IllegalArgumentException if a name is null or not among the classes
  public static Labels of(Classes classes, List<String> names) {
    requireNoNull(names);
    int[] indices = new int[names.size()];
    int row = 0;
    for (String name : names) {
      int index = classes.indexOf(name);
      if (index < 0) {
        throw new BadDataException(
            "the label of %s is '%s'; one of the classes %s is expected",
            Fact.row(row), Fact.value(name), classes);
      }
      indices[row++] = index;
    }
    return new Labels(indices, classes, null);
  }

  /// Borrows class indices 0 … `classCount` − 1 of classes without names.
  ///
  /// @throws IllegalArgumentException if an index is out of range or `classCount` < 1
  public static Labels ofIndices(int[] indices, int classCount) {
    return ofIndices(indices, Classes.unnamed(classCount));
  }

  /// Borrows class indices 0 … k − 1.
  ///
  /// @throws IllegalArgumentException if an index is out of range
  public static Labels ofIndices(int[] indices, Classes classes) {
    Objects.requireNonNull(indices, "indices");
    for (int row = 0; row < indices.length; row++) {
      if (indices[row] < 0 || indices[row] >= classes.count()) {
        throw new BadDataException(
            "the label of %s is %s; 0 to %d is expected",
            Fact.row(row), Fact.value(indices[row]), classes.count() - 1);
      }
    }
    return new Labels(indices, classes, null);
  }

  /// Returns these labels with a weight for each row, borrowed. A row of weight w counts as w rows,
  /// and a row of weight 0 does not count.
  ///
  /// @param weights finite numbers of at least 0, or null if all are 1
  /// @throws IllegalArgumentException if a weight is negative or not finite, or if there is not one
  ///   weight for each row
  public Labels withWeights(double... weights) {
    if (weights == null) {
      return new Labels(indices, classes, null);
    }
    if (weights.length != indices.length) {
      throw new IllegalArgumentException(
          Fact.clause(
                  "there are %d weights for %d rows; one weight for each row is expected",
                  weights.length, indices.length)
              .toString());
    }
    for (int row = 0; row < weights.length; row++) {
      if (!(weights[row] >= 0 && weights[row] < Double.POSITIVE_INFINITY)) {
        throw new BadDataException(
            "the weight of %s is %s; a finite number of at least 0 is expected",
            Fact.row(row), Fact.value(weights[row]));
      }
    }
    return new Labels(indices, classes, weights);
  }

  /// Rejects rows whose number differs from the number of labels.
  ///
  /// @throws IllegalArgumentException if there is not one label for each row
  public void requireOneForEach(RowBatch rows) {
    if (indices.length != rows.rowCount()) {
      throw new IllegalArgumentException(
          Fact.clause(
                  "there are %d labels for %d rows; one label for each row is expected",
                  indices.length, rows.rowCount())
              .toString());
    }
  }

  /// The number of rows.
  public int rowCount() {
    return indices.length;
  }

  /// The number of classes k.
  public int classCount() {
    return classes.count();
  }

  /// The classes.
  public Classes classes() {
    return classes;
  }

  /// The class index of a row.
  public int index(int row) {
    return indices[row];
  }

  /// The name of the class of a row.
  public String name(int row) {
    return classes.name(indices[row]);
  }

  /// A copy of the class index of every row.
  public int[] toArray() {
    return indices.clone();
  }

  /// Copies the class indices of rows `firstRow` to `firstRow + count − 1` into `out`.
  public void copy(int firstRow, int count, int[] out, int offset) {
    System.arraycopy(indices, firstRow, out, offset, count);
  }

  /// Whether the rows have weights; otherwise each counts 1.
  public boolean areWeighted() {
    return weights != null;
  }

  /// The weight of a row.
  public double weight(int row) {
    return weights == null ? 1 : weights[row];
  }

  /// The borrowed weights, which must not be changed; null if all are 1.
  public double[] weights() {
    return weights;
  }

  /// The number of rows of each class, ignoring weights.
  public long[] counts() {
    long[] counts = new long[classCount()];
    for (int index : indices) {
      counts[index]++;
    }
    return counts;
  }

  /// Returns the labels and weights of some rows, with the same classes.
  ///
  /// @throws IllegalArgumentException if there is no such row
  public Labels select(int... rows) {
    int[] selected = new int[rows.length];
    double[] selectedWeights = weights == null ? null : new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i] < 0 || rows[i] >= indices.length) {
        throw new BadDataException(
            "row %s was asked for; 0 to %d is expected", Fact.value(rows[i]), indices.length - 1);
      }
      selected[i] = indices[rows[i]];
      if (weights != null) {
        selectedWeights[i] = weights[rows[i]];
      }
    }
    return new Labels(selected, classes, selectedWeights);
  }
}
