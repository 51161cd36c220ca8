package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.BitColumns;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.NumericColumns;
import org.lanewise.model.discrete.MultinomialNaiveBayes;
import org.lanewise.model.mixed.MixedNaiveBayes;

class SeparationTest {

  private static final Labels LABELS = Labels.ofIndices(new int[] {0, 0, 0, 0, 1, 1, 1, 1}, 2);

  @Test
  void allBlocksOfAMixedModelShareOneScale() {
    NumericColumns numbers = NumericColumns.fromRows(column(1, 2, 3, 4, 3, 4, 5, 6));
    BitColumns bits =
        BitColumns.copyOf(NumericColumns.fromRows(column(0, 0, 0, 1, 1, 1, 1, 0)), .5);
    // The same as the bit: two values whose indicators are equal up to the sign.
    CategoryColumns categories =
        CategoryColumns.fromRows(new int[][] {{0}, {0}, {0}, {1}, {1}, {1}, {1}, {0}});
    List<Separation> all =
        Separation.all(MixedNaiveBayes.fit(MixedColumns.of(numbers, bits, categories), LABELS));
    assertEquals(1, all.size());
    assertEquals("Features that separate most", all.getFirst().heading());
    // Means 2.5 and 4.5, variances 1.25. By Laplace's smoothing the shares are 2/6 and 4/6: 1/36
    // between the classes, 2/9 within them.
    assertArrayEquals(new double[] {0.8, 0.125, 0.125}, all.getFirst().values(), 1e-6);
    assertEquals(
        List.of("feature 0", "feature 1", "feature 2"), List.copyOf(all.getFirst().names()));
  }

  @Test
  void occurrencesHaveAScaleOfTheirOwn() {
    NumericColumns counts = NumericColumns.fromRows(column(1, 2, 3, 4, 3, 4, 5, 6));
    List<Separation> all = Separation.all(MultinomialNaiveBayes.fit(counts, LABELS));
    assertEquals(
        List.of("Counts that separate most"), all.stream().map(Separation::heading).toList());
  }

  private static double[][] column(double... values) {
    double[][] rows = new double[values.length][];
    for (int i = 0; i < values.length; i++) {
      rows[i] = new double[] {values[i]};
    }
    return rows;
  }
}
