package org.lanewise.cli.table;

import java.util.Objects;

/// Rows of which few values are not zero, in compressed sparse row form.
///
/// @param rowCount the number of rows
/// @param featureCount the number of features, more than the largest index
/// @param rowStarts row i is at `rowStarts[i] … rowStarts[i + 1] − 1`; `rowCount + 1` of them
/// @param indices the 0-based features, ascending within a row
/// @param values their values, finite and not 0
public record SparseFeatures(
    int rowCount, int featureCount, int[] rowStarts, int[] indices, double[] values)
    implements Features {

  /// Checks that the sizes fit one another.
  public SparseFeatures {
    if (rowStarts.length != rowCount + 1 || rowStarts[0] != 0) {
      throw new IllegalArgumentException(
          "there are %d row starts; %d from 0 were expected"
              .formatted(rowStarts.length, rowCount + 1));
    }
    Objects.checkFromToIndex(0, rowStarts[rowCount], Math.min(indices.length, values.length));
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
        rows.length, featureCount, selectedStarts, selectedIndices, selectedValues);
  }

  /// The same rows among more features, as when another file has larger indices.
  ///
  /// @throws IllegalArgumentException if there are fewer features than now
  public SparseFeatures withFeatureCount(int newFeatureCount) {
    if (newFeatureCount < featureCount) {
      throw new IllegalArgumentException(
          "%d features are too few; at least %d were expected"
              .formatted(newFeatureCount, featureCount));
    }
    return new SparseFeatures(rowCount, newFeatureCount, rowStarts, indices, values);
  }
}
