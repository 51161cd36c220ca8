package org.lanewise.cli.table;

import java.util.List;
import java.util.Objects;

/// Rows with few non-zero values, in compressed sparse row form.
///
/// @param rowCount the number of rows
/// @param featureCount the number of features, more than the largest index
/// @param rowStarts row i is at `rowStarts[i] … rowStarts[i + 1] − 1`; `rowCount + 1` of them
/// @param indices the 0-based features, ascending within a row
/// @param values their values, finite and not 0
/// @param zeroLine the 1-based line of the file where the index 0 is first, perhaps with the value
///   0; 0 if it is nowhere
public record SparseFeatures(
    int rowCount, int featureCount, int[] rowStarts, int[] indices, double[] values, long zeroLine)
    implements FeatureTable {

  /// Checks that the sizes fit one another.
  public SparseFeatures {
    if (rowStarts.length != rowCount + 1 || rowStarts[0] != 0) {
      throw new IllegalArgumentException(
          "found %d row starts; expected %d from 0".formatted(rowStarts.length, rowCount + 1));
    }
    Objects.checkFromToIndex(0, rowStarts[rowCount], Math.min(indices.length, values.length));
  }

  /// The index of the first feature. libsvm counts from 1: a file with the index 0 anywhere counts
  /// from 0.
  public int firstIndex() {
    return zeroLine == 0 ? 1 : 0;
  }

  /// The rows of all parts, with as many features as the part that has most.
  static SparseFeatures join(List<SparseFeatures> parts) {
    int rowCount = FeatureTable.rowCount(parts);
    int valueCount = 0;
    int featureCount = 0;
    long zeroLine = 0;
    for (SparseFeatures part : parts) {
      valueCount = Math.addExact(valueCount, part.rowStarts[part.rowCount]);
      featureCount = Math.max(featureCount, part.featureCount);
      zeroLine = zeroLine == 0 ? part.zeroLine : zeroLine;
    }
    int[] starts = new int[rowCount + 1];
    int[] indices = new int[valueCount];
    double[] values = new double[valueCount];
    int row = 0;
    int next = 0;
    for (SparseFeatures part : parts) {
      int count = part.rowStarts[part.rowCount];
      for (int i = 0; i < part.rowCount; i++) {
        starts[row++] = next + part.rowStarts[i];
      }
      System.arraycopy(part.indices, 0, indices, next, count);
      System.arraycopy(part.values, 0, values, next, count);
      next += count;
    }
    starts[row] = next;
    return new SparseFeatures(rowCount, featureCount, starts, indices, values, zeroLine);
  }

  @Override
  public SparseFeatures select(int[] rows) {
    int[] selectedStarts = new int[rows.length + 1];
    for (int i = 0; i < rows.length; i++) {
      int count = rowStarts[rows[i] + 1] - rowStarts[rows[i]];
      selectedStarts[i + 1] = Math.addExact(selectedStarts[i], count);
    }
    int[] selectedIndices = new int[selectedStarts[rows.length]];
    double[] selectedValues = new double[selectedStarts[rows.length]];
    for (int i = 0; i < rows.length; i++) {
      int start = rowStarts[rows[i]];
      int count = rowStarts[rows[i] + 1] - start;
      System.arraycopy(indices, start, selectedIndices, selectedStarts[i], count);
      System.arraycopy(values, start, selectedValues, selectedStarts[i], count);
    }
    return new SparseFeatures(
        rows.length, featureCount, selectedStarts, selectedIndices, selectedValues, zeroLine);
  }

  /// The same rows among those features that these or others have, counted from 0 if either are.
  SparseFeatures withFeaturesOf(SparseFeatures other) {
    return new SparseFeatures(
        rowCount,
        Math.max(featureCount, other.featureCount),
        rowStarts,
        indices,
        values,
        zeroLine == 0 ? other.zeroLine : zeroLine);
  }
}
