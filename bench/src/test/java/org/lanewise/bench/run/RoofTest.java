package org.lanewise.bench.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lanewise.bench.CacheSizes;

class RoofTest {

  private static final CacheSizes CACHES = CacheSizes.ofThisMachine();

  private static Roof roof() {
    Roof roof = new Roof(CACHES);
    roof.setDouble(100);
    roof.setPopcount(10);
    for (CacheSizes.Level level : CacheSizes.Level.values()) {
      roof.setRead(level, 20);
    }
    return roof;
  }

  @Test
  void arithmeticBoundsWhatReadsLittle() {
    assertEquals(new Roof.Bound("fma", 10), roof().bound(Work.flops(1, 1000, 8)));
  }

  @Test
  void bandwidthBoundsWhatReadsMuch() {
    double bytes = 1e12;
    assertEquals(new Roof.Bound("memory", 5e10), roof().bound(Work.flops(1, 1000, bytes)));
  }

  @Test
  void popcountsBoundCounting() {
    assertEquals(new Roof.Bound("popcount", 100), roof().bound(Work.popcounts(1, 1000, 8)));
  }

  @Test
  void aRoofThatWasNotMeasuredBoundsNothing() {
    assertTrue(Double.isNaN(new Roof(CACHES).bound(Work.flops(1, 1000, 8)).nanos()));
  }

  private static List<String> withoutGain(double two, double memory) {
    return Roofs.withoutGain(
        Map.of(
            "1 thread",
            Map.of("double GFLOP/s", 50.0, "read memory GB/s", 20.0, Roofs.OTHERS, 0.0),
            "2 threads",
            Map.of("double GFLOP/s", two, "read memory GB/s", memory, Roofs.OTHERS, 0.0)));
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

  @Test
  void arraysThatTheUsualHeapDoesNotHoldHaveALargerOne() {
    assertEquals(List.of(), Roofs.heap(256 << 20, 1L << 40));
    assertEquals(List.of("-Xmx4160m"), Roofs.heap(8 * 260L << 20, 23L << 30));
    assertEquals(List.of(), Roofs.heap(64 * 260L << 20, 23L << 30));
  }

  @Test
  void dataLieInTheSmallestCacheThatHoldsThem() {
    assertEquals(CacheSizes.Level.L1, CACHES.holding(64));
    assertEquals(CacheSizes.Level.MEMORY, CACHES.holding(1e12));
    assertEquals(CacheSizes.Level.MEMORY, CACHES.holding(CACHES.probe(CacheSizes.Level.MEMORY)));
  }
}
