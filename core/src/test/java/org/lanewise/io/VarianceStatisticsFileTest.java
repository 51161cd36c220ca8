package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;
import org.lanewise.data.Features;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.data.NumericColumns;
import org.lanewise.internal.gather.state.VarianceState;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.textbook.Kept;

/// Diagonal statistics come back from a file as they were, and go on as if they had never been in
/// one.
class VarianceStatisticsFileTest {

  @Property(seed = "20261121", tries = 60)
  void theyGoOnWithTheSameBits(
      @ForAll long seed,
      @ForAll @IntRange(min = 1, max = 19) int featureCount,
      @ForAll @IntRange(min = 1, max = 12) int classCount,
      @ForAll @IntRange(max = 2500) int before,
      @ForAll @IntRange(max = 1500) int after,
      @ForAll boolean weighted)
      throws IOException {
    Random random = new Random(seed);
    VarianceStatistics kept =
        new VarianceStatistics(Features.unnamed(featureCount), Classes.unnamed(classCount));
    add(before, weighted, random, kept);
    assertGoesOn(kept, after, weighted, random);
  }

  @Test
  void theyGoOnAcrossTheEndOfARange() throws IOException {
    for (int before : new int[] {32_767, 32_768, 32_769, 40_000}) {
      Random random = new Random(before);
      VarianceStatistics kept = new VarianceStatistics(Features.unnamed(2), Classes.unnamed(3));
      add(before, true, random, kept);
      assertGoesOn(kept, 33_000, true, random);
    }
  }

  @Test
  void theyKeepWhatSubtractionHasCost() throws IOException {
    Random random = new Random(7);
    VarianceStatistics part = new VarianceStatistics(Features.unnamed(5), Classes.unnamed(3));
    add(300, false, random, part);
    VarianceStatistics kept = new VarianceStatistics(Features.unnamed(5), Classes.unnamed(3));
    add(700, false, random, kept);
    kept.merge(part).subtract(part);
    assertTrue(kept.subtractionError() > 0);
    VarianceStatistics read = assertGoesOn(kept, 500, false, random);
    assertEquals(kept.subtractionError(), read.subtractionError());
  }

  @Test
  void thoseWithMissingValuesGoOnWithTheSameBits() throws IOException {
    VarianceStatistics kept = SmallStatistics.missingNumbers();
    VarianceStatistics read =
        (VarianceStatistics) SmallStatistics.read(SmallStatistics.bytes(kept));
    assertTrue(read.hasMissing());
    assertArrayEquals(new double[] {1, 0}, read.summary().featureWeights(2));
    NumericColumns more = NumericColumns.fromRows(new double[][] {{5, 7}, {Double.NaN, 8}});
    Labels labels = Labels.ofIndices(new int[] {2, 2}, kept.classes());
    // A file does not keep what a caller allows.
    assertThrows(IllegalArgumentException.class, () -> read.add(more, labels));
    read.withMissing(MissingValues.ALLOW).add(more, labels);
    kept.add(more, labels);
    assertArrayEquals(SmallStatistics.bytes(kept), SmallStatistics.bytes(read));
  }

  @Test
  void whatNoRowsLeadToIsRefused() {
    VarianceStatistics kept = new VarianceStatistics(Features.unnamed(2), Classes.unnamed(2));
    add(10, false, new Random(9), kept);
    VarianceState state = Kept.state(kept);
    int[] labels = state.waitingLabels().clone();
    labels[3] = 2;
    assertEquals(
        "a row that waits is of class 2; 0 to 1 are expected",
        assertThrows(IllegalArgumentException.class, () -> Kept.restore(with(state, 10, labels)))
            .getMessage());
    assertEquals(
        "10 rows wait; at most 7 are expected",
        assertThrows(
                IllegalArgumentException.class,
                () -> Kept.restore(with(state, 7, state.waitingLabels())))
            .getMessage());
  }

  private static VarianceState with(VarianceState state, int openRows, int[] labels) {
    return new VarianceState(
        state.rowCount(),
        openRows,
        state.complete(),
        state.open(),
        labels,
        state.waitingWeights(),
        state.waitingRows());
  }

  /// Equal files are equal in every bit that later rows can depend on.
  private static VarianceStatistics assertGoesOn(
      VarianceStatistics kept, int after, boolean weighted, Random random) throws IOException {
    byte[] bytes = SmallStatistics.bytes(kept);
    VarianceStatistics read = (VarianceStatistics) SmallStatistics.read(bytes);
    assertArrayEquals(bytes, SmallStatistics.bytes(read));
    long seed = random.nextLong();
    add(after, weighted, new Random(seed), kept);
    add(after, weighted, new Random(seed), read);
    assertArrayEquals(SmallStatistics.bytes(kept), SmallStatistics.bytes(read));
    return read;
  }

  private static void add(int n, boolean weighted, Random random, VarianceStatistics out) {
    double[][] columns = new double[out.featureCount()][n];
    for (int j = 0; j < columns.length; j++) {
      double offset = 1e6 * j;
      columns[j] = random.doubles(n).map(x -> offset + x).toArray();
    }
    Labels labels =
        Labels.ofIndices(random.ints(n, 0, out.classCount()).toArray(), out.classCount());
    double[] weights = IntStream.range(0, n).mapToDouble(i -> random.nextInt(4) * 0.7).toArray();
    if (weighted) {
      out.add(NumericColumns.of(columns), labels.withWeights(weights));
    } else {
      out.add(NumericColumns.of(columns), labels);
    }
  }
}
