package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MissingValues;
import org.lanewise.statistics.VarianceStatistics;
import org.lanewise.statistics.VarianceSummary;

/// Files that version 3 wrote are read, and written again byte for byte.
class StatisticsVersion3Test {

  @Test
  void diagonalStatisticsWithMissingValuesOfVersion3() throws IOException {
    byte[] fixture = fixture("missing-numbers-statistics");
    VarianceStatistics read =
        assertInstanceOf(VarianceStatistics.class, SmallStatistics.read(fixture));
    VarianceSummary summary = read.summary();
    assertTrue(read.hasMissing());
    assertEquals(7, read.rowCount());
    assertArrayEquals(new double[] {3, 5, 1}, summary.classWeights());
    assertArrayEquals(new double[] {1, 0}, summary.featureWeights(2));
    assertEquals(-1, summary.origin()[0] + summary.residualMean(2)[0], 1e-15);
    assertEquals(5.6, summary.origin()[0] + summary.residualMean(1)[0], 1e-14);
    assertArrayEquals(new double[] {2, 1400}, summary.sumsOfSquares(0), 1e-12);
    assertArrayEquals(fixture, SmallStatistics.bytes(SmallStatistics.missingNumbers()));
  }

  @Test
  void theyGoOnAsIfTheyHadNeverBeenInAFile() throws IOException {
    VarianceStatistics kept = SmallStatistics.missingNumbers();
    VarianceStatistics read =
        (VarianceStatistics) SmallStatistics.read(SmallStatistics.bytes(kept));
    DoubleColumns more = DoubleColumns.fromRows(new double[][] {{5, 7}, {Double.NaN, 8}});
    Labels labels = Labels.ofIndices(new int[] {2, 2}, kept.classes());
    // A file does not keep what a caller allows.
    assertThrows(IllegalArgumentException.class, () -> read.add(more, labels));
    read.withMissing(MissingValues.ALLOW).add(more, labels);
    kept.add(more, labels);
    assertArrayEquals(SmallStatistics.bytes(kept), SmallStatistics.bytes(read));
  }

  private static byte[] fixture(String name) throws IOException {
    String resource = "/model/v3-" + name + ".lanewise";
    try (InputStream stream = StatisticsVersion3Test.class.getResourceAsStream(resource)) {
      return stream.readAllBytes();
    }
  }
}
