package org.lanewise.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTest {

  private static final String MACHINE =
      "cpu  %d 10 20 %d 50 5 5 %d 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n";

  /// 42 (a name) S, ten fields, then own user and system time and those of ended children.
  private static final String PROCESS =
      "42 (java) (x 1) S 1 42 42 0 -1 4 9 9 9 9 %d 20 300 4000 20 0 5 0 100 1 2\n";

  @Test
  void timesOfTheMachineAndOfItsProcessesAreRead() {
    Load load =
        Load.of(
            MACHINE.formatted(100, 1000, 7),
            List.of(PROCESS.formatted(1), "", PROCESS.formatted(2)));
    assertEquals(100 + 10 + 20 + 5 + 5, load.busy());
    assertEquals(7, load.stolen());
    assertEquals(140 + 1050 + 7, load.all());
    assertEquals(4321 + 4322, load.own());
  }

  @Test
  void whatIsNeitherIdleNorOursIsOthers() {
    Load before = Load.of(MACHINE.formatted(100, 1000, 0), List.of(PROCESS.formatted(0)));
    Load after = Load.of(MACHINE.formatted(160, 1030, 10), List.of(PROCESS.formatted(40)));
    // 60 were busy, of these 40 ours; 10 were stolen; 100 passed.
    assertEquals(0.3, after.othersSince(before), 1e-15);
  }

  @Test
  void whatIsNotKnownIsNotANumber() {
    Load nothing = Load.of("", List.of());
    assertTrue(Double.isNaN(nothing.othersSince(nothing)));
  }
}
