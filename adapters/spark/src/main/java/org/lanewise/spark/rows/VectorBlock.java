package org.lanewise.spark.rows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.data.BadDataException;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.Fact;
import org.lanewise.data.Features;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRows;

/// Vectors that will become a batch of the library: dense ones row by row, or sparse ones by their
/// stored values. The first vector of a block determines the form; others are converted to it, with
/// bit-identical results.
public final class VectorBlock {

  /// The limit of category codes, so that a number that is not a code is refused before its
  /// dictionary is made.
  public static final int MAX_CODES = 1 << 20;

  // A batch of this many rows is used in place, and larger ones gain nothing.
  private static final int MAX_ROWS = 8192;
  private static final int MAX_VALUES = 1 << 18;

  // From this number of features on, sparse vectors are worth their indices.
  private static final int MAX_DENSE = 1024;

  private final RowKind kind;
  private final double threshold;
  private final RowSchema schema;
  private final Features features;
  private final int featureCount;
  private final int capacity;
  private boolean sparse;
  private int rowCount;
  private double[] values = new double[0];
  private int[] indices = new int[0];
  private int[] starts = new int[1];

  /// An empty block.
  ///
  /// @param threshold the threshold of bits; NaN if they are 0 or 1
  /// @param schema the metadata
  /// @param features the features of all vectors
  public VectorBlock(RowKind kind, double threshold, RowSchema schema, Features features) {
    this.kind = kind;
    this.threshold = threshold;
    this.schema = schema;
    this.features = features;
    featureCount = features.count();
    capacity = Math.clamp(MAX_VALUES / featureCount, 16, MAX_ROWS);
  }

  /// The number of features of each vector.
  public int featureCount() {
    return featureCount;
  }

  /// The number of vectors in the block.
  public int rowCount() {
    return rowCount;
  }

  /// Whether no more vectors should be added.
  public boolean isFull() {
    return rowCount == capacity || sparse && starts[rowCount] >= MAX_VALUES;
  }

  /// Forgets all vectors.
  public void clear() {
    rowCount = 0;
  }

  /// Adds a vector given by all its values.
  public void add(double[] vector) {
    if (rowCount == 0) {
      sparse = mayBeSparse() && featureCount > MAX_DENSE;
    }
    if (!sparse) {
      reserveRow();
      System.arraycopy(vector, 0, values, rowCount++ * featureCount, featureCount);
      return;
    }
    int at = starts[rowCount];
    reserve(at + featureCount);
    for (int j = 0; j < featureCount; j++) {
      if (vector[j] != 0) {
        indices[at] = j;
        values[at++] = vector[j];
      }
    }
    starts[++rowCount] = at;
  }

  /// Adds a vector given by its non-zero values.
  ///
  /// @param at the indices of the values, strictly ascending
  public void add(int[] at, double[] stored) {
    if (rowCount == 0) {
      sparse = mayBeSparse();
    }
    if (sparse) {
      int from = starts[rowCount];
      reserve(from + at.length);
      System.arraycopy(at, 0, indices, from, at.length);
      System.arraycopy(stored, 0, values, from, at.length);
      starts[++rowCount] = from + at.length;
      return;
    }
    reserveRow();
    int from = rowCount++ * featureCount;
    Arrays.fill(values, from, from + featureCount, 0);
    for (int i = 0; i < at.length; i++) {
      values[from + at[i]] = stored[i];
    }
  }

  private boolean mayBeSparse() {
    // A bit that is not stored must remain 0.
    return kind == RowKind.COUNTS || kind == RowKind.BITS && !(threshold < 0);
  }

  /// Makes room for one more dense row.
  private void reserveRow() {
    int rows = values.length / featureCount;
    if (rows == rowCount) {
      values = Arrays.copyOf(values, Math.clamp(2L * rows, 16, capacity) * featureCount);
    }
  }

  /// Makes room for one more row, which ends with `size` stored values.
  private void reserve(int size) {
    if (starts.length == rowCount + 1) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    if (indices.length < size) {
      indices = Arrays.copyOf(indices, Math.max(size, 2 * indices.length));
    }
    if (values.length < size) {
      values = Arrays.copyOf(values, Math.max(size, 2 * values.length));
    }
  }

  /// The vectors as a batch of copies.
  ///
  /// @throws BadDataException if a value is invalid for the kind of rows
  public RowBatch batch() {
    return switch (kind) {
      case NUMBERS -> numbers();
      case COUNTS -> sparse ? sparseRows() : numbers();
      case BITS -> sparse ? sparseBits() : bits();
      case CATEGORIES -> categories();
    };
  }

  private NumericColumns numbers() {
    int size = rowCount * featureCount;
    double[] rows = size == values.length ? values : Arrays.copyOf(values, size);
    return NumericColumns.copyOf(NumericColumns.ofRowMajor(rows, featureCount))
        .withFeatures(features);
  }

  private SparseRows sparseRows() {
    int size = starts[rowCount];
    return SparseRows.of(
            Arrays.copyOf(starts, rowCount + 1),
            Arrays.copyOf(indices, size),
            Arrays.copyOf(values, size),
            featureCount)
        .withFeatures(features);
  }

  private BitColumns bits() {
    if (!Double.isNaN(threshold)) {
      return BitColumns.copyOf(numbers(), threshold);
    }
    for (int at = 0; at < rowCount * featureCount; at++) {
      requireBit(at / featureCount, at % featureCount, values[at]);
    }
    return BitColumns.copyOf(numbers());
  }

  private SparseRows sparseBits() {
    if (!Double.isNaN(threshold)) {
      return sparseRows().binarize(threshold);
    }
    for (int row = 0; row < rowCount; row++) {
      for (int at = starts[row]; at < starts[row + 1]; at++) {
        requireBit(row, indices[at], values[at]);
      }
    }
    return sparseRows().binarize(0);
  }

  private void requireBit(int row, int feature, double value) {
    if (value != 0 && value != 1) {
      throw new BadDataException(
          "%s, %s is %s; 0 or 1 is expected, or setBinaryThreshold",
          Fact.row(row), Fact.feature(feature, features), Fact.value(value));
    }
  }

  private CategoryColumns categories() {
    int[][] codes = new int[featureCount][rowCount];
    for (int row = 0; row < rowCount; row++) {
      for (int j = 0; j < featureCount; j++) {
        double value = values[row * featureCount + j];
        codes[j][row] = code(value);
        if (codes[j][row] < 0) {
          throw new BadDataException(
              "%s, %s is %s; the code of a category is expected, a whole number from 0 to %d",
              Fact.row(row), Fact.feature(j, features), Fact.value(value), MAX_CODES - 1);
        }
      }
    }
    List<CategoryDictionary> dictionaries = new ArrayList<>();
    for (int j = 0; j < featureCount; j++) {
      CategoryDictionary named = schema.dictionary(j);
      int size = Arrays.stream(codes[j]).max().orElse(-1) + 1;
      dictionaries.add(named == null ? CategoryDictionary.ofSize(size).opened() : named);
    }
    return CategoryColumns.of(dictionaries, codes).withFeatures(features);
  }

  /// The code that a value represents, or −1.
  public static int code(double value) {
    return value >= 0 && value < MAX_CODES && value == Math.rint(value) ? (int) value : -1;
  }
}
