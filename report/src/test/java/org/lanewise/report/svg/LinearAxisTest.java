package org.lanewise.report.svg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinearAxisTest {

  private static List<String> labels(double low, double high) {
    LinearAxis axis = new LinearAxis(low, high, 0, 100);
    return axis.ticks(6).stream().map(tick -> axis.label(tick, 6)).toList();
  }

  private static String name(double low, double high) {
    return new LinearAxis(low, high, 0, 100).name("t", 6);
  }

  @Test
  void labelsHaveTheDigitsThatTellThemApart() {
    assertEquals(List.of("−2", "−1", "0", "1", "2"), labels(-2.5, 2.5));
    assertEquals(List.of("0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"), labels(0.1, 0.7));
    assertEquals(List.of("0", "2e5", "4e5", "6e5", "8e5", "1e6"), labels(0, 1e6));
    assertEquals("t", name(0, 1e6));
    assertEquals("t", name(1990, 2020));
  }

  @Test
  void labelsFarFromZeroCountFromARoundValueInTheName() {
    assertEquals(List.of("8", "10", "12", "14"), labels(1_699_999_997.5, 1_700_000_005));
    assertEquals("t − 1699999990", name(1_699_999_997.5, 1_700_000_005));
    assertEquals(List.of("7", "8", "9", "10", "11"), labels(-1_700_000_003.5, -1_699_999_998.5));
    assertEquals("t + 1700000010", name(-1_700_000_003.5, -1_699_999_998.5));
    assertEquals("t − 3e20", name(3e20, 3e20 + 4e15));
  }

  @Test
  void anAxisHasEndsThatAreApart() {
    assertArrayEquals(new double[] {1, 2}, LinearAxis.apart(1, 2));
    assertArrayEquals(new double[] {-1, 1}, LinearAxis.apart(0, 0));
    double[] large = LinearAxis.apart(1e300, 1e300);
    assertTrue(large[0] < 1e300 && large[1] > 1e300);
    assertArrayEquals(new double[] {-1, 1}, LinearAxis.apart(Double.NEGATIVE_INFINITY, Double.NaN));
  }
}
