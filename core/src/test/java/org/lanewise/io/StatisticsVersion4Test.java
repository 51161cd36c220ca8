package org.lanewise.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lanewise.data.CategoryColumns;
import org.lanewise.data.DoubleColumns;
import org.lanewise.data.Labels;
import org.lanewise.data.MixedColumns;
import org.lanewise.data.SparseRows;
import org.lanewise.statistics.CategoryStatistics;
import org.lanewise.statistics.CountStatistics;
import org.lanewise.statistics.MixedStatistics;
import org.lanewise.statistics.VarianceStatistics;

/// Files that version 4 wrote are read, and written again byte for byte.
class StatisticsVersion4Test {

  @Test
  void statisticsOfBlocksOfVersion4() throws IOException {
    byte[] fixture;
    String resource = "/model/v4-mixed-statistics.lanewise";
    try (InputStream stream = StatisticsVersion4Test.class.getResourceAsStream(resource)) {
      fixture = stream.readAllBytes();
    }
    MixedStatistics read = assertInstanceOf(MixedStatistics.class, SmallStatistics.read(fixture));
    assertEquals(List.of("a", "b", "colour", "ja", "nein"), read.features().names());
    assertEquals(2, read.rowCount());
    assertEquals(0.5, read.classWeight(1));
    VarianceStatistics numbers = (VarianceStatistics) read.block(0);
    assertArrayEquals(new double[] {1, 0.5}, numbers.summary().classWeights());
    assertEquals(0.5, ((CategoryStatistics) read.block(1)).count(1, 0, 0));
    CountStatistics words = (CountStatistics) read.block(2);
    assertEquals(2, words.count(0, 0));
    assertTrue(words.features().areWords());
    assertArrayEquals(fixture, SmallStatistics.bytes(SmallStatistics.mixed()));
  }

  @Test
  void theyGoOnAsIfTheyHadNeverBeenInAFile() throws IOException {
    MixedStatistics kept = SmallStatistics.mixed();
    MixedStatistics read = (MixedStatistics) SmallStatistics.read(SmallStatistics.bytes(kept));
    MixedColumns more =
        MixedColumns.of(
            DoubleColumns.of(new double[] {5, 6}, new double[] {7, 8}),
            CategoryColumns.of(
                ((CategoryStatistics) kept.block(1)).dictionaries(), new int[] {0, 0}),
            SparseRows.of(new int[] {0, 1, 2}, new int[] {0, 1}, 2));
    Labels labels = Labels.ofIndices(new int[] {1, 0}, kept.classes());
    kept.add(more, labels);
    read.add(more, labels);
    assertArrayEquals(SmallStatistics.bytes(kept), SmallStatistics.bytes(read));
  }
}
