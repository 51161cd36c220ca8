package org.lanewise.data;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;

/// Sparse rows in CSR layout: binary, or with values.
///
/// Row i consists of entries `rowStarts[i]` to `rowStarts[i+1] − 1` of `indices` (features,
/// strictly ascending) and of `values` (all 1 in binary rows); all other features are 0. An
/// explicit 0 counts as absent. The arrays are borrowed: they are not copied and must not change
/// while they are in use.
public final class SparseRows implements RowBatch {

  private final int[] rowStarts;
  private final int[] indices;
  private final double[] values;
  private final Features features;

  private SparseRows(int[] rowStarts, int[] indices, double[] values, Features features) {
    this.rowStarts = rowStarts;
    this.indices = indices;
    this.values = values;
    this.features = features;
  }

  /// Borrows binary rows: the listed features are 1.
  ///
  /// @param rowStarts n + 1 positions in `indices`, ascending
  /// @param indices features, strictly ascending in each row
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException if the arrays do not fit together, or the indices of a row
  ///   are not strictly ascending within 0 … d − 1
  public static SparseRows of(int[] rowStarts, int[] indices, int featureCount) {
    return checked(rowStarts, indices, null, featureCount);
  }

  /// Borrows rows of values, such as word counts.
  ///
  /// @param rowStarts n + 1 positions in `indices` and `values`, ascending
  /// @param indices features, strictly ascending in each row
  /// @param values the value of each feature in `indices`, finite
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException if the arrays do not fit together, if the indices of a row
  ///   are not strictly ascending within 0 … d − 1, or if a value is not finite
  public static SparseRows of(int[] rowStarts, int[] indices, double[] values, int featureCount) {
    Objects.requireNonNull(values, "values");
    return checked(rowStarts, indices, values, featureCount);
  }

  /// Copies binary rows, given by the features that are 1, strictly ascending.
  ///
  /// @param rows for each row, the features that are 1; a row may have none
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException if a row is null or not strictly ascending within 0 … d − 1
  public static SparseRows fromRows(int[][] rows, int featureCount) {
    Objects.requireNonNull(rows, "rows");
    int[] rowStarts = rowStarts(rows.length, row -> rows[row] == null ? -1 : rows[row].length);
    int[] indices = new int[rowStarts[rows.length]];
    for (int row = 0; row < rows.length; row++) {
      System.arraycopy(rows[row], 0, indices, rowStarts[row], rows[row].length);
    }
    return checked(rowStarts, indices, null, featureCount);
  }

  /// Copies rows of values, or binary rows if no row has values.
  ///
  /// @param featureCount the number of features d ≥ 1
  /// @throws IllegalArgumentException if a row is null or not strictly ascending within 0 … d − 1,
  ///   or a value is not finite
  public static SparseRows fromRows(List<SparseRow> rows, int featureCount) {
    int[] rowStarts =
        rowStarts(
            rows.size(),
            row -> rows.get(row) == null ? -1 : rows.get(row).to() - rows.get(row).from());
    int[] indices = new int[rowStarts[rows.size()]];
    boolean binary = rows.stream().allMatch(row -> row.values() == null);
    double[] values = binary ? null : new double[indices.length];
    if (!binary) {
      Arrays.fill(values, 1);
    }
    for (int i = 0; i < rows.size(); i++) {
      SparseRow row = rows.get(i);
      int count = row.to() - row.from();
      System.arraycopy(row.indices(), row.from(), indices, rowStarts[i], count);
      if (row.values() != null) {
        System.arraycopy(row.values(), row.from(), values, rowStarts[i], count);
      }
    }
    return checked(rowStarts, indices, values, featureCount);
  }

  private static int[] rowStarts(int rowCount, IntUnaryOperator length) {
    int[] rowStarts = new int[rowCount + 1];
    for (int row = 0; row < rowCount; row++) {
      int entries = length.applyAsInt(row);
      if (entries < 0) {
        throw new BadDataException("%s is null; a row is expected", Fact.row(row));
      }
      if (entries > Integer.MAX_VALUE - rowStarts[row]) {
        throw new BadDataException(
            "the rows up to %s have 2^31 entries or more; fewer are expected", Fact.row(row));
      }
      rowStarts[row + 1] = rowStarts[row] + entries;
    }
    return rowStarts;
  }

  /// Copies the non-zero values of numeric columns, with their features.
  ///
  /// @throws IllegalArgumentException if a value is not finite
  public static SparseRows copyOf(NumericColumns columns) {
    int n = columns.rowCount();
    int d = columns.featureCount();
    int[] rowStarts = new int[n + 1];
    int[] indices = new int[16];
    double[] values = new double[16];
    double[] dense = new double[d];
    int size = 0;
    for (int row = 0; row < n; row++) {
      columns.row(row, dense);
      for (int feature = 0; feature < d; feature++) {
        if (dense[feature] != 0) {
          if (size == indices.length) {
            int larger = Math.addExact(size, Math.max(size / 2, 16));
            indices = Arrays.copyOf(indices, larger);
            values = Arrays.copyOf(values, larger);
          }
          indices[size] = feature;
          values[size++] = dense[feature];
        }
      }
      rowStarts[row + 1] = size;
    }
    return checked(rowStarts, indices, values, d).withFeatures(columns.features());
  }

  @Override
  public int rowCount() {
    return rowStarts.length - 1;
  }

  @Override
  public Features features() {
    return features;
  }

  /// Returns these rows with these features.
  ///
  /// @throws IllegalArgumentException if there are not d of them
  public SparseRows withFeatures(Features features) {
    return new SparseRows(rowStarts, indices, values, Names.requireCount(features, featureCount()));
  }

  /// Returns these rows with a vocabulary that contains all their words and perhaps more. If their
  /// features are not words, returns these rows unchanged.
  ///
  /// @throws IllegalArgumentException if the vocabulary lacks a word
  public SparseRows in(Features others) {
    if (!features.areWords() || features.equals(others)) {
      return this;
    }
    int[] to = features.indicesIn(others);
    for (int j = 0; j < to.length; j++) {
      if (to[j] < 0) {
        throw new BadDataException(
            "the word '%s' is not in the vocabulary; one that holds it is expected",
            Fact.value(features.name(j)));
      }
    }
    // Both ascend, so the words of a row stay in order.
    int[] renumbered = new int[indices.length];
    for (int at = rowStarts[0]; at < rowStarts[rowCount()]; at++) {
      renumbered[at] = to[indices[at]];
    }
    return new SparseRows(rowStarts, renumbered, values, others);
  }

  /// Returns these rows with additional features without names, which are 0 in all rows.
  ///
  /// @param featureCount at least the current number
  /// @throws IllegalArgumentException if there are fewer, or the features have names
  public SparseRows withFeatureCount(int featureCount) {
    if (features.areNamed() || featureCount < features.count()) {
      throw new IllegalArgumentException(
          "%d features were asked for of rows of %s; more, and none with names, are expected"
              .formatted(featureCount, features));
    }
    return new SparseRows(rowStarts, indices, values, Features.unnamed(featureCount));
  }

  /// Whether the rows are binary: every stored entry is 1.
  public boolean isBinary() {
    return values == null;
  }

  /// Sets `out` to a view of one row.
  public void row(int row, SparseRow out) {
    out.set(indices, values, rowStarts[row], rowStarts[row + 1]);
  }

  /// Returns binary rows: 1 if the value is greater than the threshold, else 0.
  ///
  /// @param threshold a finite number ≥ 0, because an absent feature has to remain 0
  /// @throws IllegalArgumentException if the threshold is negative or not finite
  public SparseRows binarize(double threshold) {
    if (!(threshold >= 0) || threshold == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the threshold is %s; a number of at least 0 is expected for sparse rows, whose absent features are 0"
              .formatted(threshold));
    }
    int[] starts = new int[rowStarts.length];
    int[] kept = new int[rowStarts[rowCount()] - rowStarts[0]];
    int size = 0;
    for (int row = 0; row < rowCount(); row++) {
      for (int at = rowStarts[row]; at < rowStarts[row + 1]; at++) {
        if ((values == null ? 1 : values[at]) > threshold) {
          kept[size++] = indices[at];
        }
      }
      starts[row + 1] = size;
    }
    return new SparseRows(starts, kept, null, features);
  }

  private static SparseRows checked(
      int[] rowStarts, int[] indices, double[] values, int featureCount) {
    Objects.requireNonNull(rowStarts, "rowStarts");
    Objects.requireNonNull(indices, "indices");
    Shapes.requireFeatureCount(featureCount);
    if (rowStarts.length == 0 || rowStarts[0] < 0) {
      throw new IllegalArgumentException(
          "rowStarts is empty or begins below 0; n + 1 positions are expected");
    }
    int end = values == null ? indices.length : Math.min(indices.length, values.length);
    for (int row = 0; row < rowStarts.length - 1; row++) {
      int from = rowStarts[row];
      int to = rowStarts[row + 1];
      if (to < from || to > end) {
        throw new BadDataException(
            "%s ends at entry %s; an entry from %d to %d is expected",
            Fact.row(row), Fact.value(to), from, end);
      }
      int previous = -1;
      for (int at = from; at < to; at++) {
        int index = indices[at];
        if (index <= previous || index >= featureCount) {
          throw new BadDataException(
              "%s has the index %s after %d; strictly ascending indices from 0 to %d are expected",
              Fact.row(row), Fact.value(index), previous, featureCount - 1);
        }
        if (values != null && !Double.isFinite(values[at])) {
          throw new BadDataException(
              "%s, %s is %s; a finite number is expected",
              Fact.row(row), Fact.feature(index), Fact.value(values[at]));
        }
        previous = index;
      }
    }
    return new SparseRows(rowStarts, indices, values, Features.unnamed(featureCount));
  }
}
