package org.lanewise.bench.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScalingSeriesTest {

  @Test
  void theExponentIsTheSlopeOfTheLogarithms() {
    List<ScalingSeries.Point> points = new ArrayList<>();
    for (double d = 4; d <= 1024; d *= 4) {
      points.add(new ScalingSeries.Point(d, 3 * d * d, 1));
    }
    ScalingSeries series = new ScalingSeries("fit-lda", "d", "n = 1,000", "vector", 2, points);
    assertEquals(2, series.exponent(), 1e-12);
    assertEquals(2, series.lastExponent(), 1e-12);
  }
}
