package org.lanewise.data;

import java.util.Objects;

/// One sparse row, such as the words of a document: non-zero features in ascending order.
///
/// A reusable view of borrowed arrays, so that a service can score documents without allocating.
/// The scorer checks the contents. Not thread-safe.
public final class SparseRow {

  private int[] indices;
  private double[] values;
  private int from;
  private int to;

  /// An empty row.
  public SparseRow() {
    set(new int[0], null, 0, 0);
  }

  /// Creates a binary row: the given features are 1.
  public static SparseRow of(int... indices) {
    SparseRow row = new SparseRow();
    row.set(indices, null, 0, indices.length);
    return row;
  }

  /// Creates a row of values: feature `indices[i]` is `values[i]`.
  ///
  /// @throws IllegalArgumentException if the lengths differ
  public static SparseRow of(int[] indices, double[] values) {
    if (indices.length != values.length) {
      throw new IllegalArgumentException(
          "%d indices and %d values were given; one value for each index is expected"
              .formatted(indices.length, values.length));
    }
    SparseRow row = new SparseRow();
    row.set(indices, values, 0, indices.length);
    return row;
  }

  /// Borrows entries `from` to `to − 1` of the given arrays.
  ///
  /// @param indices features, strictly ascending
  /// @param values their values, or null if all are 1
  /// @throws IndexOutOfBoundsException if the entries are not in both arrays
  public void set(int[] indices, double[] values, int from, int to) {
    Objects.checkFromToIndex(from, to, indices.length);
    if (values != null) {
      Objects.checkFromToIndex(from, to, values.length);
    }
    this.indices = indices;
    this.values = values;
    this.from = from;
    this.to = to;
  }

  /// The features; entries [#from] to [#to] − 1 belong to this row.
  public int[] indices() {
    return indices;
  }

  /// The values, or null if all are 1.
  public double[] values() {
    return values;
  }

  /// The start of the row in [#indices] and [#values].
  public int from() {
    return from;
  }

  /// The end of the row, exclusive.
  public int to() {
    return to;
  }
}
