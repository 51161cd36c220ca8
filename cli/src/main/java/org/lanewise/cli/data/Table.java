package org.lanewise.cli.data;

import java.util.List;
import java.util.stream.Stream;

/// The rows of a data file.
///
/// @param file the file's name, for messages
/// @param schema what the columns were
/// @param features the features of all rows
/// @param labels the label of each row; none if labels were ignored
/// @param weights the weight of each row, finite and not negative; none if there is no such column
/// @param lines the 1-based line on which each row begins
public record Table(
    String file,
    Schema schema,
    Features features,
    List<String> labels,
    double[] weights,
    int[] lines) {

  /// Checks that every row has a line, and labels and weights are for all rows or none.
  public Table {
    labels = List.copyOf(labels);
    int rowCount = features.rowCount();
    if (lines.length != rowCount
        || (!labels.isEmpty() && labels.size() != rowCount)
        || (weights.length != 0 && weights.length != rowCount)) {
      throw new IllegalArgumentException(
          "%d rows have %d lines, %d labels, %d weights"
              .formatted(rowCount, lines.length, labels.size(), weights.length));
    }
  }

  /// The number of rows.
  public int rowCount() {
    return features.rowCount();
  }

  /// The same rows with their features in another form.
  public Table withFeatures(Features newFeatures) {
    return new Table(file, schema, newFeatures, labels, weights, lines);
  }

  /// The same rows with the categories of each feature coded in the order of classes, those of
  /// other tables among them; this if its features are no categories.
  ///
  /// @param others tables with the same features
  public Table withSortedCategories(Table... others) {
    if (!(features instanceof CategoryFeatures own)) {
      return this;
    }
    CategoryFeatures[] more =
        Stream.of(others)
            .map(other -> (CategoryFeatures) other.features)
            .toArray(CategoryFeatures[]::new);
    return withFeatures(own.recode(own.sortedDictionaries(more)));
  }

  /// The given rows only, in that order.
  ///
  /// @throws IndexOutOfBoundsException if a row is out of range
  public Table select(int[] rows) {
    String[] selectedLabels = new String[labels.isEmpty() ? 0 : rows.length];
    for (int i = 0; i < selectedLabels.length; i++) {
      selectedLabels[i] = labels.get(rows[i]);
    }
    double[] selectedWeights = new double[weights.length == 0 ? 0 : rows.length];
    for (int i = 0; i < selectedWeights.length; i++) {
      selectedWeights[i] = weights[rows[i]];
    }
    int[] selectedLines = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      selectedLines[i] = lines[rows[i]];
    }
    return new Table(
        file,
        schema,
        features.select(rows),
        List.of(selectedLabels),
        selectedWeights,
        selectedLines);
  }
}
