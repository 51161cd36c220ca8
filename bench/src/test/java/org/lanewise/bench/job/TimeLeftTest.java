package org.lanewise.bench.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimeLeftTest {

  @Test
  void whatIsLeftFollowsThePaceSoFar() {
    assertEquals("60 s", TimeLeft.text(0, 0, 60));
    assertEquals("20 min", TimeLeft.text(600, 600, 1800));
    assertEquals("38 min", TimeLeft.text(1200, 600, 1800));
  }
}
