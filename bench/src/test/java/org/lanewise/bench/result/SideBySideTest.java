package org.lanewise.bench.result;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SideBySideTest {

  @Test
  void aJobHasARowAndAMachineAColumnWithTheFastestRival() {
    Measurement ours = Made.measurement();
    ResultFile first =
        Made.results("run", List.of(), ours, rival("Weka", 300), rival("Smile", 150));
    ResultFile second = Made.results("run", List.of(), Made.measurement("fit-lda", 40, 1, 0.0));
    String page = SideBySide.page(List.of(first, second));
    assertTrue(page.contains("|  | CPU | CPU |\n| --- | --- | --- |\n"), page);
    assertTrue(page.contains("| row-lda-predict, 1x32x10 | 100 ns (Smile 6.2.5 1.50) |  |"), page);
    assertTrue(page.contains("| fit-lda, 1x32x10 |  | 40.0 ns |"), page);
  }

  private static Measurement rival(String by, double nanos) {
    Measurement ours = Made.measurement();
    Map<String, String> shape = ours.parameters();
    return new Measurement(
            ours.job(),
            by,
            shape,
            nanos,
            1,
            List.of(nanos),
            1,
            1,
            1,
            "fma",
            0.1,
            null,
            "6.2.5 same labels",
            null,
            null)
        .against(List.of(ours));
  }
}
