package org.lanewise.bench.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

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

  @Test
  void dataLieInTheSmallestCacheThatHoldsThem() {
    assertEquals(CacheSizes.Level.L1, CACHES.holding(64));
    assertEquals(CacheSizes.Level.MEMORY, CACHES.holding(1e12));
    assertEquals(CacheSizes.Level.MEMORY, CACHES.holding(CACHES.probe(CacheSizes.Level.MEMORY)));
  }
}
