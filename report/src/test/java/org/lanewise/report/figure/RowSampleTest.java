package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowSampleTest {

  private static List<Long> kept(int rows, int part) {
    RowSample sample = new RowSample(0, 1);
    for (int from = 0; from < rows; from += part) {
      for (int row = from; row < Math.min(rows, from + part); row++) {
        sample.offer(row, row % 10 == 0 ? 1 : 0, 0);
      }
      sample.unknown().forEach(row -> sample.fill(row, new double[2], new double[0]));
    }
    assertEquals(rows, sample.offered());
    return sample.rows().stream().map(RowSample.Row::index).toList();
  }

  @Test
  void theSameRowsAreKeptHoweverTheyCome() {
    List<Long> kept = kept(5000, 5000);
    assertEquals(800, kept.size());
    assertEquals(kept, kept(5000, 7));
    assertEquals(400, kept.stream().filter(row -> row % 10 == 0).count());
  }

  @Test
  void ofFewRowsAllAreKept() {
    assertEquals(100, kept(100, 9).size());
  }

  @Test
  void theRowsAreSpreadOverAll() {
    long early = kept(100_000, 1000).stream().filter(row -> row < 50_000).count();
    assertTrue(early > 340 && early < 460, "%d of 800".formatted(early));
  }

  @Test
  void rowsOfClassesThatAreNotDrawnAreNotCounted() {
    RowSample sample = new RowSample(1, 5);
    for (int row = 0; row < 60; row++) {
      sample.offer(row, row % 6, 0);
    }
    sample.unknown().forEach(row -> sample.fill(row, new double[2], new double[0]));
    assertEquals(20, sample.offered());
    assertEquals(20, sample.rows().size());
  }
}
