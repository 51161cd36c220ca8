package org.lanewise.bench.study.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NormalTest {

  /// Efron (1975), table 1, for λ = 0.
  private static final double[] PUBLISHED = {
    1.000, 1.000, 0.995, 0.968, 0.899, 0.786, 0.641, 0.486, 0.343
  };

  @Test
  void relativeEfficiencyIsThatOfEfronsTable() {
    for (int i = 0; i < PUBLISHED.length; i++) {
      assertEquals(PUBLISHED[i], Normal.relativeEfficiency(0.5 * i), 5e-4);
    }
  }

  @Test
  void cdfIsThatOfTables() {
    assertEquals(0.5, Normal.cdf(0));
    assertEquals(0.975, Normal.cdf(1.959963984540054), 1e-15);
    assertEquals(0.0013498980316300946, Normal.cdf(-3), 1e-15);
    assertEquals(0, Normal.cdf(-9));
    assertEquals(1, Normal.cdf(9));
  }
}
