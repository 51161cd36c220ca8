package org.lanewise.model.gaussian;

import org.lanewise.data.BadDataException;
import org.lanewise.data.Classes;
import org.lanewise.data.Fact;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;
import org.lanewise.statistics.GaussianStatistics;

/// A second pass over the rows of statistics.
final class SecondPass {

  /// The largest relative difference of weights between the two passes that counts as rounding.
  private static final double SAME_WEIGHT = 1e-9;

  private SecondPass() {}

  /// The classes of the rows, as indices of those of the first pass.
  ///
  /// @throws IllegalArgumentException if the rows are not those of the first pass
  static int[] classes(GaussianStatistics first, NumericColumns rows, Labels labels) {
    Classes classes = first.classes();
    first.features().requireSame(rows.features(), "");
    labels.requireOneForEach(rows);
    int[] to = labels.classes().indicesIn(classes);
    int[] found = new int[rows.rowCount()];
    for (int row = 0; row < found.length; row++) {
      found[row] = to[labels.index(row)];
      if (found[row] < 0) {
        throw new BadDataException(
            "%s is of %s; one of the classes %s is expected, as in the first pass",
            Fact.row(row), Fact.label(labels.index(row), labels.classes()), classes);
      }
    }
    return found;
  }

  /// Refuses rows whose weights are not those of the first pass.
  static void requireWeights(GaussianStatistics first, int[] classes, Labels labels) {
    double[] weights = new double[first.classCount()];
    for (int row = 0; row < classes.length; row++) {
      weights[classes[row]] += labels.weight(row);
    }
    double[] expected = first.summary().classWeights();
    for (int c = 0; c < expected.length; c++) {
      if (!(Math.abs(weights[c] - expected[c]) <= SAME_WEIGHT * expected[c])) {
        throw new BadDataException(
            "the second pass met rows of weight %s in %s; %s is expected, as in the first pass",
            Fact.value(weights[c]), Fact.label(c, first.classes()), expected[c]);
      }
    }
  }
}
