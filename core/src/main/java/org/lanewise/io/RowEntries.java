package org.lanewise.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.RowBatch;
import org.lanewise.data.SparseRow;
import org.lanewise.data.SparseRows;
import org.lanewise.io.TestRows.Block;
import org.lanewise.io.TestRows.Kind;

/// Rows of any kind as their non-zero entries by feature, as a file stores them. −0 is kept.
///
/// @param blocks the kinds of the features, block by block
/// @param isMixed whether rows are those of [MixedColumns], possibly with a single block
/// @param starts the index of each row's first entry, and the number of entries
/// @param features the feature of each entry, ascending within a row
/// @param values the number, bit or code of each entry
record RowEntries(
    List<Block> blocks, boolean isMixed, int[] starts, int[] features, double[] values) {

  /// Checks entries that the caller gives.
  ///
  /// @throws IllegalArgumentException if they are invalid
  static RowEntries of(
      List<Block> blocks, boolean isMixed, int[] starts, int[] features, double[] values) {
    RowEntries entries =
        new RowEntries(
            List.copyOf(blocks), isMixed, starts.clone(), features.clone(), values.clone());
    entries.check();
    return entries;
  }

  /// The entries of a batch.
  ///
  /// @throws IllegalArgumentException if a number is missing
  static RowEntries of(RowBatch batch) {
    List<RowBatch> parts = batch instanceof MixedColumns mixed ? mixed.blocks() : List.of(batch);
    List<Block> blocks =
        parts.stream().map(part -> new Block(kind(part), part.featureCount())).toList();
    Builder builder = new Builder(batch.rowCount());
    for (int row = 0; row < batch.rowCount(); row++) {
      int first = 0;
      for (RowBatch part : parts) {
        builder.add(part, row, first);
        first += part.featureCount();
      }
      builder.endRow();
    }
    return new RowEntries(
        blocks,
        batch instanceof MixedColumns,
        builder.starts,
        Arrays.copyOf(builder.features, builder.count),
        Arrays.copyOf(builder.values, builder.count));
  }

  private static Kind kind(RowBatch part) {
    return switch (part) {
      case NumericColumns _ -> Kind.NUMBERS;
      case BitColumns _ -> Kind.BITS;
      case CategoryColumns _ -> Kind.CODES;
      case SparseRows _ -> Kind.SPARSE;
      case MixedColumns _ -> throw new IllegalStateException();
    };
  }

  /// Collects entries.
  private static final class Builder {
    final int[] starts;
    int[] features = new int[64];
    double[] values = new double[64];
    int count;
    private int row;

    Builder(int rowCount) {
      starts = new int[rowCount + 1];
    }

    void add(RowBatch part, int at, int first) {
      switch (part) {
        case NumericColumns numbers -> {
          for (int j = 0; j < numbers.featureCount(); j++) {
            double value = numbers.value(at, j);
            if (!Double.isFinite(value)) {
              throw new IllegalArgumentException(
                  "test row %d has %s in feature %d; a finite number is expected"
                      .formatted(at, value, first + j));
            }
            put(first + j, value);
          }
        }
        case BitColumns bits -> {
          for (int j = 0; j < bits.featureCount(); j++) {
            put(first + j, bits.value(at, j) ? 1 : 0);
          }
        }
        case CategoryColumns codes -> {
          for (int j = 0; j < codes.featureCount(); j++) {
            put(first + j, codes.code(at, j));
          }
        }
        case SparseRows sparse -> {
          SparseRow view = new SparseRow();
          sparse.row(at, view);
          for (int i = view.from(); i < view.to(); i++) {
            put(first + view.indices()[i], view.values() == null ? 1 : view.values()[i]);
          }
        }
        case MixedColumns _ -> throw new IllegalStateException();
      }
    }

    private void put(int feature, double value) {
      if (Double.doubleToRawLongBits(value) == 0) {
        return;
      }
      if (count == features.length) {
        features = Arrays.copyOf(features, Math.multiplyExact(2, count));
        values = Arrays.copyOf(values, features.length);
      }
      features[count] = feature;
      values[count++] = value;
    }

    void endRow() {
      starts[++row] = count;
    }
  }

  int rowCount() {
    return starts.length - 1;
  }

  private int featureCount() {
    int count = 0;
    for (Block block : blocks) {
      count = Math.addExact(count, block.featureCount());
    }
    return count;
  }

  private void check() {
    if (blocks.isEmpty() || blocks.size() > 1 && !isMixed || starts.length == 0 || starts[0] != 0) {
      throw new IllegalArgumentException(
          "the test rows have no features, or no beginning; entries from 0 on are expected");
    }
    if (starts[rowCount()] != features.length || features.length != values.length) {
      throw new IllegalArgumentException(
          "the test rows have %d features and %d values; %d of each are expected"
              .formatted(features.length, values.length, starts[rowCount()]));
    }
    int d = featureCount();
    for (int row = 0; row < rowCount(); row++) {
      if (starts[row] > starts[row + 1] || starts[row + 1] > features.length) {
        throw new IllegalArgumentException(
            "test row %d has the entries %d to %d; ascending ones up to %d are expected"
                .formatted(row, starts[row], starts[row + 1], features.length));
      }
      int before = -1;
      for (int i = starts[row]; i < starts[row + 1]; i++) {
        if (features[i] <= before || features[i] >= d || !Double.isFinite(values[i])) {
          throw new IllegalArgumentException(
              "test row %d has %s in feature %d; finite numbers in ascending features below %d are expected"
                  .formatted(row, values[i], features[i], d));
        }
        before = features[i];
      }
    }
  }

  /// The rows as their scorer takes them.
  ///
  /// @throws IllegalArgumentException if a value is not a bit or a code
  RowBatch batch() {
    RowBatch[] parts = new RowBatch[blocks.size()];
    int first = 0;
    for (int b = 0; b < parts.length; b++) {
      Block block = blocks.get(b);
      parts[b] =
          switch (block.kind()) {
            case NUMBERS -> NumericColumns.of(numbers(first, block.featureCount()));
            case BITS -> bits(first, block.featureCount());
            case CODES -> codes(first, block.featureCount());
            case SPARSE -> sparse(first, block.featureCount());
          };
      first += block.featureCount();
    }
    return isMixed ? MixedColumns.of(parts) : parts[0];
  }

  private double[][] numbers(int first, int d) {
    double[][] columns = new double[d][rowCount()];
    for (int row = 0; row < rowCount(); row++) {
      for (int i = from(row, first); i < from(row, first + d); i++) {
        columns[features[i] - first][row] = values[i];
      }
    }
    return columns;
  }

  private BitColumns bits(int first, int d) {
    boolean[][] columns = new boolean[d][rowCount()];
    for (int row = 0; row < rowCount(); row++) {
      for (int i = from(row, first); i < from(row, first + d); i++) {
        columns[features[i] - first][row] = code(row, i) == 1;
      }
    }
    return BitColumns.copyOfColumns(columns);
  }

  private CategoryColumns codes(int first, int d) {
    int[][] columns = new int[d][rowCount()];
    for (int row = 0; row < rowCount(); row++) {
      for (int i = from(row, first); i < from(row, first + d); i++) {
        columns[features[i] - first][row] = code(row, i);
      }
    }
    return CategoryColumns.withMissing(CategoryColumns.MISSING, columns);
  }

  private int code(int row, int entry) {
    int code = (int) values[entry];
    if (code != values[entry]) {
      throw new IllegalArgumentException(
          "test row %d has %s in feature %d; an integer is expected"
              .formatted(row, values[entry], features[entry]));
    }
    return code;
  }

  private SparseRows sparse(int first, int d) {
    List<SparseRow> rows = new ArrayList<>();
    for (int row = 0; row < rowCount(); row++) {
      int from = from(row, first);
      int to = from(row, first + d);
      int[] indices = Arrays.copyOfRange(features, from, to);
      Arrays.setAll(indices, i -> indices[i] - first);
      rows.add(SparseRow.of(indices, Arrays.copyOfRange(values, from, to)));
    }
    return SparseRows.fromRows(rows, d);
  }

  /// The index of a row's first entry at or after the given feature.
  private int from(int row, int feature) {
    int at = Arrays.binarySearch(features, starts[row], starts[row + 1], feature);
    return at < 0 ? -at - 1 : at;
  }

  boolean sameAs(RowEntries other) {
    return blocks.equals(other.blocks)
        && isMixed == other.isMixed
        && Arrays.equals(starts, other.starts)
        && Arrays.equals(features, other.features)
        && Arrays.equals(values, other.values);
  }
}
