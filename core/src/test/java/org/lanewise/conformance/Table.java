package org.lanewise.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.CategoryDictionary;
import org.lanewise.data.NumericColumns;
import org.lanewise.data.SparseRows;

/// Rows of features as a case or a data set has them, to be had in every form that models take.
///
/// It holds text cells (null where a value is missing), or numbers, or sparse rows.
record Table(
    String[][] cells, double[][] numbers, int[][] indices, double[][] values, int featureCount) {

  static Table ofCells(String[][] cells) {
    return new Table(cells, null, null, null, cells.length == 0 ? 0 : width(cells[0]));
  }

  static Table ofNumbers(double[][] numbers) {
    return new Table(null, numbers, null, null, numbers.length == 0 ? 0 : numbers[0].length);
  }

  static Table ofSparse(int[][] indices, double[][] values, int featureCount) {
    return new Table(null, null, indices, values, featureCount);
  }

  private static int width(String[] row) {
    return row == null ? 0 : row.length;
  }

  /// Rows as a training set has them: arrays of cells, or objects from feature to value for rows
  /// that are mostly 0. Where the set says `"times"`, a row's cells are repeated so often, side by
  /// side.
  static Table read(JsonNode rows, JsonNode train) {
    if (rows.isEmpty() || !rows.get(0).isObject()) {
      String[][] cells = new String[rows.size()][];
      for (int i = 0; i < cells.length; i++) {
        cells[i] = rows.get(i).isNull() ? null : Json.texts(rows.get(i)).toArray(String[]::new);
      }
      Table table = ofCells(cells);
      return train.has("times") ? table.widened(train.get("times").intValue()) : table;
    }
    int[][] indices = new int[rows.size()][];
    double[][] values = new double[rows.size()][];
    for (int i = 0; i < indices.length; i++) {
      List<Map.Entry<String, JsonNode>> entries = new ArrayList<>(rows.get(i).properties());
      indices[i] = entries.stream().mapToInt(e -> Integer.parseInt(e.getKey())).toArray();
      values[i] = entries.stream().mapToDouble(e -> Json.number(e.getValue())).toArray();
    }
    return ofSparse(indices, values, train.get("featureCount").intValue());
  }

  private Table widened(int times) {
    int[] features = new int[featureCount * times];
    Arrays.setAll(features, j -> j % featureCount);
    return features(features);
  }

  int rowCount() {
    return cells != null ? cells.length : numbers != null ? numbers.length : indices.length;
  }

  Table select(int... rows) {
    return new Table(
        pick(cells, rows),
        pick(numbers, rows),
        pick(indices, rows),
        pick(values, rows),
        featureCount);
  }

  private static <T> T[] pick(T[] all, int[] rows) {
    if (all == null) {
      return null;
    }
    T[] picked = Arrays.copyOf(all, rows.length);
    Arrays.setAll(picked, i -> all[rows[i]]);
    return picked;
  }

  /// The same rows again and again, `count` of them.
  Table repeated(int count) {
    int[] rows = new int[count];
    Arrays.setAll(rows, i -> i % rowCount());
    return select(rows);
  }

  /// The given features of every row; of numbers and cells.
  Table features(int... kept) {
    if (cells != null) {
      return ofCells(
          Arrays.stream(cells)
              .map(row -> Arrays.stream(kept).mapToObj(j -> row[j]).toArray(String[]::new))
              .toArray(String[][]::new));
    }
    return ofNumbers(
        Arrays.stream(numbers)
            .map(row -> Arrays.stream(kept).mapToDouble(j -> row[j]).toArray())
            .toArray(double[][]::new));
  }

  /// Of images of 28×28 pixels the sums of their 7×7 blocks of 4×4.
  Table pooled() {
    double[][] sums = new double[rowCount()][49];
    for (int i = 0; i < sums.length; i++) {
      for (int p = 0; p < 784; p++) {
        sums[i][p / 28 / 4 * 7 + p % 28 / 4] += numbers[i][p];
      }
    }
    return ofNumbers(sums);
  }

  /// Rows of numbers, a missing one as NaN; a row may be null.
  double[][] toNumbers() {
    if (numbers != null) {
      return numbers;
    }
    double[][] rows = new double[rowCount()][];
    for (int i = 0; i < rows.length; i++) {
      if (cells == null) {
        rows[i] = new double[featureCount];
        for (int at = 0; at < indices[i].length; at++) {
          rows[i][indices[i][at]] = values[i][at];
        }
      } else if (cells[i] != null) {
        rows[i] =
            Arrays.stream(cells[i])
                .mapToDouble(cell -> cell == null ? Double.NaN : Double.parseDouble(cell))
                .toArray();
      }
    }
    return rows;
  }

  NumericColumns dense() {
    return NumericColumns.fromRows(toNumbers());
  }

  NumericColumns floats() {
    double[][] rows = toNumbers();
    float[][] columns = new float[featureCount][rows.length];
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < featureCount; j++) {
        columns[j][i] = (float) rows[i][j];
      }
    }
    return NumericColumns.of(columns);
  }

  SparseRows sparse() {
    if (indices == null) {
      return SparseRows.copyOf(dense());
    }
    int[] starts = new int[indices.length + 1];
    for (int i = 0; i < indices.length; i++) {
      starts[i + 1] = starts[i] + indices[i].length;
    }
    return SparseRows.of(
        starts,
        Arrays.stream(indices).flatMapToInt(Arrays::stream).toArray(),
        Arrays.stream(values).flatMapToDouble(Arrays::stream).toArray(),
        featureCount);
  }

  /// Values of 0 and 1, or those above a threshold.
  SparseRows sparseBits(Double threshold) {
    if (threshold == null) {
      return indices == null ? SparseRows.copyOf(dense()) : sparse();
    }
    return sparse().binarize(threshold);
  }

  /// Values of 0 and 1, or those above a threshold.
  BitColumns bits(Double threshold) {
    if (indices == null) {
      return threshold == null ? BitColumns.copyOf(dense()) : BitColumns.copyOf(dense(), threshold);
    }
    int words = BitColumns.rowWords(featureCount);
    long[] rows = new long[rowCount() * words];
    for (int i = 0; i < indices.length; i++) {
      for (int at = 0; at < indices[i].length; at++) {
        if (values[i][at] > (threshold == null ? 0 : threshold)) {
          rows[i * words + indices[i][at] / 64] |= 1L << indices[i][at];
        }
      }
    }
    return BitColumns.fromPackedRows(rows, featureCount);
  }

  /// Values of 0 and 1 with missing ones.
  CategoryColumns missingBits() {
    return CategoryColumns.copyOfBinary(dense());
  }

  /// Category codes, those of −1 missing, as the cases have it.
  CategoryColumns codes() {
    int[][] columns = new int[featureCount][rowCount()];
    for (int i = 0; i < rowCount(); i++) {
      for (int j = 0; j < featureCount; j++) {
        columns[j][i] =
            numbers != null
                ? (int) numbers[i][j]
                : cells[i][j] == null ? -1 : Integer.parseInt(cells[i][j]);
      }
    }
    return CategoryColumns.withMissing(-1, columns);
  }

  /// Categories by name, in given dictionaries or, without, in those of these rows.
  CategoryColumns names(List<CategoryDictionary> dictionaries, List<String> missing) {
    String[][] columns = new String[featureCount][rowCount()];
    for (int i = 0; i < rowCount(); i++) {
      for (int j = 0; j < featureCount; j++) {
        columns[j][i] = cells[i][j];
      }
    }
    return dictionaries == null
        ? CategoryColumns.copyOfColumns(missing, columns)
        : CategoryColumns.copyOfColumns(dictionaries, missing, columns);
  }
}
