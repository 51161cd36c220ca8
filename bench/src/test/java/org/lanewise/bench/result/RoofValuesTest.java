package org.lanewise.bench.result;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoofValuesTest {

  private static List<String> withoutGain(double two, double memory) {
    return RoofValues.withoutGain(
        Map.of(
            "1 thread",
            Map.of("double GFLOP/s", 50.0, "read memory GB/s", 20.0, RoofValues.OTHERS, 0.0),
            "2 threads",
            Map.of("double GFLOP/s", two, "read memory GB/s", memory, RoofValues.OTHERS, 0.0)));
  }

  @Test
  void twoThreadsThatComeNoHigherThanOneAreNamed() {
    List<String> shared = withoutGain(51, 40);
    assertEquals(1, shared.size());
    assertTrue(
        shared.getFirst().startsWith("2 threads come no higher than one in double GFLOP/s: "),
        shared::toString);
    assertEquals(List.of(), withoutGain(95, 30));
  }

  @Test
  void memoryThatOneThreadTakesWholeIsNoSharedCore() {
    assertEquals(
        List.of(
            "2 threads read memory no faster than one does: one alone takes all that there is."),
        withoutGain(95, 20.5));
  }
}
