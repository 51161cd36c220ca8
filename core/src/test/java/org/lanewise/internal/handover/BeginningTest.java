package org.lanewise.internal.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// The pause before anything is handed over, at times that the test says.
class BeginningTest {

  private static final long FIRST_CALL = 5_000_000_000L;

  @Test
  void batchesHaveFourTenthsOfASecondFromTheFirstCallOn() {
    assertEquals(400, left(0, 0));
    assertEquals(1, left(0, 399));
    assertEquals(0, left(0, 400));
  }

  @Test
  void rowsHaveATenthOfASecondFromTheFirstOfThemOn() {
    assertEquals(100, left(20, 20));
    assertEquals(30, left(20, 90));
    assertEquals(0, left(20, 120));
  }

  @Test
  void rowsBehindALongFitHaveAllOfTheirPause() {
    assertEquals(100, left(390, 390));
    assertEquals(-10, left(390, 500));
  }

  /// What is left of the pause, in milliseconds, as all times; those from the first call on.
  ///
  /// @param rowsSince 0 if no row was scored
  private static long left(long rowsSince, long now) {
    long rows = rowsSince == 0 ? 0 : FIRST_CALL + rowsSince * 1_000_000;
    return Beginning.left(FIRST_CALL, rows, FIRST_CALL + now * 1_000_000) / 1_000_000;
  }
}
