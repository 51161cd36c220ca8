package org.lanewise.bench.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {

  @Test
  void threadsThatBeginCountAndThoseThatEndDoNot() {
    ThreadTimes.Reading before =
        new ThreadTimes.Reading(Map.of("1", 1000.0, "2", 500.0), Map.of("3", 100.0));
    ThreadTimes.Reading after =
        new ThreadTimes.Reading(Map.of("1", 1700.0, "4", 100.0), Map.of("3", 150.0));
    assertEquals(new Turns.Turn(0.8, 0.05), after.since(before, 1000));
    ThreadTimes.Reading unknown = new ThreadTimes.Reading(Map.of(), Map.of());
    assertTrue(Double.isNaN(unknown.since(unknown, 1000).running()));
  }
}
