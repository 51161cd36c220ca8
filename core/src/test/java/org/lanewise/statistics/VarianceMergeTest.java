package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.statistics.VarianceRows.RANGE;
import static org.lanewise.statistics.VarianceRows.addRows;
import static org.lanewise.statistics.VarianceRows.assertSameBits;
import static org.lanewise.statistics.VarianceRows.assertTextbook;
import static org.lanewise.statistics.VarianceRows.bits;
import static org.lanewise.statistics.VarianceRows.part;
import static org.lanewise.statistics.VarianceRows.statistics;
import static org.lanewise.statistics.VarianceRows.whole;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.textbook.RandomData;

/// Merging, subtracting and selecting of [VarianceStatistics]; up to 8 classes and more.
class VarianceMergeTest {

  @Property(seed = "207", tries = 20)
  void mergedPartsAreTheWholeWithinRounding(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 5) int parts,
      @ForAll @IntRange(min = 9, max = 3000) int n,
      @ForAll @IntRange(min = 1, max = 9) int k) {
    RandomData data = RandomData.of(seed, n, 2, k, 1e9);
    VarianceStatistics merged = statistics(data);
    for (int part = 0; part < parts; part++) {
      VarianceStatistics other = part(data, n * part / parts, n * (part + 1) / parts);
      long[] before = bits(other.summary());
      merged.merge(other);
      assertArrayEquals(before, bits(other.summary()), "the right side stays as it is");
    }
    assertTextbook(data, merged.summary());
    assertEquals(n, merged.rowCount());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1500, 8192, 32768})
  void mergeAtARangeBoundaryGivesTheBitsOfTheWhole(int rest) {
    for (int k : new int[] {3, 9}) {
      RandomData data = RandomData.of(13, 2 * RANGE + rest, 4, k, 5);
      VarianceStatistics left = part(data, 0, 2 * RANGE);
      assertSameBits(
          whole(data),
          left.merge(part(data, 2 * RANGE, data.rows.length)).as(VarianceStatistics.class));
    }
  }

  @Test
  void mergeOfNothingChangesNothing() {
    RandomData data = RandomData.of(14, 1700, 4, 2, 5);
    VarianceStatistics statistics = part(data, 0, 300);
    statistics.merge(statistics(data));
    addRows(statistics, data, 300, 1700);
    assertSameBits(whole(data), statistics);
    assertSameBits(whole(data), statistics(data).merge(whole(data)).as(VarianceStatistics.class));
  }

  @Test
  void otherShapesAreRefused() {
    VarianceStatistics statistics = new VarianceStatistics(Features.unnamed(3), Classes.unnamed(2));
    for (VarianceStatistics other :
        new VarianceStatistics[] {
          new VarianceStatistics(Features.unnamed(4), Classes.unnamed(2)),
          new VarianceStatistics(Features.unnamed(3), Classes.unnamed(3))
        }) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> statistics.merge(other)).getMessage();
      assertTrue(
          message.matches("the statistics to merge have (4 features; 3|3 classes; 2) are expected"),
          message);
      assertThrows(IllegalArgumentException.class, () -> statistics.subtract(other));
    }
    assertThrows(IllegalArgumentException.class, () -> statistics.merge(statistics));
    assertThrows(
        IllegalArgumentException.class,
        () -> new VarianceStatistics(Features.unnamed(0), Classes.unnamed(2)));
    assertThrows(
        IllegalArgumentException.class,
        () -> new VarianceStatistics(Features.unnamed(2), Classes.unnamed(0)));
  }

  @Property(seed = "208", tries = 20)
  void whatIsLeftAfterSubtractionIsWithinItsBound(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 9) int k,
      @ForAll @IntRange(min = 100, max = 3000) int n) {
    RandomData data = RandomData.of(seed, n, 2, k, 1e7);
    VarianceStatistics left =
        whole(data).subtract(part(data, n / 2, n)).as(VarianceStatistics.class);
    assertEquals(n / 2, left.rowCount());
    double bound = left.subtractionError();
    assertTrue(bound > 0 && bound < 1e-9, () -> "bound " + bound);
    VarianceSummary expected = part(data, 0, n / 2).summary();
    for (int c = 0; c < k; c++) {
      for (int j = 0; j < 2; j++) {
        double square = expected.sumsOfSquares(c)[j];
        assertEquals(square, left.summary().sumsOfSquares(c)[j], (bound + 1e-13) * square);
      }
    }
    // Growing, and part of what is merged.
    double merged = statistics(data).merge(left).as(VarianceStatistics.class).subtractionError();
    assertEquals(bound, merged, 1e-12 * bound);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void subtractRefusesWhereCancellationCostsTooMuchAndChangesNothing(int k) {
    RandomData data = RandomData.of(15, 100 * k, 2, k, 0);
    double[][] rows = data.rows.clone();
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {rows[i][0], (i < 50 * k ? 1e6 : 1e-6) * rows[i][1]};
    }
    RandomData wild = data.with(rows, data.labels, data.weights);
    VarianceStatistics all = whole(wild);
    long[] before = bits(all.summary());
    VarianceStatistics part = part(wild, 0, 50 * k);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> all.subtract(part));
    assertTrue(refused.getMessage().contains("feature 1"), refused.getMessage());
    assertArrayEquals(before, bits(all.summary()));
    assertThrows(IllegalArgumentException.class, () -> part.subtract(whole(wild)));
  }

  @Test
  void nothingIsLeftOfAClassWhoseRowsAreAllSubtracted() {
    RandomData data = RandomData.of(16, 200, 2, 2, 5).unweighted();
    Labels first = Labels.ofIndices(new int[200], 2);
    int[] ones = new int[200];
    Arrays.fill(ones, 1);
    VarianceStatistics second = VarianceStatistics.of(data.columns(), Labels.ofIndices(ones, 2));
    VarianceStatistics all =
        VarianceStatistics.of(data.columns(), first).merge(second).as(VarianceStatistics.class);
    all.subtract(second);
    assertArrayEquals(new double[] {200, 0}, all.summary().classWeights());
    assertArrayEquals(new double[2], all.summary().sumsOfSquares(1));
    assertArrayEquals(new double[2], all.summary().residualMean(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 9})
  void selectedFeaturesAreThoseOfTheirColumns(int k) {
    RandomData data = RandomData.of(17, 3000, 11, k, 4);
    int[] features = {10, 0, 7};
    double[][] rows =
        Arrays.stream(data.rows)
            .map(row -> Arrays.stream(features).mapToDouble(j -> row[j]).toArray())
            .toArray(double[][]::new);
    assertSameBits(whole(data.with(rows, data.labels, data.weights)), whole(data).select(features));
    assertThrows(IllegalArgumentException.class, () -> whole(data).select(1, 1));
    assertThrows(IllegalArgumentException.class, () -> whole(data).select(11));
    assertThrows(IllegalArgumentException.class, () -> whole(data).select());
  }
}
