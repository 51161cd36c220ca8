package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Labels;
import org.lanewise.data.NumericColumns;

/// What is left of a class of rows with weights.
class SubtractedWeightsTest {

  private static final double[] FRACTIONS = {.2, .2, .2, .15, .7, .1, .1};

  /// Rows at one place, from `from` to `to` − 1.
  private static NumericColumns rows(int from, int to) {
    return NumericColumns.fromRows(new double[to - from][2]);
  }

  private static Labels labels(int from, int to) {
    String[] names = new String[to - from];
    Arrays.fill(names, "c");
    return Labels.of(List.of(names)).withWeights(Arrays.copyOfRange(FRACTIONS, from, to));
  }

  private static Statistics statistics(boolean diagonal, int from, int to) {
    return diagonal
        ? VarianceStatistics.of(rows(from, to), labels(from, to))
        : GaussianStatistics.of(rows(from, to), labels(from, to));
  }

  private static Statistics whole(boolean diagonal) {
    NumericColumns others = NumericColumns.fromRows(new double[][] {{1, 2}, {3, 1}, {2, 2}});
    Labels labels = Labels.of(List.of("a", "a", "a"));
    Statistics whole = statistics(diagonal, 0, FRACTIONS.length);
    return whole.merge(
        diagonal ? VarianceStatistics.of(others, labels) : GaussianStatistics.of(others, labels));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClassIsEmptyWhereAllItsFractionsWereSubtracted(boolean diagonal) {
    for (int cut = 1; cut < FRACTIONS.length; cut++) {
      for (boolean lastFirst : new boolean[] {false, true}) {
        Statistics first = statistics(diagonal, 0, cut);
        Statistics last = statistics(diagonal, cut, FRACTIONS.length);
        Statistics rest = whole(diagonal);
        rest.subtract(lastFirst ? last : first).subtract(lastFirst ? first : last);
        assertEquals(List.of("a"), rest.withoutEmptyClasses().classes().names());
      }
    }
  }

  @Test
  void oneRowOfMillionsIsLeft() {
    Labels all = Labels.of(List.of("c", "c")).withWeights(0x1p53 - 1, 1);
    Labels most = Labels.of(List.of("c")).withWeights(0x1p53 - 1);
    GaussianStatistics rest = GaussianStatistics.of(rows(0, 2), all);
    rest.subtract(GaussianStatistics.of(rows(0, 1), most));
    assertEquals(1, rest.summary().classWeight(0));
    assertThrows(IllegalArgumentException.class, () -> rest.subtract(statistics(false, 0, 6)));
  }
}
