package org.lanewise.statistics;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lanewise.statistics.GaussianRows.RANGE;
import static org.lanewise.statistics.GaussianRows.addRows;
import static org.lanewise.statistics.GaussianRows.assertSameBits;
import static org.lanewise.statistics.GaussianRows.assertTextbook;
import static org.lanewise.statistics.GaussianRows.bits;
import static org.lanewise.statistics.GaussianRows.statistics;
import static org.lanewise.statistics.GaussianRows.whole;

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
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.state.GaussianState;
import org.lanewise.textbook.RandomData;

/// Merging of [GaussianStatistics]: near the textbook always, the bits of the whole where ranges
/// end.
class GaussianMergeTest {

  @Property(seed = "110", tries = 15)
  void mergedPartsAreTheWholeWithinRounding(
      @ForAll int seed,
      @ForAll @IntRange(min = 1, max = 5) int parts,
      @ForAll @IntRange(min = 5, max = 800) int n,
      @ForAll @IntRange(min = 1, max = 9) int d) {
    RandomData data = RandomData.of(seed, n, d, 3, 1e9);
    GaussianStatistics merged = statistics(data);
    for (int part = 0; part < parts; part++) {
      GaussianStatistics other = statistics(data);
      addRows(other, data, n * part / parts, n * (part + 1) / parts);
      long[] before = bits(other.summary());
      merged.merge(other);
      assertArrayEquals(before, bits(other.summary()), "the right side stays as it is");
    }
    assertTextbook(data, merged.summary());
    assertEquals(n, merged.rowCount());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100, 8191, 8192})
  void mergeAtARangeBoundaryGivesTheBitsOfTheWhole(int rest) {
    RandomData data = RandomData.of(11, 2 * RANGE + rest, 4, 3, 5);
    GaussianStatistics left = statistics(data);
    addRows(left, data, 0, 2 * RANGE);
    GaussianStatistics right = statistics(data);
    addRows(right, data, 2 * RANGE, data.rows.length);
    assertSameBits(whole(data), left.merge(right).as(GaussianStatistics.class));
  }

  /// Rows of weight 0 count in a range, a class comes late, and the last range stays open.
  @Test
  void rangesGatheredApartAreWhatOnePassGives() {
    int n = 3 * GaussianState.RANGE_ROWS + 700;
    RandomData data = RandomData.of(16, n, 5, 4, 1e6);
    String[] names = new String[n];
    double[] weights = new double[n];
    for (int i = 0; i < n; i++) {
      boolean late = data.labels[i] == 0 && i < GaussianState.RANGE_ROWS + 10;
      names[i] = "c" + (late ? 3 : data.labels[i]);
      weights[i] = i % 5 == 0 ? 0 : 0.1 * (i % 7);
    }
    GaussianStatistics merged = new GaussianStatistics(5);
    for (int from = 0; from < n; from += GaussianState.RANGE_ROWS) {
      int to = Math.min(n, from + GaussianState.RANGE_ROWS);
      NumericColumns rows = NumericColumns.fromRows(Arrays.copyOfRange(data.rows, from, to));
      Labels labels =
          Labels.of(Arrays.copyOfRange(names, from, to))
              .withWeights(Arrays.copyOfRange(weights, from, to));
      if (to < n) {
        merged.merge(new GaussianStatistics(5).add(rows, labels));
      } else {
        merged.add(rows, labels);
      }
    }
    GaussianStatistics whole =
        new GaussianStatistics(5)
            .add(NumericColumns.fromRows(data.rows), Labels.of(names).withWeights(weights))
            .as(GaussianStatistics.class);
    assertSameBits(whole, merged);
    assertEquals(whole.state().openRows(), merged.state().openRows());
  }

  @Test
  void rowsAfterAMergeCountToo() {
    RandomData data = RandomData.of(12, 3000, 4, 2, 5);
    GaussianStatistics left = statistics(data);
    addRows(left, data, 0, 1000);
    GaussianStatistics right = statistics(data);
    addRows(right, data, 1000, 1800);
    left.merge(right);
    addRows(left, data, 1800, 3000);
    assertTextbook(data, left.summary());
    assertEquals(3000, left.rowCount());
  }

  @Test
  void mergeIntoEmptyStatisticsGivesTheSameBits() {
    RandomData data = RandomData.of(13, 2 * RANGE + 50, 4, 2, 5);
    assertSameBits(whole(data), statistics(data).merge(whole(data)).as(GaussianStatistics.class));
  }

  @Test
  void mergeOfEmptyStatisticsLeavesLaterBitsAlone() {
    RandomData data = RandomData.of(14, 700, 4, 2, 5);
    GaussianStatistics statistics = statistics(data);
    addRows(statistics, data, 0, 300);
    statistics.merge(statistics(data));
    addRows(statistics, data, 300, 700);
    assertSameBits(whole(data), statistics);
  }

  @Test
  void mergeOfOtherShapesIsRefused() {
    GaussianStatistics statistics = new GaussianStatistics(Features.unnamed(3), Classes.unnamed(2));
    for (GaussianStatistics other :
        new GaussianStatistics[] {
          new GaussianStatistics(Features.unnamed(4), Classes.unnamed(2)),
          new GaussianStatistics(Features.unnamed(3), Classes.unnamed(3))
        }) {
      String message =
          assertThrows(IllegalArgumentException.class, () -> statistics.merge(other)).getMessage();
      assertTrue(
          message.matches("the statistics to merge have (4 features; 3|3 classes; 2) are expected"),
          message);
    }
    assertThrows(IllegalArgumentException.class, () -> statistics.merge(statistics));
  }
}
