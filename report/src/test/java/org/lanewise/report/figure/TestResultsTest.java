package org.lanewise.report.figure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.lanewise.data.Classes;

class TestResultsTest {

  @Test
  void aRowThatNoKnownClassCanHaveIsLeftOutOfCalibration() {
    TestResults rows = new TestResults(Classes.of("a", "b", "unknown"), true);
    double never = Double.NEGATIVE_INFINITY;
    rows.add(0, 0, new double[] {Math.log(0.75), Math.log(0.25), never}, row -> "first");
    rows.add(2, 0, new double[] {Double.NaN, Double.NaN, never}, row -> "second");
    assertEquals(2, rows.count());
    assertEquals(1, rows.correct());
    assertEquals(1, rows.calibration().orElseThrow().leftOut());
    assertEquals("second", rows.errors().surest().getFirst().place());
  }
}
