package org.lanewise.cli.table;

import java.util.List;
import org.lanewise.data.Labels;

/// Labelled rows of numbers in borrowed arrays, which may be longer.
///
/// @param columns `columns[feature][row]`
/// @param rowCount the number of rows
/// @param labels for each row the index of its class in `classes`
/// @param classes the names of the classes, perhaps one twice or without rows
/// @param weights for each row its weight; null where all weigh 1
/// @param lines for each row the 1-based line on which it begins
public record NumberRows(
    double[][] columns,
    int rowCount,
    int[] labels,
    List<String> classes,
    double[] weights,
    long[] lines) {

  /// The rows of a table of numbers with labels.
  public static NumberRows of(Table table) {
    Labels labels = table.labels();
    return new NumberRows(
        ((NumberFeatures) table.features()).columns(),
        table.rowCount(),
        labels.toArray(),
        labels.classes().names(),
        labels.areWeighted() ? labels.weights() : null,
        table.lines());
  }
}
