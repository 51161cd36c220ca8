package org.lanewise.bench.cold;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.result.TextTable;

class ColdRunTest {

  private static String line(double[] judged, ColdRun.Bar bar) {
    TextTable table = new TextTable(1, "", "", "", "", "", "", "", "");
    double[] vector = {2e6, 4e6, 3e6};
    ColdRun.add(table, "rows", Map.of("vector", vector, "auto", judged), judged, bar);
    return table.toString().strip().replaceAll("  +", "|");
  }

  @Test
  void aTimeIsJudgedByItsMedianOfTheProcesses() {
    double[] judged = {3e9, 1e9, 1.2e9};
    assertEquals(
        "rows|3,000 µs|1,200 ms|≤ 1,200 ms|1,200 ms|1,000 ms … 3,000 ms|met",
        line(judged, new ColdRun.Bar("", 1.2, "")));
    assertEquals(
        "rows|3,000 µs|1,200 ms|≤ 1,100 ms|1,200 ms|1,000 ms … 3,000 ms|missed",
        line(judged, new ColdRun.Bar("", 1.1, "")));
  }

  @Test
  void vectorsThatNeverRunMissTheirBar() {
    double never = Double.POSITIVE_INFINITY;
    assertEquals(
        "rows|3,000 µs|never|≤ 1,200 ms|never|1,000 ms … never|missed",
        line(new double[] {never, 1e9, never}, new ColdRun.Bar("", 1.2, "")));
  }

  @Test
  void aRatioIsNoTime() {
    assertEquals(
        "1.15|1.10 … 1.30|met",
        line(new double[] {1.3, 1.1, 1.15}, new ColdRun.Bar("", 1.15, "vector"))
            .replaceAll(".*≤ 1.15 × vector\\|", ""));
  }

  @Test
  void whatIsNotAskedHasNoVerdict() {
    ColdRun.Bar none = new ColdRun.Bar("", Double.POSITIVE_INFINITY, "");
    assertEquals(
        "rows|3,000 µs|1,000 ms|1,000 ms|1,000 ms … 1,000 ms",
        line(new double[] {1e9, 1e9, 1e9}, none));
  }
}
